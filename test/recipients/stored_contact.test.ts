/** Letters to a contact of the mailing list, with fields that are filled in besides. */
import { describe, expect, it } from '@jest/globals';
import { readWithContact } from '../../src/recipients/recipient.ts';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const stored = {
  contact_id: 'c-1',
  external_id: 'x-1',
  name: 'Ann Lee',
  greeting: 'Ann',
  file_as: 'Lee, Ann',
  company: 'Grace',
  address: { street: '1 A St', city: 'Dayton', state: 'OH', postal_code: '45402', country: null },
};
/** As an earlier step may hand it over, with another value for everything. */
const filledIn = {
  name: 'Bob Ray',
  greeting: 'Bobby',
  company: 'Hope',
  external_id: 'y-2',
  street: '9 Mill Rd',
  city: 'Akron',
  state: 'OH',
  postal_code: '44301',
};

/** Sends a letter to the contact. @returns the recipient on the list */
async function sendTo(contact: object, fields: object = {}): Promise<unknown> {
  let recipient: unknown;
  api().get('/v1/contacts/c-1').reply(200, contact);
  api().post('/v1/lists').reply(201, { list_id: 'l-9' });
  api()
    .post('/v1/lists/l-9/contacts', ({ data }) => {
      [recipient] = data;
      return true;
    })
    .reply(200, { contacts: [{ id: 'a-1' }] });
  api().post('/v1/orders').reply(201, { id: 'm-1', invoice_amount: 1 });
  await new UnitConnector().create('send_letter', { saved_order_id: 'l-1', contact_id: 'c-1', ...fields });
  return recipient;
}
const refuse = (contact: object, fields: object = {}) => {
  api().get('/v1/contacts/c-1').reply(200, contact);
  return new UnitConnector().create('send_letter', { saved_order_id: 'l-1', contact_id: 'c-1', ...fields });
};

