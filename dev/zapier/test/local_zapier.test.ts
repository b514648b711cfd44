import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import * as zod from 'zod';
import {
  connectAccount,
  connectionFor,
  fetchChoices,
  HeldError,
  type LocalZapier,
  openBrowser,
  runCreate,
  runSearch,
  runSearchOrCreate,
  runUntilDone,
  startLocalZapier,
} from '../index.ts';
import { type Service, startService } from './service.ts';

const fixture = fileURLToPath(new URL('./fixture/index.ts', import.meta.url));

let service: Service;
let zapier: LocalZapier;

beforeAll(async () => {
  service = await startService();
  zapier = await startLocalZapier({
    connector: fixture,
    environment: { SERVICE_URL: service.origin, SETTING: 'as set' },
    processes: 2,
  });
});

afterAll(async () => {
  await zapier.close();
  await service.close();
});

const connection = connectionFor({ access_token: 'a-token-that-is-secret' });
const obey = (inputData: Record<string, unknown>, more: object = {}) =>
  runCreate(zapier, { key: 'obey', inputData, connection, ...more });
const trace = (inputData: Record<string, unknown>, more: object = {}) =>
  zapier.trace({ method: 'creates.obey.operation.perform', bundle: { inputData }, connection, ...more });

describe('a run', () => {
  it('reads and validates the definition', async () => {
    expect(Object.keys((await zapier.definition()).triggers)).toContain('thing_happened');
    expect(await zapier.validate()).toEqual([]);
  });

  it('has its own process with the connector’s settings and no inherited environment', async () => {
    const { pid, inherited } = await obey({ task: 'process' });
    expect(pid).not.toBe(process.pid);
    expect(inherited).toBeNull();
    expect(await obey({ task: 'bundle' })).toMatchObject({
      setting: 'as set',
      meta: { isLoadingSample: false, limit: -1, page: 0, timezone: 'America/New_York' },
    });
  });

  it('reports HTTP requests, a log without the access token, memory and duration', async () => {
    const run = await trace({ task: 'request' });
    expect(run.outcome).toMatchObject({ ok: true, results: { answer: { said: 'hello' } } });
    expect(run.http).toMatchObject([{ method: 'GET', url: `${service.origin}/answer`, status: 200 }]);
    expect(run.logs.map(({ message }) => message)).toContain('about to ask the service\n');
    expect(JSON.stringify(run.logs)).not.toContain('a-token-that-is-secret');
    expect(run.output).toContain('ZID:');
    expect(run.memory?.peakRss).toBeGreaterThan(10_000_000);
    expect(run.milliseconds).toBeGreaterThan(0);
  });

  it.each([
    ['error', { name: 'AppError', message: 'The list is full.', code: 'list_full', status: 409 }],
    ['halt', { name: 'HaltedError', message: 'Nothing to do today.' }],
    ['expired', { name: 'ExpiredAuthError', message: 'Connect the account again.' }],
    ['bug', { name: 'TypeError', message: 'this should not happen' }],
  ])(
    'that throws (%s) fails with the error class and the message that the user sees',
    async (task, expected) => {
      await expect(obey({ task })).rejects.toMatchObject(expected);
    },
  );

  it('fails a check of zapier-platform-core only if checks are raised', async () => {
    const call = {
      method: 'creates.obey.operation.perform',
      bundle: { inputData: { task: 'not an object' } },
    };
    expect((await zapier.trace(call)).outcome.ok).toBe(true);
    await expect(zapier.run({ ...call, checks: 'raise' })).rejects.toMatchObject({ name: 'CheckError' });
  });

  it('is repeated once in a new process if its process dies', async () => {
    const run = await trace({ task: 'exit' });
    expect(run.attempts).toBe(2);
    expect(run.outcome).toMatchObject({ ok: false, error: { name: 'ProcessExitedError' } });
    expect(await obey({ task: 'process' })).toHaveProperty('pid');
  });

  it('whose result is too large fails after it has done its work', async () => {
    service.visits.length = 0;
    const limit = 6_291_456;
    expect(await obey({ task: 'much text', count: limit - 1 })).toHaveProperty('text');
    await expect(obey({ task: 'much text', count: limit })).rejects.toThrow(
      'Response size of 6291456 bytes exceeds maximum allowed size: 6291456',
    );
    expect(service.visits).toEqual(['enter', 'enter']);
  });

  it('is stopped at the time limit', async () => {
    const impatient = await startLocalZapier({ connector: fixture, timeLimit: 1000 });
    const call = { method: 'creates.obey.operation.perform', bundle: { inputData: { task: 'hang' } } };
    await expect(impatient.run(call)).rejects.toMatchObject({ name: 'TimeoutError' });
    await impatient.close();
  });

  it('fails if the connector cannot be loaded', async () => {
    const broken = await startLocalZapier({ connector: `${fixture}.missing` });
    await expect(broken.definition()).rejects.toThrow(/could not be loaded/);
    await broken.close();
  });
});

