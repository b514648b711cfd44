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

/** @param note a column that is not named */
function send(names: readonly string[], note: string, changes: Record<string, unknown> = {}, amount = '$5') {
  const rows = names.map((name) => `${name},1 Main St,Akron,OH,44301,${amount},${note}`);
  nock('https://files.test')
    .get('/list.csv')
    .optionally()
    .reply(200, ['Name,Street,City,State,ZIP,Amount,Note', ...rows].join('\n'));
  const input = { saved_order_id: 'l-1', file: 'https://files.test/list.csv', already_sent: 'leave_out' };
  return service.connector.create('send_letters', { merge_columns: ['Amount'], ...input, ...changes });
}

const sendOne = (name: string, changes = {}) =>
  service.connector.create('send_letter', {
    saved_order_id: 'l-1',
    ...personNamed(name),
    merge_fields: { amount: '$5' },
    ...changes,
  });

const preview = (names: readonly string[], changes: Record<string, unknown>) => {
  const rows = names.map((name) => `${name},1 Main St,Akron,OH,44301,$5,a`);
  nock('https://files.test')
    .get('/list.csv')
    .reply(200, ['Name,Street,City,State,ZIP,Amount,Note', ...rows].join('\n'));
  const input = { saved_order_id: 'l-1', file: 'https://files.test/list.csv', ...changes };
  return service.connector.create('send_letters', input, { meta: { isLoadingSample: true } });
};

describe('A file with further columns', () => {
  it('needs an answer to which of them the letter prints, in a preview and in a run', async () => {
    const question =
      /needs to know which columns the letter prints\. These fill no other field: "Amount", "Note"\. Nothing was ordered by this run\. In Merge Columns, enter .* "none" .* "all"/;
    await expect(send(['Ann'], 'a', { merge_columns: [] })).rejects.toThrow(question);
    await expect(preview(['Ann'], {})).rejects.toThrow(question);
    expect(service.lists).toEqual([]);
    await send(['Ann'], 'a');
    await expect(send(['Ann'], 'a', { merge_columns: [] })).rejects.toThrow(
      /the letter's last order printed "Amount"/,
    );
  });

  it.each([
    ['none', []],
    ['All', ['{Amount}', '{Note}', '{amount}', '{note}']],
    ['Note', ['{Note}', '{note}']],
  ])('sends what the user named: %s', async (answer, merge_fields) => {
    service.text = 'Thank you.';
    expect(await send(['Ann'], 'a', { merge_columns: [answer] })).toMatchObject({ merge_fields });
  });
});

it('Someone who was left out since gets the whole first answer', async () => {
  const first = await send(['Ann', 'Ben'], 'a');
  await send(['Ann', 'Ben', 'Cid'], 'a');
  const { order_id, list_id, letter_count } = Object(first);
  expect(await sendOne('Ann')).toMatchObject({ already_ordered: true, order_id, list_id, letter_count });
});

describe('A column of the person that nobody named makes no second letter', () => {
  const sendFile = (step: string, content: string, changes = {}) => {
    nock('https://files.test').get('/list.csv').reply(200, content);
    return service.connector.create(step, { file: 'https://files.test/list.csv', ...changes });
  };
  const csv = (heading: string, value: string) =>
    `Name,Street,City,State,ZIP,${heading}\nAnn Lee,1 Main St,Akron,OH,44301,${value}\n`;
  const letter = { saved_order_id: 'l-1', blank_merge_fields: 'send' };

  it.each([
    ['ID', {}],
    ['Donor ID', { merge_columns: ['all'] }],
    ['Contact ID', { already_sent: 'leave_out' }],
    ['Nickname', {}],
    ['RecNo', { columns: { RecNo: 'Your Reference' } }],
  ])('%s', async (heading, changes) => {
    await sendFile('send_letters', csv(heading, '10'), { ...letter, ...changes });
    const again = await sendFile('send_letters', csv(heading, '11'), { ...letter, ...changes });
    expect(again).toMatchObject({ already_ordered: true });
    expect(service.orders).toHaveLength(1);
  });

  it('in Create Temporary List either', async () => {
    for (const id of ['10', '11']) {
      const { list_id } = await sendFile('create_list', csv('ID', id));
      await service.connector.create('resend_saved_order', { saved_order_id: 'l-1', list_id });
    }
    expect(service.orders).toHaveLength(1);
  });

  it('nor does a key of metadata if the user named another one', async () => {
    const json = (note: string) =>
      JSON.stringify([{ ...personNamed('Ann Lee'), metadata: { amount: '$5', note } }]);
    for (const note of ['a', 'b'])
      await sendFile('send_letters', json(note), { ...letter, merge_columns: ['amount'] });
    expect(service.orders).toHaveLength(1);
    const none = await sendFile('send_letters', json('c'), {
      ...letter,
      saved_order_id: 'l-2',
      merge_columns: ['none'],
    });
    expect(none).toMatchObject({
      merge_fields: [],
      ignored_columns: expect.arrayContaining(['metadata.note (not in Merge Columns)']),
    });
  });
});

