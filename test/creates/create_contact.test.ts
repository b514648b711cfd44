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
        /^This connection doesn't have permission to add the contact "Max"\./,
      );
    },
  );

  it('names the field that is mapped to an object', async () => {
    await expect(create({ name: 'Max', external_id: { id: 7 } })).rejects.toThrow(
      '"Your Reference" is mapped to an object. Nothing was changed. Map one of its fields instead.',
    );
  });
});
