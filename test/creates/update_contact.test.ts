import { describe, expect, it } from '@jest/globals';
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
const update = (inputData: Record<string, unknown>) =>
  new UnitConnector().create('update_contact', { contact_id: 'c-1', ...inputData });
const read = () => api().get('/v1/contacts/c-1').reply(200, contact);

describe('an update of a contact (§4.1)', () => {
  it.each([
    [{ city: 'Canton' }, { address: { ...address, city: 'Canton', country: '' } }],
    [{ name: 'Maria B' }, { name: 'Maria B' }],
    [{ country: 'DE' }, { address: { ...address, country: 'Germany' } }],
    [{ clear_fields: ['company', 'external_id'] }, { company: '', external_id: null }],
  ])('%j sends %j and nothing else', async (fields, body) => {
    read();
    api().post('/v3/contacts/c-1', body).reply(204);
    expect(await update(fields)).toMatchObject({ id: 'c-1', changed: true, later: 1 });
  });

  it.each([
    [{}],
    [{ name: '', city: ' ', company: null }],
    [{ city: 'Akron', name: 'Maria', country: 'USA' }],
    [{ clear_fields: ['country'] }],
  ])('%j changes nothing and sends nothing', async (fields) => {
    read();
    expect(await update(fields)).toMatchObject({ ...contact, changed: false });
  });

  it('shows what the service made of a greeting that was cleared', async () => {
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

  it('of a field that is filled in and cleared asks for one of the two', async () => {
    await expect(update({ company: 'New', clear_fields: ['company'] })).rejects.toThrow(
      /Company or Organization is filled in and also chosen under Clear Fields/,
    );
  });

  it.each([404, 410])('of a contact that is gone (%i) says so', async (status) => {
    api().get('/v1/contacts/c-1').reply(status, { error: 'contacts.missing_contact' });
    await expect(update({ city: 'X' })).rejects.toThrow(/did not find the contact "c-1"/);
  });
});
