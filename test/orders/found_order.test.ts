/** Found Order ID: what a step does with an order whose confirmation was lost, after the user has found it at the letter service. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const hour = 3_600_000;

let connector: UnitConnector;
/** The lists that the service made: the names on each. */
let lists: string[][];
/** The lists that orders were placed for. */
let orders: string[];
/** The orders that the service shows. */
let shown: Record<string, object>;
let losesAnswer: boolean;

beforeEach(() => {
  connector = new UnitConnector();
  [lists, orders, shown, losesAnswer] = [[], [], {}, false];
  jest.spyOn(Date, 'now').mockImplementation(() => connector.now);
  const service = api().persist();
  service
    .post('/v1/lists')
    .optionally()
    .reply(201, () => ({ list_id: `l-${lists.push([])}` }));
  service
    .post(/contacts$/)
    .optionally()
    .reply(200, async (request: Request) => {
      const { data } = JSON.parse(await request.text());
      lists.at(-1)?.push(...data.map(({ name }: { name: string }) => name));
      return { contacts: data.map((_: unknown, index: number) => ({ id: `a-${index}` })) };
    });
  service
    .post('/v1/orders')
    .optionally()
    .reply(async (request: Request) => {
      const { list_id } = JSON.parse(await request.text());
      const id = `m-${orders.push(list_id)}`;
      const created = new Date(connector.now).toISOString().slice(0, 19);
      shown[id] ??= { id, list: list_id, timeline: { created } };
      return losesAnswer ? [502, {}] : [201, { order_id: id, created }];
    });
  service.get('/v1/orders/saved').optionally().reply(200, { saved_orders: [] });
  service
    .get(/^\/v1\/orders\/m-\d+$/)
    .optionally()
    .reply(({ url }: Request) => {
      const order = shown[url.split('/').at(-1) ?? ''];
      return order ? [200, order] : [404, {}];
    });
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
const sendLetter = (name: string, changes = {}, bundle = {}) =>
  connector.create('send_letter', { saved_order_id: 'l-900', ...person(name), ...changes }, bundle);
const sendLetters = (names: readonly string[], changes = {}) =>
  connector.create('send_letters', { saved_order_id: 'l-900', recipients: names.map(person), ...changes });
const resend = (changes = {}) =>
  connector.create('resend_saved_order', { saved_order_id: 'l-900', list_id: 'l-77', ...changes });

/** Runs the step, whose order is placed although its answer is lost. */
async function lose(run: () => Promise<unknown>): Promise<string> {
  losesAnswer = true;
  const message = await run().then(String, ({ message }: Error) => message);
  losesAnswer = false;
  return message;
}

it('A lost answer says what to do, and until when the same letters are not ordered again', async () => {
  expect(await lose(() => sendLetters(['Ann', 'Bob']))).toMatch(
    /If it is there, enter its ID in Found Order ID and run the step again\. If it is missing, set Do Not Send Twice Within to "Off.* not ordered again until Jun 12, 2026/,
  );
  expect(await lose(() => sendLetter('Cid'))).toMatch(/not ordered again until Mar 19, 2026/);
  expect(await lose(() => sendLetter('Dee', { event_id: 'gift 7' }))).toMatch(/until Jun 12, 2026/);
});

describe('An order that was found', () => {
  it('is returned, now and later', async () => {
    await lose(() => sendLetter('Ann'));
    expect(await sendLetter('Ann', { found_order_id: ' m-1 ' })).toMatchObject({
      order_id: 'm-1',
      already_ordered: true,
      list_id: 'l-1',
    });
    connector.now += hour;
    expect(await sendLetter('Ann')).toMatchObject({ order_id: 'm-1', already_ordered: true });
    expect(orders).toHaveLength(1);
  });

  it('leaves its people out beside new ones, also weeks later', async () => {
    await lose(() => sendLetters(['Ann', 'Bob'], { already_sent: 'leave_out' }));
    connector.now += 40 * 24 * hour;
    const grown = ['Ann', 'Bob', 'Cid'];
    await expect(sendLetters(grown, { already_sent: 'leave_out' })).rejects.toThrow(
      /for Ann, Bob, on Mar 12, 2026, 12:00 PM UTC, was never confirmed, so that order may exist\. .* Until Jun 12, 2026/,
    );
    const result = await sendLetters(grown, { already_sent: 'leave_out', found_order_id: 'm-1' });
    expect(result).toMatchObject({ order_id: 'm-2', already_sent_left_out: 2 });
    expect(lists.at(-1)).toEqual(['Cid']);
  });

  it('stops a step that does not leave people out, and names the order', async () => {
    await lose(() => sendLetters(['Ann', 'Bob']));
    await expect(sendLetters(['Ann', 'Bob', 'Cid'], { found_order_id: 'm-1' })).rejects.toThrow(
      /2 of these 3 people already got the same letter, ordered on .* \(m-1\)/,
    );
  });

  it('counts for a mapped list once, and only if it was created within a day', async () => {
    await lose(() => resend());
    expect(await resend({ found_order_id: 'm-1' })).toMatchObject({ order_id: 'm-1', already_ordered: true });
    await lose(() => resend({ event_id: 'May' }));
    await expect(resend({ event_id: 'May', found_order_id: 'm-1' })).rejects.toThrow(
      /^Found Order ID: order "m-1" is already remembered as the order of another run\. Nothing was ordered by this run\./,
    );
    connector.now += 48 * hour;
    await resend({ event_id: 'June' });
    shown['m-8'] = { id: 'm-8', list: 'l-77', timeline: { created: '2026-03-14T12:00:01' } };
    await expect(resend({ event_id: 'May', found_order_id: 'm-8' })).rejects.toThrow(
      /not created within a day/,
    );
    shown['m-8'] = { id: 'm-8', timeline: { created: '2026-03-13T11:59:00' } };
    await expect(resend({ event_id: 'May', found_order_id: 'm-8' })).rejects.toThrow(/ordered on .*\(m-8\)/);
  });
});

describe('An order ID is refused', () => {
  const refuses = async (found_order_id: string, reason: RegExp) => {
    await expect(sendLetter('Ann', { found_order_id })).rejects.toThrow(reason);
    await expect(sendLetter('Ann')).rejects.toThrow(/never confirmed/);
  };

  it('if the order went to another list, such as one of many lost letters', async () => {
    await lose(() => sendLetter('Ann'));
    await lose(() => sendLetter('Bob'));
    await refuses('m-2', /^Letter to Ann: Found Order ID: order "m-2" went to another list/);
  });

  it('if the order is remembered, although the service does not show its list', async () => {
    shown['m-2'] = { id: 'm-2', timeline: { created: '2026-03-12T12:00:00' } };
    await lose(() => sendLetter('Ann'));
    await sendLetter('Bob');
    await refuses('m-2', /is already remembered as the order of another run/);
  });

  it('if the order was canceled, or is not in the account', async () => {
    await lose(() => sendLetter('Ann'));
    shown['m-1'] = { ...shown['m-1'], canceled: true };
    await refuses('m-1', /order "m-1" was canceled at the letter service/);
    await refuses('m-9', /order "m-9" does not exist in this account/);
  });
});

it('An order ID has no effect if every order was confirmed', async () => {
  expect(await sendLetter('Ann', { found_order_id: 'm-77' })).toMatchObject({
    order_id: 'm-1',
    already_ordered: false,
  });
  expect(await sendLetter('Ann', { found_order_id: 'm-77' })).toMatchObject({ order_id: 'm-1' });
});

it('A preview records nothing', async () => {
  await lose(() => sendLetter('Ann'));
  await sendLetter('Ann', { found_order_id: 'm-1' }, { meta: { isLoadingSample: true } });
  await expect(sendLetter('Ann')).rejects.toThrow(/never confirmed/);
});

it('An order that was never confirmed counts three months for lists, and a week for Send Letter without an Event ID', async () => {
  await lose(() => sendLetters(['Ann', 'Bob']));
  connector.now += 8 * 24 * hour;
  expect(await sendLetter('Ann')).toMatchObject({ already_ordered: false });
  connector.now += 80 * 24 * hour;
  await expect(sendLetter('Bob', { duplicate_window: 'quarter' })).rejects.toThrow(/never confirmed/);
  await expect(sendLetters(['Bob', 'Cid'], { duplicate_window: 'day' })).rejects.toThrow(/never confirmed/);
  connector.now += 5 * 24 * hour;
  expect(await sendLetters(['Bob', 'Cid'])).toMatchObject({ already_ordered: false });
});
