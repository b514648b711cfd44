import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { skipPauses, UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const start = Date.parse('2026-03-12T12:00:00Z');
const hour = 3_600_000;

let connector: UnitConnector;
let lists: number;
let orders: string[];

beforeEach(() => {
  connector = new UnitConnector();
  connector.now = start;
  lists = 0;
  orders = [];
  jest.spyOn(Date, 'now').mockImplementation(() => connector.now);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

const person = (name: string) => ({
  name,
  street: '1 Main St',
  city: 'Akron',
  state: 'OH',
  postal_code: '44301',
});

/** Lets the service make one list. */
function acceptsList(count: number, expires?: string): string {
  lists += 1;
  const id = `l-${lists}`;
  api().post('/v1/lists').reply(201, { list_id: id, expires });
  api()
    .post(`/v1/lists/${id}/contacts`)
    .reply(200, { contacts: Array.from({ length: count }, (_, index) => ({ id: `a-${index}` })) });
  return id;
}

const makeList = async (names: readonly string[], expires?: string): Promise<string> => {
  const list_id = acceptsList(names.length, expires);
  await connector.create('create_list', { recipients: names.map(person) });
  return list_id;
};

const next = () => `m-${orders.length + 1}`;

/** Lets the service accept one order. */
const acceptsOrder = (status = 201) =>
  api()
    .post('/v1/orders')
    .reply(() => {
      if (status < 300) orders.push(next());
      return [status, { order_id: `m-${orders.length}` }];
    });

const resend = (list_id: string, changes = {}) =>
  connector.create('resend_saved_order', { saved_order_id: 'l-900', list_id, ...changes });

const orderList = async (names: readonly string[], changes = {}) => {
  acceptsOrder();
  return resend(await makeList(names), changes);
};

const tryList = async (names: readonly string[], changes = {}) => resend(await makeList(names), changes);

const tryLetter = (name: string, changes = {}) =>
  connector.create('send_letter', { saved_order_id: 'l-900', ...person(name), ...changes });

const sendLetter = (name: string, changes = {}) => {
  const id = next();
  acceptsList(1);
  acceptsOrder();
  api().get(`/v1/orders/${id}`).reply(200, { id });
  return tryLetter(name, changes);
};

const found = (order_id: string) => ({ order_id, already_ordered: true });

describe('An order to a list', () => {
  it('is already ordered if all of its people are in one earlier order', async () => {
    await orderList(['Ann', 'Ben', 'Cid']);
    expect(await tryList(['Cid', 'Ann'])).toMatchObject(found('m-1'));
    expect(await tryList(['Ben'])).toMatchObject(found('m-1'));
    expect(orders).toEqual(['m-1']);
  });

  it('is not placed if an earlier order includes some of its people', async () => {
    await orderList(['Ann', 'Ben']);
    await expect(tryList(['Ann', 'Ben', 'Cid'])).rejects.toThrow(
      'Nothing was ordered by this run: 2 of these 3 people already got the same letter, ordered on Mar 12, 2026, 12:00 PM UTC (m-1). No letter under this name and address yet: 1 of these 3 people. Make a list of only the others, and order the letters for it. If all of them should get the letter again, use a new Event ID.',
    );
    expect(await orderList(['Cid'])).toMatchObject({ order_id: 'm-2', already_ordered: false });
  });

  it('is not placed after several orders to one of its people, who counts once', async () => {
    await orderList(['Ann', 'Ben']);
    await orderList(['Ann', 'Cid'], { duplicate_window: 'off' });
    await expect(tryList(['Ann', 'Dan'])).rejects.toThrow(/1 of these 2 people already got/);
  });

  it('is already ordered if all of its people are in one earlier order, whatever became of a later one', async () => {
    await orderList(['Ann', 'Ben']);
    acceptsOrder(502);
    await expect(tryList(['Ann', 'Cid'], { duplicate_window: 'off' })).rejects.toThrow(/may or may not/);
    expect(await tryList(['Ann'])).toMatchObject(found('m-1'));
  });

  it('is not placed after several orders to the same people, and the error names them', async () => {
    await orderList(['Ann', 'Ben']);
    await orderList(['Ann', 'Ben'], { duplicate_window: 'off' });
    await expect(tryList(['Ann', 'Cid'])).rejects.toThrow(/ordered on [^;)]*UTC \(m-2\), [^;)]*UTC \(m-1\)/);
  });

  it('is not placed if some of its people got a single letter', async () => {
    await sendLetter('Ann');
    await expect(tryList(['Ann', 'Ben'])).rejects.toThrow(
      /^Nothing was ordered by this run: 1 of these 2 people/,
    );
  });

  it('is not placed if all of its people are in several earlier orders', async () => {
    await sendLetter('Ann');
    await orderList(['Ben', 'Cid']);
    await expect(tryList(['Ann', 'Ben', 'Cid'])).rejects.toThrow(
      /^Nothing was ordered by this run: the same letters were ordered on .* \(m-1\), [^,]*, [^,]*, [^,]* \(m-2\)\. If this is a new gift/,
    );
  });

  it('is placed after the window, with another Event ID, and without protection', async () => {
    await orderList(['Ann', 'Ben']);
    await orderList(['Ann', 'Cid'], { event_id: 'spring' });
    await orderList(['Ann', 'Dan'], { duplicate_window: 'off' });
    connector.now += 2 * hour;
    await orderList(['Ann', 'Eve'], { duplicate_window: 'hour' });
    expect(orders).toHaveLength(4);
    await expect(tryList(['Ben', 'Fay'], { duplicate_window: 'week' })).rejects.toThrow(/1 of these 2/);
    await expect(tryList(['Dan', 'Fay'], { duplicate_window: 'week' })).rejects.toThrow(
      /ordered on [^)]* \(m-3\)/,
    );
  });

  it('is placed if the earlier order was rejected', async () => {
    acceptsOrder(400);
    await expect(tryList(['Ann', 'Ben'])).rejects.toThrow(/Nothing was ordered/);
    expect(await orderList(['Ann', 'Cid'])).toMatchObject({ already_ordered: false });
  });

  it.each(['day', 'off'])(
    'is not placed if an earlier order to some of its people may exist, with the window "%s"',
    async (duplicate_window) => {
      acceptsOrder(502);
      await expect(tryList(['Ann', 'Ben'], { duplicate_window })).rejects.toThrow(/may or may not/);
      await expect(tryList(['Ann', 'Cid'])).rejects.toThrow(
        /the same letters for 1 of these 2 people, on Mar 12, .* never confirmed, so that order may exist\. .* Until Jun 12/,
      );
      await expect(tryList(['Ann'])).rejects.toThrow(/was never confirmed, so that order may exist/);
    },
  );

  it('is not placed after a confirmed order and one that may exist, and the error does not claim both', async () => {
    await orderList(['Ann', 'Ben']);
    acceptsOrder(502);
    await expect(tryList(['Cid', 'Dan'])).rejects.toThrow(/may or may not/);
    await expect(tryList(['Ann', 'Cid', 'Eve'])).rejects.toThrow(
      /for 1 of these 3 people, on .* never confirmed, .* Other people on this list already got the letter \(ordered on .* \(m-1\)\) and would get it again\./,
    );
  });

  it('is not placed after five orders to its people, and the error names the three newest', async () => {
    for (const name of ['Ann', 'Ben', 'Cid', 'Dan', 'Eve']) await orderList([name, `Other ${name}`]);
    await expect(tryList(['Ann', 'Ben', 'Cid', 'Dan', 'Eve'])).rejects.toThrow(
      /ordered on [^;(]*\(m-5\), [^;(]*\(m-4\), [^;(]*\(m-3\), and 2 more\./,
    );
  });

  it('is placed if of the orders to some of its people only a rejected one is within the window', async () => {
    const list = await makeList(['Ann', 'Ben']);
    acceptsOrder();
    await resend(list);
    connector.now += 2 * hour;
    acceptsOrder(400);
    const duplicate_window = 'hour';
    await expect(resend(list, { duplicate_window })).rejects.toThrow(/Nothing was ordered/);
    expect(await orderList(['Ann', 'Cid'], { duplicate_window })).toMatchObject({ already_ordered: false });
  });

  it('is compared with the newest orders, however many there were', async () => {
    await orderList(['Ann', 'Ben']);
    for (const { key, value } of connector.cache.entries()) {
      if (!Array.isArray(JSON.parse(value))) continue;
      const others = Array.from({ length: 100 }, (_, index) => ({ people: `people ${index}`, at: start }));
      connector.cache.set({ user: 'unit', connection: 'unit' }, key, JSON.stringify(others));
    }
    await orderList(['Cid', 'Dan']);
    await expect(tryList(['Dan', 'Eve'])).rejects.toThrow(/1 of these 2/);
  });

  it('can be tried again in a minute if another order to some of its people is in progress', async () => {
    skipPauses();
    await orderList(['Ann', 'Ben']);
    const [one, other] = [await makeList(['Cid', 'Dan']), await makeList(['Ann', 'Cid'])];
    let attempt: Promise<unknown> | undefined;
    api()
      .post('/v1/orders')
      .reply(async () => {
        connector.now += 20_000;
        attempt = expect(resend(other)).rejects.toThrow(
          'Nothing was ordered by this run: another step may be ordering the same letters right now. Zapier runs the step again in a minute.',
        );
        await attempt;
        return [201, { order_id: 'm-2' }];
      });
    await resend(one);
    await attempt;
  });

  it('leaves nothing behind if it is not placed', async () => {
    await orderList(['Ann', 'Ben']);
    await expect(tryList(['Ann', 'Cid'])).rejects.toThrow(/1 of these 2/);
    expect(await orderList(['Cid'])).toMatchObject({ already_ordered: false });
  });

  it('with the same contents is compared person by person, too', async () => {
    const order = (list_id: string) =>
      connector.create('create_order', { list_id, sheets: [{ file: 'f-1' }] });
    api().post('/v1/orders').reply(200, { id: 'm-7', type: 'order' });
    await order(await makeList(['Ann', 'Ben']));
    await expect(order(await makeList(['Ben', 'Cid']))).rejects.toThrow(/1 of these 2 people/);
  });
});

describe('A letter to one person', () => {
  it('is already ordered if the person is in an order to a list', async () => {
    await orderList(['Ann', 'Ben']);
    expect(await tryLetter('Ben')).toMatchObject(found('m-1'));
    expect(await tryLetter('Ben')).toMatchObject(found('m-1'));
    expect(await sendLetter('Cid')).toMatchObject({ order_id: 'm-2', already_ordered: false });
  });

  it('is not ordered if an order to a list with the person may exist', async () => {
    acceptsOrder(502);
    await expect(tryList(['Ann', 'Ben'])).rejects.toThrow(/may or may not/);
    await expect(tryLetter('Ann')).rejects.toThrow(/Nothing was ordered by this run: an earlier attempt/);
  });

  it('is found by an order to the same person in a list', async () => {
    await sendLetter('Ann');
    expect(await tryList(['Ann'])).toMatchObject(found('m-1'));
  });

  it('does not wait for letters to others', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `Person ${index}`);
    api()
      .post('/v1/lists')
      .times(20)
      .reply(() => [201, { list_id: 'l-1' }]);
    api()
      .post('/v1/lists/l-1/contacts')
      .times(20)
      .reply(200, { contacts: [{ id: 'a-1' }] });
    api().post('/v1/orders').times(20).reply(201, { order_id: 'm-1' });
    api().get('/v1/orders/m-1').times(20).reply(200, { id: 'm-1' });
    const letters = await Promise.all(names.map((name) => tryLetter(name)));
    expect(letters.filter(({ already_ordered }) => already_ordered)).toEqual([]);
  });
});

describe('Of orders at the same moment', () => {
  const statuses = async (runs: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(runs)).map(({ status }) => status).sort();

  it('to lists with the same person, one is placed', async () => {
    const [one, other] = [await makeList(['Ann', 'Ben']), await makeList(['Ann', 'Cid'])];
    api().post('/v1/orders').delay(100).reply(201, { order_id: 'm-1' });
    expect(await statuses([resend(one), resend(other)])).toEqual(['fulfilled', 'rejected']);
  });

  it('to lists with the same person that the steps themselves make, one is placed', async () => {
    const sendTo = (...names: string[]) =>
      connector.create('send_letters', { saved_order_id: 'l-900', recipients: names.map(person) });
    let other: Promise<unknown> | undefined;
    // The other step starts when this one has looked for earlier orders, and has not made its list yet.
    api()
      .post('/v1/lists')
      .reply(async () => {
        other = sendTo('Ann', 'Cid');
        await Promise.allSettled([other]);
        return [201, { list_id: 'l-1' }];
      });
    api().post('/v1/lists').optionally().reply(201, { list_id: 'l-2' });
    api()
      .post(/contacts$/)
      .times(2)
      .optionally()
      .reply(200, { contacts: [{ id: 'a-1' }, { id: 'a-2' }] });
    api().post('/v1/orders').times(2).optionally().reply(201, { order_id: 'm-1' });
    api().get('/v1/orders/m-1').times(2).optionally().reply(200, { id: 'm-1' });
    expect(await statuses([sendTo('Ann', 'Ben')])).toEqual(['fulfilled']);
    await expect(other).rejects.toThrow(/another step may be ordering the same letters right now/);
  });

  it('to one person, one is placed although Zapier loses that the first step announced itself', async () => {
    let other: Promise<unknown> | undefined;
    api()
      .post('/v1/lists')
      .reply(async () => {
        connector.cache.evict();
        other = sendLetter('Ann');
        await other;
        return [201, { list_id: 'l-9' }];
      });
    api()
      .post('/v1/lists/l-9/contacts')
      .reply(200, { contacts: [{ id: 'a-1' }] });
    await expect(tryLetter('Ann')).rejects.toMatchObject({ name: 'ThrottledError' });
    expect(await other).toMatchObject({ order_id: 'm-1', already_ordered: false });
    expect(await tryLetter('Ann')).toMatchObject(found('m-1'));
  });

  it('to different lists, all are placed', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 8; index += 1) ids.push(await makeList([`Ann ${index}`, `Ben ${index}`]));
    api().post('/v1/orders').times(8).reply(201, { order_id: 'm-1' });
    const results = await Promise.all(ids.map((id) => resend(id)));
    expect(results.filter(({ already_ordered }) => already_ordered)).toEqual([]);
  });

  it('to a list and to a person on it, at most one is placed', async () => {
    const list = await makeList(['Ann', 'Ben']);
    let placed = 0;
    lists += 1;
    api().post('/v1/lists').optionally().reply(201, { list_id: 'l-2' });
    api()
      .post('/v1/lists/l-2/contacts')
      .optionally()
      .reply(200, { contacts: [{ id: 'a-1' }] });
    api()
      .post('/v1/orders')
      .twice()
      .optionally()
      .reply(() => {
        placed += 1;
        return [201, { order_id: 'm-1' }];
      });
    api().get('/v1/orders/m-1').optionally().reply(200, { id: 'm-1' });
    await Promise.allSettled([resend(list), tryLetter('Ann')]);
    expect(placed).toBeLessThanOrEqual(1);
  });
});

