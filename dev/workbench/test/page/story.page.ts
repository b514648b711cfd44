import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { demoUser } from '../../../demo/browser_consent.ts';
import { accessibilityProblems, type Browser, openChromium, type Page } from '../../../ui/test/chromium.ts';
import { startTestWorkbench, type TestWorkbench } from '../client.ts';
import { aForm, makeZap, openStep, openTab, savedStep, type Tab, turnOnUntested } from './workbench_page.ts';

let browser: Browser;
let bench: TestWorkbench;
let tab: Tab;
let page: Page;

beforeAll(async () => {
  [browser, bench] = await Promise.all([openChromium(), startTestWorkbench()]);
});
afterAll(async () => {
  await browser.close();
  await bench.close();
});
beforeEach(async () => {
  tab = await openTab(browser, bench);
  page = tab.page;
});
afterEach(async () => {
  await tab.close();
  expect(tab.strays).toEqual([]);
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const problems = () => accessibilityProblems(page);

/** The account that the first test has connected. */
async function account(): Promise<string> {
  const { body } = await bench.send('GET', '/api/state');
  return body.accounts[0].id;
}

describe('A new user', () => {
  it('sees a message on the same page after denying access', async () => {
    await button('New Zap').click();
    await button('Connect an account').click();
    await page.getByLabel('Email address').fill(demoUser.email);
    await page.getByLabel('Password').fill(demoUser.password);
    await button('Log in').click();
    await button('Deny').click();
    await page
      .getByRole('alert')
      .getByText(/denied|refused|not allow|declined/i)
      .first()
      .waitFor();
    expect(page.url()).toMatch(/\/#\/zaps\/[\w-]+$/);
    await button(/Choose a trigger/).waitFor();
  });

  it('connects an account, turns on an example, and it runs when a letter comes back', async () => {
    expect(await problems()).toEqual([]);
    await page.getByText(/with the amount of the gift printed in it/).waitFor();
    await button(/^Use this Zap: When a letter comes back/).click();
    await page.locator('.tester').getByRole('button', { name: 'Connect an account' }).click();
    await page.getByLabel('Email address').fill(demoUser.email);
    await page.getByLabel('Password').fill(demoUser.password);
    await button('Log in').click();
    await button('Allow').click();
    await page.getByText('Lighthouse Mission is connected.').first().waitFor();
    // It is the account of the Zap from which it was connected.
    await button('Test trigger').click();
    await page.getByText('An example of the event, with data from your account.').waitFor();
    await button(/3\. Update Contact/)
      .first()
      .click();
    await page.getByText(/Contact (?:ID|Number) from step 1: c-001-0001/).waitFor();
    expect(await problems()).toEqual([]);

    await turnOnUntested(page);
    await page.getByText('This Zap is on.').waitFor();
    await page.getByText('nothing is printed, mailed or charged').waitFor();
    const name = page.getByRole('textbox', { name: 'Zap name' });
    expect(await name.getAttribute('readonly')).not.toBeNull();
    await page.getByRole('link', { name: /^Runs/ }).click();
    await page.getByText('No runs yet.').waitFor();

    await bench.control.event('mail-returned', { contact_id: 'c-001-0003' });
    await page
      .getByRole('link', { name: /^Done .*A letter to Ruth and Samuel Carter was returned/ })
      .waitFor();
    await page.getByText('Returned: Ruth and Samuel Carter', { exact: true }).waitFor();
    await page.getByText('Details').last().click();
    await page.getByText('HTTP log').last().click();
    await page.locator('.exchange').first().locator('summary').click();
    await page
      .getByText(/\/v1\/contacts\/c-001-0003/)
      .first()
      .waitFor();
    expect(await problems()).toEqual([]);
  });

  it('opens a run by its URL, and a phone shows it without sideways scrolling', async () => {
    const { zaps } = (await bench.send('GET', '/api/state')).body;
    const { id } = zaps.at(-1);
    const [run] = (await bench.send('GET', `/api/zaps/${id}/runs`)).body;
    const phone = await openTab(browser, bench, { width: 375, colorScheme: 'dark' });
    await phone.page.goto(`${bench.workbench.url}/#/zaps/${id}/runs/${run.id}`);
    await phone.page.getByText('Returned: Ruth and Samuel Carter', { exact: true }).waitFor();
    expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    expect(await accessibilityProblems(phone.page)).toEqual([]);
    await phone.page.goto(`${bench.workbench.url}/#/`);
    await phone.page.getByRole('heading', { name: 'Examples' }).waitFor();
    expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    expect(await accessibilityProblems(phone.page)).toEqual([]);
    const [menu, link] = [phone.page.getByText('Menu'), phone.page.getByText('Sandbox console')];
    const [top = 0, linkTop = 99] = (await Promise.all([menu.boundingBox(), link.boundingBox()])).map(
      (box) => box?.y,
    );
    expect(linkTop - top).toBeLessThan(20);
    await phone.close();
  });
});

describe('An account', () => {
  it('is tested and shows the response of the service', async () => {
    await button('Test Lighthouse Mission').click();
    await page.getByText('The connection works.').waitFor();
    await page.getByText('Account data').click();
    await page.getByRole('figure', { name: 'Account data' }).getByText('"Lighthouse Mission"').waitFor();
    expect(await problems()).toEqual([]);
  });

  it('of another user can be connected while the browser is still logged in', async () => {
    await button('Connect another').click();
    await page.getByLabel('Email address').fill(demoUser.email);
    await page.getByLabel('Password').fill(demoUser.password);
    await button('Log in').click();
    await button('Allow').click();
    await page.getByText('Lighthouse Mission #2 is connected.').first().waitFor();
    await button('Connect another').click();
    await button('Use another account').click();
    await page.getByLabel('Email address').fill('other@example.com');
    await page.getByLabel('Password').fill('other');
    await button('Log in').click();
    await button('Allow').click();
    await page
      .getByText(/\(\w+\) is connected\./)
      .first()
      .waitFor();
    const { accounts } = (await bench.send('GET', '/api/state')).body;
    expect(accounts.map(({ label }: { label: string }) => label)).toEqual([
      'Lighthouse Mission',
      'Lighthouse Mission #2',
      expect.not.stringMatching(/Lighthouse/),
    ]);
    for (const { id } of accounts.slice(1)) await bench.send('DELETE', `/api/accounts/${id}`);
  });
});

describe('Steps', () => {
  it('are chosen from the whole definition with the keyboard alone, and removed', async () => {
    await button('New Zap').press('Enter');
    await page.locator('.zap-name:focus').waitFor();
    await button(/Choose a trigger/).press('Enter');
    await page.getByRole('searchbox').fill('new contact');
    expect(await problems()).toEqual([]);
    await button(/^New Contact/).press('Enter');
    const first = page.getByRole('button', { name: /1\. New Contact/ }).first();
    await first.waitFor();
    await page.locator('button:focus', { hasText: '1. New Contact' }).waitFor();
    await button('Add a step after step 1').press('Enter');
    // The only entry that is left needs no way to it.
    await page.getByRole('searchbox').fill('finds price');
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('textbox', { name: 'Order' }).waitFor();
    await button('Add a step after step 2').press('Enter');
    await button(/^Upload File/).press('Enter');
    await button('Move step 3, Upload File up').press('Enter');
    await page.locator('.step-name', { hasText: '3. Find Order' }).waitFor();
    expect(await page.locator('.step-name > span').allTextContents()).toEqual([
      '1. New Contact',
      '2. Upload File',
      '3. Find Order',
    ]);
    await button('Remove step 3, Find Order').press('Enter');
    await button(/^Remove step$/).press('Enter');
    await page.locator('.step-name', { hasText: '3. Find Order' }).waitFor({ state: 'detached' });
    expect(await page.locator('.step').count()).toBe(2);
    await page.locator('button:focus', { hasText: '2. Upload File' }).waitFor();
  });

  it('that are removed leave the mappings to them marked, with a message that says what to do', async () => {
    const zap = await makeZap(bench, await account(), [
      aForm,
      { id: '2', kind: 'searches', key: 'find_contact', values: { name: '{{1.name}}' } },
      { id: '3', kind: 'creates', key: 'delete_contact', values: { contact_id: '{{2.contact_id}}' } },
    ]);
    await openStep(page, zap, 3);
    await button('Remove step 2, Find Contact').click();
    await page.getByText('Fields in later steps that use its data will be highlighted').waitFor();
    await button(/^Remove step$/).click();
    const field = page.locator('.step.open [data-field=contact_id].invalid');
    await field.getByText('This uses data from a step that was removed').waitFor();
    expect(await problems()).toEqual([]);
    await page.getByText('Saved', { exact: true }).waitFor();
    await turnOnUntested(page);
    const list = page.locator('.zap-head').getByRole('alert');
    await list
      .getByText(
        'in step 2, Delete Contact, uses data from a step that was removed. Remove it or choose other data.',
      )
      .waitFor();
    await list.getByRole('link', { name: 'Contact' }).click();
    await page.locator('.step.open [data-field=contact_id].invalid:focus-within').waitFor();
  });

  it('map values from earlier steps and preview them', async () => {
    const zap = await makeZap(bench, await account(), [
      aForm,
      { id: '2', kind: 'creates', key: 'create_contact', values: {} },
    ]);
    await openStep(page, zap, 2);
    await button('Insert data into City').press('Enter');
    await page.getByRole('listbox').last().getByRole('option').nth(1).waitFor();
    expect(await page.getByRole('listbox').last().getByRole('option').count()).toBe(2);
    expect(await problems()).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const city = page.getByRole('textbox', { name: 'City' });
    await page.getByText('City from step 1: London').waitFor();
    await page.keyboard.type(' West');
    await page.getByText('With sample data: London West').waitFor();
    expect(await city.textContent()).toBe('1 City West');
    expect(await savedStep(page, bench, zap, 2)).toMatchObject({ values: { city: '{{1.city}} West' } });
    // A mapping is one piece: one key takes it away.
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    expect(await city.textContent()).toBe(' West');
    await button('Insert data into Name').click();
    await page.keyboard.press('Escape');
    await page.locator('[data-field=name] [role=textbox]:focus').waitFor();
  });

  it('that fail show a message and the request', async () => {
    const zap = await makeZap(bench, await account(), [
      aForm,
      { id: '2', kind: 'creates', key: 'update_contact', values: { name: '{{1.name}}' } },
    ]);
    await openStep(page, zap, 2);
    await button('Test step').click();
    await page.getByText('Contact is required.').waitFor();
    // A dropdown takes what is not in its list as well.
    await page.getByRole('combobox', { name: 'Contact' }).fill('nobody');
    await page.keyboard.press('Tab');
    await button('Test again').click();
    await page.locator('.tester .error-message').getByText('did not find the contact "nobody"').waitFor();
    await page.getByText('Details').click();
    await page.getByText('HTTP log').click();
    await page.locator('.exchange summary', { hasText: '/v1/contacts/nobody' }).getByText('404').waitFor();
    expect(await problems()).toEqual([]);
  });

  it('that find or create show both forms and create what is not found', async () => {
    const zap = await makeZap(bench, await account(), [
      aForm,
      {
        id: '2',
        kind: 'searchOrCreates',
        key: 'find_contact',
        values: { name: '{{1.name}}' },
        createValues: { name: '{{1.name}}', city: '{{1.city}}' },
      },
    ]);
    await openStep(page, zap, 2);
    await page.getByRole('heading', { name: 'Search for' }).waitFor();
    await page.getByRole('heading', { name: /^If nothing is found: Create Contact/ }).waitFor();
    for (const part of ['search', 'Create Contact'])
      await page.getByRole('textbox', { name: `Name (${part})`, exact: true }).waitFor();
    await button('Test step').click();
    await page.getByText('The test was successful. Later steps can use this data.').waitFor();
    await page.locator('.record').getByText('Ada Lovelace').first().waitFor();
    await page.getByText('Details').click();
    await page.locator('summary', { hasText: 'Data in' }).click();
    expect(await page.getByRole('figure', { name: 'Data in' }).innerText()).toMatch(/^\{\n {2}"search"/);
  });

  it('take a file from the computer', async () => {
    const zap = await makeZap(bench, await account(), [
      aForm,
      { id: '2', kind: 'creates', key: 'upload_file', values: {} },
    ]);
    await openStep(page, zap, 2);
    await page.getByLabel('Choose a file from your computer: File').setInputFiles({
      name: 'letter.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4'),
    });
    await page.getByText('letter.pdf', { exact: true }).waitFor();
    await button('Test step').click();
    await page.locator('.record').getByText('letter.pdf').first().waitFor();
  });
});

describe('Zaps', () => {
  it('that start with a form take an example file from the computer', async () => {
    const zap = await makeZap(bench, await account(), [
      { id: '1', kind: 'form', fields: [{ key: 'letter', label: 'Letter', example: '' }] },
    ]);
    await openStep(page, zap, 1);
    await page.getByLabel('Type of field 1').selectOption('File');
    await page
      .getByLabel('Choose a file from your computer: Example of field 1')
      .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
    await page.locator('.chosen-file').getByText('letter.pdf').waitFor();
    expect(await problems()).toEqual([]);
    expect(await savedStep(page, bench, zap, 1)).toMatchObject({
      fields: [{ type: 'file', example: expect.stringMatching(/^http:/) }],
    });
  });

  it('that start with a form show it and run with its values', async () => {
    const zap = await makeZap(
      bench,
      await account(),
      [aForm, { id: '2', kind: 'searches', key: 'find_contacts', values: { name: '{{1.name}}' } }],
      'With a form',
    );
    await openStep(page, zap, 1);
    await button('Add a field').press('Enter');
    await page.keyboard.type('First name');
    expect(await savedStep(page, bench, zap, 1)).toMatchObject({
      fields: [{ key: 'name' }, { key: 'city' }, { key: 'first_name', label: 'First name' }],
    });
    await turnOnUntested(page);
    await page.getByText('This Zap is on.').waitFor();
    await page.locator('[role=switch]:focus').waitFor();
    await page.getByRole('link', { name: 'Fill in the form' }).press('Enter');
    await page.locator('.submit-form input:focus').waitFor();
    await page.getByRole('form').getByLabel('Name', { exact: true }).fill('Maria Miller');
    await button('Submit form').click();
    await page.getByRole('link', { name: /^Done Maria Miller/ }).waitFor();
    expect(await problems()).toEqual([]);
  });

  it('say when nothing new was ordered, and continue a run after the account is reconnected', async () => {
    const values = { saved_order_id: 'l-001-1001', list_id: '{{1.city}}' };
    const zap = await makeZap(
      bench,
      await account(),
      [aForm, { id: '2', kind: 'creates', key: 'resend_saved_order', values }],
      'Letters by a form',
    );
    await openStep(page, zap, 1);
    await turnOnUntested(page);
    await page.getByRole('link', { name: 'Fill in the form' }).click();
    await page.getByLabel('City').fill('l-001-0002');
    await button('Submit form').click();
    await page.getByRole('link', { name: /^Done · \$\d+\.\d\d Ada Lovelace/ }).waitFor();
    await button('Submit form').click();
    await page
      .getByRole('link', {
        name: /^Done · already ordered 2\. Send Saved Order to a List: Not sent again: ordered on .* \(m-[\d-]+\)\. .*Event ID/,
      })
      .waitFor();
    await page
      .getByRole('heading', { name: '2. Send Saved Order to a List Done · warning · already ordered' })
      .waitFor();

    await bench.lockOut();
    await page.getByLabel('City').fill('l-001-0001');
    await button('Submit form').click();
    await page.getByRole('link', { name: /^Failed/ }).waitFor();
    expect(await problems()).toEqual([]);
    await button('Reconnect').click();
    await page.getByLabel('Email address').fill(demoUser.email);
    await page.getByLabel('Password').fill(demoUser.password);
    await button('Log in').click();
    await button('Allow').click();
    await page.getByText('Lighthouse Mission is connected.').first().waitFor();
    await button('Replay from failed step').click();
    expect(await problems()).toEqual([]);
    await button(/^Replay$/).click();
    await page.getByText('Replay of an earlier run.').waitFor();
    await page.locator('.run.open .run-head:focus', { hasText: /^Done/ }).waitFor();
    expect((await bench.send('GET', '/api/state')).body.accounts).toHaveLength(1);
    await page.getByRole('switch').click();
    await page.getByText('This Zap is on.').waitFor({ state: 'detached' });
  });

  it('list every blank required field before they are turned on, with links to them', async () => {
    const zap = await makeZap(bench, await account(), [
      { id: '1', kind: 'triggers', key: 'service_event', values: {} },
      { id: '2', kind: 'creates', key: 'create_order', values: {} },
    ]);
    await openStep(page, zap, 1);
    await turnOnUntested(page);
    const list = page.locator('.zap-head').getByRole('alert');
    await list.getByText('List ID in step 2').waitFor();
    await list.getByRole('link', { name: 'List ID' }).click();
    await page.locator('.step.open [data-field=list_id].invalid:focus-within').waitFor();
    await page.getByText('List ID is required.').waitFor();
    expect(await problems()).toEqual([]);
    await list.getByRole('link', { name: 'Event' }).click();
    await page.locator('.step.open [data-field=event].invalid:focus-within').waitFor();
    await page.getByText('Event is required.').waitFor();
  });

  it('that poll check for new data on request', async () => {
    const zap = await makeZap(bench, await account(), [
      { id: '1', kind: 'triggers', key: 'new_contact', values: {} },
      { id: '2', kind: 'searches', key: 'find_contact', values: { contact_id: '{{1.contact_id}}' } },
    ]);
    await openStep(page, zap, 1);
    await turnOnUntested(page);
    await button('Check now').click();
    await page.getByText('No new data.').waitFor();
    await page.getByRole('switch').click();
    await page.getByText('This Zap is on.').waitFor({ state: 'detached' });
  });

  it('show the first sentence of a failure as the headline of the run, and the whole message with the step', async () => {
    const zap = await makeZap(bench, await account(), [
      { id: '1', kind: 'form', fields: [{ key: 'order', label: 'Order', example: 'l-001-1001' }] },
      { id: '2', kind: 'creates', key: 'send_letter', values: { saved_order_id: '{{1.order}}' } },
    ]);
    await openStep(page, zap, 1);
    await turnOnUntested(page);
    await page.getByRole('link', { name: 'Fill in the form' }).click();
    await button('Submit form').click();
    await page
      .getByRole('link', { name: /^Failed · nothing ordered 2\. Send Letter: The recipient has [^.]*\. Nov/ })
      .waitFor();
    await page.locator('.run.open .error-message').getByText('Nothing was ordered by this run.').waitFor();
  });

  it('show why nothing was ordered, and what an order costs, as the headline of the run', async () => {
    const values = {
      saved_order_id: 'l-001-1003',
      name: '{{1.name}}',
      street: '1 Main St',
      city: '{{1.city}}',
      country: 'GB',
    };
    const zap = await makeZap(bench, await account(), [
      aForm,
      { id: '2', kind: 'creates', key: 'send_letter', values },
    ]);
    await bench.control.fault({
      match: { method: 'POST', path: '/v1/orders' },
      nth: 1,
      then: { status: 503 },
    });
    await bench.send('POST', `/api/zaps/${zap}/on`);
    const runs = `${bench.workbench.url}/#/zaps/${zap}/runs`;
    await page.goto(runs);
    await button('Submit form').click();
    await page
      .getByRole('link', { name: /^Failed 2\. Letter to .*: The letter service did not confirm the order/ })
      .waitFor();
    await button('Submit form').click();
    await page
      .getByRole('link', {
        name: /^Failed · nothing ordered 2\. Letter to Ada Lovelace: an earlier attempt .* was never confirmed/,
      })
      .waitFor();
    await page.getByRole('form').getByLabel('Name', { exact: true }).fill('Grace Hopper');
    await button('Submit form').click();
    await page.getByRole('link', { name: /^Done · 1 letter · \$\d+\.\d\d / }).waitFor();
    await bench.send('POST', `/api/zaps/${zap}/off`);
  });

  it('ask before they are turned on with untested steps, and stay off if the user cancels', async () => {
    const zap = await makeZap(bench, await account(), [
      aForm,
      { id: '2', kind: 'searches', key: 'find_contacts', values: { name: 'Maria Miller' } },
    ]);
    await openStep(page, zap, 2);
    await page.getByRole('switch').click();
    await page.getByText('Not tested successfully: 2. Find Contacts.').waitFor();
    expect(await problems()).toEqual([]);
    await button('Cancel').click();
    expect(await page.getByRole('switch').isChecked()).toBe(false);
    await button('Test step').click();
    await page.locator('.step-head').getByText('Tested', { exact: true }).waitFor();
    await page.getByRole('switch').click();
    await page.getByText('This Zap is on.').waitFor();
    await bench.send('POST', `/api/zaps/${zap}/off`);
  });

  it('replay all their failed runs at once', async () => {
    const fields = [{ key: 'contact', label: 'Contact', example: 'c-999-9999' }];
    const find = { contact_id: '{{1.contact}}', file_as: 'Found' };
    const zap = await makeZap(bench, await account(), [
      { id: '1', kind: 'form', fields },
      { id: '2', kind: 'creates', key: 'update_contact', values: find },
    ]);
    await bench.send('POST', `/api/zaps/${zap}/on`);
    for (let count = 0; count < 2; count += 1)
      await bench.send('POST', `/api/zaps/${zap}/submit`, { contact: 'c-999-9999' });
    await page.goto(`${bench.workbench.url}/#/zaps/${zap}/runs`);
    await button('Replay all 2 failed runs').click();
    expect(await problems()).toEqual([]);
    await button(/^Replay$/).click();
    await page.getByRole('link', { name: 'Runs (4)' }).waitFor();
    // Each is replayed once, and the replays failed as well.
    await button('Replay all 2 failed runs').waitFor();
    await page.getByText('4 runs: 2 failed, 2 replayed.').waitFor();
    await bench.send('POST', `/api/zaps/${zap}/off`);
  });

  it('list whom each run concerned, how many failed, and which of these a replay mended', async () => {
    const values = {
      saved_order_id: 'l-001-1003',
      name: '{{1.name}}',
      street: '1 Main St',
      city: '{{1.city}}',
      country: 'GB',
    };
    const zap = await makeZap(
      bench,
      await account(),
      [aForm, { id: '2', kind: 'creates', key: 'send_letter', values }],
      'With a history',
    );
    await bench.send('POST', `/api/zaps/${zap}/on`);
    const submit = async (name: string) => {
      await bench.send('POST', `/api/zaps/${zap}/submit`, { name, city: 'Leeds' });
      await bench.workbench.settled();
    };
    await submit('Mary Shelley');
    await bench.control.fault({ match: { method: 'POST', path: '/v1/lists' }, then: { status: 500 } });
    for (const name of ['Jane Austen', 'Emily Brontë']) await submit(name);
    await bench.control.clearFaults();
    await page.goto(`${bench.workbench.url}/#/zaps/${zap}/runs`);
    await page.getByText(/^3 runs: 2 failed, 1 done\. Ordered: 1 letter for \$\d+\.\d\d\.$/).waitFor();
    await page.getByRole('link', { name: /^Done .* Mary Shelley/ }).waitFor();
    await page.getByRole('link', { name: /^Failed .*Jane Austen/ }).click();
    await button('Replay from failed step').click();
    await button(/^Replay$/).click();
    await page.getByText(/^4 runs: 2 done, 1 failed, 1 mended by a replay\./).waitFor();
    await page.getByRole('link', { name: 'With a history 4 runs, 1 failed' }).waitFor();
    await page.getByRole('link', { name: /^Mended by a replay .*Jane Austen/ }).click();
    await page.getByRole('link', { name: 'its latest replay' }).waitFor();
    expect(await button(/^Replay from/).count()).toBe(0);
    expect(await problems()).toEqual([]);
    await page.getByLabel('Only failed runs (1)').check();
    expect(await page.locator('.run').count()).toBe(1);
    await page
      .locator('.run')
      .getByText(/Emily Brontë/)
      .first()
      .waitFor();
    await bench.send('POST', `/api/zaps/${zap}/off`);
  });

  it('show the number of failed runs in the menu', async () => {
    const zap = await makeZap(
      bench,
      await account(),
      [
        { id: '1', kind: 'form', fields: [{ key: 'contact', label: 'Contact', example: 'c-001-0004' }] },
        { id: '2', kind: 'searches', key: 'find_contact', values: { contact_id: '{{1.contact}}' } },
        { id: '3', kind: 'creates', key: 'create_contact', values: { name: '{{2.missing}}' } },
      ],
      'One of two fails',
    );
    const search = { id: '2', kind: 'searches', key: 'find_contacts', values: { name: '{{1.name}}' } };
    const plan = { name: 'One of two fails', steps: [aForm, search] };
    await bench.send('POST', `/api/zaps/${zap}/on`);
    await bench.send('POST', `/api/zaps/${zap}/submit`, { contact: 'c-001-0004' });
    const entry = page.getByRole('link', { name: /^One of two fails/ }).first();
    await page.getByRole('link', { name: 'One of two fails 1 run, 1 failed' }).waitFor();
    await bench.send('POST', `/api/zaps/${zap}/off`);
    await bench.send('PUT', `/api/zaps/${zap}`, { plan, account: await account() });
    await bench.send('POST', `/api/zaps/${zap}/on`);
    await bench.send('POST', `/api/zaps/${zap}/submit`, { name: 'Ada' });
    await page.getByRole('link', { name: 'One of two fails 2 runs, 1 failed' }).waitFor();
    expect(await entry.locator('.count > [aria-hidden]').textContent()).toBe('1');
  });

  it('show their runs in one history, and let the data of a failed run be corrected or the run be given up', async () => {
    const values = {
      saved_order_id: 'l-001-1003',
      street: '1 Main St',
      country: 'GB',
      duplicate_window: 'off',
    };
    const send = { id: '2', kind: 'creates', key: 'send_letter' } as const;
    const steps = [aForm, { ...send, values: { ...values, name: '{{1.name}}', city: '{{1.city}}' } }];
    const zap = await makeZap(bench, await account(), steps, 'Corrected');
    await bench.send('POST', `/api/zaps/${zap}/on`);
    for (const name of ['Ann Lee', 'Bea Lou'])
      await bench.send('POST', `/api/zaps/${zap}/submit`, { name, city: '' });
    await bench.workbench.settled();
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await page
      .getByRole('link', { name: /^Failed · nothing ordered Corrected: 2\. Letter to Bea Lou: / })
      .click();
    await button('Replay from start').click();
    await page.getByText('Step 2 may order letters a second time').waitFor();
    await button('Cancel').click();
    await button('Edit data and replay').click();
    await page.getByRole('dialog').getByLabel('City').fill('York');
    expect(await problems()).toEqual([]);
    await button('Replay with these data').click();
    await page.getByRole('link', { name: /^Mended by a replay .*Bea Lou/ }).waitFor();
    await page.getByRole('link', { name: /^Failed .*Ann Lee/ }).click();
    await button('Give up').click();
    await page.getByText('3 runs: 1 done, 1 mended by a replay, 1 given up. Ordered: 1 letter').waitFor();
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await page.getByRole('link', { name: /^Failed · given up Corrected: .*Ann Lee/ }).waitFor();
    expect(await problems()).toEqual([]);
    await bench.send('POST', `/api/zaps/${zap}/off`);
  });

  it('ask once more before a test orders letters for real, with their number', async () => {
    const values = {
      saved_order_id: 'l-001-1003',
      name: 'Anne Brontë',
      street: '1 Main St',
      city: '{{1.city}}',
      country: 'GB',
      editor_test: 'order',
    };
    const zap = await makeZap(bench, await account(), [
      aForm,
      { id: '2', kind: 'creates', key: 'send_letter', values },
    ]);
    await openStep(page, zap, 2);
    await button('Test step').click();
    await page.getByRole('heading', { name: 'Order 1 letter for real?' }).waitFor();
    await page.getByText('This orders 1 letter to Anne Brontë, which costs money.').waitFor();
    expect(await problems()).toEqual([]);
    await button('Cancel').click();
    expect(await page.locator('.result').count()).toBe(0);
    await button('Test step').click();
    await button(/^Order$/).click();
    await page.locator('.record').getByText('Order ID').waitFor();
  });

  it('get different names when they are new', async () => {
    await makeZap(bench, await account(), [aForm], 'New Zap');
    const example = /^Use this Zap: Donors in a CSV file/;
    for (const source of ['New Zap', 'New Zap', example, example]) {
      await page.getByRole('link', { name: 'Start' }).click();
      await button(source).click();
      await page.locator('.zap-name:focus').waitFor();
    }
    const { zaps } = (await bench.send('GET', '/api/state')).body;
    const names = zaps.slice(-4).map(({ plan }: { plan: { name: string } }) => plan.name);
    const letter = 'Donors in a CSV file → a letter to each new one';
    expect(names).toEqual([
      expect.stringMatching(/^New Zap \d$/),
      expect.stringMatching(/^New Zap \d$/),
      letter,
      `${letter} 2`,
    ]);
    expect(names[0]).not.toBe(names[1]);
  });

  it('are duplicated with their steps and account', async () => {
    await makeZap(bench, await account(), [aForm], 'Twice');
    await page.locator('.zap-about').getByRole('link', { name: 'Twice' }).click();
    await button('Duplicate').click();
    await page.getByRole('heading', { name: 'Zap: Copy of Twice' }).waitFor();
    const [zap, copy] = (await bench.send('GET', '/api/state')).body.zaps.slice(-2);
    expect(copy).toMatchObject({ account: await account(), isOn: false, plan: { steps: zap.plan.steps } });
  });

  it('are deleted only after a confirmation', async () => {
    await makeZap(bench, await account(), [aForm], 'To be deleted');
    await page.locator('.zap-about').getByRole('link', { name: 'To be deleted' }).click();
    // Reading goes on from there.
    await page.locator('main:focus').waitFor();
    await button('Delete').click();
    expect(await problems()).toEqual([]);
    await button('Cancel').click();
    await button('Delete').click();
    await button('Delete Zap').click();
    await page.getByText('“To be deleted” was deleted.').first().waitFor();
    await button('Dismiss').press('Enter');
    await page.locator('main:focus').waitFor();
    await page.getByRole('link', { name: 'To be deleted' }).waitFor({ state: 'detached' });
  });

  it('say why the connector could not turn them on', async () => {
    const zap = await makeZap(bench, await account(), [
      { id: '1', kind: 'triggers', key: 'service_event', values: {} },
      { id: '2', kind: 'searches', key: 'find_order', values: {} },
    ]);
    await openStep(page, zap, 1);
    await turnOnUntested(page);
    await page.locator('.zap-head').getByRole('alert').getByText(/Event/).waitFor();
    expect(await page.getByRole('switch').isChecked()).toBe(false);
  });
});
