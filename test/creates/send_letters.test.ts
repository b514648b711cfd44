import { afterEach, describe, expect, it, jest } from '@jest/globals';
import nock from 'nock';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const letter = 'l-003-0001';
const day = 86_400_000;

interface Service {
  /** The recipients of each list. */
  lists: Record<string, unknown>[][];
  /** The lists that were ordered for. */
  orders: string[];
  /** The IDs of orders that were canceled, and of those that are missing. */
  canceled: Set<string>;
  missing: Set<string>;
}

/** A letter service that makes lists and takes orders. @param texts what its orders print */
function serve(texts: readonly string[] = [], answerOrder: () => [number, object?] = () => [201]): Service {
  const service: Service = { lists: [], orders: [], canceled: new Set(), missing: new Set() };
  api()
    .persist()
    .post('/v1/lists')
    .reply(201, () => ({ list_id: `l-${service.lists.push([])}`, expires: '2026-03-26T12:00:00' }));
  api()
    .persist()
    .post(/^\/v1\/lists\/l-\d+\/contacts$/)
    .reply(200, async (request: Request) => {
      const { data } = JSON.parse(await request.text());
      service.lists[Number(/l-(\d+)/.exec(request.url)?.[1]) - 1]?.push(...data);
      return { contacts: data.map((_: unknown, index: number) => ({ id: `a-${index}`, external_id: null })) };
    });
  api()
    .persist()
    .post('/v1/orders')
    .reply(async (request: Request) => {
      const { list_id } = JSON.parse(await request.text());
      const [status, answer] = answerOrder();
      const order_id = `m-${service.orders.push(list_id)}`;
      return [status, answer ?? { order_id, created: '2026-03-12T10:00:00' }];
    });
  const sheet = { type: 'sheet', merge: texts.map((text) => ({ text })) };
  api()
    .persist()
    .get(/^\/v1\/orders\/m-\d+$/)
    .reply(({ url }: Request) => {
      const id = url.split('/').at(-1) ?? '';
      if (service.missing.has(id)) return [404, {}];
      return [200, { id, contents: [sheet], invoice_amount: 2.34, canceled: service.canceled.has(id) }];
    });
  return service;
}

/** Serves the lines as a CSV file. @returns its URL */
function csv(...lines: string[]): string {
  nock('https://files.test').get('/list').reply(200, lines.join('\n'), { 'Content-Type': 'text/csv' });
  return 'https://files.test/list';
}

const heading = 'Name,Street,City,State,ZIP';
const row = (name: string, ...others: string[]) =>
  [name, '1 Main St', 'Columbus', 'OH', '43215', ...others].join();
/** Two of them are too large for one request, and a run makes at most eight. */
const longRecipients = Array.from({ length: 9 }, (_, index) => ({
  name: `Person ${index}`,
  street: `${index} ${'x'.repeat(510_000)}`,
  city: 'Columbus',
  state: 'OH',
  postal_code: '43215',
}));
const people = (...names: string[]) => csv(heading, ...names.map((name) => row(name)));
const namesOf = (list: Record<string, unknown>[] | undefined) => list?.map(({ name }) => name);

const send = (inputData: Record<string, unknown>, connector = new UnitConnector(), bundle = {}) =>
  connector.create('send_letters', { saved_order_id: letter, ...inputData }, bundle);

/** Returns a connector whose time is the time of the test. */
function clockedConnector(): UnitConnector {
  const connector = new UnitConnector();
  jest.spyOn(Date, 'now').mockImplementation(() => connector.now);
  return connector;
}

afterEach(() => {
  jest.restoreAllMocks();
});

/** Persistent mocks need not be used. */
const done = () => nock.cleanAll();

