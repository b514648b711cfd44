import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const person = { name: 'Ann Lee', street: '1 Main St', city: 'Columbus', state: 'OH', postal_code: '43215' };
const letter = { saved_order_id: 'l-003-0001', ...person, merge_fields: { amount: '$50.00' } };
const address = { street: '1 Main St', city: 'Columbus', state: 'OH', postal_code: '43215' };
const recipient = { type: 'contact', name: 'Ann Lee', address, metadata: { amount: '$50.00' } };

const makesList = (id = 'l-9') =>
  api().post('/v1/lists').reply(201, { list_id: id, expires: '2026-03-26T12:00:00' });
const takesRecipient = (expected: object = recipient, id = 'l-9') =>
  api()
    .post(`/v1/lists/${id}/contacts`, { type: 'contacts', data: [{ ...expected }] })
    .reply(200, { contacts: [{ id: 'a-1', external_id: null }] });
const takesOrder = (list_id = 'l-9', order_id = 'm-1') =>
  api()
    .post('/v1/orders', { saved_order_id: 'l-003-0001', list_id })
    .reply(201, { order_id, created: '2026-03-12T10:00:00' });
const showsOrder = (contents: unknown[] = [], order_id = 'm-1') =>
  api().get(`/v1/orders/${order_id}`).reply(200, { id: order_id, contents, invoice_amount: 1.2 });
const sends = (expected: object = recipient) => {
  makesList();
  takesRecipient(expected);
  takesOrder();
  showsOrder();
};
const send = (changes: Record<string, unknown> = {}, bundle = {}, connector = new UnitConnector()) =>
  connector.create('send_letter', { ...letter, ...changes }, bundle);

