import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import nock from 'nock';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const order = { saved_order_id: 'l-003-0001', list_id: 'l-001-0001' };
const placed = { order_id: 'm-1', created: '2026-03-12T10:00:00' };
const hour = 3_600_000;
const start = Date.parse('2026-03-12T12:00:00Z');

/** A Zapier whose cache and whose steps share one clock. */
let connector: UnitConnector;

beforeEach(() => {
  connector = new UnitConnector();
  connector.now = start;
  jest.spyOn(Date, 'now').mockImplementation(() => connector.now);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

const send = (more: Record<string, unknown> = {}, bundle = {}) =>
  connector.create('resend_saved_order', { ...order, ...more }, bundle);

const sendAt = (hours: number, duplicate_window: string) => {
  connector.now = start + hours * hour;
  return send({ duplicate_window });
};

/** The service takes one order; a request that is not announced fails. */
const takes = (order_id = 'm-1') =>
  api()
    .post('/v1/orders')
    .reply(201, { ...placed, order_id });
const refuses = (status = 409) => api().post('/v1/orders').reply(status, {});
const loses = () => api().post('/v1/orders').reply(502, '');
const notPlaced = { already_ordered: true };

describe('within the window the same order is placed once', () => {
  it.each([
    ['hour', 1],
    ['day', 24],
    ['week', 168],
    ['', 24],
  ])('and again after it: "%s"', async (window, hours) => {
    takes('m-1');
    expect(await sendAt(0, window)).toMatchObject({ order_id: 'm-1', already_ordered: false });
    expect(await sendAt(hours - 0.01, window)).toMatchObject({ order_id: 'm-1', id: 'm-1', ...notPlaced });
    takes('m-2');
    expect(await sendAt(hours, window)).toMatchObject({ order_id: 'm-2', already_ordered: false });
  });

  it('unless protection is off', async () => {
    takes('m-1');
    takes('m-2');
    await send({ duplicate_window: 'off' });
    expect(await send({ duplicate_window: 'off' })).toMatchObject({
      order_id: 'm-2',
      already_ordered: false,
    });
  });

  it.each([
    ['off', 'hour', 1],
    ['off', 'day', 24],
    ['off', 'week', 168],
    ['hour', 'day', 24],
    ['hour', 'week', 168],
    ['day', 'week', 168],
  ])('and an order with "%s" counts for a later step with "%s"', async (first, second, hours) => {
    takes();
    await sendAt(0, first);
    expect(await sendAt(hours - 0.01, second)).toMatchObject(notPlaced);
    takes();
    expect(await sendAt(hours, second)).toMatchObject({ already_ordered: false });
  });

  it.each([{ list_id: 'l-2' }, { saved_order_id: 'l-003-0002' }])(
    'but another order is placed: %j',
    async (other) => {
      takes();
      await send();
      takes('m-2');
      expect(await send(other)).toMatchObject({ order_id: 'm-2', already_ordered: false });
    },
  );

  const merge = { text: 'Ren\u00e9,\nthank you', text_color: '#aa00bb' };
  const createOrder = (changes: Record<string, unknown>) =>
    connector.create('create_order', {
      list_id: 'l-1',
      sheets: [{ file: 'f-1' }],
      merges: [{ ...merge, ...changes }],
    });
  const createdOrder = { id: 'm-7', type: 'order', contents: [], list: 'l-1' };

  it.each([
    ['nothing differs', {}],
    ['lines end with CRLF', { text: 'Ren\u00e9,\r\nthank you' }],
    ['lines end with CR', { text: 'Ren\u00e9,\rthank you' }],
    ['there are spaces at the end', { text: 'Ren\u00e9,\nthank you \n' }],
    ['an accent is a character of its own', { text: 'Rene\u0301,\nthank you' }],
    ['a color is in capitals', { text_color: '#AA00BB' }],
    ['a color has no #', { text_color: 'aa00bb' }],
  ])('and its contents count as they print: %s', async (_how, changes) => {
    api().post('/v1/orders').once().reply(200, createdOrder);
    const first = await createOrder({});
    expect(await createOrder(changes)).toEqual({ ...first, ...notPlaced });
  });

  it.each([
    ['another line', { text: 'Ren\u00e9,\n\nthank you' }],
    ['spaces before the text', { text: ' Ren\u00e9,\nthank you' }],
    ['capitals', { text: 'REN\u00c9,\nthank you' }],
    ['a # that is text', { text: '#Ren\u00e9,\nthank you' }],
    ['another color', { text_color: '#aa00bc' }],
  ])('but contents that print otherwise are placed: %s', async (_how, changes) => {
    api().post('/v1/orders').twice().reply(200, createdOrder);
    await createOrder({});
    expect(await createOrder(changes)).toMatchObject({ already_ordered: false });
  });
});

describe('whose order it is', () => {
  const reconnected = { authData: { access_token: 'the-token-after-a-reconnect' } };

  it('is remembered across a reconnect, which changes the access token', async () => {
    takes();
    await send();
    expect(await send({}, reconnected)).toMatchObject({ order_id: 'm-1', ...notPlaced });
  });

  it('is remembered across a reconnect also if the order may exist', async () => {
    loses();
    await expect(send()).rejects.toThrow(/may or may not have been placed/);
    await expect(send({}, reconnected)).rejects.toThrow(/that order may exist/);
  });

  it('is remembered for a second connection with the same access token', async () => {
    takes();
    await send();
    connector.connection = 'a second one';
    expect(await send()).toMatchObject({ order_id: 'm-1', ...notPlaced });
  });

  it('keeps two accounts apart', async () => {
    takes();
    await send();
    connector.connection = 'of another account';
    takes('m-2');
    expect(await send({}, { authData: { access_token: 'another-account' } })).toMatchObject({
      order_id: 'm-2',
      already_ordered: false,
    });
  });

  it('puts neither the access token nor an ID into a key of the cache', async () => {
    takes();
    await send();
    for (const { key } of connector.cache.entries()) expect(key).toMatch(/^(auth=unit\|)?[0-9a-f]{64}$/);
  });
});

describe('steps with different windows for the same letters', () => {
  it('each compare with the last order', async () => {
    takes('m-1');
    await sendAt(0, 'week');
    expect(await sendAt(0.9, 'hour')).toMatchObject({ order_id: 'm-1', ...notPlaced });
    takes('m-2');
    expect(await sendAt(1, 'hour')).toMatchObject({ order_id: 'm-2', already_ordered: false });
    expect(await sendAt(1.9, 'hour')).toMatchObject({ order_id: 'm-2', ...notPlaced });
    expect(await sendAt(20, 'day')).toMatchObject({ order_id: 'm-2', ...notPlaced });
    expect(await sendAt(168.9, 'week')).toMatchObject({ order_id: 'm-2', ...notPlaced });
    takes('m-3');
    expect(await sendAt(169.1, 'week')).toMatchObject({ order_id: 'm-3', already_ordered: false });
  });

  it('order once when they start at the same moment', async () => {
    takes('m-1');
    await sendAt(0, 'week');
    takes('m-2');
    const both = await Promise.all([sendAt(2, 'hour'), sendAt(2, 'hour')]);
    expect(both.map(({ order_id }) => order_id)).toEqual(['m-2', 'm-2']);
  });

  it('keep the earlier order if the later one is refused', async () => {
    takes('m-1');
    await sendAt(0, 'week');
    const before = connector.cache.entries();
    refuses();
    await expect(sendAt(2, 'hour')).rejects.toThrow();
    expect(connector.cache.entries()).toEqual(before);
    expect(await sendAt(3, 'week')).toMatchObject({ order_id: 'm-1', ...notPlaced });
    connector.now = start + 169 * hour;
    expect(connector.cache.entries()).toEqual([]);
  });

  it('stop at a later order that may exist', async () => {
    takes('m-1');
    await sendAt(0, 'day');
    loses();
    await expect(sendAt(2, 'hour')).rejects.toThrow(/may or may not/);
    await expect(sendAt(2.5, 'hour')).rejects.toThrow(/on Mar 12, 2026, 2:00 PM UTC, was never confirmed/);
    await expect(sendAt(12, 'day')).rejects.toThrow(/that order may exist/);
  });
});

describe('an order without protection', () => {
  it('is the last order for steps with protection', async () => {
    takes('m-1');
    await sendAt(0, 'day');
    takes('m-2');
    await sendAt(2, 'off');
    expect(await sendAt(2.1, 'hour')).toMatchObject({ order_id: 'm-2', ...notPlaced });
  });

  it('settles an order that may exist', async () => {
    loses();
    await expect(sendAt(0, 'day')).rejects.toThrow(
      /"No protection: send every time" and run the step once\. See “When could a letter be sent twice\?”/,
    );
    takes('m-2');
    await sendAt(1, 'off');
    expect(await sendAt(2, 'day')).toMatchObject({ order_id: 'm-2', ...notPlaced });
  });

  it('leaves the earlier order if it is refused', async () => {
    takes();
    await send();
    refuses();
    await expect(send({ duplicate_window: 'off' })).rejects.toThrow();
    expect(await send()).toMatchObject({ order_id: 'm-1', ...notPlaced });
  });

  it('stops later steps if it may exist', async () => {
    loses();
    await expect(sendAt(0, 'off')).rejects.toThrow(/Run the step again only if the order is missing\.$/);
    await expect(sendAt(2, 'day')).rejects.toThrow(/^Nothing was ordered\./);
  });

  it('is kept when a protected one is refused meanwhile', async () => {
    api().post('/v1/orders').delay(200).reply(409, {});
    const refused = send().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 100));
    takes('m-2');
    await send({ duplicate_window: 'off' });
    await refused;
    expect(await send()).toMatchObject({ order_id: 'm-2', ...notPlaced });
  });

  it('is placed although the cache does not answer', async () => {
    connector.failing.add('zcache_get').add('zcache_set');
    takes();
    expect(await send({ duplicate_window: 'off' })).toMatchObject({ order_id: 'm-1' });
  });
});

