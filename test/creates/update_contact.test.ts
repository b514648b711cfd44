import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const address = {
  street: '1 Main St\nApt 4',
  city: 'Akron',
  state: 'OH',
  postal_code: '44301',
  country: null,
};
const contact = {
  contact_id: 'c-1',
  external_id: 'x',
  name: 'Maria',
  greeting: 'M',
  file_as: 'Maria',
  company: 'Grace',
  address,
  later: 1,
};
afterEach(() => {
  jest.restoreAllMocks();
});

const update = (inputData: Record<string, unknown>) =>
  new UnitConnector().create('update_contact', { contact_id: 'c-1', ...inputData });
const read = (changes: object = {}) =>
  api()
    .get('/v1/contacts/c-1')
    .reply(200, { ...contact, ...changes });

describe('Update Contact', () => {
  it.each([
    [{ city: 'Canton' }, { address: { ...address, city: 'Canton', country: '' } }],
    [{ name: 'Maria B', file_as: 'Maria' }, { name: 'Maria B' }],
    [{ country: 'DE' }, { address: { ...address, country: 'Germany' } }],
    [{ clear_fields: ['company', 'external_id'] }, { company: '', external_id: null }],
    [{ company: 'Hope', greeting: 'M', file_as: 'Maria' }, { company: 'Hope' }],
    [{ company: 'Grace', greeting: 'Dear Em', external_id: 'x' }, { greeting: 'Em' }],
    [
      { file_as: 'B, Maria', external_id: 'y' },
      { file_as: 'B, Maria', external_id: 'y' },
    ],
  ])('for %j sends only %j', async (fields, body) => {
    read();
    api().post('/v3/contacts/c-1', body).reply(204);
    expect(await update(fields)).toMatchObject({ id: 'c-1', changed: true, later: 1 });
  });

  it.each([
    [{}],
    [{ name: '', city: ' ', company: null }],
    [{ city: 'Akron', name: 'Maria', country: 'USA' }],
    [{ clear_fields: ['country'] }],
  ])('for %j sends nothing and reports no change', async (fields) => {
    read();
    expect(await update(fields)).toMatchObject({ ...contact, changed: false });
  });

  it('returns the greeting that the service generates after it was cleared', async () => {
    read();
    api().post('/v3/contacts/c-1', { greeting: '' }).reply(204);
    api()
      .get('/v1/contacts/c-1')
      .reply(200, { ...contact, greeting: 'Made again' });
    expect(await update({ clear_fields: 'greeting' })).toMatchObject({
      greeting: 'Made again',
      changed: true,
    });
  });

  it('keeps the greeting that the service generates after it was cleared, also if it is the old one', async () => {
    read();
    api().post('/v3/contacts/c-1', { greeting: '' }).reply(204);
    api().get('/v1/contacts/c-1').reply(200, contact);
    expect(await update({ clear_fields: 'greeting' })).toMatchObject({ greeting: 'M', warning: null });
  });

  it.each([
    [{ name: 'ann@example.com' }, 'The Name "ann@example.com", which is an email address, is not saved.'],
    [{ name: 'Ann Lee †' }, 'The Name "Ann Lee †", which says that the person has died, is not saved.'],
    [
      { street: '12' },
      'The Street "12", which has no street name, is not saved, nor is the rest of the address.',
    ],
  ])('leaves the stored value in place of one that no letter may print: %j', async (fields, warning) => {
    read();
    expect(await update(fields)).toMatchObject({ ...contact, changed: false, warning });
  });

  it('returns the sort name that the service generates after it was cleared', async () => {
    read();
    api().post('/v3/contacts/c-1', { name: 'Anna', file_as: '' }).reply(204);
    api()
      .get('/v1/contacts/c-1')
      .reply(200, { ...contact, name: 'Anna', file_as: 'Anna' });
    expect(await update({ name: 'Anna', clear_fields: ['file_as'] })).toMatchObject({ file_as: 'Anna' });
  });

  it('generates the names again that came from the previous name, and returns them', async () => {
    read();
    api().post('/v3/contacts/c-1', { name: 'Robert', file_as: '' }).reply(204);
    read({ name: 'Robert', file_as: 'Robert' });
    expect(await update({ name: 'Robert' })).toMatchObject({
      name: 'Robert',
      file_as: 'Robert',
      greeting: 'M',
    });
  });

  it('warns about a new street in the stored city', async () => {
    read();
    api().post('/v3/contacts/c-1').reply(204);
    expect(await update({ street: '9 Elm St' })).toMatchObject({
      address: { street: '9 Elm St', city: 'Akron' },
      warning: expect.stringContaining('City "Akron" and Postal Code "44301"'),
    });
  });

  it.each([500, 410])('warns if the greeting that it cleared cannot be read again (%i)', async (status) => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    read();
    api().post('/v3/contacts/c-1', { greeting: '' }).reply(204);
    api().get('/v1/contacts/c-1').reply(status, '');
    expect(await update({ clear_fields: ['greeting'] })).toMatchObject({
      name: 'Maria',
      changed: true,
      warning:
        'Check the contact at the letter service: its Greeting or Sort Name may be blank or an old one.',
    });
  });

  it.each([
    ['Company or Organization', { company: 'New', clear_fields: ['external_id', 'company'] }],
    ['Your Reference', { external_id: 'z', clear_fields: ['external_id'] }],
    ['Greeting', { greeting: 'Hi', clear_fields: ['greeting'] }],
    ['Country', { country: 'DE', clear_fields: ['country'] }],
  ])('rejects a field that is both filled in and cleared: %s', async (label, fields) => {
    await expect(update(fields)).rejects.toThrow(
      `${label} is filled in and also selected in Clear Fields. Nothing was changed. Do one of the two.`,
    );
  });

  it('sends nothing if the cleared fields are already blank', async () => {
    const { external_id: _none, company: _nothing, ...blank } = contact;
    api()
      .get('/v1/contacts/c-1')
      .reply(200, { ...blank, greeting: null, file_as: '' });
    const clear_fields = ['external_id', 'company', 'greeting', 'file_as'];
    expect(await update({ clear_fields })).toMatchObject({ changed: false });
  });

  it('sends the whole address to clear the country', async () => {
    api()
      .get('/v1/contacts/c-1')
      .reply(200, { ...contact, address: { ...address, country: 'Germany' } });
    api()
      .post('/v3/contacts/c-1', { address: { ...address, country: '' } })
      .reply(204);
    expect(await update({ clear_fields: ['country'] })).toMatchObject({ address: { country: '' } });
  });

  it('rejects a field that cannot be cleared', async () => {
    await expect(update({ clear_fields: ['name'] })).rejects.toThrow(/Clear Fields.*"name"/);
  });

  it.each([404, 410])('fails if the contact does not exist (%i)', async (status) => {
    api().get('/v1/contacts/c-1').reply(status, { error: 'contacts.missing_contact' });
    await expect(update({ city: 'X' })).rejects.toThrow(/did not find the contact "c-1"/);
  });

  it.each([
    ['leading and trailing spaces', { name: ' Maria ', city: 'Akron ' }],
    ['different line breaks', { street: '1 Main St\r\nApt 4' }],
    ['line breaks of old programs', { street: '1 Main St\rApt 4' }],
    ['spaces at the end of a line', { street: '1 Main St \nApt 4\n' }],
  ])('does not treat %s as a change', async (_difference, fields) => {
    read();
    expect(await update(fields)).toMatchObject({ changed: false });
  });

  it('sends only the fields of an address that are known, because others may belong to the old street', async () => {
    const stored = { ...address, is_deliverable: true };
    api()
      .get('/v1/contacts/c-1')
      .reply(200, { ...contact, address: stored });
    api()
      .post('/v3/contacts/c-1', { address: { ...address, city: 'Canton', country: '' } })
      .reply(204);
    expect(await update({ city: 'Canton' })).toMatchObject({
      address: { ...address, city: 'Canton', country: '' },
    });
  });

  it.each(['United States', 'USA', 'Vereinigte Staaten'])(
    'removes the country of a contact who moves to "%s"',
    async (country) => {
      const abroad = { ...address, city: 'Berlin', country: 'Germany' };
      const home = { street: '5 Elm St', city: 'Austin', state: 'TX', postal_code: '78701' };
      api()
        .get('/v1/contacts/c-1')
        .reply(200, { ...contact, address: abroad });
      api()
        .post('/v3/contacts/c-1', { address: { ...home, country: '' } })
        .reply(204);
      expect(await update({ ...home, country })).toMatchObject({ address: { country: '' } });
    },
  );

  const austin = { street: '5 Elm St', city: 'Austin', state: 'TX', postal_code: '78701' };
  it.each([
    ['a complete US address', 'Germany', austin, ''],
    ['a complete US address', 'Mexico', austin, ''],
    [
      'a state in lower case and a ZIP+4',
      'Germany',
      { ...austin, state: 'tx', postal_code: '78701-1234' },
      '',
    ],
    ['a complete US address with another country', 'Germany', { ...austin, country: 'Canada' }, 'Canada'],
    ['no state', 'Germany', { ...austin, state: '' }, 'Germany'],
    ['a ZIP code of another state', 'Germany', { ...austin, postal_code: '10115' }, 'Germany'],
    ['a province that is also a state', 'Italy', { ...austin, state: 'VA', postal_code: '21100' }, 'Italy'],
    ['a postal code that is not a ZIP code', 'Canada', { ...austin, postal_code: '787011' }, 'Canada'],
  ])('for %s changes the country "%s" for %j to "%s"', async (_address, country, moved, expected) => {
    api()
      .get('/v1/contacts/c-1')
      .reply(200, { ...contact, address: { ...address, country } });
    const filledIn = Object.fromEntries(Object.entries(moved).filter(([, value]) => value !== ''));
    api()
      .post('/v3/contacts/c-1', { address: { ...address, state: '', ...filledIn, country: expected } })
      .reply(204);
    expect(await update(moved)).toMatchObject({ address: { country: expected } });
  });

  it('rejects a change that would leave neither a name nor a company', async () => {
    api()
      .get('/v1/contacts/c-1')
      .reply(200, { ...contact, name: null });
    await expect(update({ clear_fields: ['company'] })).rejects.toThrow(
      'The contact would have neither a name nor a company. Nothing was changed. Fill in',
    );
  });

  it('updates a contact that has neither a name nor a company already', async () => {
    api().get('/v1/contacts/c-1').reply(200, { contact_id: 'c-1', name: null });
    api().post('/v3/contacts/c-1', { greeting: 'Friends' }).reply(204);
    expect(await update({ greeting: 'Friends' })).toMatchObject({ greeting: 'Friends', changed: true });
  });

  it('updates a contact that has a company and no name', async () => {
    api()
      .get('/v1/contacts/c-1')
      .reply(200, { ...contact, name: null });
    api().post('/v3/contacts/c-1', { company: 'Hope' }).reply(204);
    expect(await update({ company: 'Hope' })).toMatchObject({ name: null, company: 'Hope', changed: true });
  });
});

