import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { skipPauses, UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const order = { saved_order_id: 'l-003-0001', list_id: 'l-001-0001' };
const placed = { order_id: 'm-1', created: '2026-03-12T10:00:00' };
const hour = 3_600_000;
const start = Date.parse('2026-03-12T12:00:00Z');

/** Its cache and the steps use the same clock. */
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

const send = (changes: Record<string, unknown> = {}, bundle = {}) =>
  connector.create('resend_saved_order', { ...order, ...changes }, bundle);

const sendAt = (hours: number, duplicate_window: string) => {
  connector.now = start + hours * hour;
  return send({ duplicate_window });
};

/** Lets the service accept one order. Any other request fails. */
const acceptsOrder = (order_id = 'm-1') =>
  api()
    .post('/v1/orders')
    .reply(201, { ...placed, order_id });
const rejectsOrder = (status = 400) => api().post('/v1/orders').reply(status, {});
const losesResponse = () => api().post('/v1/orders').reply(502, '');
const alreadyOrdered = { already_ordered: true };

/** Returns how many orders may exist: marks of runs that did not record how they ended. */
function countOpen(): number {
  const values = connector.cache.entries().map(({ value }) => value);
  const marks = values.filter((value) => value.includes('"phase":"unconfirmed"'));
  return marks.length - values.filter((value) => value.includes('"phase":"refused","at"')).length;
}

/** Lets the cache refuse or change writes. @returns a function that ends it */
function onWrite(change: (write: () => boolean | null, count: number) => boolean | null): () => void {
  const { cache } = connector;
  const set = cache.set.bind(cache);
  let count = 0;
  cache.set = (...args) => {
    count += 1;
    return change(() => set(...args), count);
  };
  return () => {
    cache.set = set;
  };
}
/** The writes of a step: its row, a copy of the index, the mark, the order. */
const [markWrite, orderWrite] = [3, 4];

describe('The same order', () => {
  it.each([
    ['hour', 1],
    ['day', 24],
    ['week', 168],
    ['', 24],
  ])('is placed once within the window "%s" of %d hours and again after it', async (window, hours) => {
    acceptsOrder('m-1');
    expect(await sendAt(0, window)).toMatchObject({ order_id: 'm-1', already_ordered: false });
    expect(await sendAt(hours - 0.01, window)).toMatchObject({
      order_id: 'm-1',
      id: 'm-1',
      ...alreadyOrdered,
    });
    acceptsOrder('m-2');
    expect(await sendAt(hours, window)).toMatchObject({ order_id: 'm-2', already_ordered: false });
  });

  it('is placed again an hour after the earlier one was started, although its response took a while', async () => {
    api()
      .post('/v1/orders')
      .reply(() => {
        connector.now += 20_000;
        return [201, placed];
      });
    await sendAt(0, 'hour');
    acceptsOrder('m-2');
    expect(await sendAt(1, 'hour')).toMatchObject({ order_id: 'm-2', already_ordered: false });
  });

  it('is placed again if protection is off', async () => {
    acceptsOrder('m-1');
    acceptsOrder('m-2');
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
  ])('that was placed with the window "%s" is found by a step with "%s"', async (first, second, hours) => {
    acceptsOrder();
    await sendAt(0, first);
    expect(await sendAt(hours - 0.01, second)).toMatchObject(alreadyOrdered);
    acceptsOrder();
    expect(await sendAt(hours, second)).toMatchObject({ already_ordered: false });
  });

  it.each([{ list_id: 'l-2' }, { saved_order_id: 'l-003-0002' }])(
    'does not include one with %j',
    async (other) => {
      acceptsOrder();
      await send();
      acceptsOrder('m-2');
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
    ['the same text', {}],
    ['CRLF line breaks', { text: 'Ren\u00e9,\r\nthank you' }],
    ['CR line breaks', { text: 'Ren\u00e9,\rthank you' }],
    ['trailing spaces', { text: 'Ren\u00e9,\nthank you \n' }],
    ['a combining accent', { text: 'Rene\u0301,\nthank you' }],
    ['a color in capitals', { text_color: '#AA00BB' }],
    ['a color without #', { text_color: 'aa00bb' }],
  ])('is found if it prints the same: %s', async (_difference, changes) => {
    api().post('/v1/orders').once().reply(200, createdOrder);
    api().get('/v1/orders/m-7').times(2).reply(200, createdOrder);
    const first = await createOrder({});
    expect(await createOrder(changes)).toEqual({
      ...first,
      ...alreadyOrdered,
      warning: expect.stringMatching(/^Not sent again: ordered on Mar 12, 2026, 12:00 PM UTC \(m-7\)\./),
    });
  });

  it.each([
    ['another line break', { text: 'Ren\u00e9,\n\nthank you' }],
    ['spaces before the text', { text: ' Ren\u00e9,\nthank you' }],
    ['capitals', { text: 'REN\u00c9,\nthank you' }],
    ['a # in the text', { text: '#Ren\u00e9,\nthank you' }],
    ['another color', { text_color: '#aa00bc' }],
  ])('does not include one that prints something else: %s', async (_difference, changes) => {
    api().post('/v1/orders').twice().reply(200, createdOrder);
    await createOrder({});
    expect(await createOrder(changes)).toMatchObject({ already_ordered: false });
  });
});

describe('An order', () => {
  const reconnected = { authData: { access_token: 'the-token-after-a-reconnect' } };

  it('is found after a reconnect, which changes the access token', async () => {
    acceptsOrder();
    await send();
    expect(await send({}, reconnected)).toMatchObject({ order_id: 'm-1', ...alreadyOrdered });
  });

  it('is found although the access token before the reconnect belongs to an older order', async () => {
    acceptsOrder('m-1');
    await sendAt(0, 'hour');
    connector.now = start + 2 * hour;
    acceptsOrder('m-2');
    await send({ duplicate_window: 'hour' }, reconnected);
    expect(await sendAt(2.5, 'hour')).toMatchObject({ order_id: 'm-2', ...alreadyOrdered });
  });

  it('that may exist is found after a reconnect', async () => {
    losesResponse();
    await expect(send()).rejects.toThrow(/may or may not have been placed/);
    await expect(send({}, reconnected)).rejects.toThrow(/that order may exist/);
  });

  it('is not found by another connection', async () => {
    acceptsOrder();
    await send();
    connector.connection = 'another connection';
    acceptsOrder('m-2');
    expect(await send()).toMatchObject({ order_id: 'm-2', already_ordered: false });
  });

  it('is recorded under hashed cache keys, without the access token or an ID', async () => {
    acceptsOrder();
    await send();
    for (const { key } of connector.cache.entries()) expect(key).toMatch(/^auth=unit\|[0-9a-f]{64}$/);
  });
});

describe('Steps with different windows for the same letters', () => {
  it('compare with the last order', async () => {
    acceptsOrder('m-1');
    await sendAt(0, 'week');
    expect(await sendAt(0.9, 'hour')).toMatchObject({ order_id: 'm-1', ...alreadyOrdered });
    acceptsOrder('m-2');
    expect(await sendAt(1, 'hour')).toMatchObject({ order_id: 'm-2', already_ordered: false });
    expect(await sendAt(1.9, 'hour')).toMatchObject({ order_id: 'm-2', ...alreadyOrdered });
    expect(await sendAt(20, 'day')).toMatchObject({ order_id: 'm-2', ...alreadyOrdered });
    expect(await sendAt(168.9, 'week')).toMatchObject({ order_id: 'm-2', ...alreadyOrdered });
    acceptsOrder('m-3');
    expect(await sendAt(169.1, 'week')).toMatchObject({ order_id: 'm-3', already_ordered: false });
  });

  it('order once if they run concurrently', async () => {
    acceptsOrder('m-1');
    await sendAt(0, 'week');
    acceptsOrder('m-2');
    const both = await Promise.all([sendAt(2, 'hour'), sendAt(2, 'hour')]);
    expect(both.map(({ order_id }) => order_id)).toEqual(['m-2', 'm-2']);
  });

  it('find the earlier order if the later one is rejected', async () => {
    acceptsOrder('m-1');
    await sendAt(0, 'week');
    rejectsOrder();
    await expect(sendAt(2, 'hour')).rejects.toThrow();
    expect(await sendAt(3, 'week')).toMatchObject({ order_id: 'm-1', ...alreadyOrdered });
    connector.now = start + 168.1 * hour;
    acceptsOrder('m-2');
    expect(await send({ duplicate_window: 'week' })).toMatchObject({ order_id: 'm-2' });
  });

  it('find the earlier order although a later one may exist, and do not order if none is within the window', async () => {
    acceptsOrder('m-1');
    await sendAt(0, 'day');
    losesResponse();
    await expect(sendAt(2, 'hour')).rejects.toThrow(/may or may not/);
    await expect(sendAt(2.5, 'hour')).rejects.toThrow(/on Mar 12, 2026, 2:00 PM UTC, was never confirmed/);
    expect(await sendAt(12, 'day')).toMatchObject({ order_id: 'm-1', ...alreadyOrdered });
    await expect(sendAt(25, 'day')).rejects.toThrow(/that order may exist/);
  });
});

describe('An order without protection', () => {
  it('is found by steps with protection', async () => {
    acceptsOrder('m-1');
    await sendAt(0, 'day');
    acceptsOrder('m-2');
    await sendAt(2, 'off');
    expect(await sendAt(2.1, 'hour')).toMatchObject({ order_id: 'm-2', ...alreadyOrdered });
  });

  it('replaces an order that may exist', async () => {
    losesResponse();
    await expect(sendAt(0, 'day')).rejects.toThrow(
      /If it is still missing after ten minutes, enter missing-[0-9a-f]{8} there\./,
    );
    acceptsOrder('m-2');
    await sendAt(1, 'off');
    expect(await sendAt(2, 'day')).toMatchObject({ order_id: 'm-2', ...alreadyOrdered });
  });

  it('keeps the earlier order if it is rejected', async () => {
    acceptsOrder();
    await send();
    rejectsOrder();
    await expect(send({ duplicate_window: 'off' })).rejects.toThrow();
    expect(await send()).toMatchObject({ order_id: 'm-1', ...alreadyOrdered });
  });

  it('stops later steps if it may exist', async () => {
    losesResponse();
    await expect(sendAt(0, 'off')).rejects.toThrow(/Run the step again only if the order is missing\.$/);
    await expect(sendAt(2, 'day')).rejects.toThrow(/^Nothing was ordered by this run:/);
  });

  it('is found even if a concurrent protected order is rejected', async () => {
    const arrived = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<object>();
    api()
      .post('/v1/orders')
      .reply(400, () => {
        arrived.resolve();
        return answered.promise;
      });
    const rejected = expect(send()).rejects.toThrow('Nothing was ordered by this run.');
    await arrived.promise;
    acceptsOrder('m-2');
    await send({ duplicate_window: 'off' });
    answered.resolve({});
    await rejected;
    expect(await send()).toMatchObject({ order_id: 'm-2', ...alreadyOrdered });
  });

  it('is placed even if the cache is unavailable', async () => {
    connector.failing.add('zcache_get').add('zcache_set');
    acceptsOrder();
    expect(await send({ duplicate_window: 'off' })).toMatchObject({ order_id: 'm-1' });
  });
});

describe('The mark of an order', () => {
  it.each([307, 308, 400, 401, 403, 404, 410, 413, 422, 429])(
    'does not count after status %i',
    async (status) => {
      rejectsOrder(status);
      await expect(send()).rejects.toThrow();
      expect(countOpen()).toBe(0);
      acceptsOrder();
      expect(await send()).toMatchObject({ already_ordered: false });
    },
  );

  it('does not count after a refused connection', async () => {
    api()
      .post('/v1/orders')
      .replyWithError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    await expect(send()).rejects.toThrow();
    acceptsOrder();
    expect(await send()).toMatchObject({ already_ordered: false });
  });

  it.each([
    ['500', () => api().post('/v1/orders').reply(500, '')],
    ['503 with a web page', () => api().post('/v1/orders').reply(503, '<html></html>')],
    [
      'a reset',
      () =>
        api()
          .post('/v1/orders')
          .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
    ],
    ...['ETIMEDOUT', 'EPIPE', 'ECONNABORTED', 'EPROTO', 'ENOTCONN', 'UND_ERR_SOCKET'].map(
      (code) =>
        [
          code,
          () =>
            api()
              .post('/v1/orders')
              .replyWithError(Object.assign(new Error('broken'), { code })),
        ] as const,
    ),
    ['an unexpected response', () => api().post('/v1/orders').reply(200, '{"hello":1}')],
    ['a web page with 200', () => api().post('/v1/orders').reply(200, '<html></html>')],
    ['an error with 201', () => api().post('/v1/orders').reply(201, { error: 'orders.failed' })],
    [
      'errors with 200',
      () =>
        api()
          .post('/v1/orders')
          .reply(200, { ...placed, errors: [{ code: 'x' }] }),
    ],
    ['a redirect', () => api().post('/v1/orders').reply(302, '', { Location: 'https://other-origin.test/' })],
  ])('is kept after %s: the order may exist and is not sent again', async (_failure, arrange) => {
    arrange();
    await expect(send()).rejects.toMatchObject({
      name: 'AppError',
      message: expect.stringMatching(/may or may not have been placed\. Check your orders/),
    });
    await expect(send()).rejects.toThrow(/^Nothing was ordered by this run: .*that order may exist/);
  });

  it.each([408, 409, 425, 499])(
    'is kept after status %i, which a proxy may return although the service took the order',
    async (status) => {
      rejectsOrder(status);
      await expect(send()).rejects.toThrow(/may or may not have been placed/);
      await expect(send()).rejects.toThrow(/that order may exist/);
    },
  );

  it.each([408, 409, 425, 499])(
    'does not count after status %i with a code of the service',
    async (status) => {
      api().post('/v1/orders').reply(status, { error: 'orders.invalid_data' });
      await expect(send()).rejects.toThrow(/rejected the request .* Nothing was ordered by this run\. /);
      acceptsOrder();
      expect(await send()).toMatchObject({ already_ordered: false });
    },
  );

  it.each(['conflict', 'proxy.timeout', 'reorders.x'])(
    'is kept after status 409 with the code %s, which is not the service’s',
    async (error) => {
      api().post('/v1/orders').reply(409, { error });
      await expect(send()).rejects.toThrow(/may or may not have been placed/);
    },
  );

  it('names the ID in a response that also reports an error', async () => {
    api()
      .post('/v1/orders')
      .reply(201, { ...placed, order_id: 'm-9', error: 'orders.failed' });
    await expect(send()).rejects.toThrow(
      /^The letter service did not confirm the order "m-9" \(201\), so it may or may not have been placed\. /,
    );
  });

  it('keeps that ID: a later step names it, and Found Order ID accepts it, whatever its list and time', async () => {
    api()
      .post('/v1/orders')
      .reply(201, { ...placed, order_id: 'm-9', error: 'orders.failed' });
    await expect(send()).rejects.toThrow(/m-9/);
    await expect(send()).rejects.toThrow(/UTC \(m-9\), was never confirmed/);
    api().get('/v1/orders/m-9').twice().reply(200, { id: 'm-9', list: 'l-other' });
    expect(await send({ found_order_id: 'm-9' })).toMatchObject({ order_id: 'm-9', ...alreadyOrdered });
  });

  it.each([null, false, 0, '', [], {}])('is an order although its "error" is %j', async (error) => {
    api()
      .post('/v1/orders')
      .reply(201, { ...placed, error });
    expect(await send()).toMatchObject({ order_id: 'm-1', already_ordered: false });
  });

  it('names the status of an order that was not confirmed', async () => {
    losesResponse();
    await expect(send()).rejects.toThrow(/did not confirm the order \(502\)/);
  });

  it('is made before the request is sent', async () => {
    let entries: unknown[] = [];
    api()
      .post('/v1/orders')
      .reply(() => {
        entries = connector.cache.entries().map(({ value }) => JSON.parse(value));
        return [201, placed];
      });
    await send();
    expect(entries).toContainEqual({
      phase: 'unconfirmed',
      at: start,
      result: { letter_count: null },
      leftOut: false,
      columns: [],
      list: { id: 'l-001-0001', isOwn: false },
    });
  });

  it('is not made if a setting is missing, and the setting is named', async () => {
    connector = new UnitConnector({ BASE_URL: '' });
    await expect(send()).rejects.toThrow(/BASE_URL/);
    expect(connector.cache.entries()).toEqual([]);
  });

  it('is kept if Zapier stops the run while it orders: the order may exist', async () => {
    acceptsOrder();
    await send();
    for (const { key, value } of connector.cache.entries()) {
      const owner = { user: 'unit', connection: 'unit' };
      const { result: _, ...entry } = JSON.parse(value);
      if (entry.phase)
        connector.cache.set(owner, key, JSON.stringify({ ...entry, phase: 'unconfirmed', result: {} }));
    }
    // The run no longer counts as running.
    connector.now += 41_000;
    await expect(send()).rejects.toThrow(
      /^Nothing was ordered by this run: an earlier attempt to order the same letters, on Mar 12, .* never confirmed/,
    );
  });

  it('does not block the letters if Zapier stops the run before it orders: its row counts for 40 seconds', async () => {
    const letter = {
      saved_order_id: 'l-003-0001',
      name: 'Ann Lee',
      street: '1 Elm St',
      city: 'Akron',
      postal_code: '44301',
    };
    const sendLetter = () => connector.create('send_letter', letter);
    connector.failing.add('zcache_delete');
    api().post('/v1/lists').reply(400, {});
    await expect(sendLetter()).rejects.toThrow(/Nothing was ordered by this run\. /);
    connector.failing.clear();
    connector.now += 41_000;
    api().post('/v1/lists').reply(201, { list_id: 'l-9' });
    api()
      .post('/v1/lists/l-9/contacts')
      .reply(200, { contacts: [{ id: 'a-1' }] });
    acceptsOrder();
    expect(await sendLetter()).toMatchObject({ already_ordered: false });
  });
});

describe('Two concurrent steps', () => {
  const outcomes = async () => Promise.allSettled([send(), send()]);

  it('both return the one order', async () => {
    api().post('/v1/orders', order).delay(300).reply(201, placed);
    const both = await Promise.all([send(), send()]);
    expect(both.map(({ order_id }) => order_id)).toEqual(['m-1', 'm-1']);
    expect(both.map(({ already_ordered }) => already_ordered).sort()).toEqual([false, true]);
  });

  it('order once even with the old and the new access token of a connection', async () => {
    api().post('/v1/orders', order).delay(300).reply(201, placed);
    const both = await Promise.all([send(), send({}, { authData: { access_token: 'a-new-token' } })]);
    expect(both.map(({ order_id }) => order_id)).toEqual(['m-1', 'm-1']);
  });

  it('order once if the first order is rejected', async () => {
    api().post('/v1/orders', order).delay(300).reply(400, {});
    acceptsOrder();
    expect((await outcomes()).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('with different letters do not wait for each other', async () => {
    const orders: unknown[] = [];
    api()
      .post('/v1/orders', order)
      .reply(async () => {
        acceptsOrder('m-2');
        orders.push(await send({ list_id: 'l-2' }));
        return [201, placed];
      });
    orders.push(await send());
    expect(orders).toMatchObject([{ order_id: 'm-2' }, { order_id: 'm-1' }]);
  });

  it('wait for each other ten seconds and no longer, even if the first one never ends', async () => {
    const { cache } = connector;
    const get = cache.get.bind(cache);
    const now = performance.now.bind(performance);
    const reads = new Map<string, number>();
    let waited = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + waited);
    cache.get = (...args) => {
      const count = (reads.get(args[1]) ?? 0) + 1;
      reads.set(args[1], count);
      // Twice to find the first step, then twice each time that the second one waits.
      if (count > 2) waited += 3_000;
      return get(...args);
    };
    let message: unknown;
    api()
      .post('/v1/orders')
      .reply(async () => {
        reads.clear();
        message = await send().catch((error: Error) => error.message);
        return [201, placed];
      });
    expect(await send()).toMatchObject({ already_ordered: false });
    expect(message).toMatch(/another step may be ordering the same letters right now/);
    expect(Math.max(...reads.values())).toBe(8);
  });

  it('both fail if the response is lost', async () => {
    api().post('/v1/orders', order).delay(300).reply(502, '');
    const messages = (await outcomes()).map(
      (outcome) => outcome.status === 'rejected' && outcome.reason.message,
    );
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/did not confirm the order \(502\)/),
        expect.stringMatching(/Nothing was ordered by this run:/),
      ]),
    );
  });
});