describe('A list that grows every day', () => {
  const names = ['Ann', 'Ben', 'Cid', 'Dan', 'Eve'];

  it('writes to nobody twice for two letters, although a column changes that is not named', async () => {
    for (const [index] of names.entries()) {
      const today = names.slice(0, index + 1);
      await send(today, `day ${index}`);
      await send(today, `day ${index}`, { saved_order_id: 'l-2' });
      service.connector.now += day;
    }
    expect(written().toSorted()).toEqual(
      ['l-1', 'l-2'].flatMap((letter) => names.map((name) => `${letter} ${name}`)),
    );
  });

  it('writes again to those for whom a named column changes', async () => {
    await send(['Ann', 'Ben'], 'a');
    service.connector.now += day;
    expect(await send(['Ann', 'Ben', 'Cid'], 'a', {}, '$7')).toMatchObject({ letter_count: 3 });
  });

  it('stops if the answer has a column more, until the Event ID is new or the earlier column is named', async () => {
    await send(['Ann', 'Ben'], 'a');
    service.connector.now += day;
    const changes = { merge_columns: ['Amount', 'Note'] };
    const told =
      /2 people would get it again\. New: Note\. If they should not, enter the earlier columns in Merge Columns/;
    await expect(send(['Ann', 'Ben', 'Cid'], 'a', changes)).rejects.toThrow(told);
    await expect(preview(['Ann', 'Ben', 'Cid'], changes)).rejects.toThrow(told);
    expect(await send(['Ann', 'Ben', 'Cid'], 'a')).toMatchObject({ letter_count: 1 });
    expect(await send(['Ann', 'Ben'], 'a', { ...changes, event_id: 'June' })).toMatchObject({
      letter_count: 2,
    });
  });

  it('beside Send Letter with the same merge field writes to nobody twice', async () => {
    await sendOne('Ann');
    service.connector.now += 80 * day;
    expect(await send(['Ann', 'Ben'], 'a')).toMatchObject({ already_sent_left_out: 1 });
    expect(await sendOne('Ben')).toMatchObject({ order_id: 'm-2', already_ordered: true });
    // She was left out, and comes again.
    expect(
      await sendOne('Ann', { duplicate_window: 'quarter' }).catch(({ message }: Error) => message),
    ).toMatch(/the same letters were ordered on .* \(m-1\)/);
    expect(written()).toEqual(['l-1 Ann', 'l-1 Ben']);
  });
});

describe('A list of Create Temporary List whose columns were not named', () => {
  const make = async (note: string, changes = {}) => {
    nock('https://files.test')
      .get('/made.csv')
      .reply(
        200,
        `Name,Street,City,State,ZIP,Amount,Note\nAnn,1 Main St,Akron,OH,44301,$5,${note}\nBen,1 Main St,Akron,OH,44301,$5,${note}`,
      );
    const input = { file: 'https://files.test/made.csv', ...changes };
    const { list_id } = await service.connector.create('create_list', input);
    return service.connector.create('resend_saved_order', { saved_order_id: 'l-1', list_id });
  };

  it('counts by name and address, and stops, on both sides', async () => {
    await make('a');
    const advice = /because the columns that the letter prints were not named: enter them in Merge Columns/;
    await expect(make('b')).rejects.toThrow(advice);
    await expect(send(['Ann', 'Cid'], 'c')).rejects.toThrow(advice);
    await expect(sendOne('Ann')).rejects.toThrow(advice);
  });

  it('is recognized by its values if they are named', async () => {
    await make('a', { merge_columns: ['Amount'] });
    expect(await make('b', { merge_columns: ['Amount'] })).toMatchObject({ already_ordered: true });
    expect(await sendOne('Ann')).toMatchObject({ already_ordered: true });
  });

  it('is the same if it is sent twice', async () => {
    nock('https://files.test')
      .get('/made.csv')
      .reply(200, 'Name,Street,City,State,ZIP,Amount\nAnn,1 Main St,Akron,OH,44301,$5');
    const { list_id } = await service.connector.create('create_list', {
      file: 'https://files.test/made.csv',
    });
    const input = { saved_order_id: 'l-1', list_id };
    await service.connector.create('resend_saved_order', input);
    expect(await service.connector.create('resend_saved_order', input)).toMatchObject({
      already_ordered: true,
    });
  });
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