describe('a reservation', () => {
  it.each([400, 401, 403, 404, 409, 410, 413, 422, 429])('is released after status %i', async (status) => {
    refuses(status);
    await expect(send()).rejects.toThrow();
    expect(connector.cache.entries()).toEqual([]);
    takes();
    expect(await send()).toMatchObject({ already_ordered: false });
  });

  it('is released after a refused connection', async () => {
    api()
      .post('/v1/orders')
      .replyWithError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    await expect(send()).rejects.toThrow();
    takes();
    expect(await send()).toMatchObject({ already_ordered: false });
  });

  it.each([
    ['500', () => api().post('/v1/orders').reply(500, '')],
    ['503 with a page', () => api().post('/v1/orders').reply(503, '<html></html>')],
    [
      'a reset',
      () =>
        api()
          .post('/v1/orders')
          .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
    ],
    ['an unexpected answer', () => api().post('/v1/orders').reply(200, '{"hello":1}')],
    ['a page with 200', () => api().post('/v1/orders').reply(200, '<html></html>')],
    ['a redirect', () => api().post('/v1/orders').reply(302, '', { Location: 'https://elsewhere.test/' })],
  ])('is kept after %s: the order may exist and is not sent again', async (_what, answer) => {
    answer();
    await expect(send()).rejects.toMatchObject({
      name: 'AppError',
      message: expect.stringMatching(/may or may not have been placed\. Check your orders/),
    });
    await expect(send()).rejects.toThrow(/^Nothing was ordered\..*that order may exist/);
  });

  it('names the status of an order that was not confirmed', async () => {
    loses();
    await expect(send()).rejects.toThrow(/did not confirm the order \(502\)/);
  });

  it('is made before the request is sent, under the token and the connection', async () => {
    let entries: string[] = [];
    api()
      .post('/v1/orders')
      .reply(() => {
        entries = connector.cache.entries().map(({ key }) => key.replace(/[0-9a-f]{64}/, 'key'));
        return [201, placed];
      });
    await send();
    expect(entries.sort()).toEqual(['auth=unit|key', 'auth=unit|key', 'key', 'key']);
  });

  it('is not made if a setting is missing, and the setting is named', async () => {
    connector = new UnitConnector({ BASE_URL: '' });
    await expect(send()).rejects.toThrow(/BASE_URL/);
    expect(connector.cache.entries()).toEqual([]);
  });

  it('stays after a run that was ended: the order may exist', async () => {
    takes();
    await send();
    for (const { key, value } of connector.cache.entries()) {
      const owner = { user: 'unit', connection: 'unit' };
      const entry = JSON.parse(value);
      delete entry.answer;
      connector.cache.set(owner, key, JSON.stringify(entry));
    }
    connector.now += 31_000;
    await expect(send()).rejects.toThrow(/^Nothing was ordered\..*that order may exist/);
  });
});

