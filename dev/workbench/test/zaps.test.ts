import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newsletterPdf } from '@print-and-mail/sandbox';
import * as zod from 'zod';
import { defaultScopes } from '../../demo/control.ts';
import type { Change, PageData, PlannedStep, State, StepTest, ZapRun, ZapState } from '../protocol.ts';
import { countOrders } from '../runs/counted_orders.ts';
import { startTestWorkbench, type TestWorkbench } from './client.ts';

let bench: TestWorkbench;
let account: string;

beforeAll(async () => {
  bench = await startTestWorkbench();
  account = (await bench.connect()).searchParams.get('connected') ?? '';
});
afterAll(() => bench.close());

const post = async (path: string, body?: unknown) => (await bench.send('POST', path, body)).body;

/** The data that the server embeds in the page. */
async function readPageData(): Promise<PageData> {
  const { body } = await bench.send('GET', '/');
  return JSON.parse(/<script[^>]* id="data">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
}

const accountState = async () => {
  const { accounts } = (await bench.send('GET', '/api/state')).body;
  return accounts.find(({ id }: { id: string }) => id === account);
};

const trigger = (key: string, values: object = {}): PlannedStep => ({
  id: '1',
  kind: 'triggers',
  key,
  values: { ...values },
});
const action = (id: string, key: string, values: object): PlannedStep => ({
  id,
  kind: 'creates',
  key,
  values: { ...values },
});

const zapOf = (steps: PlannedStep[], name = 'A Zap'): Promise<ZapState> =>
  post('/api/zaps', { plan: { name, steps }, account });

async function turnedOn(steps: PlannedStep[]): Promise<ZapState> {
  const zap = await zapOf(steps);
  const on = await post(`/api/zaps/${zap.id}/on`);
  expect(on).toMatchObject({ id: zap.id, isOn: true });
  return on;
}

/** What a Zap has done, once all that has happened in the world so far has reached it. */
async function runsOf({ id }: Pick<ZapState, 'id'>): Promise<ZapRun[]> {
  await bench.control.advance('1s');
  await bench.workbench.settled();
  return (await bench.send('GET', `/api/zaps/${id}/runs`)).body;
}

/** A request to the service itself, on behalf of the same user. */
async function call(method: string, path: string, body?: unknown) {
  const token = await bench.control.token('demo@example.com', 'workbench-client', defaultScopes);
  const response = await fetch(bench.control.url + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return response.json();
}

const subscriptions = async () =>
  zod.object({ subscriptions: zod.array(zod.unknown()) }).parse(await call('GET', '/v1/hooks')).subscriptions;

/** Receives the changes that the page would receive from now on. */
async function listen() {
  const leave = new AbortController();
  const { body } = await fetch(`${bench.workbench.url}/api/changes`, { signal: leave.signal });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const more = async () => {
    text += (await reader?.read())?.value ?? '';
  };
  await more();
  return {
    async next(fits: (change: Change) => boolean): Promise<Change> {
      for (;;) {
        const changes = text.match(/(?<=^data: ).*$/gm)?.map((line): Change => JSON.parse(line)) ?? [];
        const found = changes.find(fits);
        if (found) return found;
        await more();
      }
    },
    end: () => leave.abort(),
  };
}

/** A request whose headers are exactly these, as `fetch` would not send it. */
const raw = (method: string, path: string, headers: Record<string, string>, body: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(`${bench.workbench.url}${path}`, { method, headers }, async (response) => {
      resolve({
        status: response.statusCode ?? 0,
        text: (await response.setEncoding('utf8').toArray()).join(''),
      });
    });
    sent.on('error', reject).end(body);
  });

const values = (run: { items: { label: string; value: string }[] } | undefined) =>
  Object.fromEntries((run?.items ?? []).map(({ label, value }) => [label, value]));

describe('an account', () => {
  it('is connected through the service’s own pages, listed with its label, tested and removed', async () => {
    const back = await bench.connect();
    const id = back.searchParams.get('connected') ?? '';
    const { accounts } = (await bench.send('GET', '/api/state')).body;
    expect(accounts).toEqual([
      { id: account, label: 'Lighthouse Mission' },
      { id, label: 'Lighthouse Mission #2' },
    ]);
    expect(await post(`/api/accounts/${id}/test`)).toMatchObject({
      method: 'authentication.test',
      output: { account: 'Lighthouse Mission' },
      http: [{ method: 'GET', status: 200 }, {}],
    });
    expect((await bench.send('DELETE', `/api/accounts/${id}`)).status).toBe(204);
    expect((await bench.send('POST', `/api/accounts/${id}/test`)).status).toBe(404);
  });

  it('is not connected when its owner says no, or when the browser was not sent from here', async () => {
    const { control } = bench;
    await control.reset();
    const denied = await bench.connect('Deny');
    expect(denied.searchParams.get('failed')).toMatch(/did not allow/);
    const stranger = await bench.send('GET', '/oauth/return?code=abc&state=guessed');
    expect([stranger.status, stranger.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^\/\?failed=This\+connection\+request\+has\+expired/),
    ]);
    // The reset took the token with it.
    expect(await post(`/api/accounts/${account}/test`)).toMatchObject({
      problem: { kind: 'ExpiredAuthError' },
    });
    account = (await bench.connect()).searchParams.get('connected') ?? '';
  });
});

