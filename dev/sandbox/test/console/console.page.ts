import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  accessibilityProblems,
  type Browser,
  openChromium,
  openPage,
  type Page,
} from '../../../ui/test/chromium.ts';
import {
  addressUpdate,
  closeLater,
  following,
  orderComplete,
  type ServiceClient,
  sandbox,
  Target,
} from '../service_client.ts';

let browser: Browser;
/** What the pages of a test asked of anybody but the sandbox, and what went wrong in them. */
let strays: string[] = [];

beforeAll(async () => {
  browser = await openChromium();
});
afterAll(() => browser.close());
afterEach(() => {
  const found = strays;
  strays = [];
  expect(found).toEqual([]);
});

/** The console in a browser tab of its own, at a place. */
async function look(service: ServiceClient, place = ''): Promise<Page> {
  const { page, close } = await openPage(browser);
  closeLater(close);
  page.setDefaultTimeout(10_000);
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(service.url) && !/^(?:data|blob):/.test(url)) strays.push(url);
  });
  page.on('pageerror', (error) => strays.push(`${error.stack}`));
  await page.goto(`${service.url}/#/${place}`);
  return page;
}

/** A sandbox with an application that follows an event. */
async function followed(
  event: string,
  ...answers: Target['answers']
): Promise<{ service: ServiceClient; target: Target; user: Awaited<ReturnType<ServiceClient['as']>> }> {
  const service = await sandbox();
  const target = await Target.open(...answers);
  const user = await service.as();
  await user.post(following(event, target.url));
  await service.settled();
  return { service, target, user };
}