describe('The people on a list', () => {
  it('are compared as a whole if Zapier refused to store them, and the log says so', async () => {
    const set = connector.cache.set.bind(connector.cache);
    connector.cache.set = (...args) => !/^"[\w-]{18}"$/.test(args[2]) && set(...args);
    await orderList(['Ann', 'Ben']);
    connector.cache.set = set;
    expect(connector.logs.map(({ message }) => message).join()).toContain(
      'may not recognize another list with all or some of the same people',
    );
    expect(await tryList(['Ben', 'Ann'])).toMatchObject(found('m-1'));
  });

  it('must be stored before a step that makes its own list orders', async () => {
    const sendTo = (names: readonly string[]) =>
      connector.create('send_letters', { saved_order_id: 'l-900', recipients: names.map(person) });
    connector.cache.refuseWrites(1);
    await expect(sendTo(['Ann', 'Ben'])).rejects.toMatchObject({ name: 'ThrottledError' });
    acceptsList(2);
    acceptsOrder();
    api().get('/v1/orders/m-1').reply(200, { id: 'm-1' });
    expect(await sendTo(['Ann', 'Ben'])).toMatchObject({ already_ordered: false });
    await expect(tryList(['Ben', 'Cid'])).rejects.toThrow(/1 of these 2/);
  });

  it('are remembered until the list expires in every time zone, and for a week after an order to it', async () => {
    const [one, other] = [
      await makeList(['Ann', 'Ben'], '2026-03-14T12:00:00'),
      await makeList(['Ben', 'Ann'], '2026-03-14T12:00:00'),
    ];
    connector.now = Date.parse('2026-03-15T11:59:00Z');
    acceptsOrder();
    await resend(one);
    expect(await resend(other)).toMatchObject(found('m-1'));
    connector.now += 167 * hour;
    await expect(tryList(['Ben', 'Cid'], { duplicate_window: 'week' })).rejects.toThrow(/1 of these 2/);
  });

  it('are remembered for two weeks if the service does not say when the list expires', async () => {
    const [one, other] = [await makeList(['Ann', 'Ben']), await makeList(['Ben', 'Ann'])];
    connector.now += 14 * 24 * hour;
    acceptsOrder();
    await resend(one);
    expect(await resend(other)).toMatchObject(found('m-1'));
  });

  it('are remembered for a week after an order to a list that is about to expire', async () => {
    const list = await makeList(['Ann', 'Ben']);
    connector.now += 14 * 24 * hour;
    acceptsOrder();
    await resend(list);
    connector.now += 167 * hour;
    await expect(tryList(['Ben', 'Cid'], { duplicate_window: 'week' })).rejects.toThrow(/1 of these 2/);
  });

  it('are compared one by one on a list of 5,000, and only as a whole on a longer one', async () => {
    const names = Array.from({ length: 5_001 }, (_, index) => `Person ${index}`);
    await orderList(names, { event_id: 'longer' });
    await orderList(names.slice(1), { event_id: 'full' });
    const list = await makeList(['Person 1', 'Zoe']);
    await expect(resend(list, { event_id: 'full' })).rejects.toThrow(/1 of these 2 people/);
    acceptsOrder();
    expect(await resend(list, { event_id: 'longer' })).toMatchObject({ already_ordered: false });
  });

  it('are unknown if Zapier refused to store the list, and the log says so', async () => {
    connector.cache.bytesPerMinute = 100;
    const list = await makeList(['Ann', 'Ben']);
    connector.cache.bytesPerMinute = Number.POSITIVE_INFINITY;
    expect(connector.logs.map(({ message }) => message).join()).toContain(
      'may not recognize another list with all or some of the same people',
    );
    acceptsOrder();
    await resend(list);
    expect(await resend(list)).toMatchObject(found('m-1'));
  });
});