describe('the editor', () => {
  it('comes with the definition and where the console is', async () => {
    const { definition, consoleUrl } = await readPageData();
    expect(Object.keys(definition.triggers)).toContain('mail_returned');
    expect(consoleUrl).toBe(`${bench.control.url}/?workbench=${bench.workbench.port}`);
  });

  it('comes with the Zaps, whatever their names contain', async () => {
    const name = '</script><script>alert(1)</script><!--';
    const { id } = await zapOf([], name);
    const { zaps } = await readPageData();
    expect(zaps.find((zap) => zap.id === id)?.plan.name).toBe(name);
  });

  it('loads the choices of every dropdown that asks the service', async () => {
    const definition = await bench.platform.definition();
    const { id: zap } = await zapOf([trigger('mail_returned')]);
    let dropdowns = 0;
    for (const kind of ['triggers', 'searches', 'creates'] as const) {
      for (const { key, operation } of Object.values(definition[kind])) {
        for (const field of operation.inputFields) {
          if (typeof field === 'string' || !field.choices || !('perform' in field.choices)) continue;
          const request = { kind, key, field: field.key, account, values: {}, zap, step: '1' };
          const { results } = await post('/api/choices', request);
          expect([key, field.key, results.length > 0]).toEqual([key, field.key, true]);
          dropdowns += 1;
        }
      }
    }
    expect(dropdowns).toBeGreaterThan(5);
  });

  it('provides the definition’s sample for mapping until a step is tested', async () => {
    const zap = await zapOf([
      trigger('mail_returned'),
      action('2', 'update_contact', { contact_id: '{{1.contact_id}}', company: 'was at {{1.company}}' }),
    ]);
    expect(zap.outputs['1']).toContainEqual({
      path: 'contact_id',
      label: 'Contact ID',
      value: 'c-204-1187',
    });
    const untested: StepTest = await post(`/api/zaps/${zap.id}/steps/2/test`);
    expect(untested).toMatchObject({
      outcome: 'failed',
      problem: {
        message: expect.stringContaining(
          'Step 2, Update Contact: Contact uses data from step 1, Mail Returned, which has not been tested. Test step 1 first.',
        ),
        fields: expect.arrayContaining([expect.objectContaining({ step: '2', key: 'contact_id' })]),
      },
    });
    const tested: StepTest = await post(`/api/zaps/${zap.id}/steps/1/test`);
    expect(tested).toMatchObject({
      step: '1',
      outcome: 'done',
      record: { contact_id: 'c-001-0001', name: 'Maria Miller' },
    });
    expect(tested.items).toEqual(
      expect.arrayContaining([
        { path: 'id', label: 'ID', value: expect.any(String) },
        { path: 'code', label: 'Reason Code', value: 'returned_mail' },
        { path: 'reason', label: 'Reason', value: 'A letter came back' },
      ]),
    );
    const { zaps } = (await bench.send('GET', '/api/state')).body;
    expect(zaps.find(({ id }: ZapState) => id === zap.id).outputs['1']).toEqual(tested.items);
    expect(await post(`/api/zaps/${zap.id}/steps/2/test`)).toMatchObject({
      problem: {
        message: expect.stringMatching(
          /^Step 2, Update Contact: .* uses “Company” from step 1, Mail Returned, which is not in its latest test data\./,
        ),
      },
    });
  });

  it.each([
    ['mail_returned', {}, 'example'],
    ['new_contact', {}, 'recent'],
    ['order_complete', {}, 'sample'],
    ['order_complete', { include_order: true }, 'sample'],
  ])('says where the test data of %s with %j come from: %s', async (key, fields, origin) => {
    const zap = await zapOf([trigger(key, fields)]);
    expect(await post(`/api/zaps/${zap.id}/steps/1/test`)).toMatchObject({ outcome: 'done', origin });
  });

  it('offers what a preview does not have yet', async () => {
    const values = {
      saved_order_id: 'l-001-1001',
      name: 'Ada Lovelace',
      street: '1 A St',
      city: 'London',
      country: 'GB',
    };
    const zap = await zapOf([{ id: '1', kind: 'form', fields: [] }, action('2', 'send_letter', values)]);
    expect(await post(`/api/zaps/${zap.id}/steps/2/test`)).toMatchObject({ record: { preview_only: true } });
    const { zaps } = (await bench.send('GET', '/api/state')).body;
    const { outputs } = zaps.find(({ id }: ZapState) => id === zap.id);
    expect(outputs['2']).toContainEqual({ path: 'list_id', label: 'List ID', value: '', isLater: true });
    expect(outputs['2']).toContainEqual(expect.objectContaining({ path: 'name', value: 'Ada Lovelace' }));
  });

  it('keeps a step’s test data while it is the same operation, and says when they are outdated', async () => {
    const steps = [
      trigger('mail_returned'),
      action('2', 'update_contact', { contact_id: '{{1.contact_id}}' }),
    ];
    const zap = await zapOf(steps);
    await post(`/api/zaps/${zap.id}/steps/1/test`);
    const put = async (changed: PlannedStep[]) =>
      (await bench.send('PUT', `/api/zaps/${zap.id}`, { plan: { name: 'Other', steps: changed }, account }))
        .body;
    const { tests } = await put([trigger('mail_returned', { skip_outdated: true })]);
    expect(tests).toMatchObject({ 1: { isOutdated: true } });
    expect((await put([trigger('mail_returned')])).tests[1].isOutdated).toBeUndefined();
    expect(Object.keys((await put([trigger('address_update')])).tests)).toEqual([]);
  });

  it('shows the error of a failed step with its HTTP requests', async () => {
    const zap = await zapOf([
      trigger('mail_returned'),
      action('2', 'update_contact', { contact_id: 'c-999-9999', name: 'Nobody' }),
    ]);
    const test: StepTest = await post(`/api/zaps/${zap.id}/steps/2/test`);
    expect(test).toMatchObject({ outcome: 'failed', problem: { kind: 'AppError' }, items: [] });
    expect(test.problem?.message).toMatch(/c-999-9999/);
    expect(test.traces.at(-1)?.http.at(-1)).toMatchObject({ status: 404 });
    const blank: StepTest = await post(
      `/api/zaps/${(await zapOf([trigger('service_event')])).id}/steps/1/test`,
    );
    expect(blank.problem).toEqual({
      kind: 'RequiredFieldError',
      message: expect.stringContaining('"Event" (event)'),
      fields: [{ step: '1', key: 'event', label: 'Event' }],
    });
  });

  it('says why a file of an earlier step could not be fetched', async () => {
    const zap = await zapOf([
      trigger('order_complete', { include_order: true }),
      action('2', 'upload_file', { file: '{{1.order.preview_pdf}}' }),
    ]);
    // The service lists no orders, so the sample is the definition's own: an order that nobody placed.
    await post(`/api/zaps/${zap.id}/steps/1/test`);
    const test: StepTest = await post(`/api/zaps/${zap.id}/steps/2/test`);
    expect(test.problem?.message).toMatch(/m-310-4471/);
    expect(new Set(test.traces.map(({ method }) => method))).toEqual(
      new Set(['hydrators.orderPreview', 'creates.upload_file.operation.perform']),
    );
  });

  it.each(['__proto__', 'constructor'])('refuses %s as the key of an operation', async (key) => {
    const plan = { name: 'A Zap', steps: [action('1', key, {})] };
    const { status, body } = await bench.send('POST', '/api/zaps', { plan });
    expect([status, body.message]).toEqual([422, expect.stringContaining('must be the key of an operation')]);
    expect((await bench.send('GET', '/')).status).toBe(200);
  });

  it('is rejected if it is not a plan', async () => {
    const answer = await bench.send('POST', '/api/zaps', { plan: { steps: [] } });
    expect([answer.status, answer.body.message]).toEqual([
      422,
      expect.stringMatching(/^“plan\.name” is invalid/),
    ]);
  });
});