describe('Send Letter', () => {
  it('creates a list with the recipient and orders the saved order for it', async () => {
    sends();
    expect(await send()).toEqual({
      id: 'm-1',
      order_id: 'm-1',
      saved_order_id: 'l-003-0001',
      created: '2026-03-12T10:00:00',
      list_id: 'l-9',
      list_expires: '2026-03-26',
      name: 'Ann Lee',
      address,
      merge_fields: { amount: '$50.00' },
      letter_count: 1,
      invoice_amount: 1.2,
      preview_pdf: expect.stringContaining('hydrators.orderPreview'),
      warning: null,
      already_ordered: false,
      preview_only: false,
    });
  });

  it('gives each list a different name', async () => {
    const names: unknown[] = [];
    for (const id of ['l-1', 'l-2']) {
      api()
        .post('/v1/lists', (body) => Boolean(names.push(body.name)))
        .reply(201, { list_id: id });
      takesRecipient(recipient, id);
      takesOrder(id);
      showsOrder();
      await send();
    }
    expect(new Set(names).size).toBe(2);
  });

  it('makes at most 22 calls to Zapier’s cache', async () => {
    const connector = new UnitConnector();
    const counts: number[] = [];
    const countCalls = async (changes: Record<string, unknown>) => {
      connector.cacheCalls.length = 0;
      const { already_ordered } = await send(changes, {}, connector);
      counts.push(connector.cacheCalls.length);
      return already_ordered;
    };
    sends();
    await countCalls({});
    sends({ ...recipient, name: 'Ben Ray' });
    await countCalls({ name: 'Ben Ray' });
    showsOrder();
    expect(await countCalls({})).toBe(true);
    // Also if the letter went to a list with this person.
    makesList('l-7');
    const added = ['a-1', 'a-2'].map((id) => ({ id, external_id: null }));
    api().post('/v1/lists/l-7/contacts').reply(200, { contacts: added });
    takesOrder('l-7', 'm-7');
    showsOrder([], 'm-7');
    const recipients = [
      { ...person, name: 'Cem Kaya' },
      { ...person, name: 'Dora Lee' },
    ];
    await connector.create('create_list', { recipients, merge_fields: { amount: '$50.00' } });
    await connector.create('resend_saved_order', { saved_order_id: 'l-003-0001', list_id: 'l-7' });
    showsOrder([], 'm-7');
    expect(await countCalls({ name: 'Cem Kaya' })).toBe(true);
    sends({ ...recipient, name: 'Eva Frei' });
    await countCalls({ name: 'Eva Frei' });
    expect(counts).toHaveLength(5);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(Math.max(...counts)).toBeLessThanOrEqual(22);
  });

  it('sends a letter to an organization and leaves out blank values', async () => {
    sends({
      type: 'contact',
      company: 'Grace Church',
      address: { city: 'Bonn', postal_code: '53171', country: 'Germany' },
    });
    const sent = await send({
      name: ' ',
      company: ' Grace Church ',
      greeting: null,
      street: '',
      city: 'Bonn',
      state: '',
      postal_code: '53171',
      country: 'DE',
      merge_fields: { amount: '' },
      blank_merge_fields: 'send',
    });
    expect(sent.warning).toContain('"Grace Church" has no street.');
  });

  it('replaces spaces in merge field names with underscores, and ignores braces', async () => {
    sends({ ...recipient, metadata: { first_gift: '5', amount: '$5', fund: 'Roof' } });
    await send({ merge_fields: { ' first gift ': 5, '{ amount }': '$5', '{{fund}}': 'Roof' } });
  });

  it('also sends the name of a merge field in lower case, unless that name is taken', async () => {
    sends({
      ...recipient,
      metadata: { Amount: '$5', 'Zeit-Punkt': 'now', amount: '$6', 'zeit-punkt': 'now' },
    });
    await send({ merge_fields: { Amount: '$5', 'Zeit-Punkt': ' now ', amount: '$6' } });
  });

  it('sends at most 100 merge fields, lower-case names included', async () => {
    const names = Array.from({ length: 100 }, (_, n) => (n === 0 ? 'Amount' : `f${n}`));
    const metadata = Object.fromEntries(names.map((name) => [name, 'x']));
    sends({ ...recipient, metadata });
    await send({ merge_fields: metadata });
  });

  it.each([
    ['is blank', { inputData: { ...letter, merge_fields: { amount: ' ', year: '2026' } } }],
    [
      'was dropped by Zapier, because its value is blank',
      {
        inputData: { ...letter, merge_fields: { year: '2026' } },
        inputDataRaw: { merge_fields: { amount: '{{1__amount}}', year: '{{1__year}}', '{{1__key}}': 'x' } },
      },
    ],
    [
      'was dropped by Zapier with all of Merge Fields',
      { inputData: { ...letter, merge_fields: undefined }, inputDataRaw: { merge_fields: { amount: '' } } },
    ],
  ])('sends nothing if a merge field %s', async (_reason, { inputData, ...bundle }) => {
    await expect(new UnitConnector().create('send_letter', inputData, bundle)).rejects.toThrow(
      'Merge Fields has no value for {amount}. The letter would have a gap there. Nothing was ordered by this run. Fill in the values, or choose "Print nothing there" in If a Merge Field Is Blank.',
    );
  });

  it('restores the leading zero of a ZIP code', async () => {
    sends({ ...recipient, address: { ...address, state: 'MA', postal_code: '02134' } });
    await send({ state: 'MA', postal_code: '2134' });
  });

  it('ignores an entry of Merge Fields without a name and a value', async () => {
    sends();
    await send({ merge_fields: { '': '', amount: '$50.00' } });
  });
});