describe('Send Letters to Several People', () => {
  it('makes a list of a file and orders the letters for it', async () => {
    const service = serve();
    const result = await send({ file: people('Ann Lee', 'Bob Ray', 'Ann Lee') });
    done();
    expect(namesOf(service.lists[0])).toEqual(['Ann Lee', 'Bob Ray']);
    expect(service.orders).toEqual(['l-1']);
    expect(result).toEqual({
      id: 'm-1',
      order_id: 'm-1',
      saved_order_id: 'l-003-0001',
      created: '2026-03-12T10:00:00',
      list_id: 'l-1',
      list_expires: '2026-03-26',
      letter_count: 2,
      invoice_amount: 2.34,
      preview_pdf: expect.stringContaining('hydrators.orderPreview'),
      already_sent_left_out: 0,
      duplicates_left_out: 1,
      incomplete_left_out: 0,
      incomplete: [],
      do_not_mail_left_out: 0,
      used_columns: [
        'Name → Name',
        'Street → Street',
        'City → City',
        'State → State or Region',
        'ZIP → Postal Code',
      ],
      ignored_columns: [],
      first_envelopes: ['Ann Lee\n1 Main St\nColumbus, OH 43215', 'Bob Ray\n1 Main St\nColumbus, OH 43215'],
      merge_fields: [],
      warning: null,
      already_ordered: false,
      preview_only: false,
    });
  });

  it('writes to people from an earlier step, contacts and everyone, whose states ask no one for theirs', async () => {
    const service = serve();
    const contact = (contact_id: string, name: string) => ({
      contact_id,
      name,
      address: { street: '1 A St', city: 'Dayton', state: 'OH' },
    });
    api()
      .get('/v1/contacts')
      .reply(200, { contacts: [contact('c-1', 'Cid'), contact('c-2', 'Dan'), { contact_id: 'c-3' }] });
    const result = await send({
      everyone: true,
      contact_ids: ['c-1'],
      recipients: [{ name: 'Ann', street: '1 A St', city: 'Akron', state: 'OH' }],
    });
    done();
    expect(namesOf(service.lists[0])?.toSorted()).toEqual(['Ann', 'Cid', 'Dan']);
    expect(result).toMatchObject({ letter_count: 3, incomplete_left_out: 1 });
  });

  it('sends all columns if the user wants that, whatever earlier orders of the letter printed, because it may have been edited', async () => {
    const texts = ['Dear {greeting}', 'your gift of { Amount }'];
    const service = serve(texts);
    const connector = new UnitConnector();
    const file = (name: string) => csv(`${heading},amount,Project`, row(name, '$5', 'Roof'));
    await send({ file: file('Ann Lee'), merge_columns: 'all' }, connector);
    texts.push('for {project}');
    const second = await send({ file: file('Bob Ray'), merge_columns: 'all' }, connector);
    const third = await send({ file: file('Cid Fox'), merge_columns: ['amount', 'Project'] }, connector);
    done();
    expect(service.lists.map(([one]) => one?.metadata)).toEqual([
      { amount: '$5', Project: 'Roof', project: 'Roof' },
      { amount: '$5', Amount: '$5', Project: 'Roof', project: 'Roof' },
      { amount: '$5', Amount: '$5', Project: 'Roof', project: 'Roof' },
    ]);
    expect(second).toMatchObject({ ignored_columns: [], warning: null });
    expect(third.warning).toBe(null);
  });

  it('sends all columns of each run if the texts are in the PDF, where no order shows them', async () => {
    const service = serve();
    const connector = new UnitConnector();
    const lines = ['$5', '$7'].map((amount) => row('Ann Lee', amount));
    await send({ file: csv(`${heading},amount`, row('Bob Ray', '$5')), merge_columns: 'all' }, connector);
    await send({ file: csv(`${heading},amount`, ...lines), merge_columns: 'all' }, connector);
    done();
    expect(service.lists[1]?.map(({ metadata }) => metadata)).toEqual([{ amount: '$5' }, { amount: '$7' }]);
  });

  it('writes once to a person in two rows that differ only in a column that is not named', async () => {
    const service = serve(['your gift of {amount}']);
    const connector = new UnitConnector();
    const lines = ['7', '8'].map((id) => row('Ann Lee', '$5', id));
    const file = () => csv(`${heading},Amount,Gift`, ...lines);
    const result = await send({ file: file(), merge_columns: ['Amount'] }, connector);
    expect(service.lists[0]).toHaveLength(1);
    expect(result.duplicates_left_out).toBe(1);
    await send({ file: file(), merge_columns: ['Amount', 'Gift'], duplicate_window: 'off' }, connector);
    done();
    expect(service.lists[1]).toHaveLength(2);
  });

  it('writes to both people if the letter prints the reference in which they differ, and not again', async () => {
    const service = serve(['Member {donor_id}']);
    const connector = new UnitConnector();
    await send({ file: people('Bob Ray') }, connector);
    const lines = ['17', '18'].map((id) => row('John Miller', id));
    await send({ file: csv(`${heading},donor_id`, ...lines), merge_columns: ['donor_id'] }, connector);
    expect(service.lists[1]?.map(({ metadata }) => metadata)).toEqual([
      { donor_id: '17' },
      { donor_id: '18' },
    ]);
    const again = await send(
      { file: csv(`${heading},donor_id`, ...lines.toReversed()), merge_columns: ['donor_id'] },
      connector,
    );
    done();
    expect(again).toMatchObject({ already_ordered: true });
  });

  it('does not write again to the same people when the placeholders have become known', async () => {
    const service = serve(['your gift of {amount}']);
    const connector = new UnitConnector();
    const file = () => csv(`${heading},Amount,Phone`, row('Ann Lee', '$5', '555'));
    const first = await send({ file: file(), merge_columns: ['Amount'] }, connector);
    expect(await send({ file: file(), merge_columns: ['Amount'] }, connector)).toMatchObject({
      order_id: first.order_id,
      already_ordered: true,
    });
    done();
    expect(service.orders).toHaveLength(1);
  });

  it('names the people who did not get the letter, and how to write only to them', async () => {
    const service = serve();
    const connector = new UnitConnector();
    await send({ file: people('Ann Lee', 'Bob Ray') }, connector);
    await expect(send({ file: people('Ann Lee', 'Bob Ray', 'Xena Neu') }, connector)).rejects.toThrow(
      /2 of these 3 people already got the same letter, .*No letter under this name and address yet: Xena Neu\. To write only to the others, choose "Leave them out" in If Someone Already Got the Letter\./,
    );
    done();
    expect(service.lists).toHaveLength(1);
  });

  it('orders nothing and makes no list in an editor test', async () => {
    const service = serve();
    api()
      .get('/v1/orders/saved')
      .reply(200, { saved_orders: [{ saved_order_id: letter, name: 'Thanks' }] });
    const bundle = { meta: { isLoadingSample: true } };
    const file = people('Ann Lee', 'Bob Ray', 'Cid Fox', 'Dan Hill');
    const result = await send({ file }, undefined, bundle);
    done();
    expect(service).toMatchObject({ lists: [], orders: [] });
    expect(result).toMatchObject({
      preview_only: true,
      letter_count: 4,
      list_id: null,
      checked: expect.arrayContaining([
        '4 people get a letter: Ann Lee (Columbus), Bob Ray (Columbus), Cid Fox (Columbus), Dan Hill (Columbus).',
      ]),
      first_envelopes: ['Ann Lee', 'Bob Ray', 'Cid Fox'].map(
        (name) => `${name}\n1 Main St\nColumbus, OH 43215`,
      ),
      not_checked: [
        'Whether the same letters were already ordered: the step looks for them when the Zap runs.',
        'Whether the letter service can print and deliver the letters, and what they cost.',
      ],
      warning: expect.stringMatching(
        /^This letter's text and placeholders are unknown until its first order\. Send one letter alone first, and look at its proof/,
      ),
    });
  });

  it('of the first order names people who are on the list twice, because their letters may turn out equal', async () => {
    const service = serve();
    const connector = new UnitConnector();
    const lines = [`${heading},Amount`, row('Ann Lee', '$50'), row('ANN LEE', '$25'), row('Bob Ray', '$5')];
    const isRepeated = /Ann Lee: on the list more than once, .* get the same letter twice/;
    api().get('/v1/orders/saved').reply(200, { saved_orders: [] });
    const preview = await send({ file: csv(...lines), merge_columns: 'all' }, connector, {
      meta: { isLoadingSample: true },
    });
    expect(preview.warning).toMatch(isRepeated);
    const { warning } = await send({ file: csv(...lines), merge_columns: 'all' }, connector);
    done();
    expect(warning).toMatch(isRepeated);
    expect(service.lists[0]).toHaveLength(3);
  });

  it('does not warn of people on the list twice if the letter is known to print what differs', async () => {
    const service = serve(['your gift of {amount}']);
    const connector = new UnitConnector();
    const file = (...names: string[]) =>
      csv(`${heading},Amount`, ...names.map((name, index) => row(name, `$${index}`)));
    await send({ file: file('Bob Ray'), merge_columns: ['Amount'] }, connector);
    const { warning } = await send(
      { file: file('Ann Lee', 'Ann Lee'), merge_columns: ['Amount'] },
      connector,
    );
    done();
    expect(warning).toBe(null);
    expect(service.lists[1]).toHaveLength(2);
  });

  it('writes once to a person with three spellings in one file', async () => {
    const service = serve();
    const spell = (...values: string[]) => values.join();
    const file = csv(
      heading,
      spell('Ann Lee', '12 Elm Street Apt 4', 'Boise', 'Idaho', ''),
      spell('ANN LEE', '12 ELM ST APT 4', 'BOISE', 'ID', '83702-4321'),
      spell('Ann  Lee', '12 Elm St. #4', 'Boise', 'ID', '83702'),
    );
    const { duplicates_left_out } = await send({ file });
    done();
    expect(duplicates_left_out).toBe(2);
    expect(service.lists[0]).toHaveLength(1);
  });

  describe('in an editor test', () => {
    const bundle = { meta: { isLoadingSample: true } };
    const preview = async (...lines: string[]) => {
      serve();
      api().get('/v1/orders/saved').reply(200, { saved_orders: [] });
      const result = await send({ file: csv(...lines), merge_columns: 'all' }, undefined, bundle);
      done();
      return result;
    };

    it('shows the values of the first person', async () => {
      const { checked } = await preview(`${heading},Gift`, row('Ann Lee', '$5'));
      expect(checked).toContain('For Ann Lee: {Gift} is "$5".');
    });

    it('names at most fifty people in addition to those whose envelopes it shows', async () => {
      const names = Array.from({ length: 60 }, (_, index) => `Person ${index + 1}`);
      const { checked } = await preview(heading, ...names.map((name) => row(name)));
      expect(checked).toContainEqual(
        expect.stringMatching(
          /Person 3 \(Columbus\), Person 4 \(Columbus\),.* Person 53 \(Columbus\), and 7 more\.$/,
        ),
      );
    });

    it('says whose greeting may be wrong because the letter service makes it from the name', async () => {
      const greeted = `Frau Weber,${row('').slice(1)},Renate Weber`;
      const lines = ['Ann Lee', 'Frau Otto', 'The Lees', 'Ann & Tom Lee', 'Estate of Bob Roy'].map((name) =>
        row(name, ''),
      );
      const { checked, warning } = await preview(`${heading},Greeting`, ...lines, greeted);
      expect(checked).toContain(
        'Greeting: the letter service takes the name after "Dear" from 5 names, such as "Ann Lee".',
      );
      expect(warning).toContain(
        'Row 3 of the file (Frau Otto) begins with the title "Frau". Row 4 of the file (The Lees) names a family. Row 5 of the file (Ann & Tom Lee) names two people. Row 6 of the file (Estate of Bob Roy) says "Estate of". The letter service makes the greeting from the name, and it may be wrong, such as "Dear Frau,". Fill in Greeting, or add a column Greeting to the file.',
      );
    });

    it('of a letter that was never sent only warns of blank columns that nobody named, which stop a run', async () => {
      const lines = [`${heading},Email,Notes`, row('Ann Lee', 'a@b.test', ''), row('Bob Ray', '', '')];
      const { warning } = await preview(...lines);
      expect(warning).toMatch(
        /^This letter's text .* These columns have no value: \{Email\} for Row 3 of the file \(Bob Ray\); \{Notes\} for everyone\. .*the step will stop when the Zap runs\. In Merge Columns, enter only the columns that the letter prints/,
      );
      expect(warning).not.toContain('Print nothing there');
      await expect(send({ file: csv(...lines), merge_columns: 'all' })).rejects.toThrow(
        /^Merge fields have no value: .* In Merge Columns, enter only the columns that the letter prints, and fill in their values\.$/,
      );
      await expect(
        send({ file: csv(...lines), merge_columns: ['Email'] }, undefined, bundle),
      ).rejects.toThrow(/^Merge fields have no value: \{Email\} for Row 3 of the file \(Bob Ray\)\./);
    });
  });

  it('stops in an editor test, too, if a merge field is missing that earlier letters had', async () => {
    serve(['your gift of {amount}']);
    const connector = new UnitConnector();
    await send({ file: csv(`${heading},amount`, row('Ann Lee', '$5')), merge_columns: 'all' }, connector);
    const missing =
      /The letter needs \{amount\}\. There is no value for it\. The letter would have a gap there\. Nothing was ordered by this run\. Add it in Merge Fields or as a column of the file\. If its column has another name, enter the heading and the placeholder in Columns\./;
    api()
      .get('/v1/orders/saved')
      .reply(200, { saved_orders: [{ saved_order_id: letter, name: 'Thanks' }] });
    await expect(
      send({ file: people('Bob Ray', 'Cid Fox') }, connector, { meta: { isLoadingSample: true } }),
    ).rejects.toThrow(missing);
    await expect(send({ file: people('Bob Ray', 'Cid Fox') }, connector)).rejects.toThrow(missing);
    done();
  });

  it('says which letters have a gap if only the first order shows the placeholders', async () => {
    serve(['your gift of {amount}']);
    const { warning } = await send({ file: people('Ann Lee', 'Bob Ray') });
    done();
    expect(warning).toMatch(/^2 letters were ordered with a gap at \{amount\}.* cancel order m-1 /);
  });

  it('takes back nothing that the service may have: an unconfirmed order keeps the next run from ordering', async () => {
    serve([], () => [502, {}]);
    const connector = new UnitConnector();
    await expect(send({ file: people('Ann Lee', 'Bob Ray') }, connector)).rejects.toThrow(
      /did not confirm the order/,
    );
    for (const already_sent of ['stop', 'leave_out']) {
      await expect(
        send({ file: people('Ann Lee', 'Bob Ray', 'Cid Fox'), already_sent }, connector),
      ).rejects.toThrow(/that order may exist|may already have got the same letter/);
    }
    done();
  });

  it('orders nothing if the list cannot be made', async () => {
    api().post('/v1/lists').reply(403, { error: 'lists.missing_scope' });
    await expect(send({ file: people('Ann Lee') })).rejects.toThrow(/Nothing was ordered/);
  });

  it('asks for recipients', async () => {
    await expect(send({})).rejects.toThrow(
      'There are no recipients. Nothing was ordered by this run. Fill in Recipients, File or Contact IDs, or set Everyone on the Mailing List to Yes.',
    );
    await expect(send({}, undefined, { inputDataRaw: { file: '{{1.attachment}}' } })).rejects.toThrow(
      'File is mapped, but the earlier step returned no file. Nothing was ordered by this run. Map a step that returns a file in every run,',
    );
  });

  it('names what is wrong with a file before anything is sent', async () => {
    await expect(send({ file: csv(heading, 'Ann Lee,1 Main St,,,') })).rejects.toThrow(
      /^1 recipient has a mistake\. Row 2 of the file.* Nothing was ordered by this run\./,
    );
  });

  it.each([[{}], [{ isLoadingSample: true }]])(
    'refuses a list that is too long for one run, with the way out (%j)',
    async (meta) => {
      await expect(send({ recipients: longRecipients }, undefined, { meta })).rejects.toThrow(
        /^The list is too long for one step: it has 9 people\. .*Use Create Temporary List, and then Send Saved Order to a List\.$/,
      );
    },
  );
});