describe('Orders with an Event ID', () => {
  it('are the same only with the same Event ID', async () => {
    const ids: unknown[] = [];
    for (const [event_id, order_id] of [
      ['gift 1', 'm-1'],
      ['gift 2', 'm-2'],
      ['', 'm-3'],
      ['Gift 1', 'm-4'],
    ]) {
      acceptsOrder(order_id);
      ids.push((await send({ event_id })).order_id);
    }
    expect(ids).toEqual(['m-1', 'm-2', 'm-3', 'm-4']);
    expect(await send({ event_id: ' gift 1 ' })).toMatchObject({ order_id: 'm-1', ...alreadyOrdered });
    expect(await send({ event_id: 'gift 2' })).toMatchObject({ order_id: 'm-2', ...alreadyOrdered });
    expect(await send()).toMatchObject({ order_id: 'm-3', ...alreadyOrdered });
  });
});

describe('Zapier’s cache', () => {
  beforeEach(skipPauses);

  it.each(['zcache_get', 'zcache_set'])('keeps the step from ordering if %s fails', async (call) => {
    connector.failing.add(call);
    await expect(send()).rejects.toMatchObject({
      name: 'ThrottledError',
      message: expect.stringContaining(
        'Nothing was ordered by this run: the duplicate check is unavailable right now. Zapier runs the step again in a minute.',
      ),
      delay: 60,
    });
    connector.failing.clear();
    acceptsOrder();
    expect(await send()).toMatchObject({ already_ordered: false });
  });

  it('leaves no entry if it was so slow that too little time is left to order', async () => {
    const { cache } = connector;
    const get = cache.get.bind(cache);
    cache.get = (...args) => {
      connector.now += 5_100;
      return get(...args);
    };
    await expect(send()).rejects.toThrow(
      'This step ran out of time before it could place the order. Nothing was ordered by this run. Zapier runs the step again in a minute.',
    );
    expect(cache.entries()).toEqual([]);
    expect(connector.cacheCalls).not.toContain('zcache_set');
  });

  it('may report that an entry was refused although it was stored', async () => {
    const { cache } = connector;
    const set = cache.set.bind(cache);
    cache.set = (...args) => {
      const isWritten = set(...args);
      const [, , , , , nx] = args;
      return nx ? false : isWritten;
    };
    acceptsOrder();
    expect(await send()).toMatchObject({ already_ordered: false });
  });

  it('keeps the step from ordering if it returns an invalid entry', async () => {
    acceptsOrder();
    await send();
    const owner = { user: 'unit', connection: 'unit' };
    for (const { key } of connector.cache.entries()) connector.cache.set(owner, key, '{"at":"noon"}');
    await expect(send()).rejects.toMatchObject({
      name: 'AppError',
      message: expect.stringMatching(
        /duplicate check cannot read what it remembers .* To order anyway, use a new Event ID/,
      ),
    });
  });

  it('stores small entries', async () => {
    api()
      .post('/v1/orders')
      .reply(201, { ...placed, words: 'long'.repeat(100) });
    await send();
    for (const { value } of connector.cache.entries()) expect(value.length).toBeLessThan(250);
  });

  it('keeps the step from ordering if it refuses only what is written once, and no other step is blamed', async () => {
    const { cache } = connector;
    const set = cache.set.bind(cache);
    cache.set = (...args) => {
      const [, , , , , nx] = args;
      return !nx && set(...args);
    };
    await expect(send()).rejects.toThrow(
      'Nothing was ordered by this run: the duplicate check is unavailable right now.',
    );
  });

  it('keeps the step from ordering if it refuses what is written once with null', async () => {
    const { cache } = connector;
    const set = cache.set.bind(cache);
    cache.set = (...args) => {
      const [, , , , , nx] = args;
      return nx ? null : set(...args);
    };
    await expect(send()).rejects.toThrow(
      'Nothing was ordered by this run: the duplicate check is unavailable right now.',
    );
  });

  it('may refuse the row once: the step orders', async () => {
    const { cache } = connector;
    const set = cache.set.bind(cache);
    let writes = 0;
    cache.set = (...args) => {
      writes += args[5] ? 1 : 0;
      return args[5] && writes === 1 ? false : set(...args);
    };
    acceptsOrder();
    expect(await send()).toMatchObject({ already_ordered: false });
  });

  it.each<[false | null]>([[false], [null]])(
    'keeps the step from ordering, without a trace, if it refuses the mark before the order with %s',
    async (notWritten) => {
      onWrite((write, count) => (count >= markWrite ? notWritten : write()));
      await expect(send()).rejects.toThrow(/duplicate check is unavailable/);
      expect(countOpen()).toBe(0);
    },
  );

  it('keeps the earlier order for a longer window if it refuses the mark', async () => {
    acceptsOrder();
    await sendAt(0, 'week');
    onWrite((write, count) => count < markWrite && write());
    await expect(sendAt(2, 'hour')).rejects.toThrow(/duplicate check is unavailable/);
    expect(await sendAt(3, 'day')).toMatchObject({ order_id: 'm-1', ...alreadyOrdered });
  });

  it('may report that the mark was refused although it was stored: the step orders', async () => {
    onWrite((write, count) => write() && count !== markWrite);
    acceptsOrder();
    expect(await send()).toMatchObject({ already_ordered: false });
  });

  it('does not order again if it refused to record the order', async () => {
    const restore = onWrite((write, count) => count < orderWrite && write());
    acceptsOrder();
    await send();
    expect(connector.logs.map(({ message }) => message).join()).toContain(
      'The order m-1 could not be recorded',
    );
    restore();
    connector.now += 60_000;
    await expect(send()).rejects.toThrow(/that order may exist/);
  });

  it.each(Array.from({ length: 21 }, (_, index) => index * 50))(
    'with %i bytes a minute never leads to a second order or an untrue message',
    async (bytes) => {
      let orders = 0;
      api()
        .post('/v1/orders')
        .twice()
        .optionally()
        .reply(() => {
          orders += 1;
          return [201, placed];
        });
      connector.cache.bytesPerMinute = bytes;
      const results: string[] = [];
      for (const minutes of [0, 0, 2]) {
        connector.now = start + minutes * 60_000;
        results.push(
          await send().then(
            ({ already_ordered }) => (already_ordered ? 'found' : 'ordered'),
            ({ message }) => String(message),
          ),
        );
      }
      expect(orders).toBeLessThanOrEqual(1);
      const unavailable = expect.stringMatching(/Nothing was ordered by this run: the duplicate check is/);
      const unrecorded = expect.stringMatching(/^Nothing was ordered by this run: an earlier attempt/);
      if (orders === 0) expect(results).toEqual([unavailable, unavailable, unavailable]);
      else {
        expect(results[0]).toBe('ordered');
        for (const later of results.slice(1))
          expect(['found', unrecorded, unavailable]).toContainEqual(later);
      }
    },
  );

  it('does not hide the order if it cannot store the response, but later steps do not order', async () => {
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

  it('is given two more seconds to record an order whose response came when the time for requests was up', async () => {
    const { cache } = connector;
    const set = cache.set.bind(cache);
    api()
      .post('/v1/orders')
      .reply(() => {
        connector.now += 25_500;
        Reflect.set(cache, 'set', async (...args: Parameters<typeof set>) => {
          await delay(50);
          return set(...args);
        });
        return [201, placed];
      });
    expect(await send()).toMatchObject({ order_id: 'm-1', already_ordered: false });
    expect(connector.logs.map(({ message }) => message).join()).not.toContain('could not be recorded');
    expect(await send()).toMatchObject({ order_id: 'm-1', ...alreadyOrdered });
  });

  it('does not hide the error of the service if it cannot record that nothing was ordered', async () => {
    api()
      .post('/v1/orders')
      .reply(() => {
        connector.failing.add('zcache_set');
        return [400, { code: 'orders.unknown_file' }];
      });
    await expect(send()).rejects.toThrow(/code orders\.unknown_file/);
    expect(connector.logs.map(({ message }) => message).join()).toContain('could not record that');
  });
});

describe('The time of an earlier attempt', () => {
  it.each([
    ['America/New_York', /Mar 12, 2026, 8:00 AM EDT/],
    ['nowhere', /12:00 PM UTC/],
  ])('is in the time zone of the Zap, or UTC: %s', async (timezone, time) => {
    losesResponse();
    await expect(send()).rejects.toThrow();
    await expect(send({}, { meta: { timezone } })).rejects.toThrow(time);
  });
});
