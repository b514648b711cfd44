import { describe, expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const create = (inputData: Record<string, unknown>) =>
  new UnitConnector().create('create_contact', inputData);

describe('Create Contact', () => {
  it.each([{ name: 'Maria Miller' }, { company: 'Grace Community Church' }])(
    'creates a contact with only %j',
    async (fields) => {
      api().post('/v3/contacts', fields).reply(200, { contact_id: 'c-1' });
      expect(await create(fields)).toEqual({
        id: 'c-1',
        contact_id: 'c-1',
        ...fields,
        warning:
          'A letter to this contact would be refused: it has no street, and it has no city and no postal code.',
      });
    },
  );

  it.each([{}, { name: ' ', company: null, city: 'Akron', external_id: '7' }])(
    'rejects %j, which has neither a name nor a company',
    async (fields) => {
      await expect(create(fields)).rejects.toThrow(
        'Name and Company or Organization are both blank. Nothing was changed. Fill in at least one of the two.',
      );
    },
  );

  it('sends every address field if one is filled in', async () => {
    const address = { street: '', city: 'Bonn', state: '', postal_code: '', country: 'Germany' };
    api().post('/v3/contacts', { name: 'Max', address }).reply(200, { contact_id: 'c-1' });
    expect(await create({ name: 'Max', city: 'Bonn', country: 'de' })).toMatchObject({ address });
  });

  it.each([{ name: 'Max' }, { company: 'Max' }])(
    'says that the connection may not add %j',
    async (fields) => {
      api().post('/v3/contacts').reply(403, {});
      await expect(create(fields)).rejects.toThrow(
        /^Max: This connection doesn't have permission to add the contact\./,
      );
    },
  );

  it('names the field that is mapped to an object', async () => {
    await expect(create({ name: 'Max', external_id: { id: 7 } })).rejects.toThrow(
      '"Your Reference" is mapped to an object. Nothing was changed. Map one of its fields instead.',
    );
  });
});

it.each([
  ['R&amp;D &#8211; O&#39;Neil', "R&D – O'Neil"],
  ['Jos&eacute; M&uuml;ller &Oslash;re Stra&szlig;e', 'José Müller Øre Straße'],
  ['Fish & Chips &co; &#x;', 'Fish & Chips &co; &#x;'],
  ['Hope<br />', 'Hope'],
  ["'1001 Nights", '1001 Nights'],
  ["'t Hooft", "'t Hooft"],
])('Create Contact saves %s as people write it', async (company, shown) => {
  api().post('/v3/contacts', { company: shown }).reply(200, { contact_id: 'c-1' });
  expect(await create({ company })).toMatchObject({ company: shown });
});

it('Create Contact keeps a reference exactly, as Find Contact searches it', async () => {
  api().post('/v3/contacts', { name: 'Ann', external_id: 'R&amp;D-1' }).reply(200, { contact_id: 'c-1' });
  expect(await create({ name: 'Ann', external_id: 'R&amp;D-1' })).toMatchObject({ external_id: 'R&amp;D-1' });
});

it('Create Contact reads <br> as a new line of a street, and as a space of a name', async () => {
  const whole = { street: '1 A St\nApt 4\nRear', city: 'Akron', state: 'OH', postal_code: '44301' };
  api()
    .post('/v3/contacts', { name: 'Ann Lee', address: { ...whole, country: '' } })
    .reply(200, { contact_id: 'c-1' });
  expect(
    await create({ ...whole, name: 'Ann<br>Lee', street: '1 A St<br>Apt 4<BR />\r\nRear' }),
  ).toMatchObject({
    name: 'Ann Lee',
    warning: null,
  });
});

it.each(['Blink-182', 'Studio 1515', 'A1001', '3M'])('Create Contact takes %s for a name', async (name) => {
  api().post('/v3/contacts', { name }).reply(200, { contact_id: 'c-1' });
  expect(await create({ name })).toMatchObject({ name });
});

it.each(['#1001', '1,000.50', '01/06/2026', '2026-01-06T09:00:00Z', 'm-310-4471'])(
  'Create Contact says that it does not save %s as a name',
  async (name) => {
    api().post('/v3/contacts', { company: 'Hope' }).reply(200, { contact_id: 'c-1' });
    const { warning } = await create({ name, company: 'Hope' });
    expect(warning).toMatch(`The Name "${name}" is not a name, so it is not used.`);
  },
);

it.each([
  [
    { name: 'undefined undefined' },
    'The Name is "undefined undefined", which an earlier step did not fill in.',
  ],
  [{ name: '{{first_name}}', company: 'Acme' }, 'The Name is "{{first_name}}"'],
  [{ company: '[object Object]' }, 'The Company or Organization is "[object Object]"'],
])(
  'A contact is not added with a name that an earlier step did not fill in: %j',
  async (inputData, message) => {
    await expect(new UnitConnector().create('create_contact', inputData)).rejects.toThrow(message);
    await expect(new UnitConnector().create('create_contact', inputData)).rejects.toThrow(
      'Nothing was changed. Correct it in your CRM or form, and send it again.',
    );
  },
);
