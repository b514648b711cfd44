import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Definition, InputField } from '@print-and-mail/zapier';
import { accessibilityProblems, type Browser, openChromium, type Page } from '../../../ui/test/chromium.ts';
import type { PlannedStep } from '../../protocol.ts';
import type { TestWorkbench } from '../client.ts';
import {
  aForm,
  makeZap,
  openStep,
  openTab,
  savedStep,
  settledValue,
  startConnectedWorkbench,
  type Tab,
  turnOnUntested,
} from './workbench_page.ts';

let browser: Browser;
let bench: TestWorkbench;
let account: string;
let definition: Definition;
let tab: Tab;
let page: Page;

beforeAll(async () => {
  [browser, { bench, account }] = await Promise.all([openChromium(), startConnectedWorkbench()]);
  definition = await bench.platform.definition();
  tab = await openTab(browser, bench);
  page = tab.page;
});
afterAll(async () => {
  await tab.close();
  await browser.close();
  await bench.close();
  expect(tab.strays).toEqual([]);
});

/** Fields with a single control, by their selector and label; key-value pairs label each of theirs. */
const fieldsOf = (fields: readonly (InputField | string)[], within = ''): { at: string; label: string }[] =>
  fields.flatMap((field) => {
    if (typeof field === 'string' || field.type === 'copy' || field.dict) return [];
    const at = `${within}[data-field="${field.key}"] `;
    return field.children ? fieldsOf(field.children, at) : [{ at, label: field.label ?? field.key }];
  });

/** All steps that the definition can make, in Zaps that have one of each kind. */
function everyStep(): { name: string; step: PlannedStep; fields: { at: string; label: string }[] }[] {
  const kinds = ['triggers', 'searches', 'creates'] as const;
  const plain = kinds.flatMap((kind) =>
    Object.values(definition[kind]).map(({ key, operation, display }) => ({
      name: display.label,
      step: { id: '2', kind, key, values: {} },
      fields: fieldsOf(operation.inputFields),
    })),
  );
  const pairs = Object.values(definition.searchOrCreates).map(({ key, search, create }) => ({
    name: `search or create ${key}`,
    step: { id: '2', kind: 'searchOrCreates' as const, key, values: {}, createValues: {} },
    fields: [
      ...fieldsOf(definition.searches[search]?.operation.inputFields ?? [], '.part:nth-of-type(1) '),
      ...fieldsOf(definition.creates[create]?.operation.inputFields ?? [], '.part:nth-of-type(2) '),
    ],
  }));
  return [...plain, ...pairs];
}

/** The fields whose control, if there is one, does not go by their label. */
async function unlabelled(fields: { at: string; label: string }[]): Promise<unknown> {
  return page.evaluate((expected) => {
    const nameOf = (control: Element | null) =>
      document.getElementById(control?.getAttribute('aria-labelledby') ?? '')?.textContent ?? 'nothing';
    return expected
      .map(({ at, label }) => ({
        at,
        label,
        name: nameOf(document.querySelector(`.step.open ${at} :is([role=textbox], [role=combobox])`)),
      }))
      .filter(({ label, name }) => !name.startsWith(label));
  }, fields);
}