describe('The greeting of a renamed contact', () => {
  const stored = { ...contact, name: 'Ann Lee', greeting: 'Ann', file_as: 'Lee, Ann' };
  const renames = () => {
    read(stored);
    api().post('/v3/contacts/c-1', { name: 'Robert Kay', greeting: '', file_as: '' }).reply(204);
  };

  it.each([
    ['stores it blank', { greeting: '', file_as: null }],
    ['keeps the old one', { greeting: 'Ann', file_as: ' Lee, Ann' }],
  ])('is the new name if the service %s instead of generating it', async (_how, saved) => {
    renames();
    read({ name: 'Robert Kay', ...saved });
    api().post('/v3/contacts/c-1', { greeting: 'Robert Kay', file_as: 'Robert Kay' }).reply(204);
    expect(await update({ name: 'Robert Kay' })).toMatchObject({
      greeting: 'Robert Kay',
      file_as: 'Robert Kay',
      changed: true,
      warning: null,
    });
  });

  it('is sent alone if the service generated the sort name', async () => {
    renames();
    read({ name: 'Robert Kay', greeting: null, file_as: 'Kay, Robert' });
    api().post('/v3/contacts/c-1', { greeting: 'Robert Kay' }).reply(204);
    expect(await update({ name: 'Robert Kay' })).toMatchObject({
      greeting: 'Robert Kay',
      file_as: 'Kay, Robert',
    });
  });

  it('is named in the warning if it could not be changed, because the contact has the new name already', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    renames();
    read({ name: 'Robert Kay', greeting: 'Ann', file_as: 'Kay, Robert' });
    api().post('/v3/contacts/c-1', { greeting: 'Robert Kay' }).reply(500, {});
    expect(await update({ name: 'Robert Kay' })).toMatchObject({
      name: 'Robert Kay',
      changed: true,
      warning: expect.stringContaining('its Greeting or Sort Name may be blank or an old one.'),
    });
  });

  it.each([
    ['Frank Moore', 'Frank', 'Frank and Gloria Moore'],
    ['Frank Moore', 'Frank', 'Frank & Gloria Moore'],
    ['Juan Lopez', 'Juan', 'Juan y Maria Lopez'],
    ['Frank Moore', 'Moore', 'Moore Family'],
    ['Frank & Gloria Moore', 'Frank and Gloria', 'Gloria Moore'],
  ])('of %s is not kept if somebody joins or leaves the name: %s, %s', async (before, greeting, name) => {
    read({ ...stored, name: before, greeting, file_as: null });
    api().post('/v3/contacts/c-1', { name, greeting: '' }).reply(204);
    read({ ...stored, name, greeting: 'made again' });
    expect(await update({ name })).toMatchObject({ greeting: 'made again', warning: null });
  });

  it('of one person is left alone if an initial is added', async () => {
    read({ ...stored, file_as: null });
    api().post('/v3/contacts/c-1', { name: 'Ann E Lee' }).reply(204);
    expect(await update({ name: 'Ann E Lee' })).toMatchObject({ greeting: 'Ann' });
  });

  it('of a couple is left alone if both stay', async () => {
    read({ ...stored, name: 'Frank & Gloria Moore', greeting: 'Frank and Gloria', file_as: null });
    api().post('/v3/contacts/c-1', { name: 'Frank and Gloria Hill' }).reply(204);
    expect(await update({ name: 'Frank and Gloria Hill' })).toMatchObject({
      greeting: 'Frank and Gloria',
      warning: null,
    });
  });

  it('that fits the new name, too, is left alone', async () => {
    read(stored);
    api().post('/v3/contacts/c-1', { name: 'Ann Kay', file_as: '' }).reply(204);
    read({ ...stored, name: 'Ann Kay', file_as: 'Kay, Ann' });
    expect(await update({ name: 'Ann Kay' })).toMatchObject({ greeting: 'Ann', warning: null });
  });
});