describe('Send Letter to a contact', () => {
  const stored = {
    contact_id: 'c-1',
    external_id: 'donor-1',
    name: 'Maria Miller',
    file_as: 'Miller, Maria',
    greeting: 'Mary',
    company: null,
    address: {
      street: '2 Oak St',
      city: 'Dayton',
      state: 'OH',
      postal_code: '45402',
      country: null,
      county: 'x',
    },
  };
  const blank = Object.fromEntries(Object.keys(person).map((key) => [key, '']));
  const storedAddress = { street: '2 Oak St', city: 'Dayton', state: 'OH', postal_code: '45402' };
  const knows = () => api().get('/v1/contacts/c-1').reply(200, stored);

  it('uses the name and address of the contact', async () => {
    knows();
    sends({
      ...recipient,
      name: 'Maria Miller',
      greeting: 'Mary',
      external_id: 'donor-1',
      address: storedAddress,
    });
    expect(await send({ ...blank, contact_id: 'c-1' })).toMatchObject({ external_id: 'donor-1' });
  });

  it('prefers the fields that are filled in and omits the greeting if the name differs', async () => {
    knows();
    sends({
      ...recipient,
      name: 'Tom Miller',
      external_id: 'donor-1',
      address: { ...storedAddress, state: 'MI', postal_code: '45402-1204' },
    });
    await send({
      ...blank,
      contact_id: 'c-1',
      name: 'Tom Miller',
      state: 'MI',
      postal_code: '45402-1204',
    });
  });

  it.each([
    [
      { street: '3 Elm St' },
      'has a new street only; fill in Street, City and Postal Code together, or leave all three blank',
    ],
    [
      { city: 'Austin' },
      'has a new city only; fill in Street, City and Postal Code together, or leave all three blank',
    ],
    [{ street: '3 Elm St', city: 'Austin' }, 'has a new Street and City, but Postal Code is blank'],
    [{ city: 'Austin', postal_code: '78701' }, 'has a new City and Postal Code, but Street is blank'],
  ])('never mixes %j with the address of the contact', async (filledIn, message) => {
    knows();
    await expect(send({ ...blank, contact_id: 'c-1', ...filledIn })).rejects.toThrow(
      `The recipient ${message}`,
    );
  });

  it.each([
    [{ state: 'TX' }, { state: 'TX' }, null],
    [{}, { country: 'Germany' }, 'The contact keeps the country "Germany".'],
    [{ country: 'USA' }, {}, null],
  ])('replaces the address of the contact if it is filled in, with %j', async (more, sent, warning) => {
    const { country: _, county: __, ...rest } = stored.address;
    api()
      .get('/v1/contacts/c-1')
      .reply(200, { ...stored, address: { ...rest, state: 'Bavaria', country: 'Germany' } });
    const complete = { street: '1 Main St', city: 'Austin', postal_code: '78701' };
    sends({
      ...recipient,
      name: 'Maria Miller',
      greeting: 'Mary',
      external_id: 'donor-1',
      address: { ...complete, ...sent },
    });
    const result = await send({ ...blank, contact_id: 'c-1', ...complete, ...more });
    if (warning) expect(result.warning).toContain(warning);
    else expect(result.warning).toBeNull();
  });

  it('fails if the contact does not exist', async () => {
    api().get('/v1/contacts/c-1').reply(404, {});
    await expect(send({ contact_id: 'c-1' })).rejects.toThrow(
      /^Letter to Ann Lee: Contact is "c-1".*deleted\. Nothing was ordered by this run/,
    );
  });
});

describe('Send Letter', () => {
  it.each([
    ['no name and no company', { name: '' }, /no name and no company\. Nothing was ordered by this run/],
    [
      'a street alone',
      { city: '', postal_code: '' },
      /^Letter to Ann Lee: The recipient has no city and no postal code\. Nothing was ordered by this run/,
    ],
    [
      'a British postal code without a country',
      { city: 'London', postal_code: 'SW1A 1AA' },
      /^Letter to Ann Lee: The recipient needs a country, because its postal code "SW1A 1AA" is not a ZIP code/,
    ],
    ['an object for a name', { name: { first: 'Ann' } }, /"Name" is mapped to an object/],
    [
      '101 merge fields',
      { merge_fields: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`f${n}`, 'x'])) },
      /Merge Fields can't be used: there are 101 merge fields, and at most 100/,
    ],
    [
      'a value of 1,001 characters',
      { merge_fields: { note: 'é'.repeat(1001) } },
      /"note" has 1,001 characters/,
    ],
    [
      'two merge fields with the same name',
      { merge_fields: { 'a b': '1', a_b: '2' } },
      /"a_b" is entered twice/,
    ],
    ['a merge field without a name', { merge_fields: { ' ': '1' } }, /"1" has no name/],
    ['an object for a merge field', { merge_fields: { a: { b: 1 } } }, /"a" is mapped to an object/],
    [
      'a list instead of merge fields',
      { merge_fields: [{ amount: '$50' }] },
      /Merge Fields is set to "\[\{"amount":"\$50"\}\]", which is not a set of names and values/,
    ],
    [
      'merge fields that are text',
      { merge_fields: '$50' },
      /Merge Fields is set to "\$50", which is not a set of names and values/,
    ],
    ['no saved order', { saved_order_id: ' ' }, /^Letter to Ann Lee: Saved Order is blank/],
  ])('rejects %s', async (_value, changes, message) => {
    await expect(send(changes)).rejects.toThrow(message);
  });

  it('accepts 100 merge fields with 1,000 characters each', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, 'é'.repeat(1000)]));
    sends({ ...recipient, metadata });
    await send({ merge_fields: metadata });
  });
});

