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
/** Requests of the pages to other servers than the sandbox, and their script errors. */
let problems: string[] = [];

beforeAll(async () => {
  browser = await openChromium();
});
afterAll(() => browser.close());
afterEach(() => {
  const found = problems;
  problems = [];
  expect(found).toEqual([]);
});

/** Opens a view of the console in a new tab. */
async function openConsole(service: ServiceClient, view = ''): Promise<Page> {
  const { page, close } = await openPage(browser);
  closeLater(close);
  page.setDefaultTimeout(10_000);
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(service.url) && !/^(?:data|blob):/.test(url)) problems.push(url);
  });
  page.on('pageerror', (error) => problems.push(`${error.stack}`));
  await page.goto(`${service.url}/#/${view}`);
  return page;
}

/** Starts a sandbox with an app that is subscribed to an event. */
async function sandboxWithSubscription(
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

const openDetails = (page: Page) => page.getByText('Details', { exact: true }).click();

const placeOrder = async (user: Awaited<ReturnType<ServiceClient['as']>>): Promise<string> =>
  (await user.post('/v1/orders', { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' })).body.order_id;

describe('account data', () => {
  it('links to the workbench it was opened from, also after a reload, and never to another host', async () => {
    const service = await sandbox();
    const page = await openConsole(service);
    const link = page.getByRole('link', { name: 'Workbench' });
    await page.getByRole('heading', { name: 'Simulate Events' }).waitFor();
    expect(await link.count()).toBe(0);
    for (const [query, address] of [
      ['?workbench=4020@elsewhere.example', undefined],
      ['?workbench=4020', 'http://127.0.0.1:4020/'],
      ['', 'http://127.0.0.1:4020/'],
    ]) {
      await page.goto(`${service.url}/${query}#/contacts`);
      await page.getByRole('heading', { name: 'Contacts' }).waitFor();
      expect(await link.evaluateAll(([first]) => first?.getAttribute('href'))).toBe(address);
    }
  });

  it('lists contacts, finds them by a search, and keeps the search in the URL', async () => {
    const page = await openConsole(await sandbox(), 'contacts');
    await page.getByRole('row', { name: 'Maria Miller' }).waitFor();
    expect(await page.getByRole('rowheader').count()).toBe(25);
    await page.getByRole('searchbox').fill('kraków żółć');
    await page.getByRole('row', { name: 'Maria Miller' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(['Agnieszka ŻółćWspólnota Łaski']);
    expect(decodeURIComponent(page.url())).toContain('#/contacts?search=kraków+żółć');
  });

  it('says what to do when the selected account is empty', async () => {
    const page = await openConsole(await sandbox(), 'contacts');
    await page.getByLabel('Account').selectOption({ label: 'Empty account' });
    await page.getByText('No contacts yet.').waitFor();
  });

  it('a contact that an app adds appears without a reload', async () => {
    const service = await sandbox();
    const page = await openConsole(service, 'contacts');
    await page.getByRole('row', { name: 'Maria Miller' }).waitFor();
    await (await service.as()).post('/v3/contacts', { name: 'Nora New' });
    await page.getByRole('row', { name: 'Nora New' }).waitFor();
  });

  it('shows the IDs of lists and print options, which orders need', async () => {
    const service = await sandbox();
    const seed = await service.control('GET', '/seed');
    const page = await openConsole(service, 'print-options');
    for (const kind of ['paper_types', 'envelope_types', 'fonts', 'logos'])
      for (const { id } of seed[kind]) await page.getByText(id, { exact: true }).waitFor();
    await page.getByRole('link', { name: /^Lists/ }).click();
    await page.getByRole('row', { name: 'Prayer partners l-001-0002 5' }).getByRole('link').click();
    await page.getByRole('heading', { name: 'Prayer partners' }).waitFor();
    expect(await page.getByRole('rowheader').count()).toBe(5);
  });

  it('shows a temporary list with its merge fields, and warns about those that are missing in an order', async () => {
    const service = await sandbox();
    const user = await service.as();
    const list: string = (await user.post('/v1/lists', { name: 'Gala guests' })).body.list_id;
    await user.post(`/v1/lists/${list}/contacts`, {
      type: 'contacts',
      data: [
        { type: 'contact', name: 'Ada Guest', address: { city: 'Akron' }, metadata: { amount: '$50' } },
        { type: 'contact', company: 'Grace Church', address: { city: 'Bern', country: 'Switzerland' } },
      ],
    });
    const merge = [{ text: '{greeting}: {amount} {fund}', font: 'f-001-0102', x: 1, y: 2 }];
    const sheet = { type: 'sheet', file: 'f-001-0001', merge };
    const contents = [sheet, { type: 'envelope', envelope_type: 'e-001-0001' }];
    const order: string = (await user.post('/v1/orders', { type: 'order', contents, list })).body.id;
    const page = await openConsole(service, 'lists');
    await page
      .getByRole('row', { name: /^Gala guests .* 2 1 in 14 days/ })
      .getByRole('link')
      .click();
    await page.getByRole('row', { name: /^Ada Guest .*\{amount\} \$50/ }).waitFor();
    await page.getByRole('row', { name: /^Grace Church/ }).waitFor();
    await page.getByRole('link', { name: order }).click();
    await page.getByText('{amount} is missing for 1 of 2 recipients.').waitFor();
    await page.getByText('{fund} is missing for all recipients.').waitFor();
    await page.getByRole('img', { name: 'Ada: $50' }).waitFor();
  });

  it('shows who an order is for, its ID, and what a person would regret about it', async () => {
    const service = await sandbox();
    const user = await service.as();
    const list: string = (await user.post('/v1/lists', { name: 'Donors' })).body.list_id;
    const name = 'Ada Guest '.repeat(30).trim();
    const data = [
      { type: 'contact', name, address: { street: '1 A St' } },
      { type: 'contact', name: 'Bob 𓀀', address: { street: '1 B St', city: 'Akron', postal_code: '2134' } },
    ];
    await user.post(`/v1/lists/${list}/contacts`, { type: 'contacts', data });
    const sheet = { type: 'sheet', file: 'f-001-0001' };
    const envelope = { type: 'envelope', envelope_type: 'e-001-0001', outer: false };
    const contents = [sheet, envelope];
    const order: string = (await user.post('/v1/orders', { type: 'order', contents, list })).body.id;
    const page = await openConsole(service, 'orders');
    const row = page.getByRole('row', { name: order });
    await row.getByText(`${name} and 1 other`).waitFor();
    await row.getByRole('link', { name: order }).click();
    await page.getByText(order, { exact: true }).waitFor();
    const warnings = page.getByRole('region', { name: 'Check This Order' });
    for (const warning of [
      'There is no outer envelope, so the letters cannot be mailed.',
      /An address requires a city or a postal code\. Check Ada Guest/,
      '2134 is not a ZIP code of the United States. Check Bob 𓀀.',
      /“Ada Guest .*” does not fit and is cut off\./,
      'No font has “𓀀” (U+13000). A small box is printed instead.',
    ])
      await warnings.getByText(warning).waitFor();
  });

  it('stored text is never rendered as HTML, and a stored page can’t run scripts on the console’s origin', async () => {
    const service = await sandbox();
    const user = await service.as();
    const markup = '<img src=x onerror="document.title=1"><b>bold</b>';
    await user.post('/v3/contacts', { name: markup, company: markup, address: { street: markup } });
    const { body: file } = await service.send('POST', '/v1/files?filename=page.html', {
      body: '<script>fetch("/sandbox/reset",{method:"POST"})</script>',
      token: user.token,
    });
    const page = await openConsole(service, 'contacts?search=onerror');
    await page.getByRole('link', { name: markup }).click();
    await page.getByRole('heading', { name: markup }).waitFor();
    await page.goto(`${service.url}/#/requests?search=/v3/contacts`);
    await page.getByRole('link', { name: 'POST /v3/contacts' }).click();
    await page.getByLabel('Request Body').getByText('<b>bold</b>').first().waitFor();
    expect(await page.locator('main b, main img').count()).toBe(0);
    const content = await service.send('GET', `/console/files/${file.id}/content`);
    expect(content.headers.get('content-type')).toBe('application/octet-stream');
    expect(content.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(content.headers.get('content-security-policy')).toContain('sandbox');
  });
});

describe('simulated events', () => {
  it('saves an order, which can then be ordered again, and shows the IDs of everything in it', async () => {
    const service = await sandbox();
    const user = await service.as();
    const order = await placeOrder(user);
    const page = await openConsole(service, `orders/${order}`);
    const { contents } = (await user.get(`/v1/orders/${order}`)).body;
    const ids = contents.flatMap(({ file, paper_type, envelope_type, logo }: Record<string, string>) => [
      file,
      paper_type,
      envelope_type,
      logo,
    ]);
    await openDetails(page);
    for (const id of ids.filter(Boolean)) await page.getByLabel('Contents').getByText(id).first().waitFor();
    await page.getByRole('button', { name: 'Save Order' }).click();
    await page.getByRole('link', { name: 'View Saved Orders' }).click();
    await page.getByRole('row', { name: `Order ${order}` }).waitFor();
    const [newest] = (await user.get('/v1/orders/saved')).body.saved_orders;
    expect(newest.name).toBe(`Order ${order}`);
    const again = { saved_order_id: newest.saved_order_id, list_id: 'l-001-0002' };
    expect((await user.post('/v1/orders', again)).status).toBe(201);
  });

  it('returns a letter and shows the delivery without a reload', async () => {
    const { service, target } = await sandboxWithSubscription(addressUpdate);
    const page = await openConsole(service);
    await page.getByRole('button', { name: 'Return a Letter' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Contact').selectOption({ label: 'Maria Miller, Columbus' });
    await dialog.getByRole('button', { name: 'Return a Letter' }).click();
    await page
      .getByText('A letter to Maria Miller was returned as undeliverable. 1 subscription was notified.')
      .waitFor();
    const row = page.getByRole('row', { name: addressUpdate });
    await row.getByText('Delivered').waitFor();
    await page.getByRole('status').getByText('Deliveries: 1 new, 2 shown').waitFor();
    expect(JSON.parse(target.events[0]?.body ?? '')).toMatchObject({
      code: 'returned_mail',
      new_address: { is_deliverable: false },
    });
    await row.getByRole('link', { name: addressUpdate }).click();
    expect(await page.getByLabel('Delivery Body').isVisible()).toBe(false);
    await openDetails(page);
    await page.getByLabel('Delivery Body').getByText('"returned_mail"').waitFor();
    await page.getByRole('link', { name: 'c-001-0001' }).click();
    await page.getByText('Undeliverable', { exact: true }).waitFor();
  });

  it('returns a letter with a forwarding address', async () => {
    const { service, target } = await sandboxWithSubscription(addressUpdate);
    const page = await openConsole(service, 'contacts/c-001-0002');
    await page.getByRole('button', { name: 'Return a Letter' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Street').fill('27 Garden Way');
    await dialog.getByLabel('City').fill('Dayton');
    await dialog.getByRole('button', { name: 'Return a Letter' }).click();
    await page.getByText('was returned with a forwarding address. 1 subscription was notified.').waitFor();
    await page.getByText('27 Garden Way · Dayton', { exact: true }).waitFor();
    await service.settled();
    expect(JSON.parse(target.events[0]?.body ?? '')).toMatchObject({
      code: 'returned_mail',
      new_address: { city: 'Dayton', is_deliverable: true },
    });
  });

  it('changes an address', async () => {
    const { service, target } = await sandboxWithSubscription(addressUpdate);
    const page = await openConsole(service, 'contacts/c-001-0002');
    await page.getByRole('button', { name: 'Change Address' }).click();
    await page.getByLabel('City').fill('Cleveland');
    await page.getByRole('dialog').getByRole('button', { name: 'Change Address' }).click();
    await page.getByText('Cleveland, OH 44303').waitFor();
    await service.settled();
    expect(JSON.parse(target.events[0]?.body ?? '')).toMatchObject({
      code: 'unspecified',
      new_address: { street: '480 Elm Avenue', city: 'Cleveland' },
    });
  });

  it('shows the letters of an order page by page, and produces them', async () => {
    const { service, target, user } = await sandboxWithSubscription(orderComplete);
    const order = await placeOrder(user);
    const page = await openConsole(service, `orders/${order}`);
    await page.getByText('20 pages').waitFor();
    await page.getByRole('img', { name: /^Page 1: .*Dear Maria/ }).waitFor();
    const colors: unknown = await page.evaluate(`(() => {
      const canvas = document.querySelector('canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    })()`);
    expect(colors).toBeGreaterThan(20);
    expect(await page.getByRole('img').count()).toBe(8);
    await page.getByRole('button', { name: 'Show More Pages' }).click();
    await page.getByRole('img', { name: /^Page 20: / }).waitFor();
    await page.getByRole('button', { name: 'Start Production' }).click();
    await page.getByRole('button', { name: 'Finish Production' }).click();
    await page.getByRole('row', { name: orderComplete }).getByText('Delivered').waitFor();
    expect(target.events).toHaveLength(1);
  });

  it('cancels an order after a confirmation', async () => {
    const { service, target, user } = await sandboxWithSubscription(orderComplete);
    const order = await placeOrder(user);
    const page = await openConsole(service, `orders/${order}`);
    const dialog = page.getByRole('dialog', { name: `Cancel order ${order}?` });
    await page.getByRole('button', { name: 'Cancel Order…' }).click();
    await dialog.getByText('Its 5 letters will not be mailed').waitFor();
    await dialog.getByRole('button', { name: 'Keep Order' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cancel Order…' }).click();
    await dialog.getByRole('button', { name: 'Cancel Order' }).click();
    await page.getByText(`Order ${order} was canceled.`).waitFor();
    for (const name of ['Cancel Order…', 'Start Production'])
      await page.getByRole('button', { name }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Orders 1', exact: true }).click();
    await page.getByRole('row', { name: order }).getByText('Canceled').waitFor();
    await service.advance('31d');
    expect(target.events).toEqual([]);
  });

  it('advances the clock: orders are mailed and failed deliveries retried', async () => {
    const { service, user } = await sandboxWithSubscription(addressUpdate, 204, 500);
    const order = await placeOrder(user);
    await service.control('POST', '/clock', { freeze: '2030-01-01T00:00:00Z' });
    await service.control('POST', '/events/mail-returned', { contact_id: 'c-001-0003' });
    await service.settled();
    const page = await openConsole(service, 'deliveries?search=pending');
    const row = page.getByRole('row', { name: addressUpdate });
    await row.getByText('response 500').waitFor();
    await row.getByText('in 1 minute').waitFor();
    await page.getByRole('link', { name: 'Simulate Events' }).click();
    const advanceBy = (span: string) => page.getByRole('button', { name: span }).click();
    await advanceBy('1 Day');
    await page
      .getByText('The clock was advanced by 1 day. It is now Jan 2, 2030, 12:00:00 AM UTC.')
      .waitFor();
    await row.getByText('(attempt 7)').waitFor();
    await advanceBy('1 Week');
    await page.getByText('The clock was advanced by 1 week. It is now Jan 9').waitFor();
    await page.getByRole('row', { name: order }).getByText('Mailed').waitFor();
    await advanceBy('1 Month');
    await page.getByText('The clock was advanced by 1 month. It is now Feb 9').waitFor();
  });

  it('does not show the password of a target', async () => {
    const service = await sandbox();
    const user = await service.as();
    await user.post(following(addressUpdate, 'http://app:canary@127.0.0.1:1/hook'));
    await service.settled();
    const page = await openConsole(service, 'subscriptions');
    await page.getByText('http://***@127.0.0.1:1/hook').waitFor();
    await page.getByRole('link', { name: /^View Deliveries/ }).click();
    await page.getByText('no connection (ECONNREFUSED)').waitFor();
    await page.getByRole('link', { name: 'ping' }).click();
    await openDetails(page);
    await page.getByText('http://***@127.0.0.1:1/hook?event=ping').waitFor();
    expect(await page.content()).not.toContain('canary');
  });

  it('resends a failed delivery', async () => {
    const { service, target } = await sandboxWithSubscription(addressUpdate, 204, 500, 204);
    await service.control('POST', '/events/mail-returned', { contact_id: 'c-001-0003' });
    await service.settled();
    const page = await openConsole(service, 'deliveries');
    const row = page.getByRole('row', { name: addressUpdate });
    await row.getByText('Pending').waitFor();
    await row.getByRole('button', { name: 'Resend' }).click();
    await row.getByText('Delivered').waitFor();
    expect(target.events).toHaveLength(2);
  });
});

describe('developer tools', () => {
  it('adds a fault, shows how often it was applied, and removes it', async () => {
    const service = await sandbox();
    const user = await service.as();
    const page = await openConsole(service, 'faults');
    const form = page.getByRole('form', { name: 'Add a Fault' });
    await form.getByLabel('Method').selectOption('POST');
    await form.getByLabel('Path').fill('/v1/orders');
    await form.getByLabel('Status').fill('500');
    await form.getByLabel('How Often').selectOption('Only the Next Request');
    await form.getByRole('button', { name: 'Add Fault' }).click();
    await page.getByText('The fault was added: Returns 500.').waitFor();
    const order = { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' };
    expect((await user.post('/v1/orders', order)).status).toBe(500);
    expect((await user.post('/v1/orders', order)).status).toBe(201);
    await page.getByRole('row', { name: 'POST /v1/orders Returns 500 Request 1 2 1' }).waitFor();
    await page.getByRole('link', { name: /^Requests/ }).click();
    await page.getByRole('searchbox').fill('500');
    await page.getByRole('row', { name: '201' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'POST /v1/orders' }).click();
    await page.getByText('500', { exact: true }).waitFor();
    await page.getByRole('link', { name: /^Faults/ }).click();
    await page.getByRole('button', { name: 'Remove POST /v1/orders' }).click();
    await page.getByText('No faults. The service works normally.').waitFor();
    expect(await service.control('GET', '/faults')).toEqual([]);
  });

  it.each([
    ['Error Response', 'Status', '429', { status: 429 }, 'Returns 429'],
    ['Late Response', 'Delay (Seconds)', '1.5', { delay_ms: 1500 }, 'Waits 1.5 seconds'],
    [
      'Connection Lost, Nothing Done',
      '',
      '',
      { reset: 'before' },
      'Closes the connection before the service acts',
    ],
    [
      'Connection Lost, Request Done',
      '',
      '',
      { reset: 'after' },
      'Closes the connection after the service acts',
    ],
    ['Response Cut Off', 'Length (Bytes)', '1', { truncate: 1 }, 'Cuts the response off after 1 byte'],
  ])('adds the fault “%s” for every request', async (label, field, value, then, text) => {
    const service = await sandbox();
    const page = await openConsole(service, 'faults');
    await page.getByLabel('What Happens').selectOption(label);
    if (field) await page.getByLabel(field).fill(value);
    await page.getByRole('button', { name: 'Add Fault' }).click();
    await page.getByRole('row', { name: `Any method any path ${text} All requests 0 0` }).waitFor();
    expect(await service.control('GET', '/faults')).toMatchObject([{ match: {}, then }]);
  });

  it('says why a fault is not added, and removes all faults', async () => {
    const service = await sandbox();
    const page = await openConsole(service, 'faults');
    await service.control('POST', '/faults', { then: { delay_ms: 1000, status: 500, body: {} } });
    await page.getByText('Returns 500 with a body, waits 1 second').waitFor();
    const path = page.getByLabel('Path');
    await path.fill('v1/orders');
    await page.getByRole('button', { name: 'Add Fault' }).click();
    await page.locator('[name=path]:invalid').waitFor();
    await path.fill('/sandbox/reset');
    await page.getByRole('button', { name: 'Add Fault' }).click();
    await page.getByRole('alert').getByText('fault rules never affect').waitFor();
    await page.getByRole('button', { name: 'Remove All Faults' }).click();
    await page.getByText('No faults. The service works normally.').waitFor();
    await page.getByRole('button', { name: 'Remove All Faults' }).waitFor({ state: 'detached' });
  });

  it('says when the sandbox is not responding and keeps showing its data', async () => {
    const service = await sandbox();
    const page = await openConsole(service, 'contacts');
    await page.getByRole('row', { name: 'Maria Miller' }).waitFor();
    await service.running.close();
    await page.getByText('Disconnected: the sandbox isn’t responding').waitFor();
    expect(await page.getByRole('row', { name: 'Maria Miller' }).count()).toBe(1);
  });

  it('shows the sandbox’s own error message', async () => {
    const page = await openConsole(await sandbox(), 'orders/m-000-0000');
    await page.getByRole('alert').getByText('The record m-000-0000 does not exist.').waitFor();
  });

  it('a fault for all requests does not affect the page', async () => {
    const service = await sandbox();
    await service.control('POST', '/faults', { then: { status: 500 } });
    const page = await openConsole(service, 'faults');
    await page.getByRole('row', { name: 'Any method any path' }).waitFor();
    expect(await service.control('GET', '/requests')).toEqual([]);
  });

  it('stops and starts the clock', async () => {
    const service = await sandbox();
    const page = await openConsole(service);
    await page.getByRole('button', { name: 'Stop Clock' }).click();
    await page.getByText('Stopped', { exact: true }).waitFor();
    expect((await service.control('GET', '/clock')).frozen).toBe(true);
    await page.getByRole('button', { name: 'Start Clock' }).click();
    await page.getByText('Stopped', { exact: true }).waitFor({ state: 'detached' });
    expect((await service.control('GET', '/clock')).frozen).toBe(false);
  });

  it('revokes a connection', async () => {
    const service = await sandbox();
    const user = await service.as();
    const page = await openConsole(service, 'sandbox');
    expect((await user.get('/v1/contacts')).status).toBe(200);
    await page.getByRole('button', { name: 'Revoke sandbox-client, demo@example.com' }).click();
    await page.getByText('The connection was revoked.').waitFor();
    await page.getByText('No connections yet.').waitFor();
    expect((await user.get('/v1/contacts')).status).toBe(401);
  });

  it('resets the sandbox after a confirmation', async () => {
    const service = await sandbox();
    await (await service.as()).delete('/v1/contacts');
    const page = await openConsole(service, 'sandbox');
    await page.getByRole('button', { name: 'Reset Sandbox…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset Sandbox' }).click();
    await page.getByText('The sandbox was reset.').waitFor();
    await page.getByRole('link', { name: 'Contacts 25' }).waitFor();
  });
});

const views = [
  '',
  'contacts?search=donor-100',
  'contacts/c-001-0001',
  'files',
  'files/f-001-0001',
  'orders',
  'saved-orders',
  'saved-orders/l-001-1001',
  'print-options',
  'lists',
  'lists/l-001-0002',
  'subscriptions',
  'deliveries',
  'requests',
  'requests/1',
  'faults',
  'sandbox',
];

describe('accessibility', () => {
  it('axe finds no problem in any view, on desktop or phone, light or dark, and no view is wider than a phone', async () => {
    const { service, user } = await sandboxWithSubscription(addressUpdate, 204, 500);
    const order = await placeOrder(user);
    const { deliveries } = await service.control('POST', '/events/mail-returned', {
      contact_id: 'c-001-0003',
    });
    await service.settled();
    const page = await openConsole(service);
    const found: string[] = [];
    const check = async (name: string) => {
      found.push(...(await accessibilityProblems(page)).map((problem) => `${name}: ${problem}`));
    };
    const details = [`orders/${order}`, `deliveries/${deliveries[0]}`];
    // Together, these have every component and color.
    const darkViews = ['', 'faults', 'contacts/c-001-0001', ...details];
    for (const view of [...views, ...details]) {
      await page.goto(`${service.url}/#/${view}`);
      const [section = '', id] = view.split(/[/?]/);
      // The previous view is gone.
      await page
        .locator(`#sections a[aria-current=page][href="#/${section}"]`)
        .waitFor({ state: 'attached' });
      await page.locator('h1').waitFor();
      if (view.includes('/') && id) await page.locator('.page-head .back').waitFor();
      await page.locator('main [aria-busy]').first().waitFor({ state: 'detached' });
      for (const summary of await page.locator('summary').all()) await summary.click();
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1280, height: 900 });
      await check(`${view}, light`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 375, height: 800 });
      if (darkViews.includes(view)) await check(`${view}, dark, phone`);
      for (const width of [375, 320]) {
        await page.setViewportSize({ width, height: 800 });
        expect([view, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([view, width]);
      }
    }
    await page.goto(`${service.url}/#/contacts/c-001-0001`);
    await page.getByRole('button', { name: 'Change Address' }).click();
    await page.getByLabel('City').waitFor();
    await check('dialog');
    expect(found).toEqual([]);
  });

  it('the layout does not shift while a view loads', async () => {
    const service = await sandbox();
    const page = await openConsole(service);
    await page.addInitScript(`window.shift = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });`);
    for (const width of [320, 390, 1280])
      for (const view of ['', 'contacts', 'faults', 'sandbox']) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto('about:blank');
        await page.goto(`${service.url}/?workbench=4020#/${view}`);
        await page.locator('h1').waitFor();
        await page.locator('main [aria-busy]').first().waitFor({ state: 'detached' });
        expect({ view, width, shift: Number(await page.evaluate('window.shift')) }).toMatchObject({
          view,
          width,
          shift: expect.closeTo(0, 1),
        });
      }
  });

  it('the focus goes into a dialog and back, and stays in place during live updates', async () => {
    const { service } = await sandboxWithSubscription(addressUpdate);
    await service.control('POST', '/events/mail-returned', { contact_id: 'c-001-0003' });
    await service.settled();
    const page = await openConsole(service, 'contacts/c-001-0003');
    const focused = async () => page.evaluate('document.activeElement.textContent');
    const opener = page.getByRole('button', { name: 'Return a Letter' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate(`!!document.activeElement.closest('dialog')`)).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('button:focus', { hasText: 'Return a Letter' }).waitFor();
    await page.getByRole('button', { name: /^Resend/ }).focus();
    const before = await focused();
    await service.control('POST', '/events/mail-returned', { contact_id: 'c-001-0003' });
    await page.getByRole('row', { name: addressUpdate }).nth(1).waitFor();
    expect(await focused()).toBe(before);
  });
});

describe('pages of other origins', () => {
  it('a page of another origin, even on this machine, can neither read nor change anything', async () => {
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

  it('a page on another port of this machine gets a readable error', async () => {
    const service = await sandbox();
    const headers = { Origin: 'http://127.0.0.1:9000' };
    const answer = await service.send('POST', '/sandbox/reset', { headers });
    expect(answer).toMatchObject({ status: 403, body: { error: 'wrong_origin' } });
  });
});