describe('a Zap is not turned on', () => {
  const update = (contact_id: string) => action('2', 'update_contact', { contact_id, name: 'X' });
  it.each<[string, PlannedStep[], RegExp]>([
    ['without steps', [], /has no steps yet/],
    ['without an action', [trigger('mail_returned')], /has no action yet/],
    [
      'with only a filter',
      [trigger('mail_returned'), { id: '2', kind: 'filter', values: {} }],
      /has no action yet/,
    ],
    [
      'with a filter that is incomplete',
      [
        trigger('mail_returned'),
        {
          id: '3',
          kind: 'filter',
          values: {
            conditions: [
              { data: '{{1.code}}', test: 'contains' },
              { data: '{{4.id}}', test: 'exists' },
            ],
          },
        },
        update('c-001-0001'),
      ],
      /^Step 2, Filter: Data uses data from a step that was removed.*Step 2, Filter: Value is blank\. Enter what to compare with\.$/,
    ],
    [
      'with a blank required field',
      [trigger('mail_returned'), action('2', 'update_contact', {})],
      /required field "Contact" \(contact_id\) is missing/,
    ],
    [
      'with a blank required field in its trigger',
      [trigger('service_event'), update('c-001-0001')],
      /"Event" \(event\)/,
    ],
    [
      'with blank required fields in several steps',
      [trigger('service_event'), action('2', 'update_contact', {})],
      /"Event" \(event\) is missing\. .*"Contact" \(contact_id\) is missing/,
    ],
    [
      'with data from a removed step',
      [trigger('mail_returned'), update('{{3.id}}')],
      /^Step 2, Update Contact: Contact uses data from a step that was removed\. Remove it or choose other data\.$/,
    ],
    [
      'with data from a later step',
      [trigger('mail_returned'), update('{{3.id}}'), action('3', 'delete_contact', { contact_id: 'c-1' })],
      /^Step 2, Update Contact: Contact uses data from step 3, Delete Contact, which runs later\./,
    ],
    [
      'with a mapping in its trigger',
      [trigger('service_event', { event: '{{2.id}}' }), update('c-001-0001')],
      /^Step 1, .*: Event uses data from another step, but this is the first step/,
    ],
  ])('%s', async (_what, steps, sentence) => {
    const zap = await zapOf(steps);
    const answer = await bench.send('POST', `/api/zaps/${zap.id}/on`);
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringMatching(sentence)]);
    expect(
      (await bench.send('GET', '/api/state')).body.zaps.find(({ id }: ZapState) => id === zap.id).isOn,
    ).toBe(false);
  });

  it('and each blank required field is named with its step', async () => {
    const pair: PlannedStep = {
      id: '3',
      kind: 'searchOrCreates',
      key: 'find_contact',
      values: {},
      createValues: {},
    };
    const zap = await zapOf([trigger('service_event'), action('2', 'update_contact', {}), pair]);
    expect((await post(`/api/zaps/${zap.id}/on`)).fields).toEqual([
      { step: '1', key: 'event', label: 'Event' },
      { step: '2', key: 'contact_id', label: 'Contact' },
      {
        step: '3',
        key: 'name',
        label: 'Name',
        reason: expect.stringContaining('every other search field is blank'),
      },
    ]);
    const test: StepTest = await post(`/api/zaps/${zap.id}/steps/2/test`);
    expect(test.problem?.fields).toEqual([{ step: '2', key: 'contact_id', label: 'Contact' }]);
  });

  it('without an account, or when the service refuses the subscription', async () => {
    const steps = [trigger('mail_returned'), update('{{1.contact_id}}')];
    const loose: ZapState = await post('/api/zaps', { plan: { name: 'Loose', steps } });
    expect((await post(`/api/zaps/${loose.id}/on`)).message).toBe(
      '“Loose” has no account. Connect one and select it.',
    );
    const zap = await zapOf(steps);
    await bench.control.fault({
      match: { method: 'POST', path: '/v1/hooks' },
      nth: 1,
      then: { status: 503 },
    });
    const refused = await bench.send('POST', `/api/zaps/${zap.id}/on`);
    await bench.control.clearFaults();
    expect([refused.status, refused.body.kind]).toEqual([422, 'AppError']);
    const { zaps } = (await bench.send('GET', '/api/state')).body;
    expect(zaps.find(({ id }: ZapState) => id === zap.id)).toMatchObject({
      isOn: false,
    });
  });
});