describe('The duplicate check of Send Letter', () => {
  const repeated = async (changes: Record<string, unknown>, arrange = () => {}) => {
    const connector = new UnitConnector();
    sends();
    await send({}, {}, connector);
    arrange();
    return send(changes, {}, connector);
  };
  const sendsAnother = () => {
    makesList('l-10');
    api()
      .post('/v1/lists/l-10/contacts')
      .reply(200, { contacts: [{ id: 'a-2' }] });
    takesOrder('l-10', 'm-2');
    showsOrder([], 'm-2');
  };

  it.each([
    ['the same values', {}],
    ['another reference', { external_id: 'donor-7' }],
    ['extra spaces', { name: ' Ann Lee ', merge_fields: { ' amount': '$50.00 ' } }],
    ['the United States as country', { country: 'USA' }],
  ])('finds the same letter and creates no list: %s', async (_difference, changes) => {
    expect(await repeated(changes)).toMatchObject({
      order_id: 'm-1',
      list_id: 'l-9',
      list_expires: '2026-03-26',
      already_ordered: true,
    });
  });

  it.each([
    { name: 'Bob Lee' },
    { merge_fields: { amount: '$60.00' } },
    { greeting: 'Annie' },
    { company: 'Lee & Co.' },
    { street: '2 Main St' },
  ])('does not find a letter with %j', async (changes) => {
    expect(await repeated(changes, sendsAnother)).toMatchObject({ order_id: 'm-2', already_ordered: false });
  });

  it('finds the letter after a reconnect', async () => {
    const connector = new UnitConnector();
    sends();
    await send({}, {}, connector);
    const bundle = { authData: { access_token: 'a-new-token' } };
    expect(await send({}, bundle, connector)).toMatchObject({ already_ordered: true });
  });
});

describe('Send Letter orders nothing and says so', () => {
  const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  const refusedConnection = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const listFaults: [string, () => unknown][] = [
    ['400', () => api().post('/v1/lists').reply(400, { error: 'lists.invalid_field' })],
    ['403', () => api().post('/v1/lists').reply(403, { error: 'lists.permission_error' })],
    ['409', () => api().post('/v1/lists').reply(409)],
    ['500', () => api().post('/v1/lists').reply(500)],
    ['a web page', () => api().post('/v1/lists').reply(200, '<html></html>')],
    ['no ID', () => api().post('/v1/lists').reply(201, { expires: null })],
    ['a reset', () => api().post('/v1/lists').replyWithError(reset)],
    ['a refused connection', () => api().post('/v1/lists').replyWithError(refusedConnection)],
  ];
  const path = '/v1/lists/l-9/contacts';
  const recipientFaults: [string, () => unknown][] = [
    ['400', () => api().post(path).reply(400, { error: 'lists.invalid_address' })],
    ['404', () => api().post(path).reply(404, { error: 'lists.not_found' })],
    ['413', () => api().post(path).reply(413)],
    ['503', () => api().post(path).reply(503)],
    ['an empty list of recipients', () => api().post(path).reply(200, { contacts: [] })],
    [
      'two recipients',
      () =>
        api()
          .post(path)
          .reply(200, { contacts: [{ id: 'a' }, { id: 'b' }] }),
    ],
    [
      'a recipient without an ID',
      () =>
        api()
          .post(path)
          .reply(200, { contacts: [{ id: '' }] }),
    ],
    ['an empty body', () => api().post(path).reply(200)],
    ['a reset', () => api().post(path).replyWithError(reset)],
  ];

  it.each(listFaults)('if creating the list fails with %s; the next run orders', async (_failure, fault) => {
    const connector = new UnitConnector();
    fault();
    await expect(send({}, {}, connector)).rejects.toThrow(/ Nothing was ordered by this run\. /);
    sends();
    expect(await send({}, {}, connector)).toMatchObject({ already_ordered: false });
  });

  it.each([502, 503, 504])(
    'if creating the list fails with %i, after which it runs again',
    async (status) => {
      api().post('/v1/lists').reply(status);
      await expect(send()).rejects.toMatchObject({
        name: 'ThrottledError',
        message: expect.stringContaining('Zapier runs the step again in a minute.'),
      });
    },
  );

  it('if creating the list fails with 503, after which it runs again as late as the service asks', async () => {
    api().post('/v1/lists').reply(503, '', { 'Retry-After': '600' });
    await expect(send()).rejects.toMatchObject({
      name: 'ThrottledError',
      delay: 600,
      message: expect.stringContaining('Zapier runs the step again later.'),
    });
  });

  it('if creating the list fails with 503, after which it runs again in a minute at the earliest', async () => {
    api().post('/v1/lists').reply(503, '', { 'Retry-After': '0' });
    await expect(send()).rejects.toMatchObject({ name: 'ThrottledError', delay: 60 });
  });

  it('if creating the list fails with 500, after which a person decides', async () => {
    api().post('/v1/lists').reply(500);
    await expect(send()).rejects.toMatchObject({
      name: expect.not.stringMatching('ThrottledError'),
      message: expect.stringContaining('Run the step again in a few minutes.'),
    });
  });

  it.each(recipientFaults)(
    'if adding the recipient fails with %s; the next run orders',
    async (_failure, fault) => {
      const connector = new UnitConnector();
      makesList();
      fault();
      await expect(send({}, {}, connector)).rejects.toThrow(/ Nothing was ordered by this run\. /);
      sends();
      expect(await send({}, {}, connector)).toMatchObject({ already_ordered: false });
    },
  );

  it('if the access token expired, and asks to reconnect', async () => {
    api().post('/v1/lists').reply(401);
    await expect(send()).rejects.toMatchObject({
      name: 'ExpiredAuthError',
      message: expect.stringMatching(/Nothing was ordered by this run\. Reconnect/),
    });
  });

  it('if the service limits requests, and retries after the time in Retry-After', async () => {
    makesList();
    api().post(path).reply(429, {}, { 'Retry-After': '77' });
    await expect(send()).rejects.toMatchObject({
      name: 'ThrottledError',
      message: expect.stringMatching(/77|Nothing was ordered by this run/),
    });
  });

  it('if the service has no temporary lists', async () => {
    api().post('/v1/lists').reply(404, {});
    await expect(send()).rejects.toThrow(
      /^Letter to Ann Lee: The letter service doesn.t offer temporary lists for this account\. Nothing was ordered by this run\. Use/,
    );
  });

  it('if the permission for lists is missing, and names both of its spellings', async () => {
    api().post('/v1/lists').reply(403, { error: 'lists.permission_error' });
    await expect(send()).rejects.toThrow(/"pls\.lists\.write" or "lists\.write"/);
  });

  it('if the order is rejected', async () => {
    makesList();
    takesRecipient();
    api().post('/v1/orders').reply(400, { error: 'orders.invalid_id' });
    await expect(send()).rejects.toThrow(/code orders\.invalid_id/);
  });
});