describe('the clock', () => {
  it('of the connector is that of the local Zapier', async () => {
    const time = zod.object({ times: zod.tuple([zod.number(), zod.number()]), parsed: zod.literal(true) });
    const day = 86_400_000;
    const one = await startLocalZapier({ connector: fixture, processes: 1 });
    const differences = async () => {
      const { times } = time.parse(await runCreate(one, { key: 'obey', inputData: { task: 'time' } }));
      return times.map((at) => Math.abs(Math.round((at - Date.now()) / day)));
    };
    const days = [await differences()];
    one.advance(day);
    days.push(await differences());
    one.advance(day);
    days.push(await differences());
    await one.close();
    expect(days).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
  });
});

describe('the cache', () => {
  it('stores values until they expire and respects nx', async () => {
    expect(await obey({ task: 'cache.get', key: 'a' })).toEqual({ value: null });
    const set = { task: 'cache.set', key: 'a', ttl: 60, nx: true };
    expect(await obey({ ...set, value: 'one' })).toEqual({ set: true });
    expect(await obey({ ...set, value: 'two' })).toEqual({ set: false });
    expect(await obey({ task: 'cache.get', key: 'a' })).toEqual({ value: 'one' });
    zapier.advance(60_000);
    expect(await obey({ task: 'cache.get', key: 'a' })).toEqual({ value: null });
    expect(await obey({ ...set, value: 'two' })).toEqual({ set: true });
    expect(await obey({ task: 'cache.delete', key: 'a' })).toEqual({ deleted: true });
  });

  it('separates connections with the scope auth', async () => {
    await obey({ task: 'cache.set', key: 'b', value: 'mine', scope: ['auth'] });
    expect(zapier.cache.get({ user: 'user-1', connection: connection.id }, 'b', ['auth'])).toBe('"mine"');
    expect(zapier.cache.get({ user: 'user-1', connection: 'another' }, 'b', ['auth'])).toBeNull();
    expect(zapier.cache.get({ user: 'user-1', connection: connection.id }, 'b')).toBeNull();
  });

  it('of a new major version of the integration is empty', async () => {
    await obey({ task: 'cache.set', key: 'e', value: 'old' });
    zapier.migrate('2.0.0');
    expect(await obey({ task: 'cache.get', key: 'e' })).toEqual({ value: null });
    zapier.migrate('1.4.0');
    expect(await obey({ task: 'cache.get', key: 'e' })).toEqual({ value: 'old' });
  });

  it.each([false, null] as const)('refuses writes over the budget with %s', async (notWritten) => {
    const poor = await startLocalZapier({ connector: fixture, cache: { bytesPerMinute: 5, notWritten } });
    const write = (value: string) =>
      runCreate(poor, { key: 'obey', inputData: { task: 'cache.set', key: 'f', value } });
    expect(await write('1234')).toEqual({ set: notWritten });
    expect(await write('12')).toEqual({ set: true });
    await poor.close();
  });

  it('fails on request', async () => {
    const endFault = zapier.rpc.fail({ method: 'zcache_set', how: 'unavailable' });
    await expect(obey({ task: 'cache.set', key: 'c' })).rejects.toThrow(/RPC/);
    endFault();
    expect(await obey({ task: 'cache.set', key: 'c' })).toEqual({ set: true });
  });

  it('can lose a response, so that the automatic retry finds the key taken', async () => {
    zapier.rpc.fail({ method: 'zcache_set', how: 'lose-answer', times: 1 });
    expect(await obey({ task: 'cache.set', key: 'd', value: 'kept', nx: true })).toEqual({ set: false });
    expect(await obey({ task: 'cache.get', key: 'd' })).toEqual({ value: 'kept' });
  });
});

