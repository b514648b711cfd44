/** Letters to lists that are sent every day: what one run stores never makes another one forget a letter. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import nock from 'nock';
import { UnitConnector, useNock } from '../../support/connector.ts';

const { api } = useNock();
const day = 86_400_000;

let connector: UnitConnector;
/** Who got a letter: "LETTER NAME". */
let written: string[];
let lists: string[][];
/** What the letters print. */
let text: string;

beforeEach(() => {
  connector = new UnitConnector();
  [written, lists, text] = [[], [], 'Thank you for {amount}.'];
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
    .reply(201, async (request: Request) => {
      const { saved_order_id, list_id } = JSON.parse(await request.text());
      const names = lists[Number(list_id.slice(2)) - 1] ?? [];
      written.push(...names.map((name) => `${saved_order_id} ${name}`));
      return { order_id: `m-${lists.length}` };
    });
  service
    .get(/^\/v1\/orders\/m-/)
    .optionally()
    .reply(200, () => ({ id: 'm', contents: [{ type: 'sheet', text }] }));
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

/** @param note a column that the letter does not print */
function send(names: readonly string[], note: string, changes = {}) {
  const rows = names.map((name) => `${name},1 Main St,Akron,OH,44301,$5,${note}`);
  nock('https://files.test')
    .get('/list.csv')
    .optionally()
    .reply(200, ['Name,Street,City,State,ZIP,Amount,Note', ...rows].join('\n'));
  const input = { saved_order_id: 'l-1', file: 'https://files.test/list.csv', already_sent: 'leave_out' };
  return connector.create('send_letters', { ...input, ...changes });
}

const sendOne = (name: string, note: string, changes = {}) => {
  const fields = { merge_fields: { Amount: '$5', Note: note } };
  return connector.create('send_letter', { saved_order_id: 'l-1', ...person(name), ...fields, ...changes });
};

describe('A column that is not printed', () => {
  it('may change every day in a growing file for two letters', async () => {
    const names = ['Ann', 'Ben', 'Cid', 'Dan', 'Eve'];
    for (const [index] of names.entries()) {
      const today = names.slice(0, index + 1);
      await send(today, `day ${index}`);
      await connector.create('create_list', {
        recipients: today.map(person),
        merge_fields: { Amount: '$5' },
      });
      await send(today, `day ${index}`, { saved_order_id: 'l-2' });
      connector.now += day;
    }
    expect(written.toSorted()).toEqual(
      ['l-1', 'l-2'].flatMap((letter) => names.map((name) => `${letter} ${name}`)),
    );
  });

  it('stops a run in which nobody else is left, because the letter may have been edited', async () => {
    await send(['Ann', 'Ben'], 'a');
    connector.now += day;
    text = 'Thank you for {amount}. {note}';
    await expect(send(['Ann', 'Ben'], 'b')).rejects.toThrow(
      /^Nothing was ordered by this run: everyone on the list already got this letter, ordered on .* \(m-1\), but the data have changed for Ann, Ben\. .* use a new Event ID\. .* Merge Columns/,
    );
    expect(await send(['Ann', 'Ben', 'Cid'], 'b')).toMatchObject({
      already_sent_left_out: 2,
      warning: expect.stringContaining('Some values have changed'),
    });
    // Who was left out with these values is left out again.
    expect(await send(['Ann', 'Ben', 'Cid'], 'b')).toMatchObject({ letter_count: 0 });
  });

  it('never makes an equal print a success', async () => {
    await send(['Ann', 'Ben'], 'a');
    await send(['Ann', 'Ben', 'Cid'], 'b');
    await expect(send(['Ann', 'Ben'], 'b', { already_sent: 'stop' })).rejects.toThrow(
      /Some values have changed/,
    );
  });
});

it('An exact letter is not forgotten for one that prints the same', async () => {
  await send(['Ann', 'Ben'], 'a');
  await send(['Ann', 'Ben', 'Cid'], 'b');
  connector.now += day;
  expect(await sendOne('Ann', 'a', { duplicate_window: 'week' })).toMatchObject({
    order_id: 'm-1',
    already_ordered: true,
  });
  expect(written.filter((one) => one.endsWith('Ann'))).toHaveLength(1);
});

it('A list of one that a step made is remembered as long as a longer one', async () => {
  const { list_id } = await connector.create('create_list', { recipients: [person('Ann')] });
  await connector.create('resend_saved_order', { saved_order_id: 'l-1', list_id });
  connector.now += 8 * day;
  const recipients = ['Ann', 'Cid'].map(person);
  const input = { saved_order_id: 'l-1', recipients, already_sent: 'leave_out' };
  expect(await connector.create('send_letters', input)).toMatchObject({ already_sent_left_out: 1 });
  expect(written).toEqual(['l-1 Ann', 'l-1 Cid']);
});

describe('A corrected spelling', () => {
  it('makes no second letter, in a file, across runs and with an Event ID', async () => {
    const [ann] = ['Ann Lee'].map(person);
    const corrected = {
      ...ann,
      name: 'ANN LEE',
      street: '1 MAIN STREET',
      state: 'Ohio',
      postal_code: '44301-0001',
    };
    const input = { saved_order_id: 'l-1', recipients: [ann, corrected] };
    expect(await connector.create('send_letters', input)).toMatchObject({
      letter_count: 1,
      duplicates_left_out: 1,
    });
    connector.now += day;
    const again = { ...input, recipients: [corrected, person('Ben')], already_sent: 'leave_out' };
    expect(await connector.create('send_letters', again)).toMatchObject({ already_sent_left_out: 1 });
    const gift = { saved_order_id: 'l-1', event_id: 'gift 9' };
    await connector.create('send_letter', { ...gift, ...ann, merge_fields: { Amount: '5' } });
    expect(
      await connector.create('send_letter', { ...gift, ...corrected, merge_fields: { AMOUNT: '5' } }),
    ).toMatchObject({ already_ordered: true });
  });
});

it('If Zapier does not answer when the letter’s placeholders are read, the step runs again', async () => {
  await send(['Ann', 'Ben'], 'a');
  connector.now += day;
  connector.failing.add('zcache_get');
  await expect(send(['Ann', 'Ben', 'Cid'], 'b')).rejects.toMatchObject({ name: 'ThrottledError' });
  connector.failing.clear();
  expect(await send(['Ann', 'Ben', 'Cid'], 'b')).toMatchObject({ already_sent_left_out: 2 });
});

it('If Zapier answers any single read as if nothing were stored, nobody gets a second letter', async () => {
  const { cache } = connector;
  const get = cache.get.bind(cache);
  for (let failing = 1; failing <= 40; failing += 1) {
    let count = 0;
    await send(['Ann', 'Ben'], 'a').catch(() => undefined);
    cache.get = (...args) => {
      count += 1;
      return count === failing ? null : get(...args);
    };
    await send(['Ann', 'Ben', 'Cid'], 'b').catch(() => undefined);
    cache.get = get;
    await send(['Ann', 'Ben', 'Cid', 'Dan'], 'c').catch(() => undefined);
    expect(written.length).toBe(new Set(written).size);
    connector.now += day;
  }
});