describe('A person with a reference who has another name or address than in an earlier list', () => {
  const headings = `Reference,${heading},Amount`;
  const ann = `1,${row('Ann Lee', '$5')}`;
  const cid = `3,${row('Cid Fox', '$5')}`;
  const lines = (...changed: string[]) => ({
    file: csv(headings, ann, ...changed),
    merge_columns: ['Amount'],
  });
  const firstList = () => lines(`2,${row('Ben Birch', '$5')}`, cid);
  const moved = ['2,Ben Birch,7 Elm St,Columbus,OH,43215,$5', `3,${row('Cyd Fox', '$5')}`];
  const secondList = () => lines(...moved);
  const note =
    '2 people got this letter under another name or address on Mar 12, 2026, 12:00 PM UTC: Row 3 of the file (Ben Birch) with reference 2, Row 4 of the file (Cyd Fox) with reference 3.';
  const advice =
    'A new name or address counts as a new person: take anyone who should not get it again off the list.';

  it('is named if the step stops, and in its preview', async () => {
    const service = serve();
    const connector = clockedConnector();
    await send(firstList(), connector);
    connector.now += day;
    await expect(send(lines(...moved, `,${row('Dan Ray', '$5')}`), connector)).rejects.toThrow(
      `(m-1). No letter under this name and address yet: Dan Ray. ${note} ${advice} To write only to the others, choose "Leave them out" in If Someone Already Got the Letter. If all`,
    );
    api().get('/v1/orders/saved').reply(200, { saved_orders: [] });
    const preview = await send(secondList(), connector, { meta: { isLoadingSample: true } });
    done();
    expect(preview.warning).toBe(`${note} ${advice}`);
    expect(service.orders).toHaveLength(1);
  });

  it('gets the letter and is named in the result, but not again', async () => {
    const service = serve();
    const connector = clockedConnector();
    await send(firstList(), connector);
    connector.now += day;
    const leaveOut = { already_sent: 'leave_out' };
    const result = await send({ ...secondList(), ...leaveOut }, connector);
    const again = await send({ ...secondList(), ...leaveOut }, connector);
    done();
    expect(service.lists.map(namesOf)).toEqual([
      ['Ann Lee', 'Ben Birch', 'Cid Fox'],
      ['Ben Birch', 'Cyd Fox'],
    ]);
    expect(result.warning).toMatch(/ and was left out: Ann Lee\./);
    expect(result.warning).toContain(note);
    expect(again.warning).not.toContain('another name');
  });

  it('is named by Send Letter after a list', async () => {
    serve();
    const connector = clockedConnector();
    await send(firstList(), connector);
    connector.now += day / 2;
    const result = await connector.create('send_letter', {
      ...{ saved_order_id: letter, name: 'Ben Birch', external_id: '2', merge_fields: { Amount: '$5' } },
      ...{ street: '7 Elm St', city: 'Columbus', state: 'OH', postal_code: '43215' },
    });
    done();
    expect(result.warning).toBe(
      'Ben Birch with reference 2 got this letter under another name or address on Mar 12, 2026, 12:00 PM UTC.',
    );
  });

  it.each([
    ['another gift', [`2,${row('Ben Birch', '$7')}`]],
    ['another gift at another address', ['2,Ben Birch,7 Elm St,Columbus,OH,43215,$7']],
    [
      'the same reference as another person of the household',
      [`2,${row('Beth Birch', '$5')}`, `2,${row('Ben Birch', '$5')}`],
    ],
    ['no reference', [',Ben Birch,7 Elm St,Columbus,OH,43215,$5']],
  ])('is not named with %s', async (_, changed) => {
    serve();
    const connector = clockedConnector();
    await send(lines(`2,${row('Ben Birch', '$5')}`, `,${row('Dee Doug', '$5')}`), connector);
    connector.now += day;
    const result = await send({ ...lines(...changed), already_sent: 'leave_out' }, connector);
    done();
    expect(result).toMatchObject({ letter_count: 1, warning: expect.not.stringContaining('another name') });
  });
});