describe('files', () => {
  it('are served with their name and type', async () => {
    const { file } = await obey({ task: 'stash', value: 'hello' });
    const response = await fetch(String(file));
    expect(await response.text()).toBe('hello');
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(response.headers.get('content-disposition')).toContain(`filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt`);
  });

  it('in a record are fetched when a later step reads them, if their signature is valid', async () => {
    const zap = zapier.createZap({ trigger: 'thing_happened', connection });
    await zap.turnOn();
    await fetch(`${zap.targetUrl}?event=happened`, { method: 'POST', body: '{"id":"1"}' });
    await zap.settled();
    await zap.turnOff();
    const hydrations = () => zapier.runs.filter(({ method }) => method === 'hydrators.file').length;
    const before = hydrations();
    const file = String(zap.records[0]?.file);
    const address = zapier.createLazyFile(file, connection);
    expect(hydrations()).toBe(before);
    // Steps that wait for the file occupy both processes.
    const steps = await Promise.all([1, 2, 3].map(() => obey({ task: 'file', file })));
    expect(steps.map(({ body }) => body)).toEqual(['file f-1', 'file f-1', 'file f-1']);
    expect(await (await fetch(address)).text()).toBe('file f-1');
    expect(hydrations()).toBe(before + 1);
    const forged = file.replace(/:.{5}/, ':AAAAA');
    await expect(zapier.hydrate({ forged }, connection)).rejects.toThrow(/signature/);
  });
});