describe('two steps at the same moment', () => {
  const outcomes = async () => Promise.allSettled([send(), send()]);

  it('both return the one order', async () => {
    api().post('/v1/orders', order).delay(300).reply(201, placed);
    const both = await Promise.all([send(), send()]);
    expect(both.map(({ order_id }) => order_id)).toEqual(['m-1', 'm-1']);
    expect(both.map(({ already_ordered }) => already_ordered).sort()).toEqual([false, true]);
  });

  it('order once also under an old and a new access token of one connection', async () => {
    api().post('/v1/orders', order).delay(300).reply(201, placed);
    const both = await Promise.all([send(), send({}, { authData: { access_token: 'a-new-token' } })]);
    expect(both.map(({ order_id }) => order_id)).toEqual(['m-1', 'm-1']);
  });

  it('let the second one order if the first one is refused', async () => {
    api().post('/v1/orders', order).delay(300).reply(409, {});
    takes();
    expect((await outcomes()).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('both fail if the answer is lost', async () => {
    api().post('/v1/orders', order).delay(300).reply(502, '');
    const messages = (await outcomes()).map((one) => one.status === 'rejected' && one.reason.message);
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/did not confirm the order \(502\)/),
        expect.stringMatching(/^Nothing was ordered\./),
      ]),
    );
  });
});

