/** Letters to lists that are sent every day: what one run stores never makes another one forget a letter. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { personNamed, useOrderService } from '../support/order_service.ts';

const service = useOrderService();
const day = 86_400_000;

beforeEach(() => {
  service.text = 'Thank you for {amount}.';
});

/** Returns who got a letter: "LETTER NAME". */
const written = () =>
  service.orders.flatMap(({ letter, people }) => people.map((name) => `${letter} ${name}`));

/** @param note a column that the letter does not print */
function send(names: readonly string[], note: string, changes = {}) {
  const rows = names.map((name) => `${name},1 Main St,Akron,OH,44301,$5,${note}`);
  nock('https://files.test')
    .get('/list.csv')
    .optionally()
    .reply(200, ['Name,Street,City,State,ZIP,Amount,Note', ...rows].join('\n'));
  const input = { saved_order_id: 'l-1', file: 'https://files.test/list.csv', already_sent: 'leave_out' };
  return service.connector.create('send_letters', { ...input, ...changes });
}

const sendOne = (name: string, note: string, changes = {}) => {
  const fields = { merge_fields: { Amount: '$5', Note: note } };
  return service.connector.create('send_letter', {
    saved_order_id: 'l-1',
    ...personNamed(name),
    ...fields,
    ...changes,
  });
};

describe('A column that is not printed', () => {
  it('may change every day in a growing file for two letters', async () => {
    const names = ['Ann', 'Ben', 'Cid', 'Dan', 'Eve'];
    for (const [index] of names.entries()) {
      const today = names.slice(0, index + 1);
      await send(today, `day ${index}`);
      await service.connector.create('create_list', {
        recipients: today.map(personNamed),
        merge_fields: { Amount: '$5' },
      });
      await send(today, `day ${index}`, { saved_order_id: 'l-2' });
      service.connector.now += day;
    }
    expect(written().toSorted()).toEqual(
      ['l-1', 'l-2'].flatMap((letter) => names.map((name) => `${letter} ${name}`)),
    );
  });

  it('stops a run in which nobody else is left, because the letter may have been edited', async () => {
    await send(['Ann', 'Ben'], 'a');
    service.connector.now += day;
    service.text = 'Thank you for {amount}. {note}';
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
  service.connector.now += day;
  expect(await sendOne('Ann', 'a', { duplicate_window: 'week' })).toMatchObject({
    order_id: 'm-1',
    already_ordered: true,
  });
  expect(written().filter((one) => one.endsWith('Ann'))).toHaveLength(1);
});

it('A list of one that a step made is remembered as long as a longer one', async () => {
  const { list_id } = await service.connector.create('create_list', { recipients: [personNamed('Ann')] });
  await service.connector.create('resend_saved_order', { saved_order_id: 'l-1', list_id });
  service.connector.now += 8 * day;
  const recipients = ['Ann', 'Cid'].map(personNamed);
  const input = { saved_order_id: 'l-1', recipients, already_sent: 'leave_out' };
  expect(await service.connector.create('send_letters', input)).toMatchObject({ already_sent_left_out: 1 });
  expect(written()).toEqual(['l-1 Ann', 'l-1 Cid']);
});

describe('A corrected spelling', () => {
  it('makes no second letter, in a file, across runs and with an Event ID', async () => {
    const [ann] = ['Ann Lee'].map(personNamed);
    const corrected = {
      ...ann,
      name: 'ANN LEE',
      street: '1 MAIN STREET',
      state: 'Ohio',
      postal_code: '44301-0001',
    };
    const input = { saved_order_id: 'l-1', recipients: [ann, corrected] };
    expect(await service.connector.create('send_letters', input)).toMatchObject({
      letter_count: 1,
      duplicates_left_out: 1,
    });
    service.connector.now += day;
    const again = { ...input, recipients: [corrected, personNamed('Ben')], already_sent: 'leave_out' };
    expect(await service.connector.create('send_letters', again)).toMatchObject({ already_sent_left_out: 1 });
    const gift = { saved_order_id: 'l-1', event_id: 'gift 9' };
    await service.connector.create('send_letter', { ...gift, ...ann, merge_fields: { Amount: '5' } });
    expect(
      await service.connector.create('send_letter', { ...gift, ...corrected, merge_fields: { AMOUNT: '5' } }),
    ).toMatchObject({ already_ordered: true });
  });
});

it('If Zapier does not answer when the letter’s placeholders are read, the step runs again', async () => {
  await send(['Ann', 'Ben'], 'a');
  service.connector.now += day;
  service.connector.failing.add('zcache_get');
  await expect(send(['Ann', 'Ben', 'Cid'], 'b')).rejects.toMatchObject({ name: 'ThrottledError' });
  service.connector.failing.clear();
  expect(await send(['Ann', 'Ben', 'Cid'], 'b')).toMatchObject({ already_sent_left_out: 2 });
});

it('If Zapier answers any single read as if nothing were stored, nobody gets a second letter', async () => {
  const { cache } = service.connector;
  const get = cache.get.bind(cache);
  let count = 1;
  for (let failing = 1; failing <= count; failing += 1) {
    count = 0;
    await send(['Ann', 'Ben'], 'a').catch(() => undefined);
    cache.get = (...args) => {
      count += 1;
      return count === failing ? null : get(...args);
    };
    await send(['Ann', 'Ben', 'Cid'], 'b').catch(() => undefined);
    cache.get = get;
    await send(['Ann', 'Ben', 'Cid', 'Dan'], 'c').catch(() => undefined);
    expect(written().length).toBe(new Set(written()).size);
    service.connector.now += day;
  }
});