describe('a Zap', () => {
  it('with an instant trigger subscribes, starts on events but not on pings, and answers 410 when off', async () => {
    const zap = zapier.createZap({ trigger: 'thing_happened', connection });
    await zap.turnOn();
    expect(zap.subscribeData).toMatchObject({ id: 'h-1' });
    expect(service.targets.get('h-1')).toBe(zap.targetUrl);
    const post = (event: string, body?: string) =>
      fetch(`${zap.targetUrl}?event=${event}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      });
    expect((await post('ping')).status).toBe(200);
    await post('happened', '{"id":"7"}');
    await post('happened', 'not json');
    await zap.settled();
    expect(zap.records).toMatchObject([
      { id: '7', event: 'happened', contentType: 'application/json' },
      { event: 'happened' },
    ]);
    expect(zap.deliveries.map(({ records }) => records.length)).toEqual([0, 1, 1]);
    await zap.turnOff();
    expect(service.targets.size).toBe(0);
    expect((await post('happened', '{}')).status).toBe(410);
  });

  it('whose instant trigger is throttled retries the delivery once', async () => {
    const zap = zapier.createZap({ trigger: 'thing_happened', connection });
    await zap.turnOn();
    await fetch(`${zap.targetUrl}?event=throttled`, { method: 'POST', body: '{"id":"8"}' });
    await zap.settled();
    const [held] = zap.deliveries;
    if (!held?.retryAt) throw new Error('The delivery is not held.');
    expect(held.retryAt.getTime() - zapier.now()).toBeLessThanOrEqual(300_000);
    await zap.retry(held);
    const [, retried] = zap.deliveries;
    expect(retried?.request).toEqual(held.request);
    expect(retried?.run.outcome).toMatchObject({ ok: false, error: { name: 'ThrottledError' } });
    expect(retried?.retryAt).toBeUndefined();
    await zap.turnOff();
  });

  it('handles later webhooks even if one cannot be handled, which is reported', async () => {
    const report = jest.spyOn(console, 'error').mockImplementation(() => {});
    const zap = zapier.createZap({ trigger: 'thing_happened', connection });
    await zap.turnOn();
    zap.onDelivery(({ records: [record] }) => {
      if (record?.id === '9') throw new Error('The listener failed.');
    });
    for (const id of ['9', '10'])
      await fetch(`${zap.targetUrl}?event=happened`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ id }),
      });
    await zap.settled();
    expect(zap.deliveries).toHaveLength(2);
    expect(report.mock.calls.join()).toContain('The listener failed.');
    report.mockRestore();
    await zap.turnOff();
  });

  it('handles a webhook to its end before the local Zapier closes', async () => {
    const closing = await startLocalZapier({
      connector: fixture,
      environment: { SERVICE_URL: service.origin },
    });
    const zap = closing.createZap({ trigger: 'thing_happened', connection });
    await zap.turnOn();
    await fetch(`${zap.targetUrl}?event=happened`, { method: 'POST', body: '{}' });
    await closing.close();
    expect(zap.deliveries.map(({ run }) => run.outcome.ok)).toEqual([true]);
  });

  it('returns at most three samples', async () => {
    const zap = zapier.createZap({ trigger: 'thing_happened', connection });
    expect(await zap.samples()).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }]);
  });

  it('with a polling trigger starts on new primary keys, oldest first', async () => {
    service.things.push({ id: 'a', version: 1 });
    const zap = zapier.createZap({ trigger: 'new_thing', connection });
    await zap.turnOn();
    expect(await zap.poll()).toEqual([]);
    service.things.unshift({ id: 'c', version: 1 }, { id: 'b', version: 1 }, { id: 'a', version: 2 });
    expect((await zap.poll()).map(({ id, version }) => `${id}${version}`)).toEqual(['a2', 'b1', 'c1']);
    expect(await zap.poll()).toEqual([]);
    await zap.turnOff();
    await expect(zap.poll()).rejects.toThrow(/off/);
  });

  describe('with a polling trigger', () => {
    const thingsFrom = (start: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `${start + count - 1 - index}`, version: 1 }));
    const turnOnWith = async (things: typeof service.things) => {
      service.things = things;
      const zap = zapier.createZap({ trigger: 'new_thing', connection });
      await zap.turnOn();
      return zap;
    };

    it('is populated when it is turned on', async () => {
      await (await turnOnWith([])).poll();
      const polls = zapier.runs.filter(({ method }) => method === 'triggers.new_thing.operation.perform');
      expect(polls.slice(-2).map(({ bundle }) => bundle.meta?.isPopulatingDedupe)).toEqual([true, false]);
    });

    it('starts with up to 100 new records, and holds more until they are released', async () => {
      const zap = await turnOnWith([]);
      service.things = thingsFrom(0, 100);
      expect(await zap.poll()).toHaveLength(100);
      service.things = thingsFrom(100, 101);
      expect(await zap.poll()).toEqual([]);
      expect(await zap.poll()).toEqual([]);
      expect([zap.records.length, zap.held.length]).toEqual([100, 101]);
      const released = zap.releaseHeld();
      expect([released[0]?.id, released.at(-1)?.id, zap.held.length]).toEqual(['100', '200', 0]);
      expect(zap.records).toHaveLength(201);
    });

    it('remembers the newest 105,000 records', async () => {
      const zap = await turnOnWith(thingsFrom(0, 105_001));
      service.things = [
        { id: '0', version: 1 },
        { id: '1', version: 1 },
      ];
      expect((await zap.poll()).map(({ id }) => id)).toEqual(['0']);
    });

    it('fails in the editor if the result is over 6 MB, although only three records are shown', async () => {
      service.things = thingsFrom(0, 300).map((thing) => ({ ...thing, text: 'x'.repeat(20_000) }));
      const zap = zapier.createZap({ trigger: 'new_thing', connection });
      await expect(zap.samples()).rejects.toThrow(/exceeds maximum allowed size: 6000000/);
      await zap.turnOn();
      service.things = [...service.things, ...service.things, ...service.things, ...service.things];
      await expect(zap.poll()).rejects.toThrow(/exceeds maximum allowed size: 20000000/);
    });
  });

  it('stores the cursor of a paginated trigger for an hour', async () => {
    const zap = zapier.createZap({ trigger: 'paged_thing', connection });
    expect(await zap.samples()).toEqual([{ id: 'start' }]);
    expect(await zap.samples()).toEqual([{ id: '1' }]);
    zapier.advance(3600_000);
    expect(await zap.samples()).toEqual([{ id: 'start' }]);
  });
});

describe('a step', () => {
  it('converts input to the types of its fields, also in line items', async () => {
    const { inputData } = await obey({
      task: 'bundle',
      count: '12 items',
      price: '$ 8.50',
      sure: 'no',
      when: '2026-03-12T10:00:00-05:00',
      extra: '7',
      value: '',
      rows: [{ amount: '3', text: '3' }],
    });
    expect(inputData).toEqual({
      task: 'bundle',
      count: 12,
      price: 8.5,
      sure: false,
      when: '2026-03-12T11:00:00-04:00',
      extra: 7,
      value: '',
      color: 'blue',
      rows: [{ amount: 3, text: '3' }],
    });
  });

  it('does not run if a required field is blank', async () => {
    const before = zapier.runs.filter(({ method }) => method?.endsWith('.perform')).length;
    await expect(obey({ task: '' })).rejects.toThrow(/"task" \(task\) is missing/);
    await expect(obey({ task: 'bundle', rows: [{ text: 'x' }] })).rejects.toThrow(/amount/);
    expect(zapier.runs.filter(({ method }) => method?.endsWith('.perform'))).toHaveLength(before);
  });

  it.each([
    ['no thanks', false],
    ['None', false],
    ['0', false],
    ['yes', true],
    ['off', true],
    ['nein', true],
  ])('converts %j in a field for yes and no to %s, as Zapier does', async (sure, expected) => {
    expect(await obey({ task: 'raw', sure })).toMatchObject({ inputData: { sure: expected } });
  });

  it('gets no blank entries of a dictionary, but the mappings before they are replaced', async () => {
    const inputDataRaw = {
      task: 'raw',
      words: { amount: '{{1__amount}}', year: '2026', note: '{{1__note}}' },
    };
    const words = { amount: '', year: '2026', note: null };
    expect(await obey({ task: 'raw', words }, { inputDataRaw })).toMatchObject({
      inputData: { words: { year: '2026' } },
      inputDataRaw,
    });
  });

  it.each([
    ['a file name', 'Invoice 2026-03.pdf', `attachment; filename="Invoice 2026-03.txt"`],
    ['several lines', 'Dear/Ann\nthank you', `attachment; filename="Dear Ann.txt"`],
  ])('gets %s in a file field as a text file', async (_what, file, disposition) => {
    expect(await obey({ task: 'file', file })).toEqual({ body: file, type: 'text/plain', disposition });
  });

  it.each(['HTTP://files.test/a b.pdf', ' https://files.test/a.pdf', ''])(
    'gets %j in a file field as it is',
    async (file) => {
      expect(await obey({ task: 'raw', file })).toMatchObject({ inputData: { file } });
    },
  );

  it('with a lock waits for other runs with the same key', async () => {
    service.visits.length = 0;
    const alone = { key: 'obey_alone', inputData: { task: 'overlap', key: 'same' }, connection };
    await Promise.all([runCreate(zapier, alone), runCreate(zapier, alone)]);
    expect(service.visits).toEqual(['enter', 'leave', 'enter', 'leave']);
  });

  it('above the limit of a throttle is held until the window ends', async () => {
    const step = { key: 'obey_twice', inputData: { task: 'process' }, connection };
    await runCreate(zapier, step);
    await runCreate(zapier, step);
    const held = await runCreate(zapier, step).catch((error: unknown) => error);
    expect(held).toBeInstanceOf(HeldError);
    expect(held).toMatchObject({ message: '"Obey" can run only 2 times in 60 seconds.' });
    zapier.advance(60_000);
    expect(await runCreate(zapier, step)).toHaveProperty('pid');
  });

  it.each([
    ['60 seconds by default', undefined, 60],
    ['as long as the connector says', 90, 90],
    ['also if that is an hour', 3600, 3600],
  ])('of a live Zap that the connector throttles is held: %s', async (_duration, delay, seconds) => {
    const frozen = Date.parse('2026-03-12T10:00:00Z');
    const frozenZapier = await startLocalZapier({ connector: fixture, now: () => frozen });
    const inputData = { task: 'throttled', ...(delay === undefined ? {} : { ttl: delay }) };
    const error = await runCreate(frozenZapier, { key: 'obey', inputData }).catch(
      (thrown: unknown) => thrown,
    );
    await frozenZapier.close();
    expect(error).toBeInstanceOf(HeldError);
    expect(error).toMatchObject({ message: 'Too often.', retryAt: new Date(frozen + seconds * 1000) });
  });

  it('that is held runs again as a whole', async () => {
    const step = { key: 'obey', inputData: { task: 'throttled at first', key: 'again' }, connection };
    const before = zapier.now();
    expect(await runUntilDone(zapier, () => runCreate(zapier, step))).toEqual({ id: '1' });
    expect(zapier.now() - before).toBeGreaterThanOrEqual(3_600_000);
    await expect(runUntilDone(zapier, () => obey({ task: 'throttled', ttl: 1 }), 2)).rejects.toBeInstanceOf(
      HeldError,
    );
  });

  it('that is throttled fails in the editor', async () => {
    await expect(obey({ task: 'throttled', ttl: 90 }, { test: true })).rejects.toMatchObject({
      name: 'ThrottledError',
      message: 'Too often.',
      delay: 90,
    });
  });

  it('that searches returns the result or creates a record', async () => {
    const search = (name: string) => ({ key: 'find_thing', inputData: { name }, connection });
    expect(await runSearch(zapier, search('unknown'))).toEqual([]);
    expect(await runSearchOrCreate(zapier, search('known'))).toEqual({
      found: true,
      record: { id: 'found' },
    });
    const created = await runSearchOrCreate(zapier, {
      ...search('unknown'),
      createData: { task: 'process' },
    });
    expect(created).toMatchObject({ found: false, record: { pid: expect.any(Number) } });
  });

  it('fetches the choices of a dropdown page by page', async () => {
    const field = { key: 'obey', field: 'thing', connection };
    const first = await fetchChoices(zapier, 'creates', field);
    expect(first).toEqual({
      results: [
        { id: '1', label: 'First' },
        { id: '2', label: '2' },
      ],
      pagingToken: 'more',
    });
    expect(await fetchChoices(zapier, 'creates', { ...field, pagingToken: 'more' })).toEqual({
      results: [{ id: '3', label: 'Third' }],
      pagingToken: undefined,
    });
    await expect(fetchChoices(zapier, 'creates', { ...field, field: 'key' })).rejects.toThrow(
      /no dynamic dropdown/,
    );
  });

  it('fetches the choices of a dropdown in line items and of one that a trigger fills', async () => {
    const offered = (field: string, more: object = {}) =>
      fetchChoices(zapier, 'creates', { key: 'obey', field, connection, ...more });
    expect(await offered('shade')).toEqual({
      results: [{ id: 'dark', label: 'Dark' }],
      pagingToken: undefined,
    });
    service.things.splice(0, Infinity, { id: 'a', version: 7 });
    expect(await offered('like')).toEqual({ results: [{ id: 'a', label: '7' }], pagingToken: undefined });
    expect(await offered('place')).toEqual({ results: [{ id: 'start', label: 'start' }], pagingToken: '1' });
    expect(await offered('place', { pagingToken: '1' })).toEqual({
      results: [{ id: '1', label: '1' }],
      pagingToken: '2',
    });
  });
});

describe('an account', () => {
  const through = (button: string) => async (url: string) => {
    const browser = openBrowser(({ host }) => host === 'localhost:9000');
    await browser.open(url);
    expect(browser.page.text).toContain('Log in & allow');
    return (await browser.press(button, { user: 'demo' })).url;
  };

  it('is connected with OAuth and gets a label', async () => {
    const account = await connectAccount(zapier, through('Allow'));
    expect(account.authData).toEqual({ access_token: 'token-for-demo-x&y' });
    expect(account.label).toBe('owner of token-for-demo-x&y');
  });

  it('is not connected if the user denies access', async () => {
    await expect(connectAccount(zapier, through('Deny'))).rejects.toThrow('You said no.');
  });
});