describe('A letter to a contact', () => {
  it('prints what is stored where nothing is filled in', async () => {
    expect(await sendTo(stored)).toEqual({
      type: 'contact',
      external_id: 'x-1',
      name: 'Ann Lee',
      greeting: 'Ann',
      company: 'Grace',
      address: { street: '1 A St', city: 'Dayton', state: 'OH', postal_code: '45402' },
    });
  });

  it.each(['name', 'greeting', 'company', 'external_id'] as const)(
    'prints what is filled in instead of what is stored: %s',
    async (key) => {
      expect(await sendTo(stored, { [key]: filledIn[key] })).toMatchObject({ [key]: filledIn[key] });
    },
  );

  it('prints nothing of the stored address if another one is filled in', async () => {
    const { street, city, state, postal_code } = filledIn;
    expect(await sendTo(stored, { street, city, state, postal_code })).toMatchObject({
      name: 'Ann Lee',
      address: { street, city, state, postal_code },
    });
  });

  it('does not greet the stored name if another one is filled in', async () => {
    expect(await sendTo(stored, { name: 'Bob Ray' })).not.toHaveProperty('greeting');
  });

  it('may have a name that is only filled in', async () => {
    const nameless = { contact_id: 'c-1', address: stored.address };
    expect(await sendTo(nameless, { name: 'Bob Ray' })).toMatchObject({ name: 'Bob Ray' });
  });

  it.each([
    [{ country: 'Germany' }, 'has only a new country, "Germany"'],
    [
      { state: 'NY' },
      'needs a country, or a correct postal code, because 45402 is a ZIP code of OH, not of NY',
    ],
    [
      { postal_code: '10001' },
      'needs a country, or a correct postal code, because 10001 is a ZIP code of NY',
    ],
    [{ postal_code: 'SW1A 1AA' }, 'needs a country, because its postal code "SW1A 1AA" is not'],
    [{ street: '9 Mill Rd' }, 'has a new street only'],
  ])('asks about a part that does not fit the stored address: %j', async (part, problem) => {
    await expect(refuse(stored, part)).rejects.toThrow(`The recipient ${problem}`);
  });

  const trento = {
    street: 'Via Roma 1',
    city: 'Trento',
    state: 'TN',
    postal_code: '38122',
    country: 'Italy',
  };

  it.each([
    [
      { street: '12 Elm St', city: 'Memphis', state: 'TN', postal_code: '38103' },
      'may be in the United States or in Italy',
    ],
    [{ country: 'United States' }, 'has only a new country, "United States"'],
    [{ postal_code: 'M5J 2J5' }, 'has the postal code "M5J 2J5", which looks unlike the stored'],
  ])('asks about parts that may not be abroad like the contact: %j', async (parts, problem) => {
    await expect(refuse({ ...stored, address: trento }, parts)).rejects.toThrow(problem);
  });

  it('is sent to a stored address as it is, with a warning if it looks foreign', async () => {
    const address = { ...stored.address, state: 'Bayern' };
    expect(await sendTo({ ...stored, address }, {})).toMatchObject({ address: { state: 'Bayern' } });
  });

  it('says once which of its values may mean nothing', () => {
    const contact = { ...stored, company: 'Unknown' };
    expect(readWithContact({ name: 'Jean None' }, contact).notes).toEqual([
      'The Name "Jean None" may include a word for no value; it is printed as typed.',
      'The Company or Organization "Unknown" means no value, so it is not used.',
    ]);
  });

  it.each([{}, { street: '9 Mill Rd', city: 'Akron', postal_code: '44301' }])(
    'says once that a reference is not used, with the address %j',
    (address) => {
      const contact = { ...stored, external_id: 'N/A' };
      expect(readWithContact({ ...address, external_id: 'N/A' }, contact).notes).toEqual([
        'Your Reference is "N/A", which is not an ID, so it is not used.',
      ]);
    },
  );

  it('needs a name or a company', async () => {
    const nameless = { contact_id: 'c-1', address: stored.address };
    await expect(refuse(nameless)).rejects.toThrow('The recipient has no name and no company.');
    const address = { street: '9 Mill Rd', city: 'Akron', postal_code: '44301' };
    await expect(refuse(nameless, address)).rejects.toThrow('The recipient has no name and no company.');
  });

  it('is refused for a wrong country with one sentence about it', async () => {
    const country = '1228';
    const address = { street: '9 Mill Rd', city: 'Akron', state: 'OH', postal_code: '44301', country };
    await expect(refuse(stored, address)).rejects.toThrow(
      /: The recipient has the Country "1228", which is a number\. Nothing was ordered/,
    );
  });

  it('needs a city or a postal code', async () => {
    await expect(refuse({ ...stored, address: { street: '1 A St' } })).rejects.toThrow(
      'Letter to Ann Lee: The recipient has no city and no postal code. Nothing was ordered by this run. Correct it in your CRM or form, and send it again.',
    );
  });

  it('is not sent if the contact cannot be read, and the message says that nothing was ordered', async () => {
    api().get('/v1/contacts/c-1').reply(500, {});
    await expect(
      new UnitConnector().create('send_letter', { saved_order_id: 'l-1', contact_id: 'c-1' }),
    ).rejects.toThrow(/server error \(500\).* Nothing was ordered by this run\. Run/);
  });

  it.each([{ deleted: true }, { active: false }, { deleted_at: '2026-01-01' }, { status: 'deleted' }])(
    'is not sent to one that is marked: %j',
    async (mark) => {
      await expect(refuse({ ...stored, ...mark })).rejects.toThrow(
        /is not on your mailing list; it may have been/,
      );
    },
  );

  it.each([
    ...[{ active: true }, { active: 'true' }, { active: 1 }, { active: null }, { is_active: 'yes' }],
    ...[{ deleted: false }, { deleted: 'false' }, { deleted_at: null }, { canceled: '0' }],
    ...[{ status: 'active' }, { state: 'OH' }, { removed: '' }],
  ])('is sent to one that is not marked: %j', async (mark) => {
    expect(await sendTo({ ...stored, ...mark })).toMatchObject({ name: 'Ann Lee' });
  });
});

