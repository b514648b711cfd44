/** What the duplicate check costs: its calls of Zapier's cache and what it writes, which Zapier limits. */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import nock from 'nock';
import { UnitConnector, useNock } from '../../support/connector.ts';

const { api } = useNock();
const day = 86_400_000;

let connector: UnitConnector;
let orders: number;

beforeEach(() => {
  connector = new UnitConnector();
  orders = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => connector.now);
  api().persist().post('/v1/lists').reply(201, { list_id: 'l-1' });
  api()
    .persist()
    .post(/contacts$/)
    .reply(200, async (request: Request) => {
      const { data } = JSON.parse(await request.text());
      return { contacts: data.map((_: unknown, index: number) => ({ id: `a-${index}` })) };
    });
  api()
    .persist()
    .post('/v1/orders')
    .reply(201, () => {
      orders += 1;
      return { order_id: `m-001-${1000 + orders}` };
    });
  api()
    .persist()
    .get(/^\/v1\/orders\/m-/)
    .reply(200, { id: 'm-1', contents: [{ type: 'sheet', text: 'Thank you for {amount}.' }] });
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** Runs a step, and returns its calls of the cache and how many bytes it wrote. */
async function measure(run: () => Promise<unknown>): Promise<{ calls: number; bytes: number }> {
  const { cache } = connector;
  const set = cache.set.bind(cache);
  let bytes = 0;
  cache.set = (...args) => {
    bytes += Buffer.byteLength(args[2]);
    return set(...args);
  };
  connector.cacheCalls.length = 0;
  await run();
  cache.set = set;
  return { calls: connector.cacheCalls.length, bytes };
}

const sendLetter = (name: string) =>
  connector.create('send_letter', {
    saved_order_id: 'l-900',
    name,
    street: '1 Main St',
    city: 'Akron',
    postal_code: '44301',
    merge_fields: { amount: '$5' },
  });

const sendLetters = (names: readonly string[], inputData = {}) => {
  const rows = names.map((name) => `${name},1 Main St,Akron,44301,$5`);
  nock('https://files.test')
    .get('/list.csv')
    .reply(200, ['Name,Street,City,ZIP,Amount', ...rows].join('\n'));
  const file = 'https://files.test/list.csv';
  return connector.create('send_letters', { saved_order_id: 'l-900', file, ...inputData });
};

const people = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => `Person ${first + index}`);
const leaveOut = { already_sent: 'leave_out' };

it('Send Letter makes at most 16 calls, also after 2,000 letters of the same design in a week', async () => {
  for (const name of people(2_000)) {
    await sendLetter(name);
    connector.now += (6 * day) / 2_000;
  }
  const { calls, bytes } = await measure(() => sendLetter('Ann Lee'));
  expect(calls).toBeLessThanOrEqual(16);
  expect(bytes).toBeLessThan(5_000);
  expect((await measure(() => sendLetter('Ann Lee'))).bytes).toBe(0);
}, 120_000);

it.each([
  ['grows every day', (today: number) => people(today < 90 ? 100 + today : 5_000)],
  ['is joined and left every day', (today: number) => people(today < 90 ? 200 : 5_000, today)],
  ['stays the same', () => people(5_000)],
])(
  'Send Letters to 5,000 people makes at most 156 calls and writes 78 kB, also on the ninetieth day of a list that %s',
  async (_what, namesOn) => {
    // The list that stays the same is remembered as one, however often it is sent.
    const first = namesOn(1).length === 5_000 ? 85 : 1;
    for (let today = first; today < 90; today += 1) {
      await sendLetters(namesOn(today), leaveOut);
      connector.now += day;
    }
    const { calls, bytes } = await measure(() => sendLetters(namesOn(90), leaveOut));
    expect(calls).toBeLessThanOrEqual(156);
    expect(bytes).toBeLessThanOrEqual(78_000);
  },
  120_000,
);

it('Send Letters to 5,000 new people makes at most 156 calls and writes 78 kB after ninety other lists', async () => {
  for (let today = 1; today < 90; today += 1) {
    await sendLetters(people(50, today * 50));
    connector.now += day;
  }
  const { calls, bytes } = await measure(() => sendLetters(people(5_000, 10_000)));
  expect(calls).toBeLessThanOrEqual(156);
  expect(bytes).toBeLessThanOrEqual(78_000);
}, 120_000);