describe('a Zap that is on', () => {
  it('runs when its event happens at the service, tells the page, and keeps each step’s input, record and HTTP log', async () => {
    const zap = await turnedOn([
      trigger('mail_returned'),
      action('2', 'update_contact', { contact_id: '{{1.contact_id}}', file_as: 'Returned: {{1.name}}' }),
    ]);
    const news = await listen();
    await bench.control.event('mail-returned', { contact_id: 'c-001-0005' });
    const [run, ...others] = await runsOf(zap);
    expect(others).toEqual([]);
    expect(run).toMatchObject({
      outcome: 'done',
      steps: [
        { step: '1', outcome: 'done', record: { contact_id: 'c-001-0005', name: 'José Ñandú' } },
        { step: '2', outcome: 'done', input: { contact_id: 'c-001-0005', file_as: 'Returned: José Ñandú' } },
      ],
    });
    expect(values(run?.steps[1])).toMatchObject({ 'Sort Name': 'Returned: José Ñandú', Changed: 'true' });
    expect(run?.steps[0]?.traces[0]?.input).toMatchObject({
      notification: {
        query: { event: 'contacts.address_update.v1', contact_id: 'c-001-0005' },
        body: { code: 'returned_mail' },
      },
    });
    const calls = run?.steps[1]?.traces.flatMap(({ http }) =>
      http.map(({ method, status, url }) => [method, new URL(url).pathname, status]),
    );
    expect(calls).toEqual([
      ['GET', '/v1/contacts/c-001-0005', 200],
      ['POST', '/v3/contacts/c-001-0005', 204],
    ]);
    expect(await news.next(({ what }) => what === 'runs')).toEqual({ what: 'runs', zap: zap.id });

    expect((await bench.send('PUT', `/api/zaps/${zap.id}`, { plan: zap.plan })).status).toBe(409);
    const busy = await bench.send('DELETE', `/api/accounts/${account}`);
    expect([busy.status, busy.body.message]).toEqual([
      409,
      expect.stringMatching(/is on and uses this account/),
    ]);
    expect(await post(`/api/zaps/${zap.id}/off`)).toMatchObject({ isOn: false });
    await bench.control.event('mail-returned', { contact_id: 'c-001-0006' });
    expect(await runsOf(zap)).toHaveLength(1);
    news.end();
  });

  it('fails with the user’s sentence and leaves the later steps undone', async () => {
    const zap = await turnedOn([
      trigger('mail_returned'),
      action('2', 'update_contact', { contact_id: 'c-999-9999', name: 'Nobody' }),
      action('3', 'delete_contact', { contact_id: '{{2.id}}' }),
    ]);
    await bench.control.event('mail-returned', { contact_id: 'c-001-0005' });
    expect(await runsOf(zap)).toMatchObject([
      {
        outcome: 'failed',
        steps: [
          { outcome: 'done' },
          {
            outcome: 'failed',
            problem: { kind: 'AppError', message: expect.stringContaining('c-999-9999') },
          },
          { outcome: 'skipped' },
        ],
      },
    ]);
    expect((await bench.send('DELETE', `/api/zaps/${zap.id}`)).status).toBe(204);
    expect(await subscriptions()).toEqual([]);
  });

  it('tells the connector which fields are mapped, also those without a value', async () => {
    const find = { external_id: '{{1.ref}}', name: 'Maria Miller' };
    const zap = await turnedOn([
      { id: '1', kind: 'form', fields: [{ key: 'ref', label: 'Reference', example: '' }] },
      { id: '2', kind: 'searches', key: 'find_contact', values: find },
    ]);
    await post(`/api/zaps/${zap.id}/submit`, { ref: '' });
    expect(await runsOf(zap)).toMatchObject([
      { outcome: 'failed', steps: [{}, { input: { external_id: '' } }] },
    ]);
  });

  it('that polls starts with what is new since it was turned on', async () => {
    const zap = await turnedOn([
      trigger('new_contact'),
      action('2', 'update_contact', { contact_id: '{{1.id}}', company: 'New' }),
    ]);
    expect(await post(`/api/zaps/${zap.id}/poll`)).toEqual({ started: 0 });
    await call('POST', '/v3/contacts', { name: 'Ada New', address: {} });
    expect(await post(`/api/zaps/${zap.id}/poll`)).toEqual({ started: 1 });
    const [run] = await runsOf(zap);
    expect(run).toMatchObject({
      outcome: 'done',
      steps: [{ record: { name: 'Ada New' } }, { record: { company: 'New' } }],
    });
    expect(run?.steps[0]?.traces[0]?.method).toBe('triggers.new_contact.operation.perform');
    await bench.control.fault({ match: { method: 'GET', path: '/v1/contacts' }, then: { status: 503 } });
    const failed = await bench.send('POST', `/api/zaps/${zap.id}/poll`);
    await bench.control.clearFaults();
    expect([failed.status, failed.body.kind]).toEqual([422, 'ThrottledError']);
    await post(`/api/zaps/${zap.id}/off`);
    expect((await bench.send('POST', `/api/zaps/${zap.id}/poll`)).status).toBe(409);
  });

  it('replays a run from the start or from its failed step, also after its account was reconnected', async () => {
    const zap = await turnedOn([
      { id: '1', kind: 'form', fields: [{ key: 'list', label: 'List', example: '' }] },
      action('2', 'resend_saved_order', { saved_order_id: 'l-001-1001', list_id: '{{1.list}}' }),
    ]);
    await post(`/api/zaps/${zap.id}/submit`, { list: 'l-001-0001' });
    const [first] = await runsOf(zap);
    expect(first?.steps[1]).toMatchObject({ outcome: 'done', record: { already_ordered: false } });
    expect(first?.steps[1]?.notes).toBeUndefined();
    const replay = (run?: string, from = 'start') =>
      bench.send('POST', `/api/zaps/${zap.id}/runs/${run}/replay`, { from });
    expect((await replay(first?.id)).status).toBe(202);
    const [second] = await runsOf(zap);
    expect(second).toMatchObject({
      outcome: 'done',
      replayOf: first?.id,
      steps: [
        { record: { list: 'l-001-0001' } },
        { notes: ['warning', 'already ordered'], record: { order_id: first?.steps[1]?.record?.order_id } },
      ],
    });

    await bench.lockOut();
    await post(`/api/zaps/${zap.id}/submit`, { list: 'l-001-0002' });
    const [refused] = await runsOf(zap);
    expect(refused?.steps[1]?.problem?.kind).toBe('ExpiredAuthError');
    expect(await accountState()).toMatchObject({ isExpired: true });
    const { searchParams } = await bench.connect('Allow', account);
    expect(searchParams.get('connected')).toBe(account);
    expect(await accountState()).not.toHaveProperty('isExpired');
    await replay(refused?.id, 'failed step');
    expect((await runsOf(zap))[0]).toMatchObject({
      outcome: 'done',
      steps: [{}, { record: { already_ordered: false } }],
    });

    expect((await replay('nothing')).status).toBe(404);
    await post(`/api/zaps/${zap.id}/off`);
    expect((await replay(first?.id)).body.message).toMatch(/is off\. Turn it on first/);
    const other = [
      trigger('mail_returned'),
      action('2', 'delete_contact', { contact_id: '{{1.contact_id}}' }),
    ];
    await bench.send('PUT', `/api/zaps/${zap.id}`, { plan: { ...zap.plan, steps: other }, account });
    await post(`/api/zaps/${zap.id}/on`);
    expect((await replay(first?.id)).body.message).toMatch(/has a different trigger now/);
    await post(`/api/zaps/${zap.id}/off`);
  });

  it('keeps a history of all Zaps: with the orders that were canceled, what was given up, and corrected replays', async () => {
    const zap = await turnedOn([
      { id: '1', kind: 'form', fields: [{ key: 'city', label: 'City', example: '' }] },
      action('2', 'send_letter', {
        saved_order_id: 'l-001-1003',
        name: 'Ann Lee',
        street: '1 Main St',
        city: '{{1.city}}',
        country: 'GB',
      }),
    ]);
    await post(`/api/zaps/${zap.id}/submit`, { city: 'Leeds' });
    await post(`/api/zaps/${zap.id}/submit`, { city: '' });
    const [failed, done] = await runsOf(zap);
    const order = String(done?.steps[1]?.record?.order_id);
    await bench.control.call('POST', `/orders/${order}/cancel`, {});
    const { body: history } = await bench.send('GET', '/api/runs');
    expect(history.slice(0, 2)).toMatchObject([
      { zap: zap.id, id: failed?.id, outcome: 'failed' },
      { zap: zap.id, id: done?.id, steps: [{ traces: [] }, { traces: [], isCanceled: true }] },
    ]);
    expect(countOrders(history[1].steps)).toEqual({ letters: 0, price: 0 });
    expect(countOrders(done?.steps ?? []).letters).toBe(1);

    const failedRuns = async () => {
      const { zaps } = (await bench.send('GET', '/api/state')).body;
      return zaps.find(({ id }: { id: string }) => id === zap.id).failedRuns;
    };
    expect(await failedRuns()).toBe(1);
    await bench.send('POST', `/api/zaps/${zap.id}/runs/${failed?.id}/give-up`);
    expect(await failedRuns()).toBe(0);

    const replay = { from: 'start', changes: { city: 'York' } };
    await bench.send('POST', `/api/zaps/${zap.id}/runs/${failed?.id}/replay`, replay);
    const [corrected] = await runsOf(zap);
    expect(corrected).toMatchObject({
      replayOf: failed?.id,
      outcome: 'done',
      steps: [{ record: { city: 'York' } }, { record: { letter_count: 1 } }],
    });
    const unknown = { from: 'start', changes: { town: 'York' } };
    const { status } = await bench.send('POST', `/api/zaps/${zap.id}/runs/${failed?.id}/replay`, unknown);
    expect(status).toBe(422);
    await post(`/api/zaps/${zap.id}/off`);
  });

  it('counts an order that the user found, and each order once', () => {
    const step = { step: '2', outcome: 'done' as const, items: [], traces: [] };
    const found = {
      ...step,
      input: { found_order_id: ' m-310-4471 ' },
      record: { order_id: 'm-310-4471', already_ordered: true, letter_count: 3, invoice_amount: 4.5 },
    };
    expect(countOrders([found, found])).toEqual({ letters: 3, price: 4.5 });
    expect(countOrders([{ ...found, input: {} }])).toEqual({ letters: 0, price: 0 });
    const preview = { ...found.record, already_ordered: false, preview_only: true };
    expect(countOrders([{ ...found, record: preview }])).toEqual({ letters: 0, price: 0 });
  });

  it('holds a throttled run and retries it when the sandbox’s clock has come to the time', async () => {
    const zap = await turnedOn([
      { id: '1', kind: 'form', fields: [{ key: 'name', label: 'Name', example: '' }] },
      action('2', 'create_contact', { name: '{{1.name}}' }),
    ]);
    await throttleOnce();
    await post(`/api/zaps/${zap.id}/submit`, { name: 'Held Hannah' });
    const [held] = await runsOf(zap);
    expect(held).toMatchObject({
      outcome: 'held',
      heldUntil: expect.any(String),
      steps: [{ outcome: 'done' }, { outcome: 'held' }],
    });
    expect(await stateOf(zap)).toMatchObject({ runs: 1, heldRuns: 1, failedRuns: 0 });
    await bench.control.advance('10m');
    for (let run: ZapRun | undefined = held; run?.outcome !== 'done'; [run] = await runsOf(zap))
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await stateOf(zap)).toMatchObject({ runs: 1, heldRuns: 0 });
  });

  it('orders the same letters again once the sandbox’s clock has come to the next day', async () => {
    const zap = await turnedOn([
      { id: '1', kind: 'form', fields: [] },
      action('2', 'resend_saved_order', { saved_order_id: 'l-001-1002', list_id: 'l-001-0001' }),
    ]);
    const isOrderedAlready = async (): Promise<unknown> => {
      await post(`/api/zaps/${zap.id}/submit`, {});
      return (await runsOf(zap))[0]?.steps[1]?.record?.already_ordered;
    };
    expect([await isOrderedAlready(), await isOrderedAlready()]).toEqual([false, true]);
    await bench.control.advance('1d');
    expect(await isOrderedAlready()).toBe(false);
    const [{ at = '' } = {}] = await runsOf(zap);
    expect(Date.parse(at) - Date.now()).toBeGreaterThan(86_000_000);
  });

  it('that starts by a schedule runs when the sandbox’s clock comes to a new day or month', async () => {
    await bench.control.freeze('2027-03-30T12:00:00Z');
    const everyDay: PlannedStep = { id: '1', kind: 'schedule', values: {} };
    const find: PlannedStep = {
      id: '2',
      kind: 'searches',
      key: 'find_contacts',
      values: { search: '{{1.month}}' },
    };
    const [daily, monthly] = [
      await turnedOn([everyDay, find]),
      await turnedOn([{ ...everyDay, values: { every: 'month' } }, find]),
    ];
    const countsAfter = async (advance: string, expected: number) => {
      await bench.control.advance(advance);
      while ((await runsOf(daily)).length < expected)
        await new Promise((resolve) => setTimeout(resolve, 100));
      // Both look at the clock every second.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return [(await runsOf(daily)).length, (await runsOf(monthly)).length];
    };
    expect(await countsAfter('1h', 0)).toEqual([0, 0]);
    expect(await countsAfter('1d', 1)).toEqual([1, 0]);
    expect(await countsAfter('1d', 2)).toEqual([2, 1]);
    expect((await runsOf(monthly))[0]?.steps).toMatchObject([
      { record: { date: '2027-04-01', day: '04-01', month: '2027-04', year: '2027' } },
      { input: { search: '2027-04' } },
    ]);
    expect(await post(`/api/zaps/${monthly.id}/poll`)).toEqual({ started: 1 });
    await post(`/api/zaps/${daily.id}/off`);
    await post(`/api/zaps/${monthly.id}/off`);
    await bench.control.advance('2d');
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect([(await runsOf(daily)).length, (await runsOf(monthly)).length]).toEqual([2, 2]);
    await bench.control.call('POST', '/clock', { run: true });
  });

  it('stops a held run when it is turned off', async () => {
    const zap = await turnedOn([
      { id: '1', kind: 'form', fields: [{ key: 'name', label: 'Name', example: '' }] },
      action('2', 'create_contact', { name: '{{1.name}}' }),
    ]);
    await throttleOnce();
    await post(`/api/zaps/${zap.id}/submit`, { name: 'Held Hannah' });
    await runsOf(zap);
    await post(`/api/zaps/${zap.id}/off`);
    expect((await runsOf(zap))[0]).toMatchObject({
      outcome: 'stopped',
      stopReason: 'The Zap was turned off before this run was retried.',
    });
  });

  it('that starts with a form runs when it is submitted with the form’s fields', async () => {
    const zap = await sending();
    const strange = await bench.send('POST', `/api/zaps/${zap.id}/submit`, { color: 'red' });
    expect([strange.status, strange.body.message]).toEqual([422, expect.stringContaining('"color"')]);
    expect((await bench.send('POST', `/api/zaps/${zap.id}/submit`, {})).status).toBe(202);
    await post(`/api/zaps/${zap.id}/off`);
    expect((await bench.send('POST', `/api/zaps/${zap.id}/submit`, {})).status).toBe(409);
    const hook = await zapOf([trigger('mail_returned')]);
    expect((await bench.send('POST', `/api/zaps/${hook.id}/submit`, {})).status).toBe(409);
    expect((await bench.send('POST', `/api/zaps/${hook.id}/poll`)).status).toBe(409);
  });

  /** The service's next response to a new contact is 429. */
  const throttleOnce = () =>
    bench.control.fault({
      match: { method: 'POST', path: '/v3/contacts' },
      nth: 1,
      // Zapier waits at most 5 minutes.
      then: { status: 429, headers: { 'Retry-After': '200' } },
    });

  const stateOf = async ({ id }: ZapState): Promise<ZapState | undefined> => {
    const state: State = (await bench.send('GET', '/api/state')).body;
    return state.zaps.find((zap) => zap.id === id);
  };

  /** A Zap that orders letters when its form is submitted. */
  const sending = () =>
    turnedOn([
      { id: '1', kind: 'form', fields: [{ key: 'why', label: 'Why', example: '' }] },
      action('2', 'resend_saved_order', {
        saved_order_id: 'l-001-1002',
        list_id: 'l-001-0002',
        duplicate_window: 'off',
      }),
    ]);
});