describe('The form of a step', () => {
  it('shows every field of every operation with a label, and axe finds no problem', async () => {
    const wrong: string[] = [];
    for (const { name, step, fields } of everyStep()) {
      const isTrigger = step.kind === 'triggers';
      const zap = await makeZap(bench, account, isTrigger ? [step] : [aForm, step], name);
      await openStep(page, zap, isTrigger ? 1 : 2);
      await page.locator('.step-fields > *').first().waitFor();
      // What is folded counts, too.
      for (const fold of await page.locator('.fold > summary').all()) await fold.press('Enter');
      expect([name, await unlabelled(fields)]).toEqual([name, []]);
      wrong.push(...(await accessibilityProblems(page)).map((problem) => `${name}: ${problem}`));
      await bench.send('DELETE', `/api/zaps/${zap}`);
    }
    expect(wrong).toEqual([]);
    // It opens the forms of all steps, one after another.
  }, 180_000);

  it('fits on a phone and is readable in dark mode', async () => {
    const phone = await openTab(browser, bench, { width: 375, colorScheme: 'dark' });
    const zap = await makeZap(bench, account, [
      aForm,
      { id: '2', kind: 'creates', key: 'create_order', values: { sheets: [{ file: '{{1.name}}' }] } },
    ]);
    await openStep(phone.page, zap, 2);
    await phone.page.locator('[data-field=sheets]').waitFor();
    expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    expect(await accessibilityProblems(phone.page)).toEqual([]);
    expect(phone.strays).toEqual([]);
    await phone.close();
  });

  it('adds and removes line items and moves the focus to the next row', async () => {
    const zap = await makeZap(bench, account, [
      aForm,
      { id: '2', kind: 'creates', key: 'create_order', values: {} },
    ]);
    await openStep(page, zap, 2);
    const rows = page.locator('[data-field=sheets]');
    await rows.getByRole('textbox', { name: 'File' }).fill('f-1');
    await rows.getByRole('button', { name: 'Add a row to Sheets' }).press('Enter');
    await page.keyboard.type('f-2');
    await rows.getByRole('button', { name: 'Insert data into File, row 2 of Sheets' }).waitFor();
    await rows.getByRole('button', { name: 'Remove row 1 of Sheets' }).press('Enter');
    await page.locator('[aria-label="Add a row to Sheets"]:focus').waitFor();
    expect(await savedStep(page, bench, zap, 2)).toMatchObject({ values: { sheets: [{ file: 'f-2' }] } });
    expect(await rows.getByRole('textbox', { name: 'File' }).textContent()).toBe('f-2');
  });

  it('has dropdowns that load pages from the service, can be searched and store the ID', async () => {
    const contacts = Array.from({ length: 150 }, (_, at) => ({ name: `Zoe Zz${at + 100}` }));
    const answer = await fetch(`${bench.control.url}/v1/contacts`, {
      method: 'PUT',
      headers: {
        Authorization: `Bearer ${await bench.control.token()}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ contacts }),
    });
    expect(answer.status).toBe(200);
    const zap = await makeZap(bench, account, [
      aForm,
      { id: '2', kind: 'creates', key: 'delete_contact', values: {} },
    ]);
    await openStep(page, zap, 2);
    const list = page.getByRole('combobox', { name: 'Contact' });
    await list.focus();
    await page.keyboard.press('ArrowDown');
    const more = page.getByRole('option', { name: 'Load more' });
    await more.waitFor();
    const before = await page.getByRole('option').count();
    await more.click();
    await page.getByRole('option').nth(before).waitFor();
    await page.keyboard.type('zz249');
    await page.getByRole('option', { name: 'Zz249' }).click();
    expect(await settledValue(page.locator('.dropdown input').first(), /Zz249/)).toContain('Zz249');
    const { values } = Object(await savedStep(page, bench, zap, 2));
    expect(values.contact_id).toMatch(/^c-/);
  });
});

describe('Steps for a new user', () => {
  const sendLetter = { id: '2', kind: 'creates', key: 'send_letter', values: {} } as const;

  it('a dropdown adds a search step before the action and maps what it finds', async () => {
    const zap = await makeZap(bench, account, [aForm, sendLetter]);
    await openStep(page, zap, 2);
    await page.getByRole('button', { name: 'Add a search step for Contact' }).click();
    await page.getByRole('button', { name: /2\. Find Contact/, expanded: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Add a search step/ }).count()).toBe(0);
    expect(await savedStep(page, bench, zap, 2)).toEqual({
      id: '3',
      kind: 'searches',
      key: 'find_contact',
      values: {},
    });
    expect(await savedStep(page, bench, zap, 3)).toEqual({
      ...sendLetter,
      values: { contact_id: '{{3.contact_id}}' },
    });
  });

  it('says before and after a test that it is a preview, and shows what it did not check', async () => {
    const values = {
      saved_order_id: 'l-001-1001',
      name: '{{1.name}}',
      street: '1 Main St',
      city: '{{1.city}}',
    };
    const zap = await makeZap(bench, account, [aForm, { ...sendLetter, values }]);
    await openStep(page, zap, 2);
    await page
      .getByText('Shows a preview, as chosen in “When Testing in the Editor”. Nothing is ordered')
      .waitFor();
    await page.getByRole('button', { name: 'Test step' }).click();
    await page.locator('.outcome').getByText('This was a preview. Nothing was ordered or changed.').waitFor();
    await page
      .locator('.warning')
      .getByText("This letter's text and placeholders are unknown until its first order")
      .waitFor();
    expect(await page.locator('.tester .badge').count()).toBe(0);
    expect(await page.locator('.record dt').allTextContents()).toEqual([
      'Checked in the Preview',
      'Not Checked in the Preview',
    ]);
    await page.locator('.envelopes > div').getByText('Ada Lovelace 1 Main St London').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.locator('.tester').getByRole('link', { name: 'Change this setting' }).click();
    await page.locator('[data-field=editor_test]:focus-within').waitFor();
  });

  it('shows first in a preview who would come and go', async () => {
    const contacts = [{ name: 'New Person', street: '1 Main St', city: 'Akron', external_id: 'donor-1' }];
    const zap = await makeZap(bench, account, [
      aForm,
      {
        id: '2',
        kind: 'creates',
        key: 'replace_mailing_list',
        values: { minimum_contacts: '1', allow_different_people: 'true', contacts },
      },
    ]);
    await openStep(page, zap, 2);
    await page.getByRole('button', { name: 'Test step' }).click();
    await page.locator('.outcome').getByText('This was a preview.').waitFor();
    expect(await page.locator('.record dt').allTextContents()).toEqual(['What Changes', 'First Contacts']);
    await page
      .locator('.record .finding')
      .getByText(/1 would be added/)
      .waitFor();
  });

  it('opens the field that a warning names, and leads to it', async () => {
    const values = { file: '/examples/donors.csv', columns: { Nothing: 'Name' } };
    const zap = await makeZap(bench, account, [
      aForm,
      { id: '2', kind: 'creates', key: 'create_list', values },
    ]);
    await openStep(page, zap, 2);
    const columns = page.getByRole('group', { name: 'Columns', exact: true });
    expect(await columns.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Test step' }).click();
    await page.locator('.named-fields').getByRole('link', { name: 'Columns' }).waitFor();
    expect(await columns.isVisible()).toBe(true);
    await page.locator('.named-fields').getByRole('link', { name: 'Columns' }).click();
    await page.locator('[data-field=columns]:focus-within').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it.each([
    ['create_contact', {}, 'This creates the contact for real.'],
    ['update_contact', {}, 'This changes the contact for real.'],
    ['upsert_contact', {}, 'This creates or changes the contact for real.'],
    ['upload_file', {}, 'This uploads the file for real.'],
    [
      'delete_contact',
      { editor_test: 'run' },
      'This deletes the contact for real, as chosen in “When Testing in the Editor”.',
    ],
    [
      'send_letter',
      { editor_test: 'order' },
      'This orders letters, which cost money, for real, as chosen in “When Testing in the Editor”.',
    ],
  ])('says what a test of %s with %j changes before it is clicked', async (key, values, sentence) => {
    const zap = await makeZap(bench, account, [aForm, { id: '2', kind: 'creates', key, values }]);
    await openStep(page, zap, 2);
    await page.locator('.tester').getByText(sentence, { exact: true }).waitFor();
  });

  it('asks before a test changes a contact with the example of an event that did not happen', async () => {
    const update = { contact_id: '{{1.contact_id}}', file_as: 'Returned: {{1.name}}' };
    const zap = await makeZap(bench, account, [
      { id: '1', kind: 'triggers', key: 'mail_returned', values: {} },
      { id: '2', kind: 'creates', key: 'update_contact', values: update },
    ]);
    await openStep(page, zap, 1);
    await page.getByRole('button', { name: 'Test trigger' }).click();
    await page.getByText('An example of the event, with data from your account.').waitFor();
    await openStep(page, zap, 2);
    const changes = async () =>
      (await bench.control.requests()).filter(
        ({ method, path }) => method === 'POST' && path.startsWith('/v3/contacts/'),
      ).length;
    const before = await changes();
    await page.getByRole('button', { name: 'Test step' }).click();
    await page.getByText('This changes the contact for real, but step 1 has only an example:').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await changes()).toBe(before);
    await page.getByRole('button', { name: 'Test step' }).click();
    await page.getByRole('button', { name: 'Test anyway' }).press('Enter');
    await page.getByText('The test was successful.').waitFor();
    expect(await changes()).toBe(before + 1);
  });

  it('offers an action that destroys after the others that match', async () => {
    const zap = await makeZap(bench, account, [aForm]);
    await openStep(page, zap, 1);
    await page.getByRole('button', { name: 'Add a step after step 1' }).click();
    const actions = page.locator('.events section', { has: page.getByRole('heading', { name: 'Actions' }) });
    const titles = () => actions.locator('strong').allTextContents();
    await page.keyboard.type('list');
    await page.getByRole('button', { name: /^Upload File/ }).waitFor({ state: 'detached' });
    const found = await titles();
    expect(found.slice(-2).sort()).toEqual(['Delete Contact', 'Replace Mailing List']);
    await page.getByRole('searchbox').fill('replace');
    await actions.locator('strong').first().getByText('Replace Mailing List').waitFor();
  });

  it('calls the pairs of merge fields placeholders and texts', async () => {
    const zap = await makeZap(bench, account, [aForm, sendLetter]);
    await openStep(page, zap, 2);
    await page.getByRole('textbox', { name: 'Placeholder 1' }).fill('amount');
    await page.getByRole('textbox', { name: 'Text to Print 1' }).fill('$50');
    expect(await savedStep(page, bench, zap, 2)).toMatchObject({
      values: { merge_fields: { amount: '$50' } },
    });
  });

  it('shows no examples in the blank fields of a Zap that is on', async () => {
    const zap = await makeZap(bench, account, [
      aForm,
      { id: '2', kind: 'creates', key: 'create_contact', values: { name: '{{1.name}}' } },
    ]);
    await openStep(page, zap, 2);
    const company = page.locator('[data-field=company]');
    await company.getByText('Grace Community Church').waitFor();
    await turnOnUntested(page);
    await page.getByText('This Zap is on.').waitFor();
    await company.getByText('Grace Community Church').waitFor({ state: 'detached' });
  });

  it.each([
    ['send', 'Send Letter'],
    ['create order', 'Create Order'],
    ['filter', 'Filter'],
  ])('adds the step whose title begins with “%s”, and Enter chooses it', async (query, title) => {
    const zap = await makeZap(bench, account, [aForm]);
    await openStep(page, zap, 1);
    await page.getByRole('button', { name: 'Add a step after step 1' }).click();
    await page.keyboard.type(query);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `2. ${title}` }).waitFor();
  });

  it('starts a Zap by a schedule, whose day later steps use, and runs it on request', async () => {
    const zap = await makeZap(bench, account, []);
    await page.goto(`${new URL(page.url()).origin}/#/zaps/${zap}`);
    await page.getByRole('button', { name: /Choose a trigger/ }).click();
    await page.keyboard.type('schedule');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'How Often' }).fill('Every month, on the 1st');
    await page.getByRole('button', { name: 'Add a step after step 1' }).click();
    await page.keyboard.type('find contacts');
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Insert data into Search Everywhere' }).click();
    await page.keyboard.type('year and month');
    await page.keyboard.press('Enter');
    await page.getByText(/^Year and Month from step 1: \d{4}-\d\d$/).waitFor();
    expect(await savedStep(page, bench, zap, 1)).toEqual({
      id: '1',
      kind: 'schedule',
      values: { every: 'month' },
    });
    expect(await accessibilityProblems(page)).toEqual([]);
    await turnOnUntested(page);
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('1 run started.').waitFor();
    await page.getByRole('link', { name: 'Runs (1)' }).waitFor();
  });

  it('says that webhooks are in Zapier’s editor, and offers a form in their place', async () => {
    const zap = await makeZap(bench, account, []);
    await page.goto(`${new URL(page.url()).origin}/#/zaps/${zap}`);
    await page.getByRole('button', { name: /Choose a trigger/ }).click();
    await page.keyboard.type('webhook');
    await page.getByText('only in Zapier’s own editor').waitFor();
    await page.getByRole('button', { name: /^Form Submitted/ }).click();
    await page.getByRole('button', { name: /1\. Form Submitted/ }).waitFor();
  });

  it('a filter is built from data, a condition and a value, and keeps the focus when it is tested', async () => {
    const zap = await makeZap(bench, account, [aForm, { id: '2', kind: 'filter', values: {} }]);
    await openStep(page, zap, 2);
    await page.getByRole('button', { name: /^Insert data into Data,/ }).press('Enter');
    await page.keyboard.type('city');
    await page.keyboard.press('Enter');
    await page.getByText('City from step 1: London').waitFor();
    await page.getByRole('combobox', { name: 'Condition' }).fill('Contains');
    await page.keyboard.press('Tab');
    await page.getByRole('textbox', { name: 'Value' }).fill('paris');
    await page.getByRole('button', { name: 'Test step' }).press('Enter');
    await page.getByText('A run with these data would end here.').waitFor();
    await page.getByText('“London” contains “paris”: not met').waitFor();
    await page.locator('button:focus', { hasText: 'Test again' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await savedStep(page, bench, zap, 2)).toMatchObject({
      values: { conditions: [{ data: '{{1.city}}', test: 'contains', value: 'paris' }] },
    });
  });

  it('shows a warning in a result at once, and offers what only a real run returns', async () => {
    const answer = await fetch(`${bench.control.url}/v3/contacts`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${await bench.control.token()}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ name: 'Ada', address: { street: '1 Old Street', city: 'Akron' } }),
    });
    const { contact_id } = Object(await answer.json());
    const values = { contact_id, street: '1 New Street' };
    const zap = await makeZap(bench, account, [
      aForm,
      { id: '2', kind: 'creates', key: 'update_contact', values },
      {
        ...sendLetter,
        id: '3',
        values: { saved_order_id: 'l-001-1001', name: 'Ada', street: '1 Main St', city: 'Akron' },
      },
      { id: '4', kind: 'searches', key: 'find_order', values: {} },
    ]);
    await openStep(page, zap, 2);
    await page.getByRole('button', { name: 'Test step' }).click();
    await page.locator('.warning').waitFor();
    await page.locator('.step-head .noted', { hasText: 'warning' }).waitFor();
    await openStep(page, zap, 3);
    await page.getByRole('button', { name: 'Test step' }).click();
    await page.getByText('This was a preview.').waitFor();
    await openStep(page, zap, 4);
    await page.getByRole('button', { name: 'Insert data into Order' }).click();
    await page.getByRole('option', { name: 'List ID only after a real run' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows the name of an uploaded file, also after a reload and as the headline of its run', async () => {
    const zap = await makeZap(bench, account, [
      { id: '1', kind: 'form', fields: [{ key: 'letter', label: 'Letter', type: 'file', example: '' }] },
      { id: '2', kind: 'creates', key: 'upload_file', values: { file: '{{1.letter}}' } },
    ]);
    await openStep(page, zap, 1);
    await page
      .getByLabel('Choose a file from your computer: Example of field 1')
      .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
    await page.locator('.chosen-file').getByText('letter.pdf').waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    await openStep(page, zap, 2);
    await page.getByText('Letter from step 1: letter.pdf').waitFor();
    await page.reload();
    await openStep(page, zap, 1);
    await page.locator('.chosen-file').getByText('letter.pdf').waitFor();
    await turnOnUntested(page);
    await page.getByRole('link', { name: 'Fill in the form' }).click();
    await page.getByRole('form').getByText('letter.pdf').waitFor();
    await page.getByRole('button', { name: 'Submit form' }).click();
    await page.getByRole('link', { name: /^Done letter\.pdf Nov/ }).waitFor();
  });
});

describe('A long form', () => {
  it('asks with Yes and No what is set to true or false, and keeps what a user enters instead', async () => {
    const zap = await makeZap(bench, account, [
      aForm,
      { id: '2', kind: 'creates', key: 'send_letters', values: { everyone: 'true' } },
    ]);
    await openStep(page, zap, 2);
    const everyone = page.getByRole('combobox', { name: 'Everyone on the Mailing List' });
    expect(await everyone.inputValue()).toBe('Yes');
    await everyone.click();
    await page.getByRole('option', { name: 'No', exact: true }).click();
    expect(await savedStep(page, bench, zap, 2)).toMatchObject({ values: { everyone: 'false' } });
    await everyone.fill('maybe');
    await page.keyboard.press('Tab');
    expect(await savedStep(page, bench, zap, 2)).toMatchObject({ values: { everyone: 'maybe' } });
  });

  it('shows first which letter and who gets it, and says what is filled in behind the rest', async () => {
    const zap = await makeZap(bench, account, [
      aForm,
      {
        id: '2',
        kind: 'creates',
        key: 'send_letters',
        values: { recipients: [{ name: '{{1.name}}' }], already_sent: 'leave_out', event_id: '{{9.gone}}' },
      },
    ]);
    await openStep(page, zap, 2);
    const form = page.locator('.step.open .step-form');
    expect((await form.boundingBox())?.height).toBeLessThan(2000);
    await form.getByRole('combobox', { name: 'Saved Order' }).waitFor();
    // Of the ways to say who gets it, the one that is used is open.
    await form.getByRole('textbox', { name: 'Name' }).waitFor();
    expect(await form.getByRole('textbox', { name: 'Contact IDs 1' }).isVisible()).toBe(false);
    const safety = form.locator('summary', { hasText: 'Safety' });
    expect(await safety.textContent()).toBe(
      'Safety If Someone Already Got the Letter: Leave them out · Event ID',
    );
    await safety.press('Enter');
    await form.getByRole('combobox', { name: 'If Someone Already Got the Letter' }).waitFor();
    await safety.press('Enter');
    // A link to a field opens what hides it.
    await turnOnUntested(page);
    await page.locator('.zap-head').getByRole('link', { name: 'Event ID' }).click();
    await page.locator('[data-field=event_id].invalid:focus-within').waitFor();
  });

  it('of Find or Create folds other ways to search, and what a contact can do without', async () => {
    const [pair] = Object.keys(definition.searchOrCreates);
    const step = { id: '2', kind: 'searchOrCreates', key: pair ?? '', values: {}, createValues: {} } as const;
    const zap = await makeZap(bench, account, [aForm, step]);
    await openStep(page, zap, 2);
    const form = page.locator('.step.open .step-form');
    expect(await form.locator('summary').allTextContents()).toEqual(['Other Ways to Search ', 'More ']);
    const labels = await form.locator('[data-field]:visible').count();
    expect(labels).toBe(11);
  });

  it('keeps the header of a step that is opened and the outcome of its test in view', async () => {
    const letter = {
      saved_order_id: 'l-001-1005',
      name: 'Ada',
      street: '1 Main St',
      city: 'Akron',
      merge_fields: { amount: '$5' },
    };
    const zap = await makeZap(bench, account, [
      aForm,
      { id: '2', kind: 'creates', key: 'create_order', values: {} },
      { id: '3', kind: 'creates', key: 'send_letter', values: letter },
    ]);
    await openStep(page, zap, 2);
    const head = page.getByRole('button', { name: /3\. Send Letter/, expanded: false });
    await head.click();
    await page.locator('.step.open .fold', { hasText: 'Safety' }).waitFor();
    const header = await page.getByRole('banner').first().boundingBox();
    const opened = page.getByRole('button', { name: /3\. Send Letter/, expanded: true });
    expect((await opened.boundingBox())?.y).toBeGreaterThanOrEqual(header?.height ?? 900);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByRole('button', { name: 'Test step' }).press('Enter');
    await page.getByText('This was a preview.').waitFor();
    const top = (await page.getByRole('button', { name: 'Test again' }).boundingBox())?.y;
    expect(top).toBeGreaterThanOrEqual(header?.height ?? 900);
    expect(top).toBeLessThan(600);
  });
});

describe('An unknown Zap', () => {
  it('is said not to exist, without a failed request', async () => {
    const { page: fresh, close } = await openTab(browser, bench);
    const failed: string[] = [];
    fresh.on('response', (response) => {
      if (response.status() >= 400) failed.push(response.url());
    });
    const state = fresh.waitForResponse(/api\/state$/);
    await fresh.goto(`${bench.workbench.url}/?again#/zaps/unknown`);
    await fresh.getByRole('heading', { name: 'Zap not found' }).waitFor();
    await state;
    await fresh.waitForTimeout(200);
    expect(failed).toEqual([]);
    await close();
  });
});

describe('A Zap without an account', () => {
  it('causes no failed request', async () => {
    const { page: fresh, close } = await openTab(browser, bench);
    const failed: string[] = [];
    fresh.on('response', (response) => {
      if (response.status() >= 400) failed.push(response.url());
    });
    const steps = [
      aForm,
      { id: '2', kind: 'creates', key: 'send_letter', values: { saved_order_id: 'l-001-1001' } },
    ];
    const { body } = await bench.send('POST', '/api/zaps', { plan: { name: 'Loose', steps } });
    await openStep(fresh, body.id, 2);
    await fresh.getByText('Connect an account to see the choices.').first().waitFor();
    expect(failed).toEqual([]);
    await close();
  });

  it('shows the overview of its steps first on a phone', async () => {
    const zap = await makeZap(bench, account, [
      aForm,
      { id: '2', kind: 'creates', key: 'send_letter', values: {} },
    ]);
    const phone = await openTab(browser, bench, { width: 390 });
    await phone.page.goto(`${bench.workbench.url}/#/zaps/${zap}`);
    await phone.page.getByRole('button', { name: /2\. Send Letter/, expanded: false }).waitFor();
    await phone.close();
  });
});

describe('A Zap that can’t be saved', () => {
  it('says so in view on a long page, and is saved when the user tries again', async () => {
    const zap = await makeZap(bench, account, [
      aForm,
      { id: '2', kind: 'creates', key: 'create_contact', values: {} },
    ]);
    await openStep(page, zap, 2);
    await page.route('**/api/zaps/*', (route) =>
      route.fulfill({ status: 500, json: { message: 'The disk is full.' } }),
    );
    await page.getByRole('textbox', { name: 'Your Reference' }).fill('donor-7');
    const notSaved = page.getByText('Not saved. The disk is full.');
    await notSaved.waitFor();
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const header = await page.getByRole('banner').first().boundingBox();
    const box = await notSaved.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(header?.height ?? 300);
    expect(box?.y).toBeLessThan(150);
    // Only this sticks: on a phone, the whole header of the Zap would cover the form.
    expect((await page.getByRole('textbox', { name: 'Zap name' }).boundingBox())?.y).toBeLessThan(0);
    await page.unroute('**/api/zaps/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(await savedStep(page, bench, zap, 2)).toMatchObject({ values: { external_id: 'donor-7' } });
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

describe('A field of any kind', () => {
  const fields = [
    {
      key: 'note',
      type: 'copy',
      helpText: 'Read **this** and [that](https://example.com/); <b>no markup</b>.',
    },
    { key: 'kind', label: 'Kind', type: 'string', choices: ['plain', 'fancy'] },
    { key: 'when', label: 'When', type: 'datetime', group: 'late', required: true },
    { key: 'tags', label: 'Tags', list: true, type: 'string', group: 'late' },
    { key: 'extra', label: 'Extra', dict: true, group: 'late' },
    { key: 'size', label: 'Size', type: 'integer', default: '3' },
    { key: 'sort', label: 'Sort', choices: [{ value: 'a', label: 'Best first', sample: 'a' }] },
  ];

  it('is shown, and is saved by its type', async () => {
    const { operation } = definition.creates.create_contact ?? {};
    if (operation) {
      operation.inputFields = fields;
      operation.inputFieldGroups = [{ key: 'late', label: 'Later', emphasize: true }];
    }
    await page.reload();
    const zap = await makeZap(bench, account, [
      aForm,
      { id: '2', kind: 'creates', key: 'create_contact', values: {} },
    ]);
    await openStep(page, zap, 2);
    expect(await page.locator('.copy').innerHTML()).toContain('<strong>this</strong>');
    expect(await page.locator('.copy b').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'that' }).getAttribute('href')).toBe('https://example.com/');
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'fancy' }).click();
    // Opening the list and choosing what is highlighted keeps the value.
    await page.getByRole('combobox', { name: 'Kind' }).press('ArrowDown');
    await page.getByRole('option', { name: 'fancy', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'When' }).fill('2026-12-24');
    await page.locator('summary').getByText('Tags', { exact: true }).press('Enter');
    expect((await page.getByText('Tags 1', { exact: true }).boundingBox())?.width).toBe(1);
    await page.getByRole('textbox', { name: 'Tags 1' }).fill('one');
    await page.getByRole('button', { name: 'Add another to Tags' }).press('Enter');
    await page.keyboard.type('two');
    await page.locator('summary').getByText('Extra', { exact: true }).press('Enter');
    await page.getByRole('textbox', { name: 'Key 1' }).fill('color');
    await page.getByRole('textbox', { name: 'Value 1' }).fill('blue');
    await page.getByRole('textbox', { name: 'Size' }).fill('abc');
    await page.getByText('“abc” isn’t a number; Zapier would send 0.').waitFor();
    await page.getByRole('textbox', { name: 'Size' }).fill('12 items');
    await page.getByText('“abc” isn’t a number').waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Sort' }).fill('best first');
    await page.keyboard.press('Tab');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await savedStep(page, bench, zap, 2)).toMatchObject({
      values: {
        kind: 'fancy',
        when: '2026-12-24',
        tags: ['one', 'two'],
        extra: { color: 'blue' },
        sort: 'a',
      },
    });
  });
});