describe('A contact whose address the letter service marks as undeliverable', () => {
  const undeliverable = { ...stored, address: { ...stored.address, is_deliverable: false } };
  const whole = { street: '1 A St', city: 'Dayton', state: 'OH', postal_code: '45402' };

  it.each([
    {},
    whole,
    { ...whole, street: '1 A Street' },
    { postal_code: '45402-1234' },
    { state: 'Ohio' },
    { name: 'Bob' },
  ])('gets no letter at that address, however it is spelled: %j', async (fields) => {
    await expect(refuse(undeliverable, fields)).rejects.toThrow(
      /^Letter to \w+( Lee)?: The letter service marks this contact's address as undeliverable: mail comes back from it\. Nothing was ordered by this run\. Correct the contact's address, or fill in another address in this step\./,
    );
  });

  it.each([
    { ...whole, street: '1 A St Apt 2' },
    { ...whole, street: '2 A St' },
    { ...whole, postal_code: '45403' },
    { ...whole, city: 'Kettering' },
    { street: '9 Mill Rd', city: 'Akron', state: 'OH', postal_code: '44301' },
  ])('gets a letter at another address: %j', async (fields) => {
    expect(await sendTo(undeliverable, fields)).toMatchObject({ name: 'Ann Lee', address: fields });
  });

  it('gets no letter if the mark is beside the address', async () => {
    await expect(refuse({ ...stored, is_deliverable: false })).rejects.toThrow(/undeliverable/);
  });

  it.each([true, null, 'unknown'])('gets a letter if the mark is %j', async (is_deliverable) => {
    const address = { ...stored.address, is_deliverable };
    expect(await sendTo({ ...stored, address })).toMatchObject({ address: whole });
  });

  it('gets no letter with the duplicate check off and in a preview', async () => {
    await expect(refuse(undeliverable, { duplicate_window: 'off' })).rejects.toThrow(/undeliverable/);
    api().get('/v1/contacts/c-1').reply(200, undeliverable);
    const input = { saved_order_id: 'l-1', contact_id: 'c-1' };
    await expect(
      new UnitConnector().create('send_letter', input, { meta: { isLoadingSample: true } }),
    ).rejects.toThrow(/undeliverable/);
  });

  it('had the letter if it was ordered before: a step that runs again succeeds', async () => {
    const connector = new UnitConnector();
    const send = () => connector.create('send_letter', { saved_order_id: 'l-1', contact_id: 'c-1' });
    api().get('/v1/contacts/c-1').reply(200, stored);
    api().post('/v1/lists').reply(201, { list_id: 'l-9' });
    api()
      .post('/v1/lists/l-9/contacts')
      .reply(200, { contacts: [{ id: 'a-1' }] });
    api().post('/v1/orders').reply(201, { id: 'm-1', invoice_amount: 1 });
    await send();
    api().get('/v1/contacts/c-1').reply(200, undeliverable);
    api().get('/v1/orders/m-1').reply(200, { id: 'm-1' });
    expect(await send()).toMatchObject({ order_id: 'm-1', already_ordered: true });
  });

  it('leaves no trace if it gets no letter', async () => {
    const connector = new UnitConnector();
    api().get('/v1/contacts/c-1').reply(200, undeliverable);
    await expect(
      connector.create('send_letter', { saved_order_id: 'l-1', contact_id: 'c-1' }),
    ).rejects.toThrow(/undeliverable/);
    expect(connector.cache.entries()).toEqual([]);
  });

  it('is an incomplete person of a list', async () => {
    const create = (fields: object) => new UnitConnector().create('create_list', { ...fields });
    api().get('/v1/contacts/c-1').reply(200, undeliverable);
    await expect(create({ contact_ids: 'c-1' })).rejects.toThrow(
      '1 recipient has a mistake. Contact c-1 (Ann Lee) has an address that the letter service marks as undeliverable.',
    );
    api()
      .get('/v1/contacts')
      .reply(200, { contacts: [undeliverable, { ...stored, contact_id: 'c-2' }] });
    api().post('/v1/lists').reply(201, { list_id: 'l-9' });
    api()
      .post('/v1/lists/l-9/contacts')
      .reply(200, { contacts: [{ id: 'a-1' }] });
    expect(await create({ everyone: true })).toMatchObject({ recipient_count: 1, incomplete_left_out: 1 });
  });
});

describe('Contact IDs', () => {
  const contacts = ['c-1', 'c-2', 'c-3', 'c-4', 'c-5', 'c-6'].map((contact_id) => ({
    ...stored,
    contact_id,
    name: `Person ${contact_id}`,
  }));
  /** Creates a list. @returns the names on it */
  async function listOf(inputData: object): Promise<string[]> {
    let names: string[] = [];
    api().post('/v1/lists').reply(201, { list_id: 'l-9' });
    api()
      .post('/v1/lists/l-9/contacts', ({ data }) => {
        names = data.map(({ name }: { name: string }) => name);
        return true;
      })
      .reply(200, () => ({ contacts: names.map(() => ({ id: 'a' })) }));
    await new UnitConnector().create('create_list', { ...inputData });
    return names.toSorted();
  }

  it.each([
    ['lines', 'c-1\nc-2\r\nc-3'],
    ['commas', 'c-1,c-2, c-3'],
    ['spaces', ' c-1 c-2\tc-3 '],
    ['several values', ['c-1\nc-2', 'c-3', null]],
    ['lists', [['c-1', 'c-2'], ['c-3']]],
  ])('may be separated by %s', async (_separator, contact_ids) => {
    for (const contact of contacts.slice(0, 3))
      api().get(`/v1/contacts/${contact.contact_id}`).reply(200, contact);
    expect(await listOf({ contact_ids })).toEqual(['Person c-1', 'Person c-2', 'Person c-3']);
  });

  it('with Everyone do not keep the others from being read, whose turn comes later', async () => {
    api().get('/v1/contacts').reply(200, { contacts });
    expect(await listOf({ contact_ids: ['c-1'], everyone: true })).toEqual(contacts.map(({ name }) => name));
  });

  it('that are not on the mailing list are named', async () => {
    for (const id of ['c-8', 'c-9']) api().get(`/v1/contacts/${id}`).reply(404, {});
    await expect(new UnitConnector().create('create_list', { contact_ids: 'c-8 c-9' })).rejects.toThrow(
      'Not on your mailing list: c-8, c-9. Nothing was sent. Check Contact IDs, then run the step again.',
    );
  });
});
