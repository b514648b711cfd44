/** What the duplicate check costs: its calls of Zapier's cache and what it writes, which Zapier limits. */
import { beforeEach, expect, it } from '@jest/globals';
import nock from 'nock';
import { personNamed, useOrderService } from '../support/order_service.ts';
import { isThorough } from '../support/thoroughness.ts';

const service = useOrderService();
const day = 86_400_000;

beforeEach(() => {
  service.text = 'Thank you for {amount}.';
});

/** Runs a step, and returns its calls of the cache and how many bytes it wrote. */
async function measure(run: () => Promise<unknown>): Promise<{ calls: number; bytes: number }> {
  const { cache } = service.connector;
  const set = cache.set.bind(cache);
  let bytes = 0;
  cache.set = (...args) => {
    bytes += Buffer.byteLength(args[2]);
    return set(...args);
  };
  service.connector.cacheCalls.length = 0;
  await run();
  cache.set = set;
  return { calls: service.connector.cacheCalls.length, bytes };
}

const sendLetter = (name: string) =>
  service.connector.create('send_letter', {
    saved_order_id: 'l-900',
    ...personNamed(name),
    merge_fields: { amount: '$5' },
  });

const sendLetters = (names: readonly string[], inputData = {}) => {
  const rows = names.map((name) => `${name},1 Main St,Akron,OH,44301,$5`);
  nock('https://files.test')
    .get('/list.csv')
    .reply(200, ['Name,Street,City,State,ZIP,Amount', ...rows].join('\n'));
  const file = 'https://files.test/list.csv';
  return service.connector.create('send_letters', {
    saved_order_id: 'l-900',
    file,
    merge_columns: ['Amount'],
    ...inputData,
  });
};

const people = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => `Person ${first + index}`);
const leaveOut = { already_sent: 'leave_out' };

// `npm test` sends fewer letters than `npm run faults`, so its limits are lower.
const [letterCount, letterBytes] = isThorough ? [2_000, 5_000] : [50, 1_000];
const [listSize, days, listCalls, sameListCalls, listBytes] = isThorough
  ? [5_000, 90, 450, 450, 90_000]
  : [300, 12, 400, 400, 4_700];

it(`Send Letter makes at most 17 calls, also after ${letterCount} letters of the same design in a week`, async () => {
  for (const name of people(letterCount)) {
    await sendLetter(name);
    service.connector.now += (6 * day) / letterCount;
  }
  const { calls, bytes } = await measure(() => sendLetter('Ann Lee'));
  expect(calls).toBeLessThanOrEqual(17);
  expect(bytes).toBeLessThan(letterBytes);
  expect(await measure(() => sendLetter('Ann Lee'))).toEqual({ calls: 6, bytes: 0 });
}, 300_000);

it.each([
  [
    'is joined and left',
    listCalls,
    (today: number) => people(today < days ? listSize / 25 : listSize, today),
  ],
  // These lists are remembered as one, however often they are sent.
  ['grows', sameListCalls, (today: number) => people(today < days ? listSize / 50 + today : listSize)],
  ['stays the same', sameListCalls, () => people(listSize)],
])(
  `Send Letters to ${listSize} people writes at most ${listBytes} bytes, also after ${days} days of a list that %s: it makes at most %d calls`,
  async (_what, mostCalls, namesOn) => {
    const first = namesOn(1).length === listSize ? days - 3 : 1;
    for (let today = first; today < days; today += 1) {
      await sendLetters(namesOn(today), leaveOut);
      service.connector.now += day;
    }
    const { calls, bytes } = await measure(() => sendLetters(namesOn(days), leaveOut));
    expect(calls).toBeLessThanOrEqual(mostCalls);
    expect(bytes).toBeLessThanOrEqual(listBytes);
  },
  300_000,
);

it(`Send Letters to ${listSize} new people makes at most ${listCalls} calls and writes ${listBytes} bytes after ${days} other lists`, async () => {
  for (let today = 1; today < days; today += 1) {
    await sendLetters(people(listSize / 100, today * 50));
    service.connector.now += day;
  }
  const { calls, bytes } = await measure(() => sendLetters(people(listSize, 10_000)));
  expect(calls).toBeLessThanOrEqual(listCalls);
  expect(bytes).toBeLessThanOrEqual(listBytes);
}, 300_000);