it('A stored street that repeats the city stays if only the country is filled in', async () => {
  const inGermany = { street: 'Ring 5, 50667 Köln', city: 'Köln', postal_code: '50667', country: 'Germany' };
  read({ address: inGermany });
  expect(await update({ country: 'Germany' })).toMatchObject({ changed: false });
  read({ address: inGermany });
  api()
    .post('/v3/contacts/c-1', { address: { ...inGermany, state: '', street: 'Ring 5' } })
    .reply(204);
  await update({ city: 'Köln', postal_code: '50667' });
});

describe('A new address of a contact abroad', () => {
  const abroad = (country: string, postal_code: string, more = {}) =>
    read({ address: { street: '1 Old St', city: 'Oldtown', state: '', postal_code, country, ...more } });
  const moved = { street: '9 New St', city: 'Newtown' };

  it('with a postal code of another kind needs a country', async () => {
    abroad('Poland', '00-950');
    await expect(update({ ...moved, postal_code: 'M5V 2T6' })).rejects.toThrow(
      'The contact has the postal code "M5V 2T6", which looks unlike the stored "00-950"; fill in Country: "Poland" again, or the new one, such as "United States". Nothing was changed.',
    );
  });

  it('may be one in the United States, whose country has a name to type', async () => {
    const newAddress = { ...moved, state: 'OH', postal_code: '44301' };
    for (const country of ['United States', 'US']) {
      abroad('Canada', 'M5V 2T6');
      api()
        .post('/v3/contacts/c-1', { address: { ...newAddress, country: '' } })
        .reply(204);
      await update({ ...newAddress, country });
    }
  });

  it.each([
    ['Canada', 'H2Y 1Z9', '00-950'],
    ['Canada', 'H2Y 1Z9', '44301'],
    ['Poland', '00-950', 'NW8 9AY'],
  ])('needs a country if the postal code in %s was %s and is %s', async (country, before, postal_code) => {
    abroad(country, before);
    await expect(update({ ...moved, postal_code })).rejects.toThrow(
      `which looks unlike the stored "${before}"; fill in Country: "${country}" again, or the new one`,
    );
  });

  it.each([
    ['United Kingdom', 'LS1 4DY', 'NW8 9AY'],
    ['Germany', '50667', '10115'],
  ])('stays in %s if the postal code was %s and is %s', async (country, before, postal_code) => {
    abroad(country, before);
    api().post('/v3/contacts/c-1').reply(204);
    expect(await update({ ...moved, postal_code })).toMatchObject({ address: { country, postal_code } });
  });

  it('in a new state needs the whole address', async () => {
    abroad('Germany', '10115');
    await expect(update({ street: '9 New St', city: 'Oldtown', state: 'MA' })).rejects.toThrow(
      'The contact has the new state "MA", but its stored country is "Germany"; fill in the whole address. Nothing was changed.',
    );
  });

  it('corrects the state and the country without a question if both are filled in', async () => {
    abroad('Germany', '43215');
    api().post('/v3/contacts/c-1').reply(204);
    expect(await update({ state: 'OH', country: 'United States' })).toMatchObject({
      address: { state: 'OH', country: '', postal_code: '43215' },
    });
  });

  it('keeps the country with a warning, and drops the state', async () => {
    abroad('Germany', '50667', { state: 'NRW' });
    api()
      .post('/v3/contacts/c-1', {
        address: { ...moved, state: '', postal_code: '10115', country: 'Germany' },
      })
      .reply(204);
    expect(await update({ ...moved, postal_code: '10115' })).toMatchObject({
      warning:
        'The contact keeps the country "Germany". If the contact moved to another country, fill in Country, such as "United States".',
    });
  });

  it('is another one if only its postal code is in another city of the same name', async () => {
    abroad('Germany', '15230', { city: 'Frankfurt', state: 'BB' });
    api()
      .post('/v3/contacts/c-1', {
        address: {
          street: '1 Old St',
          city: 'Frankfurt',
          state: '',
          postal_code: '60311',
          country: 'Germany',
        },
      })
      .reply(204);
    await update({ street: '1 Old St', city: 'Frankfurt', postal_code: '60311' });
  });
});

