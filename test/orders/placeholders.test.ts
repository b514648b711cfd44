import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import nock from 'nock';
import { findPlaceholders } from '../../src/orders/placeholders.ts';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const ann = { name: 'Ann Lee', street: '1 Main St', city: 'Akron', state: 'OH', postal_code: '44301' };
const contents = [{ type: 'sheet', merge: [{ text: 'Dear {greeting}, your gift of {amount}' }] }];
const test = { meta: { isLoadingSample: true } };

let connector: UnitConnector;
let lists: number;

beforeEach(() => {
  connector = new UnitConnector();
  lists = 0;
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

function acceptsList(): string {
  lists += 1;
  const id = `l-${lists}`;
  api().post('/v1/lists').reply(201, { list_id: id });
  api()
    .post(`/v1/lists/${id}/contacts`)
    .reply(200, { contacts: [{ id: 'a-1' }] });
  return id;
}
const acceptsOrder = () => api().post('/v1/orders').reply(201, { order_id: 'm-1' });
const showsOrder = () => api().get('/v1/orders/m-1').reply(200, { id: 'm-1', contents });
const showsSavedOrder = () =>
  api()
    .get('/v1/orders/saved')
    .reply(200, { saved_orders: [{ saved_order_id: 'l-900', name: 'Thank you' }] });

const send = (changes = {}, bundle = {}) =>
  connector.create('send_letter', { saved_order_id: 'l-900', ...ann, ...changes }, bundle);
const resend = (list_id: string, bundle = {}) =>
  connector.create('resend_saved_order', { saved_order_id: 'l-900', list_id }, bundle);
const makeList = async (changes = {}) => {
  const id = acceptsList();
  await connector.create('create_list', { recipients: [ann], ...changes });
  return id;
};

/** Orders a letter whose placeholders are unknown. */
async function sendFirst(changes = {}, texts: unknown = contents) {
  acceptsList();
  acceptsOrder();
  api().get('/v1/orders/m-1').reply(200, { id: 'm-1', contents: texts });
  return send(changes);
}

/** Orders a letter to another person. */
async function sendAgain(changes = {}) {
  acceptsList();
  acceptsOrder();
  showsOrder();
  return send({ name: 'Bob Ray', ...changes });
}

describe('The placeholders of a saved order', () => {
  it('are found in the first order, which has a warning', async () => {
    const limits = jest.spyOn(AbortSignal, 'timeout');
    expect((await sendFirst()).warning).toBe(
      '1 letter was ordered with a gap at {amount}, unless the letter service fills it in. If not, cancel order m-1 at the letter service, if it still can be.',
    );
    // The letter is ordered already and does not depend on the last request.
    expect(limits.mock.lastCall).toEqual([4_000]);
  });

  it('that are both blank in one letter count as one letter', async () => {
    const { warning } = await sendFirst({}, [{ type: 'sheet', merge: [{ text: '{amount} for {fund}' }] }]);
    expect(warning).toMatch(/^1 letter was ordered with a gap at \{amount\}, \{fund\}, unless/);
  });

  it('do not fail a letter that is ordered already, however many there are', async () => {
    const text = Array.from({ length: 200_000 }, (_, index) => `{x${index}}`).join(' ');
    const { order_id, warning } = await sendFirst({}, [{ type: 'sheet', merge: [{ text }] }]);
    expect(order_id).toBe('m-1');
    expect(warning).toMatch(
      /^1 letter was ordered with a gap at \{x0\}, .*\{x19\}, and 199,980 more, unless/,
    );
  });

  it('stop the next letter within half a year that would have a gap where a merge field belongs', async () => {
    await sendFirst({ merge_fields: { amount: '$5' } });
    connector.now += 180 * 86_400_000;
    await expect(send({ name: 'Bob Ray' })).rejects.toThrow(
      'The letter needs {amount}. There is no value for it. The letter would have a gap there. Nothing was ordered by this run. Fill in the values, or choose "Print nothing there" in If a Merge Field Is Blank.',
    );
    expect(await sendAgain({ merge_fields: { Amount: '$5' } })).toMatchObject({ warning: null });
  });

  it('stay known as long as the letter is sent', async () => {
    jest.spyOn(Date, 'now').mockImplementation(() => connector.now);
    await sendFirst({ merge_fields: { amount: '$5' } });
    for (let month = 1; month <= 5; month += 1) {
      connector.now += 30 * 86_400_000;
      await sendAgain({ merge_fields: { amount: '$5' } });
    }
    // More than half a year after the first letter.
    connector.now += 60 * 86_400_000;
    await expect(send({ name: 'Cid Fox' })).rejects.toThrow(/The letter needs \{amount\}/);
  });

  it('that no merge field ever filled in only warn, because they may be the service’s own', async () => {
    await sendFirst();
    expect((await sendAgain()).warning).toMatch(/^1 letter was ordered with a gap at \{amount\}, unless/);
  });

  it.each(['ammount', 'Gift'])(
    'that no merge field ever filled in stop a letter with a merge field that the letter lacks: %s',
    async (field) => {
      await sendFirst();
      await expect(send({ name: 'Bob Ray', merge_fields: { [field]: '$5' } })).rejects.toThrow(
        `The letter needs {amount}. You filled in: ${field}. The letter would have a gap there. Nothing was ordered by this run`,
      );
    },
  );

  it('are sent as the letter spells them, in case the service distinguishes capitals', async () => {
    await sendFirst({}, [{ type: 'sheet', merge: [{ text: 'Your {GIFT}' }] }]);
    const id = `l-${lists + 1}`;
    lists += 1;
    api().post('/v1/lists').reply(201, { list_id: id });
    api()
      .post(
        `/v1/lists/${id}/contacts`,
        ({ data }) => data[0].metadata.GIFT === '$5' && data[0].metadata.gift === '$5',
      )
      .reply(200, { contacts: [{ id: 'a-1' }] });
    acceptsOrder();
    showsOrder();
    await send({ name: 'Bob Ray', merge_fields: { gift: '$5' } });
  });

  it('may differ only in capitals, and each gets its own merge field', async () => {
    await sendFirst({}, [{ type: 'sheet', merge: [{ text: '{GIFT} ({gift})' }] }]);
    lists += 1;
    api()
      .post('/v1/lists')
      .reply(201, { list_id: `l-${lists}` });
    api()
      .post(
        `/v1/lists/l-${lists}/contacts`,
        ({ data }) => data[0].metadata.GIFT === '$5' && data[0].metadata.gift === 'five dollars',
      )
      .reply(200, { contacts: [{ id: 'a-1' }] });
    acceptsOrder();
    showsOrder();
    await send({ name: 'Bob Ray', merge_fields: { GIFT: '$5', gift: 'five dollars' } });
  });

  it('do not stop a letter whose gap the user allows', async () => {
    await sendFirst({ merge_fields: { amount: '$5' } });
    expect((await sendAgain({ blank_merge_fields: 'send' })).warning).toContain('{amount}');
  });

  it('still stop later letters after one whose gap the user allowed', async () => {
    await sendFirst({ merge_fields: { amount: '$5' } });
    await sendAgain({ blank_merge_fields: 'send' });
    await expect(send({ name: 'Cid Fox' })).rejects.toThrow(
      /The letter needs \{amount\}\. There is no value for it\./,
    );
  });

  it('do not hide that a letter was already ordered, and no warning says that it was ordered now', async () => {
    const list = await makeList();
    acceptsOrder();
    showsOrder().persist();
    expect((await resend(list)).warning).toContain('{amount}');
    for (const again of [await resend(list), await send()]) {
      expect(again).toMatchObject({
        order_id: 'm-1',
        already_ordered: true,
        warning: expect.stringMatching(/^(?:Letter to [\w ]+: )?Not sent again: ordered on [^{]*$/),
      });
    }
  });

  it('are listed in the next preview', async () => {
    await sendFirst({ merge_fields: { amount: '$5' } });
    showsSavedOrder();
    expect(await send({ merge_fields: { amount: '$5' } }, test)).toMatchObject({
      checked: expect.arrayContaining(['Placeholders in the letter: {amount}.']),
      not_checked: [
        'Whether the same letters were already ordered: the step looks for them when the Zap runs.',
        'Whether the letter service can print and deliver the letters, and what they cost.',
      ],
    });
    await expect(send({}, test)).rejects.toThrow(
      /^Letter to Ann Lee: The letter needs \{amount\}\. There is no value for it/,
    );
  });

  it('are the only merge fields that must have a value', async () => {
    await sendFirst({ merge_fields: { amount: '$5' } });
    showsSavedOrder();
    expect(await send({ merge_fields: { amount: '$6', note: '' } }, test)).toMatchObject({
      preview_only: true,
    });
    await expect(send({ merge_fields: { amount: '' } }, test)).rejects.toThrow('has no value for {amount}');
  });

  it('stop an order to a list that lacks the merge field, also in the preview', async () => {
    await sendFirst({ merge_fields: { amount: '$5' } });
    const list = await makeList({ recipients: [{ ...ann, name: 'Bob Ray' }] });
    for (const bundle of [{}, test]) {
      await expect(resend(list, bundle)).rejects.toThrow(
        /^The letter needs \{amount\}\. There is no value for it\. .* Nothing was ordered by this run\. Add it in the Create Temporary List step/,
      );
    }
    const complete = await makeList({
      recipients: [{ ...ann, name: 'Bob Ray' }],
      merge_fields: { Amount: '$5' },
    });
    acceptsOrder();
    showsOrder();
    expect(await resend(complete)).toMatchObject({ already_ordered: false, warning: null });
  });

  it('do not stop an order to a list if the user allows gaps there', async () => {
    await sendFirst({ merge_fields: { amount: '$5' } });
    const list = await makeList({
      recipients: [{ ...ann, name: 'Bob Ray' }],
      blank_merge_fields: 'send',
    });
    acceptsOrder();
    showsOrder();
    expect((await resend(list)).warning).toContain('{amount}');
  });

  it('are learned again if the saved order changed', async () => {
    await sendFirst();
    acceptsList();
    acceptsOrder();
    const changed = [{ type: 'sheet', merge: [{ text: 'Your total: {total}' }] }];
    api().get('/v1/orders/m-1').reply(200, { id: 'm-1', contents: changed });
    const merge_fields = { amount: '$5' };
    await send({ merge_fields });
    await expect(send({ merge_fields, event_id: 'another' })).rejects.toThrow(
      /The letter needs \{total\}\. You filled in: amount\./,
    );
  });

  it('are learned from an order to a list, and the preview counts the people', async () => {
    const list = await makeList();
    acceptsOrder();
    showsOrder();
    expect((await resend(list)).warning).toContain('{amount}');
    showsSavedOrder();
    expect(await resend(list, test)).toMatchObject({
      not_checked: expect.arrayContaining(['No merge field fills in {amount}. The letter service may.']),
    });
    const complete = await makeList({ merge_fields: { amount: '$5' } });
    showsSavedOrder();
    expect(await resend(complete, test)).toMatchObject({
      checked: expect.arrayContaining(['The list has 1 person.', 'Placeholders in the letter: {amount}.']),
    });
  });

  it('do not stop a letter if the cache forgot or cannot store them', async () => {
    connector.cache.refuseWrites(6);
    await sendFirst();
    connector.cache.evict();
    acceptsList();
    acceptsOrder();
    showsOrder();
    expect(await send({ name: 'Bob Ray' })).toMatchObject({ already_ordered: false });
  });
});

it('The merge texts of Create Order stop it if the list lacks a merge field', async () => {
  const list_id = await makeList();
  const order = { list_id, sheets: [{ file: 'f-1' }], merges: [{ text: 'Your gift of {amount}' }] };
  await expect(connector.create('create_order', order)).rejects.toThrow(/The letter needs \{amount\}/);
  await expect(connector.create('create_order', order, test)).rejects.toThrow(/The letter needs \{amount\}/);
});

describe('The merge texts that Repeat Order With New File keeps', () => {
  const file = 'https://files.test/a.pdf';
  const preview = (inputData: object) => {
    showsOrder();
    return connector.create('repeat_order', { order_id: 'm-1', file, ...inputData }, test);
  };
  const showsPeople = () => {
    const { name, ...address } = ann;
    api()
      .get('/v1/contacts')
      .reply(200, { contacts: [{ contact_id: 'c-1', name, address }] });
  };
  const showsFile = () =>
    nock('https://files.test').get('/a.pdf').reply(200, '%PDF', { 'Content-Type': 'application/pdf' });
  const gap =
    /^The letter needs \{amount\}\. There is no value for it\. .*To leave the texts of the earlier order off, set Keep the Printed Texts to No\. To print nothing there, choose "Print nothing there" in If a Merge Field Is Blank\.$/;

  it.each([
    ['everyone', async () => ({ everyone: true })],
    ['a list', async () => ({ list_id: await makeList() })],
  ])(
    'stop it if a run has filled them in before, and %s has no value for them',
    async (_who, choosePeople) => {
      await sendFirst({ merge_fields: { amount: '$5' } });
      const people = await choosePeople();
      if ('everyone' in people) showsPeople();
      await expect(preview(people)).rejects.toThrow(gap);
      showsOrder();
      if ('everyone' in people) showsPeople();
      await expect(connector.create('repeat_order', { order_id: 'm-1', file, ...people })).rejects.toThrow(
        gap,
      );
    },
  );

  it('stop it, too, if only Create Order has filled them in before', async () => {
    const list_id = await makeList({ merge_fields: { Amount: '$5' } });
    const merges = [{ text: 'Your gift of {amount}' }];
    api().post('/v1/orders').reply(200, { id: 'm-7', type: 'order', contents, invoice_amount: 1 });
    await connector.create('create_order', { list_id, sheets: [{ file: 'f-1' }], merges });
    showsPeople();
    await expect(preview({ everyone: true })).rejects.toThrow(gap);
  });

  it.each([
    ['no run has ever filled them in', undefined, {}],
    ['the user allows it', { amount: '$5' }, { blank_merge_fields: 'send' }],
  ])('are a warning if %s', async (_reason, merge_fields, choice) => {
    await sendFirst({ merge_fields });
    for (const people of [{ everyone: true }, { list_id: await makeList() }]) {
      if ('everyone' in people) showsPeople();
      showsFile();
      expect((await preview({ ...people, ...choice })).warning).toBe(
        'The texts of the earlier order have a gap at {amount}, unless the letter service fills it in.',
      );
    }
  });

  it('do not matter if they are left off', async () => {
    await sendFirst({ merge_fields: { amount: '$5' } });
    showsPeople();
    showsFile();
    expect((await preview({ everyone: true, keep_texts: false })).warning).toBeNull();
  });
});

describe('A merge field that was removed from the letter since its last order', () => {
  it('stops a letter with the way out, which makes the step forget it', async () => {
    await sendFirst({ merge_fields: { amount: '$5' } });
    await expect(send({ name: 'Bob Ray' })).rejects.toThrow(
      /The letter needs \{amount\}\. .* If the letter no longer prints it, choose "Print nothing there" for one run\.$/,
    );
    const edited = [{ type: 'sheet', merge: [{ text: 'Dear {greeting}' }] }];
    for (const more of [{ blank_merge_fields: 'send' }, {}]) {
      acceptsList();
      acceptsOrder();
      api().get('/v1/orders/m-1').reply(200, { id: 'm-1', contents: edited });
      await send({ name: `Bob ${Object.keys(more).length}`, ...more });
    }
  });

  it('is no advice for texts that are part of the step', async () => {
    const order = { list_id: await makeList(), sheets: [{ file: 'f-1' }], merges: [{ text: '{amount}' }] };
    await expect(connector.create('create_order', order)).rejects.toThrow(/^((?!no longer prints).)*$/);
  });
});

describe('Merge fields of several people', () => {
  const texts = [{ text: 'your gift of {amount}' }];
  const rows = (...lines: string[]) => {
    const heading = ['Name,City,State,ZIP,Street', ...lines].join('\n');
    nock('https://files.test').get('/list').reply(200, heading);
    return 'https://files.test/list';
  };
  const sendAll = (file: string, changes = {}) =>
    connector.create('send_letters', { saved_order_id: 'l-900', file, merge_columns: ['all'], ...changes });
  const learn = () => sendFirst({ merge_fields: { amount: '$5' } }, [{ type: 'sheet', merge: texts }]);

  it('are named with the people who lack them', async () => {
    await learn();
    const columns = (...lines: string[]) => {
      const content = ['Name,City,State,ZIP,Street,amount', ...lines].join('\n');
      nock('https://files.test').get('/list').reply(200, content);
      return 'https://files.test/list';
    };
    const bob = 'Bob,Akron,OH,44301,1 A St,$5';
    const cid = 'Cid,Akron,OH,44301,1 A St,';
    await expect(sendAll(columns(bob, cid))).rejects.toThrow(
      /^Row 3 of the file \(Cid\): The letter needs \{amount\}\. There is no value for it\. .* run\. Fill in the values, or choose/,
    );
    await expect(sendAll(columns(cid, bob, 'Dan,Akron,OH,44301,1 A St,'))).rejects.toThrow(
      /^Row 2 of the file \(Cid\), Row 4 of the file \(Dan\): The letter needs \{amount\}\. There is no value for it\./,
    );
  });

  it('that the letter prints must be usable, and others are left out', async () => {
    await learn();
    const serves = (column: string) =>
      nock('https://files.test')
        .get('/list')
        .reply(200, `Name,City,State,ZIP,Street,${column}\nBob,Akron,OH,44301,1 A St,${'x'.repeat(1_001)}`);
    serves('amount');
    await expect(sendAll('https://files.test/list')).rejects.toThrow(
      'These columns can\'t be merge fields: "amount" (longer than 1,000 characters). Nothing was ordered by this run.',
    );
    serves('notes');
    acceptsList();
    acceptsOrder();
    showsOrder();
    expect(await sendAll('https://files.test/list', { merge_fields: { amount: '$5' } })).toMatchObject({
      ignored_columns: ['notes (longer than 1,000 characters)'],
    });
  });

  it('of a file stop the step if their heading is nearly that of the letter', async () => {
    const own = [{ type: 'sheet', merge: [{ text: '{date} {amount}' }] }];
    await sendFirst({}, own);
    nock('https://files.test')
      .get('/list')
      .reply(200, 'Name,City,State,ZIP,Street,Ammount,Phone\nBob,Akron,OH,44301,1 A St,$5,5');
    await expect(sendAll('https://files.test/list')).rejects.toThrow(
      /^The letter needs \{date\}, \{amount\}\. You filled in: Ammount\./,
    );
  });

  it('of a file do not stop the step if their heading is another word', async () => {
    const own = [{ type: 'sheet', merge: [{ text: '{date}' }] }];
    await sendFirst({}, own);
    nock('https://files.test')
      .get('/list')
      .reply(200, 'Name,City,State,ZIP,Street,Phone\nBob,Akron,OH,44301,1 A St,5');
    acceptsList();
    acceptsOrder();
    api().get('/v1/orders/m-1').reply(200, { id: 'm-1', contents: own });
    expect((await sendAll('https://files.test/list')).warning).toMatch(/gap at \{date\}, unless/);
  });

  it('need not be respelled if there are 100 of them', async () => {
    await sendFirst({ merge_fields: { Amount: '$5' } }, [{ type: 'sheet', merge: [{ text: '{AMOUNT}' }] }]);
    const names = Array.from({ length: 99 }, (_, index) => [`x${index}`, 'y']);
    let metadata: object = {};
    api().post('/v1/lists').reply(201, { list_id: 'l-100' });
    api()
      .post('/v1/lists/l-100/contacts', ({ data }) => {
        metadata = data[0].metadata;
        return true;
      })
      .reply(200, { contacts: [{ id: 'a-1' }] });
    acceptsOrder();
    showsOrder();
    const merge_fields = { ...Object.fromEntries(names), amount: '$5' };
    await send({ name: 'Bob Ray', merge_fields, blank_merge_fields: 'send' });
    expect(Object.keys(metadata)).toHaveLength(100);
    expect(metadata).toMatchObject({ amount: '$5' });
  });

  it('are respelled if there are 100 of them with the other spelling', async () => {
    await sendFirst({ merge_fields: { amount: '$5' } }, [{ type: 'sheet', merge: [{ text: '{AMOUNT}' }] }]);
    const names = Array.from({ length: 98 }, (_, index) => [`x${index}`, 'y']);
    let metadata: object = {};
    api().post('/v1/lists').reply(201, { list_id: 'l-100' });
    api()
      .post('/v1/lists/l-100/contacts', ({ data }) => {
        metadata = data[0].metadata;
        return true;
      })
      .reply(200, { contacts: [{ id: 'a-1' }] });
    acceptsOrder();
    showsOrder();
    const merge_fields = { ...Object.fromEntries(names), amount: '$5' };
    await send({ name: 'Bob Ray', merge_fields, blank_merge_fields: 'send' });
    expect(Object.keys(metadata)).toHaveLength(100);
    expect(metadata).toMatchObject({ amount: '$5', AMOUNT: '$5' });
  });

  it('that nobody entered are not asked for', async () => {
    await sendFirst({}, [{ type: 'sheet', merge: [] }]);
    const file = rows('Bob,Akron,OH,44301,1 A St');
    acceptsList();
    acceptsOrder();
    api().get('/v1/orders/m-1').reply(200, { id: 'm-1', contents: [] });
    expect(await sendAll(file)).toMatchObject({ letter_count: 1, warning: null });
  });
});

describe('findPlaceholders', () => {
  it.each([
    ['{amount} and { amount }', ['amount']],
    ['your gift of { amount }', ['amount']],
    ['{\tamount } {amount\n}', ['amount']],
    ['Dear {greeting}, {Name} of { city }, {ADDRESS}', []],
    ['{Amount} {two words} {} {{x}}', ['Amount', 'x']],
  ])('finds those that need a merge field in %j', (text, expected) => {
    expect(findPlaceholders([{ type: 'sheet', merge: [{ text }] }])).toEqual(expected);
  });
});