describe('Send Letter, if the service does not respond in time', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Ends the run's time while this request waits for its response. */
  const timesOut = (url: string) => {
    const limit = new AbortController();
    jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    api()
      .post(url)
      .reply(() => {
        limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
        return [200, {}];
      });
  };

  it.each([
    ['creating the list', () => timesOut('/v1/lists')],
    [
      'adding the recipient',
      () => {
        makesList();
        timesOut('/v1/lists/l-9/contacts');
      },
    ],
  ])('when %s, orders nothing, and the next run orders', async (_request, arrange) => {
    const connector = new UnitConnector();
    arrange();
    await expect(send({}, {}, connector)).rejects.toThrow(
      /in time.* Nothing was ordered by this run\. Zapier runs/,
    );
    jest.restoreAllMocks();
    sends();
    expect(await send({}, {}, connector)).toMatchObject({ already_ordered: false });
  });

  it('when ordering, says that the order may exist, and the next run does not order again', async () => {
    const connector = new UnitConnector();
    makesList();
    takesRecipient();
    timesOut('/v1/orders');
    await expect(send({}, {}, connector)).rejects.toThrow(/ may or may not have been placed/);
    jest.restoreAllMocks();
    await expect(send({}, {}, connector)).rejects.toThrow(
      /^Letter to Ann Lee: Nothing was ordered by this run:/,
    );
  });
});

it('Send Letter says that the order may exist after a server error and does not order again', async () => {
  const connector = new UnitConnector();
  makesList();
  takesRecipient();
  api().post('/v1/orders').reply(502);
  await expect(send({}, {}, connector)).rejects.toThrow(/may or may not have been placed/);
  await expect(send({}, {}, connector)).rejects.toThrow(
    /^Letter to Ann Lee: Nothing was ordered by this run: .*may exist/,
  );
});