const orderSaved = async (user: Awaited<ReturnType<ServiceClient['as']>>): Promise<string> =>
  (await user.post('/v1/orders', { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' })).body.order_id;

describe('the account on the page', () => {
  it('leads back to the workbench from which one came, and nowhere when there is none', async () => {
    const service = await sandbox();
    const page = await look(service);
    const link = page.getByRole('link', { name: 'Workbench' });
    await page.getByRole('heading', { name: 'What happens' }).waitFor();
    expect(await link.count()).toBe(0);
    for (const [port, address] of [
      ['4020', 'http://127.0.0.1:4020/'],
      ['4020@elsewhere.example', undefined],
    ]) {
      await page.goto(`${service.url}/?workbench=${port}#/contacts`);
      await page.getByRole('heading', { name: 'Contacts' }).waitFor();
      expect(await link.evaluateAll(([first]) => first?.getAttribute('href'))).toBe(address);
    }
  });

  it('shows the contacts, finds one of them, and keeps the search in its address', async () => {
    const page = await look(await sandbox(), 'contacts');
    await page.getByRole('row', { name: 'Maria Miller' }).waitFor();
    expect(await page.getByRole('rowheader').count()).toBe(25);
    await page.getByRole('searchbox').fill('kraków żółć');
    await page.getByText('1 found').waitFor();
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(['Agnieszka ŻółćWspólnota Łaski']);
    expect(decodeURIComponent(page.url())).toContain('#/contacts?search=kraków+żółć');
  });

  it('tells what to do where there is nothing, for the account that is chosen', async () => {
    const page = await look(await sandbox(), 'contacts');
    await page.getByLabel('Account').selectOption({ label: 'An Empty Account (other@example.com)' });
    await page.getByText('Nobody is on this mailing list.').waitFor();
  });

  it('a contact that an application adds appears by itself', async () => {
    const service = await sandbox();
    const page = await look(service, 'contacts');
    await page.getByRole('row', { name: 'Maria Miller' }).waitFor();
    await (await service.as()).post('/v3/contacts', { name: 'Nora New' });
    await page.getByRole('row', { name: 'Nora New' }).waitFor();
  });

  it('nothing that was stored becomes markup, and a stored page cannot act in the console’s name', async () => {
    const service = await sandbox();
    const user = await service.as();
    const markup = '<img src=x onerror="document.title=1"><b>bold</b>';
    await user.post('/v3/contacts', { name: markup, company: markup, address: { street: markup } });
    const { body: file } = await service.send('POST', '/v1/files?filename=page.html', {
      body: '<script>fetch("/sandbox/reset",{method:"POST"})</script>',
      token: user.token,
    });
    const page = await look(service, 'contacts?search=onerror');
    await page.getByRole('link', { name: markup }).click();
    await page.getByRole('heading', { name: markup }).waitFor();
    await page.goto(`${service.url}/#/requests?search=/v3/contacts`);
    await page.getByText('/v3/contacts').click();
    await page.getByLabel('Body of the request').getByText('<b>bold</b>').first().waitFor();
    expect(await page.locator('main b, main img').count()).toBe(0);
    const content = await service.send('GET', `/console/files/${file.id}/content`);
    expect(content.headers.get('content-type')).toBe('application/octet-stream');
    expect(content.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(content.headers.get('content-security-policy')).toContain('sandbox');
  });
});

describe('what happens in the world', () => {
  it('somebody is added through the button, and is on the list for applications too', async () => {
    const service = await sandbox();
    const page = await look(service);
    await page.getByRole('button', { name: 'Somebody is added…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Nora New');
    await page.getByRole('textbox', { name: 'City' }).fill('Akron');
    await page.getByRole('button', { name: 'Add to the mailing list' }).click();
    await page.getByRole('link', { name: 'See the contact' }).click();
    await page.getByRole('heading', { name: 'Nora New' }).waitFor();
    const { body } = await (await service.as()).get('/v1/contacts');
    expect(body.contacts).toContainEqual(
      expect.objectContaining({ name: 'Nora New', address: expect.objectContaining({ city: 'Akron' }) }),
    );
  });

  it('an order is saved under a name on its page, which shows ids beside names, and can be ordered again', async () => {
    const service = await sandbox();
    const user = await service.as();
    const order = await orderSaved(user);
    const page = await look(service, `orders/${order}`);
    const { contents } = (await user.get(`/v1/orders/${order}`)).body;
    const ids = contents.flatMap(({ file, paper_type, envelope_type, logo }: Record<string, string>) => [
      file,
      paper_type,
      envelope_type,
      logo,
    ]);
    for (const id of ids.filter(Boolean)) await page.locator('.contents', { hasText: id }).waitFor();
    await page.getByRole('button', { name: 'Save it to order again' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Spring letter');
    await page.getByRole('button', { name: 'Save the order' }).click();
    await page.getByRole('link', { name: 'See the saved orders' }).click();
    await page.getByRole('row', { name: /Spring letter/ }).waitFor();
    const [newest] = (await user.get('/v1/orders/saved')).body.saved_orders;
    expect(newest.name).toBe('Spring letter');
    const again = { saved_order_id: newest.saved_order_id, list_id: 'l-001-0002' };
    expect((await user.post('/v1/orders', again)).status).toBe(201);
  });

  it('a letter comes back through the button, and the delivery is there without reloading', async () => {
    const { service, target } = await followed(addressUpdate);
    const page = await look(service);
    await page.getByRole('button', { name: 'A letter comes back…' }).click();
    await page.getByLabel('Whose letter').selectOption({ label: 'Maria Miller, Columbus' });
    await page.getByRole('button', { name: 'It comes back' }).click();
    await page.getByText('A letter to Maria Miller came back. One subscription is told.').waitFor();
    const row = page.getByRole('row', { name: addressUpdate });
    await row.getByText('delivered').waitFor();
    await page.getByRole('status').getByText('Latest deliveries: 1 new, 2 shown').waitFor();
    expect(JSON.parse(target.events[0]?.body ?? '')).toMatchObject({
      code: 'returned_mail',
      new_address: { is_deliverable: false },
    });
    await row.getByRole('link', { name: addressUpdate }).click();
    await page.getByLabel('Body of the delivery').getByText('"returned_mail"').waitFor();
    await page.getByRole('link', { name: 'c-001-0001' }).click();
    await page.getByText('comes back', { exact: true }).waitFor();
  });

  it('somebody moves, and another application is said to have done it', async () => {
    const { service, target } = await followed(addressUpdate);
    const page = await look(service, 'contacts/c-001-0002');
    await page.getByRole('button', { name: 'Moves' }).click();
    await page.getByLabel('City').fill('Cleveland');
    await page.getByLabel('Who changed it').selectOption('Zapier');
    await page.getByRole('button', { name: 'Change the address' }).click();
    await page.getByText('Cleveland, OH 44303').waitFor();
    await service.settled();
    expect(JSON.parse(target.events[0]?.body ?? '')).toMatchObject({
      code: 'api_client',
      new_address: { street: '480 Elm Avenue', city: 'Cleveland' },
      loopback_client: true,
    });
  });

  it('letters are ordered, looked at page by page, and produced', async () => {
    const { service, target } = await followed(orderComplete);
    const page = await look(service, 'saved-orders');
    await page.getByRole('button', { name: 'Order Welcome letter 2026' }).click();
    await page.getByLabel('For which mailing list').selectOption('Prayer partners (5 letters)');
    await page.getByRole('dialog').getByRole('button', { name: 'Order', exact: true }).click();
    await page.getByText('20 pages.').waitFor();
    await page.locator('canvas[data-state=drawn]').first().waitFor();
    const colors: unknown = await page.evaluate(`(() => {
      const canvas = document.querySelector('canvas[data-state=drawn]');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    })()`);
    expect(colors).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Page 1', exact: true }).click();
    await page.getByRole('dialog').getByText('Dear Maria').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Page 2 of 20' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Begin production' }).click();
    await page.getByRole('button', { name: 'Finish production' }).click();
    await page.getByRole('row', { name: orderComplete }).getByText('delivered').waitFor();
    expect(target.events).toHaveLength(1);
  });

  it('three days pass: orders are mailed, what failed was tried again', async () => {
    const { service, user } = await followed(addressUpdate, 204, 500);
    const order = await orderSaved(user);
    await service.control('POST', '/clock', { freeze: '2030-01-01T00:00:00Z' });
    await service.control('POST', '/events/mail-returned', { contact_id: 'c-001-0003' });
    await service.settled();
    const page = await look(service, 'deliveries?state=pending');
    const row = page.getByRole('row', { name: addressUpdate });
    await row.getByText('answered 500').waitFor();
    await row.getByText('in 1 minute').waitFor();
    await page.getByRole('link', { name: 'What happens' }).click();
    await page.getByRole('button', { name: '3 days' }).click();
    await page.getByText('3 days have passed. It is Jan 4, 2030, 12:00:00 AM UTC.').waitFor();
    await row.getByText('(try 8)').waitFor();
    await page.getByRole('link', { name: /^Orders/ }).click();
    await page.getByRole('row', { name: order }).getByText('mailed').waitFor();
  });

  it('while time passes its progress is shown, and nobody can let more of it pass', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { service } = await followed(addressUpdate, 204, (_, response) => {
      void answered.then(() => response.writeHead(204).end());
    });
    await service.control('POST', '/events/mail-returned', { contact_id: 'c-001-0003' });
    const page = await look(service, 'clock');
    await page.getByRole('button', { name: '1 week' }).click();
    await page.getByRole('progressbar', { name: 'Time passes' }).waitFor();
    expect(await page.getByRole('button', { name: '1 hour' }).isDisabled()).toBe(true);
    answer();
    await page.getByText('1 week has passed.').waitFor();
    expect(await page.getByRole('progressbar').count()).toBe(0);
  });

  it('a delivery that failed is sent again by its button', async () => {
    const { service, target } = await followed(addressUpdate, 204, 500, 204);
    await service.control('POST', '/events/mail-returned', { contact_id: 'c-001-0003' });
    await service.settled();
    const page = await look(service, 'deliveries');
    const row = page.getByRole('row', { name: addressUpdate });
    await row.getByText('waiting').waitFor();
    await row.getByRole('button', { name: 'Send again' }).click();
    await row.getByText('delivered').waitFor();
    expect(target.events).toHaveLength(2);
  });
});

describe('behind the scenes', () => {
  it('a fault is set by its button, strikes, and is seen to strike', async () => {
    const service = await sandbox();
    const user = await service.as();
    const page = await look(service, 'faults');
    await page.getByRole('button', { name: 'Add The next order is answered 500.' }).click();
    await page.getByRole('row', { name: 'POST /v1/orders' }).waitFor();
    const order = { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' };
    expect((await user.post('/v1/orders', order)).status).toBe(500);
    expect((await user.post('/v1/orders', order)).status).toBe(201);
    await page
      .getByRole('row', { name: 'POST /v1/orders the next one answers 500' })
      .getByText('2')
      .waitFor();
    await page.getByRole('link', { name: /^Requests/ }).click();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Refused or failed');
    await page.getByText('1 found').waitFor();
    await page.getByText('/v1/orders').click();
    await page.getByLabel('Body of the answer').getByText('"internal_error"').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Remove all faults' }).click();
    await page.getByText('Nothing goes wrong at the moment.').waitFor();
    expect(await service.control('GET', '/faults')).toEqual([]);
  });

  it('a page whose sandbox is gone says so and keeps what it knew', async () => {
    const service = await sandbox();
    const page = await look(service, 'contacts');
    await page.getByRole('row', { name: 'Maria Miller' }).waitFor();
    await service.running.close();
    await page.getByText('Not live: the sandbox does not answer').waitFor();
    expect(await page.getByRole('row', { name: 'Maria Miller' }).count()).toBe(1);
  });

  it('what the sandbox refuses is told in its own sentence', async () => {
    const service = await sandbox();
    const page = await look(service, 'faults');
    await page.getByLabel('Status').fill('99');
    await page.getByRole('button', { name: 'Add this fault' }).click();
    await page.getByRole('alert').getByText('The attribute then.status').waitFor();
  });

  it('a fault that hits everything does not hit the page', async () => {
    const service = await sandbox();
    await service.control('POST', '/faults', { then: { status: 500 } });
    const page = await look(service, 'faults');
    await page.getByRole('row', { name: 'any method any path' }).waitFor();
    expect(await service.control('GET', '/requests')).toEqual([]);
  });

  it('the clock is stopped, sent to a date, and let run', async () => {
    const service = await sandbox();
    const page = await look(service, 'clock');
    await page.getByRole('button', { name: 'Stop it' }).click();
    await page.getByRole('main').getByText('stopped').waitFor();
    await page.getByLabel('Date and time (UTC)').fill('2031-05-01T10:00');
    await page.getByRole('button', { name: 'Go there' }).click();
    await page.getByRole('main').getByText('May 1, 2031, 10:00:00 AM').waitFor();
    await page.getByRole('button', { name: 'Let it run' }).click();
    await page.getByText('running', { exact: true }).waitFor();
    expect((await service.control('GET', '/clock')).now).toMatch(/^2031-05-01T10:0/);
  });

  it('everything begins again after a question', async () => {
    const service = await sandbox();
    await (await service.as()).delete('/v1/contacts');
    const page = await look(service, 'this-sandbox');
    await page.getByRole('button', { name: 'Begin again…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Begin again' }).click();
    await page.getByText('The sandbox is as it was at the beginning.').waitFor();
    await page.getByRole('link', { name: 'Contacts 25' }).waitFor();
  });
});

const places = [
  '',
  'contacts?search=donor-100',
  'contacts/c-001-0001',
  'files',
  'files/f-001-0001',
  'orders',
  'saved-orders',
  'logos',
  'subscriptions',
  'deliveries',
  'requests',
  'faults',
  'clock',
  'this-sandbox',
];

describe('for everybody', () => {
  it('axe finds nothing in any section, light and wide or dark and on a phone; nothing is wider than the phone', async () => {
    const { service, user } = await followed(addressUpdate, 204, 500);
    const order = await orderSaved(user);
    const { deliveries } = await service.control('POST', '/events/mail-returned', {
      contact_id: 'c-001-0003',
    });
    await service.settled();
    const page = await look(service);
    const problems: string[] = [];
    const check = async (name: string) => {
      problems.push(...(await accessibilityProblems(page)).map((problem) => `${name}: ${problem}`));
    };
    const things = [`orders/${order}`, `deliveries/${deliveries[0]}`];
    // These have every part and color between them.
    const inTheDark = ['', 'faults', 'contacts/c-001-0001', ...things];
    for (const place of [...places, ...things]) {
      await page.goto(`${service.url}/#/${place}`);
      const [section = '', id] = place.split(/[/?]/);
      // Not what was open before.
      await page
        .locator(`#sections a[aria-current=page][href="#/${section}"]`)
        .waitFor({ state: 'attached' });
      await page.locator('h1').waitFor();
      if (place.includes('/') && id) await page.locator('.page-head .back').waitFor();
      await page.locator('main [aria-busy]').first().waitFor({ state: 'detached' });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1280, height: 900 });
      await check(`${place}, light`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 375, height: 800 });
      if (inTheDark.includes(place)) await check(`${place}, dark, phone`);
      expect([place, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([place, 375]);
    }
    await page.goto(`${service.url}/#/contacts/c-001-0001`);
    await page.getByRole('button', { name: 'Moves' }).click();
    await page.getByLabel('City').waitFor();
    await check('dialog');
    expect(problems).toEqual([]);
  });

  it('the focus goes into a dialog and back, and stays where it is when news come', async () => {
    const { service } = await followed(addressUpdate);
    await service.control('POST', '/events/mail-returned', { contact_id: 'c-001-0003' });
    await service.settled();
    const page = await look(service, 'contacts/c-001-0003');
    const focused = async () => page.evaluate('document.activeElement.textContent');
    const opener = page.getByRole('button', { name: 'A letter comes back' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate(`!!document.activeElement.closest('dialog')`)).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('button:focus', { hasText: 'A letter comes back' }).waitFor();
    await page.getByRole('button', { name: /^Send again/ }).focus();
    const before = await focused();
    await service.control('POST', '/events/mail-returned', { contact_id: 'c-001-0003' });
    await page.getByRole('row', { name: addressUpdate }).nth(1).waitFor();
    expect(await focused()).toBe(before);
  });
});

describe('other pages in the same browser', () => {
  it('a page of another origin, even of this machine, changes nothing here and learns nothing', async () => {
    const service = await sandbox();
    const server = createServer((_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Somewhere else</p>'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closeLater(async () => {
      server.close();
      server.closeAllConnections();
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const context = await browser.newContext();
    closeLater(() => context.close());
    const page = await context.newPage();
    for (const origin of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
      await page.goto(origin);
      const seen = await page.evaluate(`(async () => {
        const at = ${JSON.stringify(service.url)};
        const freeze = { method: 'POST', body: '{"freeze":"2040-01-01"}' };
        await fetch(at + '/sandbox/clock', { ...freeze, mode: 'no-cors' }).catch(() => {});
        await fetch(at + '/sandbox/faults', { method: 'DELETE' }).catch(() => {});
        const read = async (path) => fetch(at + path).then((response) => response.text(), () => 'nothing');
        return [await read('/console/overview'), await read('/sandbox/deliveries')];
      })()`);
      expect(seen).toEqual(['nothing', 'nothing']);
      await page.setContent(
        `<form method="post" enctype="text/plain" action="${service.url}/sandbox/clock"><input name='{"freeze":"2040-01-01","a":"' value='"}'><button>Send</button></form>`,
      );
      const [answer] = await Promise.all([
        page.waitForResponse(`${service.url}/sandbox/clock`),
        page.getByRole('button').click(),
      ]);
      expect(answer.status()).toBe(403);
    }
    expect((await service.control('GET', '/clock')).frozen).toBe(false);
  });

  it.each([
    ['cross-site', 'GET', '/console/overview', 403],
    ['cross-site', 'GET', '/sandbox/deliveries', 403],
    ['cross-site', 'GET', '/', 200],
    ['same-site', 'POST', '/sandbox/reset', 403],
    ['same-origin', 'POST', '/sandbox/reset', 200],
    ['none', 'GET', '/console/overview', 200],
  ])('Sec-Fetch-Site: %s, %s %s is answered %d', async (site, method, path, status) => {
    const service = await sandbox();
    const answer = await service.send(method, path, { headers: { 'Sec-Fetch-Site': site } });
    expect(answer.status).toBe(status);
  });

  it('a page of another port of this machine is told so', async () => {
    const service = await sandbox();
    const headers = { Origin: 'http://127.0.0.1:9000' };
    const answer = await service.send('POST', '/sandbox/reset', { headers });
    expect(answer).toMatchObject({ status: 403, body: { error: 'wrong_origin' } });
  });
});
