/** What this release stores in Zapier's cache, as an example that a later release must understand, or must keep under other keys. */
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import nock from 'nock';
import * as zod from 'zod';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const example = new URL('stored_orders.json', import.meta.url);
const storedSchema = zod.array(zod.object({ key: zod.string(), value: zod.unknown() }));

let connector: UnitConnector;
/** The names on the lists that the service made. */
let lists: string[][];

beforeEach(() => {
  connector = new UnitConnector();
  lists = [];
  jest.spyOn(Date, 'now').mockImplementation(() => connector.now);
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** Answers everything but orders. */
function serve(): void {
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
    .get(/^\/v1\/orders\/m-\d$/)
    .reply(200, { id: 'm', contents: [{ type: 'sheet', text: 'Thank you for {amount}.' }] });
}

const person = (name: string) => ({ name, street: '1 Main St', city: 'Akron', postal_code: '44301' });
const letter = { saved_order_id: 'l-900', merge_fields: { amount: '$5' } };
const sendLetter = (name: string) =>
  connector.create('send_letter', { ...letter, ...person(name), event_id: 'gift 7' });
const sendLetters = (total: string, ...names: string[]) => {
  const rows = names.map((name) => `${name},1 Main St,Akron,44301,${total}`);
  nock('https://files.test')
    .get('/list.csv')
    .reply(200, ['Name,Street,City,ZIP,Total', ...rows].join('\n'));
  const file = 'https://files.test/list.csv';
  return connector.create('send_letters', {
    ...{ ...letter, file, already_sent: 'leave_out', merge_columns: 'none' },
    default_country: 'United States',
  });
};
const createOrder = async () => {
  nock('https://files.test').get('/a.docx').reply(200, 'PDF', { 'Content-Length': '3' });
  api().post('/v1/files').query(true).reply(201, { id: 'f-1', filename: 'a.docx' });
  await connector.create('upload_file', { file: 'https://files.test/a.docx' });
  return connector.create('create_order', {
    list_id: 'l-77',
    sheets: [{ file: 'f-1', paper_type: 'p-1', width: '8.5', height: 11, color: 'no', duplex: 'yes' }],
    merges: [{ sheet_number: 1, text: ' Dear Zoë,\r\n', font: 'f-9', size: '12', text_color: '#1A4D80' }],
    outer_envelope_type: 'e-1',
    logo: 'l-9',
  });
};
const orders = (order_id: string, status = 201) =>
  api().post('/v1/orders').reply(status, { order_id, id: order_id });

/** Reads the example as Zapier's cache an hour later. Claims and runs that have ended do not matter. */
async function loadExample(): Promise<void> {
  const stored = storedSchema.parse(JSON.parse(await readFile(example, 'utf8')));
  for (const { key, value } of stored)
    connector.cache.set({ user: 'unit', connection: 'unit' }, key, JSON.stringify(value), 86_400, ['auth']);
  connector.now += 3_600_000;
}

it('An example of what is stored is understood: placed, left out, unconfirmed, a list and a file', async () => {
  serve();
  await loadExample();
  expect(await sendLetter('Ann')).toMatchObject({ order_id: 'm-1', already_ordered: true });
  await expect(sendLetter('Eva')).rejects.toThrow(/on Mar 12, 2026, 12:00 PM UTC, was never confirmed/);
  expect(await createOrder()).toMatchObject({ order_id: 'm-4', already_ordered: true });
  orders('m-5');
  expect(await sendLetters('$140', 'Ben', 'Cid', 'Dan', 'Fay')).toMatchObject({
    letter_count: 1,
    already_sent_left_out: 3,
    warning: expect.stringMatching(
      /Ordered on Mar 12, 2026, 12:00 PM UTC \(m-2\), Mar 12, 2026, 12:00 PM UTC \(m-3\)\./,
    ),
  });
  expect(lists).toEqual([['Fay']]);
});