describe('A merge field without a value', () => {
  const sendsWith = (text: string) => {
    makesList();
    takesRecipient();
    takesOrder();
    showsOrder([{ type: 'sheet', file: 'f-1', merge: [{ text }] }]);
  };

  it('is reported as a warning after the letter was ordered', async () => {
    sendsWith('Dear {greeting}, thank you for {amount} on { date } and {date}.');
    expect(await send()).toMatchObject({
      order_id: 'm-1',
      warning:
        '1 letter was ordered with a gap at {date}, unless the letter service fills it in. If not, cancel order m-1 at the letter service, if it still can be.',
    });
  });

  it('is not reported if every merge field has a value', async () => {
    sendsWith('{name}\n{address}\n{amount}');
    expect(await send()).toMatchObject({ warning: null });
  });

  it('is not reported if the order cannot be read', async () => {
    makesList();
    takesRecipient();
    takesOrder();
    api().get('/v1/orders/m-1').reply(500);
    expect(await send()).toMatchObject({ order_id: 'm-1', warning: null });
  });
});

describe('An error of Send Letter', () => {
  it.each([
    [
      'the letter service refuses the list',
      () => api().post('/v1/lists').reply(403, {}),
      /Nothing was ordered by this run\. /,
    ],
    [
      'the letter service refuses the order',
      () => {
        makesList();
        takesRecipient();
        api().post('/v1/orders').reply(400, {});
      },
      /Nothing was ordered by this run\. /,
    ],
  ])('names the person if %s', async (_reason, arrange, message) => {
    arrange();
    const error = send();
    await expect(error).rejects.toThrow(/^Letter to Ann Lee: /);
    await expect(error).rejects.toThrow(message);
  });

  it('names the person if the address is incomplete', async () => {
    await expect(send({ street: '', city: '', postal_code: '' })).rejects.toThrow(
      /^Letter to Ann Lee: The recipient has no street, .*Nothing was ordered by this run\. Correct/,
    );
  });
});

describe('Send Letter in an editor test', () => {
  const test = { meta: { isLoadingSample: true } };
  const saved = { saved_order_id: 'l-003-0001', name: 'Thank you' };

  it('creates no list, orders nothing and returns what it checked', async () => {
    api()
      .get('/v1/orders/saved')
      .reply(200, { saved_orders: [saved] });
    expect(await send({}, test)).toEqual({
      id: 'not-ordered-preview-only',
      order_id: 'not-ordered-preview-only',
      saved_order_id: 'l-003-0001',
      created: null,
      list_id: null,
      list_expires: null,
      name: 'Ann Lee',
      address,
      merge_fields: { amount: '$50.00' },
      warning:
        "This letter's text and placeholders are unknown until its first order. After it, look at its proof (the PDF of the order) before you send more.",
      letter_count: 1,
      invoice_amount: null,
      preview_pdf: null,
      already_ordered: false,
      preview_only: true,
      checked: [
        'The envelope:\nAnn Lee\n1 Main St\nColumbus, OH 43215',
        'Greeting: the letter service takes the name after "Dear" from the name "Ann Lee".',
        'For Ann Lee: {amount} is "$50.00".',
        'The saved order "Thank you" exists.',
      ],
      not_checked: [
        'Whether the same letters were already ordered: the step looks for them when the Zap runs.',
        'Whether the letter service can print and deliver the letters, and what they cost.',
      ],
    });
  });

  it.each([
    [{}, false],
    [{ state: '' }, true],
    [{ state: '', country: 'USA' }, false],
  ])('says that the state is blank, unless the country is filled in: %j is %s', async (changes, isSaid) => {
    api()
      .get('/v1/orders/saved')
      .reply(200, { saved_orders: [saved] });
    const { checked } = await send(changes, test);
    const says = 'State and Country are blank, so the address is treated as one in the United States.';
    expect(Array.isArray(checked) && checked.includes(says)).toBe(isSaid);
  });

  it('does not call a saved order missing that is not listed', async () => {
    api().get('/v1/orders/saved').reply(200, { saved_orders: [] });
    expect(await send({}, test)).toMatchObject({
      not_checked: expect.arrayContaining([
        expect.stringMatching(/^Whether the saved order "l-003-0001" exists/),
      ]),
    });
  });

  it('ignores When Testing in the Editor if the Zap is on', async () => {
    sends();
    expect(await send({ editor_test: 'run' })).toMatchObject({ order_id: 'm-1', preview_only: false });
  });

  it('orders if When Testing in the Editor is set to order', async () => {
    sends();
    expect(await send({ editor_test: 'order' }, test)).toMatchObject({
      order_id: 'm-1',
      preview_only: false,
    });
  });
});