describe('files', () => {
  it('go from the user through a step to the service and back to be looked at, all through the workbench', async () => {
    const pdf = await readFile(newsletterPdf);
    const upload = await fetch(
      `${bench.workbench.url}/api/uploads?filename=${encodeURIComponent('Привет.pdf')}`,
      {
        method: 'POST',
        headers: { Origin: bench.workbench.url, 'Content-Type': 'application/pdf' },
        body: new Uint8Array(pdf),
      },
    );
    const { url } = JSON.parse(await upload.text());
    const zap = await zapOf([
      { id: '1', kind: 'form', fields: [{ key: 'file', label: 'File', example: url, type: 'file' }] },
      action('2', 'upload_file', { file: '{{1.file}}' }),
      { id: '3', kind: 'searches', key: 'find_file', values: { file_id: '{{2.file_id}}' } },
    ]);
    const asked: StepTest = await post(`/api/zaps/${zap.id}/steps/1/test`);
    expect(asked.items[0]?.fileUrl).toMatch(/^\/api\/files\/files\//);
    expect(await post(`/api/zaps/${zap.id}/steps/2/test`)).toMatchObject({
      record: { filename: 'Привет.pdf' },
    });
    const found: StepTest = await post(`/api/zaps/${zap.id}/steps/3/test`);
    const content = found.items.find(({ path }) => path === 'content');
    expect(content).toEqual({
      path: 'content',
      label: expect.any(String),
      value: 'A file, downloaded when a step uses it',
      fileUrl: expect.stringMatching(/^\/api\/files\/hydrate\/[0-9a-f-]+$/),
    });
    const seen = await fetch(bench.workbench.url + content?.fileUrl);
    expect([
      seen.status,
      seen.headers.get('content-type'),
      seen.headers.get('x-content-type-options'),
    ]).toEqual([200, 'application/pdf', 'nosniff']);
    expect(seen.headers.get('content-disposition')).toMatch(/^inline; .*filename\*=UTF-8''%D0%9F/);
    expect(Buffer.from(await seen.arrayBuffer()).equals(pdf)).toBe(true);
  });

  it('that could run as a page are only given to be saved', async () => {
    const upload = await fetch(`${bench.workbench.url}/api/uploads?filename=evil.html`, {
      method: 'POST',
      headers: { Origin: bench.workbench.url },
      body: '<script>alert(1)</script>',
    });
    const { url } = JSON.parse(await upload.text());
    const seen = await fetch(
      `${bench.workbench.url}/api${new URL(url).pathname.replace('/files/', '/files/files/')}`,
    );
    expect([seen.headers.get('content-type'), seen.headers.get('content-disposition')]).toEqual([
      'application/octet-stream',
      'attachment; filename="evil.html"',
    ]);
    expect((await bench.send('GET', '/api/files/files/00000000-0000-0000-0000-000000000000')).status).toBe(
      404,
    );
    expect((await bench.send('POST', '/api/uploads?filename=', 'x')).status).toBe(400);
  });
});

describe('the examples', () => {
  it('all run in the sandbox', async () => {
    await bench.control.reset();
    account = (await bench.connect()).searchParams.get('connected') ?? '';
    const { examples: plans } = await readPageData();
    const earlier = await call('POST', '/v1/orders', { saved_order_id: 'l-001-1001', list_id: 'l-001-0002' });
    const { order_id } = zod.object({ order_id: zod.string() }).parse(earlier);
    const zaps = new Map<string, ZapState>();
    for (const { name, steps } of plans) {
      // The newsletter repeats an order that the user chooses.
      const chosen = steps.map((step) =>
        'key' in step && step.key === 'repeat_order'
          ? { ...step, values: { ...step.values, order_id } }
          : step,
      );
      zaps.set(name, await turnedOn(chosen));
    }
    const runsNamed = (name: string) => runsOf(zaps.get(name) ?? { id: '' });
    for (const { name, steps } of plans) {
      const [first] = steps;
      if (first?.kind === 'schedule') await post(`/api/zaps/${zaps.get(name)?.id}/poll`);
      if (first?.kind !== 'form') continue;
      const answers = first.fields.map(({ key, example }) => [key, example]);
      await post(`/api/zaps/${zaps.get(name)?.id}/submit`, Object.fromEntries(answers));
    }
    await bench.workbench.settled();
    await bench.control.advance('1d');
    await bench.control.event('mail-returned', { contact_id: 'c-001-0005' });
    while ((await runsNamed('Birthdays of today → a letter to each person')).length < 2)
      await new Promise((resolve) => setTimeout(resolve, 100));
    const outcomes: Record<string, string[]> = {};
    for (const name of zaps.keys()) outcomes[name] = (await runsNamed(name)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual({
      'Form → thank-you letter to the donor': ['done'],
      'New PDF → newsletter to the mailing list': ['done'],
      'Changed record in a CRM → mailing list': ['done'],
      'When a letter comes back, mark the contact as returned': ['done'],
      'Donors in a CSV file → a letter to each new one': ['done'],
      'Form → letter for gifts over $100': ['done'],
      'When an order is produced, save its preview': Array(6).fill('done'),
      'Birthdays of today → a letter to each person': ['done', 'done'],
    });
    const [newsletter] = await runsNamed('New PDF → newsletter to the mailing list');
    expect(newsletter?.steps[1]?.record).toMatchObject({ already_ordered: false, letter_count: 25 });
    const [thanks] = await runsNamed('Form → thank-you letter to the donor');
    expect(thanks?.steps[1]?.input).toMatchObject({ merge_fields: { amount: '$50' } });
    const csv = 'Donors in a CSV file → a letter to each new one';
    const donors = '/examples/donors.csv';
    await post(`/api/zaps/${zaps.get(csv)?.id}/submit`, { donors });
    const [again, first] = await runsNamed(csv);
    expect(first?.steps[1]?.record).toMatchObject({ letter_count: 3, already_sent_left_out: 0 });
    expect(again?.steps[1]?.record).toMatchObject({ letter_count: 0, already_sent_left_out: 3 });
    // The next day has started the second run.
    const [everybodyHas, birthdays] = await runsNamed('Birthdays of today → a letter to each person');
    expect(birthdays?.steps[1]).toMatchObject({
      input: { event_id: expect.stringMatching(/^Birthday \d{4}$/) },
      record: { letter_count: 2 },
    });
    expect(everybodyHas?.steps[1]?.record).toMatchObject({ letter_count: 0, already_sent_left_out: 2 });
    for (const { id } of zaps.values()) await bench.send('DELETE', `/api/zaps/${id}`);
    expect(await subscriptions()).toEqual([]);
  });
});

describe('the workbench is for its own page on this machine only', () => {
  it.each<[string, string, string, Record<string, string>, number]>([
    ['a foreign name for this machine', 'GET', '/api/state', { Host: 'evil.example' }, 421],
    ['a foreign name with a loopback one in it', 'GET', '/', { Host: 'localhost.evil.example:4020' }, 421],
    [
      'a foreign page that changes something',
      'POST',
      '/api/accounts',
      { Origin: 'https://evil.example' },
      403,
    ],
    ['another page of this machine', 'POST', '/api/accounts', { Origin: 'http://127.0.0.1:1' }, 403],
    ['nobody’s page', 'POST', '/api/accounts', { Origin: 'null' }, 403],
    [
      'a foreign page that looks in',
      'GET',
      '/api/state',
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' },
      403,
    ],
    [
      'a link on a foreign page to anything but the page',
      'GET',
      '/api/state',
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' },
      403,
    ],
    [
      'another port of this machine that looks in',
      'GET',
      '/examples/newsletter.pdf',
      { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' },
      403,
    ],
    ['a query that is too long', 'GET', `/api/state?${'a&'.repeat(4000)}`, {}, 414],
    ['a form', 'POST', '/api/zaps', { 'Content-Type': 'text/plain' }, 415],
    ['a body that is not JSON', 'POST', '/api/zaps', { 'Content-Type': 'application/json' }, 400],
  ])('and refuses %s', async (_what, method, path, headers, status) => {
    const answer = await raw(
      method,
      path,
      { Origin: bench.workbench.url, ...headers },
      method === 'GET' ? '' : '{"plan"',
    );
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, { message: expect.any(String) }]);
  });

  it('and can be opened by a link on any page', async () => {
    const link = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
    expect((await raw('GET', '/', link, '')).status).toBe(200);
  });

  it('and answers with the security headers of a page', async () => {
    for (const path of ['/', '/api/state']) {
      const { headers } = await bench.send('GET', path);
      expect([path, headers.get('x-frame-options')]).toEqual([path, 'SAMEORIGIN']);
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        expect.stringContaining("default-src 'self'"),
      ]);
    }
  });

  it('and takes changes only with an origin', async () => {
    expect((await raw('POST', '/api/accounts', {}, '')).status).toBe(403);
  });

  it('and never gives a secret away', async () => {
    const token = (await bench.platform.runs).flatMap(({ bundle }) => Object.values(bundle.authData ?? {}));
    expect(token.length).toBeGreaterThan(0);
    const said = bench.answers.join('\n');
    for (const secret of [...new Set(token), 'workbench-secret']) expect(said.includes(secret)).toBe(false);
    expect(said).toContain('update_contact');
  });
});