describe('the cache', () => {
  it.each(['zcache_get', 'zcache_set'])('must answer, or nothing is ordered: %s fails', async (call) => {
    connector.failing.add(call);
    await expect(send()).rejects.toMatchObject({
      code: 'cache_unavailable',
      message: expect.stringMatching(/^Nothing was ordered: Zapier.s duplicate check is unavailable/),
    });
    connector.failing.clear();
    takes();
    expect(await send()).toMatchObject({ already_ordered: false });
  });

  it('may lose its answer to a reservation that it made', async () => {
    const { cache } = connector;
    const set = cache.set.bind(cache);
    cache.set = (...parts) => {
      set(...parts);
      return false;
    };
    takes();
    expect(await send()).toMatchObject({ already_ordered: false });
  });

  it('that returns an entry of another kind keeps the step from ordering', async () => {
    takes();
    await send();
    const owner = { user: 'unit', connection: 'unit' };
    for (const { key } of connector.cache.entries()) connector.cache.set(owner, key, '{"at":"noon"}');
    await expect(send()).rejects.toThrow(/duplicate check is unavailable/);
  });

  it('that does not take the answer does not hide the order, and later steps ask the user to look', async () => {
    api()
      .post('/v1/orders')
      .reply(() => {
        connector.failing.add('zcache_set');
        return [201, placed];
      });
    expect(await send()).toMatchObject({ order_id: 'm-1', already_ordered: false });
    expect(connector.logs.map(({ message }) => message).join()).toContain('could not be recorded');
    connector.failing.clear();
    connector.now += hour;
    await expect(send()).rejects.toThrow(/that order may exist/);
  });

  it('that does not delete a reservation does not hide why the service refused', async () => {
    connector.failing.add('zcache_delete');
    api().post('/v1/orders').reply(400, { code: 'orders.unknown_file' });
    await expect(send()).rejects.toThrow(/one of the files does not exist/);
    expect(connector.logs.map(({ message }) => message).join()).toContain('could not be released');
  });
});

describe('the time of an earlier attempt', () => {
  it.each([
    ['America/New_York', /Mar 12, 2026, 8:00 AM EDT/],
    ['nowhere', /12:00 PM UTC/],
  ])('is shown in the time zone of the Zap: %s', async (timezone, time) => {
    loses();
    await expect(send()).rejects.toThrow();
    await expect(send({}, { meta: { timezone } })).rejects.toThrow(time);
  });
});

describe('the answer of POST /v1/orders to a saved order', () => {
  it.each([
    [201, placed],
    [200, placed],
    [200, { id: 'm-1', type: 'order', timeline: { created: placed.created, mailed: null } }],
  ])('may be %i %j', async (status, answer) => {
    api().post('/v1/orders').reply(status, answer);
    expect(await send()).toMatchObject({ ...placed, id: 'm-1', already_ordered: false, preview_only: false });
    expect(nock.isDone()).toBe(true);
  });
});
