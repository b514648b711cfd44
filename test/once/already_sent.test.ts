/** Runs of Send Letters to Several People and Send Letter that meet other runs with the same letter. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
let connector: UnitConnector;

beforeEach(() => {
  connector = new UnitConnector();
  jest.spyOn(Date, 'now').mockImplementation(() => connector.now);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

const person = (name: string) => ({
  name,
  street: '1 Elm St',
  city: 'Akron',
  state: 'OH',
  postal_code: '44301',
});
const acceptsList = (id: string, names: readonly string[]) => {
  api().post('/v1/lists').reply(201, { list_id: id });
  api()
    .post(`/v1/lists/${id}/contacts`)
    .reply(200, { contacts: names.map(() => ({ id: 'a-1' })) });
};
const sendTo = (names: string[], inputData = {}) =>
  connector.create('send_letters', { saved_order_id: 'l-900', recipients: names.map(person), ...inputData });

/** Makes the next step short of time when it finds another one, so that it does not wait. The other one has enough time left. */
function hurry(): void {
  const get = connector.cache.get.bind(connector.cache);
  connector.cache.get = (...args) => {
    const value = get(...args);
    if (value?.includes('unconfirmed')) {
      connector.now += 20_000;
      connector.cache.get = get;
    }
    return value;
  };
}

describe('Leave them out', () => {
  it.each([[['Ann', 'Bob']], [['Ann', 'Cid']]])(
    'orders nothing and runs again while another run orders the same letter for some of %j',
    async (names) => {
      acceptsList('l-1', ['Ann', 'Bob']);
      let second: unknown;
      api()
        .post('/v1/orders')
        .reply(async () => {
          hurry();
          second = await sendTo(names, { already_sent: 'leave_out' }).catch((error: unknown) => error);
          return [201, { id: 'm-1', invoice_amount: 1 }];
        });
      await sendTo(['Ann', 'Bob']);
      expect(second).toMatchObject({
        name: 'ThrottledError',
        message: expect.stringContaining(
          'Nothing was ordered by this run: another step may be ordering the same letters right now.',
        ),
      });
    },
  );

  it('orders once if two runs start together, whatever Do Not Send Twice Within says', async () => {
    const run = () => sendTo(['Ann', 'Bob'], { already_sent: 'leave_out', duplicate_window: 'off' });
    acceptsList('l-1', ['Ann', 'Bob']);
    let second: unknown;
    api()
      .post('/v1/orders')
      .reply(async () => {
        hurry();
        second = await run().catch((error: unknown) => error);
        return [201, { id: 'm-1', invoice_amount: 1 }];
      });
    expect(await run()).toMatchObject({ order_id: 'm-1', letter_count: 2 });
    expect(second).toMatchObject({ name: 'ThrottledError' });
  });

  it('never starts over with a list that has a new person every day', async () => {
    const names: string[] = [];
    for (let day = 0; day < 12; day += 1) {
      names.push(`Person ${day}`);
      acceptsList(`l-${day}`, ['one']);
      api()
        .post('/v1/orders')
        .reply(201, { id: `m-${day}`, invoice_amount: 1 });
      expect(await sendTo(names, { already_sent: 'leave_out' })).toMatchObject({
        letter_count: 1,
        already_sent_left_out: day,
      });
      connector.now += 86_400_000;
    }
  });
});

describe('A run whose people cannot be announced to other runs', () => {
  it('orders nothing, leaves nothing of its own and runs again', async () => {
    const set = connector.cache.set.bind(connector.cache);
    connector.cache.set = (...args) => !args[5] && set(...args);
    await expect(
      connector.create('send_letter', { saved_order_id: 'l-900', ...person('Ann') }),
    ).rejects.toMatchObject({
      name: 'ThrottledError',
      message: expect.stringContaining('Nothing was ordered by this run'),
    });
    expect(connector.cache.entries()).toEqual([]);
  });
});