it('A country that is filled in alone is one, unless it repeats the stored state', async () => {
  read();
  api()
    .post('/v3/contacts/c-1', { address: { ...address, country: 'Germany' } })
    .reply(204);
  expect(await update({ country: 'DE' })).toMatchObject({ address: { country: 'Germany' } });
  read();
  expect(await update({ country: 'OH' })).toMatchObject({ changed: false });
});

it('An address in one field is taken apart before it replaces the stored one', async () => {
  read();
  const moved = { street: '5 Elm St', city: 'Austin', state: 'TX', postal_code: '78701', country: '' };
  api().post('/v3/contacts/c-1', { address: moved }).reply(204);
  await update({ street: '5 Elm St\nAustin, TX 78701' });
  read();
  api().post('/v3/contacts/c-1', { address: moved }).reply(204);
  await update({ street: '5 Elm St', city: 'Austin, TX 78701' });
});

it.each([
  ['44301-1234', '44301', false],
  ['44301-1234', '44301-1234', false],
  ['44301-1234', '443011234', false],
  ['44301', '44301-1234', true],
  ['44301', '443011234', true],
  ['44301-9999', '44301-1234', true],
])('The stored ZIP code %s and %s in the field: is it a change? %j', async (stored, typed, changed) => {
  read({ address: { ...address, postal_code: stored } });
  if (changed)
    api()
      .post('/v3/contacts/c-1', { address: { ...address, postal_code: '44301-1234', country: '' } })
      .reply(204);
  expect(await update({ postal_code: typed })).toMatchObject({ changed });
});

it('A ZIP+4 is kept with a new street, and added with one', async () => {
  for (const [before, typed] of [
    ['44301-1234', '44301'],
    ['44301', '44301-1234'],
  ] as const) {
    read({ address: { ...address, postal_code: before } });
    api()
      .post('/v3/contacts/c-1', {
        address: { ...address, street: '9 Elm St', postal_code: '44301-1234', country: '' },
      })
      .reply(204);
    await update({ street: '9 Elm St', city: 'Akron', postal_code: typed });
  }
});

describe('Update Contact takes as blank', () => {
  it.each(['unknown', 'Please select', 'none', '-'])(
    'the country "%s", which does not erase a stored one',
    async (country) => {
      read({ address: { ...address, state: '', country: 'Germany' } });
      api()
        .post('/v3/contacts/c-1', {
          address: { ...address, street: '2 A St', state: '', country: 'Germany' },
        })
        .reply(204);
      expect(await update({ street: '2 A St', country })).toMatchObject({ changed: true });
    },
  );

  it('a number as a name, and names it in the warning', async () => {
    read();
    expect(await update({ name: '#1001' })).toMatchObject({
      changed: false,
      name: 'Maria',
      warning: 'The Name "#1001" is not a name, so it is not used.',
    });
  });
});