describe('Leave them out', () => {
  const leaveOut = (file: string, connector: UnitConnector, inputData = {}) =>
    send({ file, already_sent: 'leave_out', ...inputData }, connector);

  it('writes to one person if the file has one row more than yesterday', async () => {
    const service = serve();
    const connector = clockedConnector();
    await leaveOut(people('Ann Lee', 'Bob Ray'), connector);
    connector.now += day;
    const result = await leaveOut(people('Ann Lee', 'Bob Ray', 'Xena Neu'), connector);
    done();
    expect(service.lists.map(namesOf)).toEqual([['Ann Lee', 'Bob Ray'], ['Xena Neu']]);
    expect(result).toMatchObject({ letter_count: 1, already_sent_left_out: 2, already_ordered: false });
  });

  it('writes to each person of a growing file once, every day for two weeks', async () => {
    const service = serve();
    const connector = clockedConnector();
    const names = ['Person 0'];
    for (let today = 1; today <= 14; today += 1) {
      // On some days, nobody is new.
      if (today % 3 > 0) names.push(`Person ${today}`);
      await leaveOut(people(...names), connector);
      connector.now += day;
    }
    done();
    const written = service.lists.flatMap((list) => namesOf(list) ?? []);
    expect(written.toSorted()).toEqual(names.toSorted());
    expect(written.length).toBeGreaterThan(9);
  });

  it('writes to each person once, although nobody is new for more than a week', async () => {
    const service = serve();
    const connector = clockedConnector();
    for (let today = 1; today <= 10; today += 1) {
      await leaveOut(people('Ann Lee', 'Bob Ray'), connector);
      connector.now += day;
    }
    done();
    expect(service.lists.map(namesOf)).toEqual([['Ann Lee', 'Bob Ray']]);
  });

  it('succeeds with no letters if nobody is left', async () => {
    const service = serve();
    const connector = clockedConnector();
    await leaveOut(people('Ann Lee', 'Bob Ray'), connector);
    const result = await leaveOut(people('Bob Ray', 'Ann Lee'), connector);
    done();
    expect(service.orders).toHaveLength(1);
    expect(result).toMatchObject({
      order_id: null,
      list_id: null,
      letter_count: 0,
      already_sent_left_out: 2,
      already_ordered: true,
      preview_only: false,
      warning:
        'Nothing was ordered: everyone on the list already got this letter. 2 people already got this letter and were left out: Bob Ray, Ann Lee. Ordered on Mar 12, 2026, 12:00 PM UTC (m-1). For a new occasion, use a new Event ID.',
    });
  });

  it('stops because of an order that was canceled, and names it with its people', async () => {
    const service = serve();
    const connector = clockedConnector();
    await send({ file: people('Ann Lee', 'Bob Ray') }, connector);
    service.canceled.add('m-1');
    await expect(send({ file: people('Ann Lee', 'Cy Orr') }, connector)).rejects.toThrow(
      /already got .*Canceled at the letter service: order m-1 \(Ann Lee\)\. To send these letters again, enter canceled-[0-9a-f]{8} in Found Order ID and run the step again\. /,
    );
    done();
    expect(service.orders).toHaveLength(1);
  });

  it('names an order that was canceled with its people, and says how to write only to them', async () => {
    const service = serve();
    const connector = clockedConnector();
    await leaveOut(people('Ann Lee', 'Bob Ray'), connector);
    connector.now += day;
    await leaveOut(people('Ann Lee', 'Bob Ray', 'Cy Orr'), connector);
    service.canceled.add('m-2');
    connector.now += day;
    const again = { file: people('Ann Lee', 'Bob Ray', 'Cy Orr'), already_sent: 'leave_out' };
    api().get('/v1/orders/saved').reply(200, { saved_orders: [] });
    const preview = await send(again, connector, { meta: { isLoadingSample: true } });
    const result = await leaveOut(people('Ann Lee', 'Bob Ray', 'Cy Orr'), connector);
    const advice =
      'Canceled at the letter service: order m-2 (Cy Orr). To send these letters again, enter canceled-';
    expect(result).toMatchObject({ letter_count: 0, warning: expect.stringContaining(advice) });
    expect(preview.checked).toContainEqual(expect.stringContaining(advice));
    expect(service.orders).toHaveLength(2);
    await send({ file: people('Cy Orr'), duplicate_window: 'off' }, connector);
    connector.now += day;
    const last = await leaveOut(people('Ann Lee', 'Bob Ray', 'Cy Orr'), connector);
    done();
    expect(namesOf(service.lists.at(-1))).toEqual(['Cy Orr']);
    expect(last).toMatchObject({ letter_count: 0, warning: expect.not.stringContaining('Canceled') });
  });

  it('says that an order is missing at the letter service, without advice', async () => {
    const service = serve();
    const connector = clockedConnector();
    await leaveOut(people('Ann Lee'), connector);
    service.missing.add('m-1');
    connector.now += day;
    const result = await leaveOut(people('Ann Lee'), connector);
    done();
    expect(result.warning).toMatch(/\(m-1\)\. The letter service does not show order m-1\.$/);
  });

  it.each([[['Ann Lee']], [['Ann Lee', 'Bob Ray']]])(
    'writes to %j again only after three months without an order to them or a run that leaves them out',
    async (names) => {
      const service = serve();
      const connector = clockedConnector();
      for (const days of [0, 8, 40, 91, 100]) {
        connector.now += days * day;
        await leaveOut(people(...names), connector);
        expect(service.orders).toHaveLength(days < 100 ? 1 : 2);
      }
      done();
    },
  );

  it('remembers the order that reached a person, not the runs that left them out', async () => {
    const service = serve();
    const connector = clockedConnector();
    await leaveOut(people('Ann Lee', 'Bob Ray'), connector);
    connector.now += 40 * day;
    await leaveOut(people('Ann Lee', 'Bob Ray'), connector);
    connector.now += 60 * day;
    expect(await leaveOut(people('Ann Lee', 'Cid Fox'), connector)).toMatchObject({
      letter_count: 1,
      warning: expect.stringContaining('Ann Lee. Ordered on Mar 12, 2026'),
    });
    // Three months after the order, a step that stops does not look back to it.
    await send({ file: people('Ann Lee', 'Bob Ray') }, connector);
    done();
    expect(service.orders).toHaveLength(3);
  });

  it('leaves out who got the letter from another step, within a week whatever Do Not Send Twice Within says', async () => {
    const service = serve();
    const connector = clockedConnector();
    await connector.create('send_letter', {
      saved_order_id: letter,
      name: 'Ann Lee',
      street: '1 Main St',
      city: 'Columbus',
      state: 'OH',
      postal_code: '43215',
    });
    connector.now += 3 * day;
    await leaveOut(people('Ann Lee', 'Bob Ray'), connector, { duplicate_window: 'hour' });
    done();
    expect(service.lists.map(namesOf)).toEqual([['Ann Lee'], ['Bob Ray']]);
  });

  it('leaves out who got the letter from Send Letter with a merge field in capitals', async () => {
    const service = serve();
    const connector = clockedConnector();
    const merge_fields = { Amount: '$5' };
    await connector.create('send_letter', {
      saved_order_id: letter,
      name: 'Ann Lee',
      street: '1 Main St',
      city: 'Columbus',
      state: 'OH',
      postal_code: '43215',
      merge_fields,
    });
    await leaveOut(people('Ann Lee', 'Bob Ray'), connector, { merge_fields });
    done();
    expect(service.lists.map(namesOf)).toEqual([['Ann Lee'], ['Bob Ray']]);
  });

  it('writes to everyone again for another Event ID', async () => {
    const service = serve();
    const connector = clockedConnector();
    await leaveOut(people('Ann Lee', 'Bob Ray'), connector, { event_id: 'spring' });
    await leaveOut(people('Ann Lee', 'Bob Ray'), connector, { event_id: 'summer' });
    done();
    expect(service.lists.map(namesOf)).toEqual([
      ['Ann Lee', 'Bob Ray'],
      ['Ann Lee', 'Bob Ray'],
    ]);
  });

  it('writes to each person once if two runs with a growing file overlap, and are run again', async () => {
    const service = serve();
    const connector = clockedConnector();
    const lists = [
      ['Ann Lee', 'Bob Ray'],
      ['Ann Lee', 'Bob Ray', 'Xena Neu'],
    ];
    const run = (names: readonly string[]) => leaveOut(people(...names), connector);
    const outcomes = await Promise.allSettled(lists.map(run));
    const again = lists.filter((_, index) => outcomes[index]?.status === 'rejected');
    for (const names of again) await run(names);
    done();
    const orders = service.orders.map((id) => service.lists[Number(id.slice(2)) - 1]);
    expect(orders.flatMap((list) => namesOf(list)).toSorted()).toEqual(['Ann Lee', 'Bob Ray', 'Xena Neu']);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ name: 'ThrottledError' });
    }
  });

  it('can be written to after an unconfirmed order, once the duplicate check is off', async () => {
    let isLost = true;
    const service = serve([], () => (isLost ? [502, {}] : [201]));
    const connector = clockedConnector();
    await expect(leaveOut(people('Ann Lee', 'Bob Ray'), connector)).rejects.toThrow(/did not confirm/);
    isLost = false;
    const all = () => people('Ann Lee', 'Bob Ray', 'Cid Fox');
    await expect(leaveOut(all(), connector)).rejects.toThrow(/that order may exist/);
    await leaveOut(all(), connector, { duplicate_window: 'off' });
    expect(namesOf(service.lists.at(-1))).toEqual(['Ann Lee', 'Bob Ray', 'Cid Fox']);
    expect(await leaveOut(all(), connector, { duplicate_window: 'off' })).toMatchObject({ letter_count: 0 });
    done();
  });

  it('can be ordered again for the same people after an unconfirmed order, once the duplicate check is off', async () => {
    let isLost = true;
    const service = serve([], () => (isLost ? [502, {}] : [201]));
    const connector = clockedConnector();
    await expect(leaveOut(people('Ann Lee', 'Bob Ray'), connector)).rejects.toThrow(/did not confirm/);
    isLost = false;
    const both = people('Ann Lee', 'Bob Ray');
    expect(await leaveOut(both, connector, { duplicate_window: 'off' })).toMatchObject({
      letter_count: 2,
      already_sent_left_out: 0,
      already_ordered: false,
    });
    done();
    expect(namesOf(service.lists.at(-1))).toEqual(['Ann Lee', 'Bob Ray']);
  });

  it('once the duplicate check is off, leaves out only those whose order was confirmed', async () => {
    let isLost = false;
    const service = serve([], () => (isLost ? [502, {}] : [201]));
    const connector = clockedConnector();
    await leaveOut(people('Ann Lee', 'Bob Ray'), connector);
    isLost = true;
    await expect(leaveOut(people('Cid Fox', 'Dan Hill'), connector)).rejects.toThrow(/did not confirm/);
    isLost = false;
    const all = people('Ann Lee', 'Bob Ray', 'Cid Fox', 'Dan Hill');
    expect(await leaveOut(all, connector, { duplicate_window: 'off' })).toMatchObject({
      letter_count: 2,
      already_sent_left_out: 2,
      already_ordered: false,
    });
    done();
    expect(namesOf(service.lists.at(-1))).toEqual(['Cid Fox', 'Dan Hill']);
  });

  it('says in the preview that everyone already got the letter', async () => {
    serve();
    const connector = clockedConnector();
    await leaveOut(people('Ann Lee', 'Bob Ray'), connector);
    api()
      .get('/v1/orders/saved')
      .reply(200, { saved_orders: [{ saved_order_id: letter, name: 'Thanks' }] });
    const inputData = {
      saved_order_id: letter,
      already_sent: 'leave_out',
      file: people('Ann Lee', 'Bob Ray'),
    };
    expect(
      await connector.create('send_letters', inputData, { meta: { isLoadingSample: true } }),
    ).toMatchObject({
      letter_count: 0,
      warning: 'Nothing was ordered: everyone on the list already got this letter.',
    });
    done();
  });

  it('names in the preview and after it who already got the letter, and writes to the others', async () => {
    const service = serve();
    const connector = clockedConnector();
    await leaveOut(people('Ann Lee', 'Bob Ray'), connector);
    api()
      .get('/v1/orders/saved')
      .reply(200, { saved_orders: [{ saved_order_id: letter, name: 'Thanks' }] });
    const result = await connector.create(
      'send_letters',
      { saved_order_id: letter, already_sent: 'leave_out', file: people('Ann Lee', 'Cid Fox') },
      { meta: { isLoadingSample: true } },
    );
    expect(result).toMatchObject({ letter_count: 1, already_sent_left_out: 1 });
    const { warning } = await leaveOut(people('Ann Lee', 'Cid Fox'), connector);
    expect(warning).toMatch(
      /^1 person already got this letter and was left out: Ann Lee\. Ordered on Mar 12/,
    );
    done();
    expect(namesOf(service.lists[1])).toEqual(['Cid Fox']);
    expect(result.checked).toEqual(
      expect.arrayContaining([
        '1 person gets a letter: Cid Fox (Columbus).',
        expect.stringMatching(/^1 person already got this letter and was left out: Ann Lee\./),
      ]),
    );
  });

  it('may have a list that is too long for one run, if enough of its people already got the letter', async () => {
    const service = serve();
    const connector = clockedConnector();
    const inputData = { already_sent: 'leave_out' };
    await send({ ...inputData, recipients: longRecipients.slice(0, 6) }, connector);
    expect(await send({ ...inputData, recipients: longRecipients }, connector)).toMatchObject({
      letter_count: 3,
      already_sent_left_out: 6,
    });
    done();
    expect(service.lists.map(({ length }) => length)).toEqual([6, 3]);
  });

  it('refuses more than 5,000 people', async () => {
    const names = Array.from({ length: 5_001 }, (_, index) => `Person ${index}`);
    await expect(leaveOut(people(...names), new UnitConnector())).rejects.toThrow(
      'The list has 5,001 people, and "Leave them out" compares at most 5,000. Nothing was ordered by this run. Split the list, or choose "Stop: order nothing".',
    );
    api()
      .get('/v1/orders/saved')
      .reply(200, { saved_orders: [{ saved_order_id: letter, name: 'Thanks' }] });
    const inputData = { saved_order_id: letter, already_sent: 'leave_out', file: people(...names.slice(1)) };
    expect(
      await new UnitConnector().create('send_letters', inputData, { meta: { isLoadingSample: true } }),
    ).toMatchObject({ letter_count: 5_000 });
  });

  it('does not take a letter for a new one if the cache does not answer', async () => {
    const connector = clockedConnector();
    connector.failing.add('zcache_get');
    const test = { meta: { isLoadingSample: true } };
    await expect(send({ file: 'https://files.test/list' }, connector, test)).rejects.toMatchObject({
      name: 'ThrottledError',
    });
  });

  it('orders nothing, and runs again, if the cache does not answer', async () => {
    const connector = clockedConnector();
    connector.failing.add('zcache_get');
    await expect(leaveOut('https://files.test/list', connector)).rejects.toMatchObject({
      name: 'ThrottledError',
      message: expect.stringContaining('Nothing was ordered by this run'),
    });
  });
});
