/** Whom Send Letters to Several People leaves out after many other orders of the same letter. */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { UnitConnector, useNock } from '../../support/connector.ts';

const { api } = useNock();
const hour = 3_600_000;

let connector: UnitConnector;
let lists: string[][];
let written: string[];

beforeEach(() => {
  connector = new UnitConnector();
  lists = [];
  written = [];
  jest.spyOn(Date, 'now').mockImplementation(() => connector.now);
  api()
    .persist()
    .post('/v1/lists')
    .reply(201, () => ({ list_id: `l-${lists.push([])}` }));
  api()
    .persist()
    .post(/contacts$/)
    .reply(200, async (request: Request) => {
      const { data } = JSON.parse(await request.text());
      lists.at(-1)?.push(...data.map(({ name }: { name: string }) => name));
      return { contacts: data.map((_: unknown, index: number) => ({ id: `a-${index}` })) };
    });
  api()
    .persist()
    .post('/v1/orders')
    .reply(201, () => {
      written.push(...(lists.at(-1) ?? []));
      return { order_id: 'm-1' };
    });
  api().persist().get('/v1/orders/m-1').reply(200, { id: 'm-1' });
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

const send = (names: string[], already_sent: string) =>
  connector.create('send_letters', { saved_order_id: 'l-900', recipients: names.map(person), already_sent });
const leaveOut = (...names: string[]) => send(names, 'leave_out');

it('They are remembered after 100 orders to other lists within the week', async () => {
  await leaveOut('Ann', 'Bob');
  for (let other = 0; other < 100; other += 1) {
    await send([`Cid ${other}`, `Dee ${other}`], 'stop');
    connector.now += hour;
  }
  await leaveOut('Ann', 'Bob', 'Eve');
  expect(written.filter((name) => !/ \d/.test(name))).toEqual(['Ann', 'Bob', 'Eve']);
}, 60_000);
