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
const read = () => api().get('/v1/contacts/c-1').reply(200, contact);

describe('an update of a contact (§4.1)', () => {
  it.each([
    [{ city: 'Canton' }, { address: { ...address, city: 'Canton', country: '' } }],
    [{ name: 'Maria B' }, { name: 'Maria B' }],
    [{ country: 'DE' }, { address: { ...address, country: 'Germany' } }],
    [{ clear_fields: ['company', 'external_id'] }, { company: '', external_id: null }],
    [{ company: 'Hope', greeting: 'M', file_as: 'Maria' }, { company: 'Hope' }],
    [{ company: 'Grace', greeting: 'Dear M', external_id: 'x' }, { greeting: 'Dear M' }],
    [
      { file_as: 'B, Maria', external_id: 'y' },
      { file_as: 'B, Maria', external_id: 'y' },
    ],
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

  it('shows what the service made of a file name that was cleared, and the rest as it was changed', async () => {
    read();
    api().post('/v3/contacts/c-1', { name: 'Anna', file_as: '' }).reply(204);
    api()
      .get('/v1/contacts/c-1')
      .reply(200, { ...contact, name: 'Anna', file_as: 'Anna' });
    expect(await update({ name: 'Anna', clear_fields: ['file_as'] })).toMatchObject({ file_as: 'Anna' });
  });

  it('shows what was changed without asking again', async () => {
    read();
    api().post('/v3/contacts/c-1').reply(204);
    expect(
      await update({ name: 'Anna', city: 'Canton', country: 'DE', clear_fields: ['external_id', 'company'] }),
    ).toEqual({
      ...contact,
      id: 'c-1',
      name: 'Anna',
      external_id: null,
      company: '',
      address: { ...address, city: 'Canton', country: 'Germany' },
      changed: true,
    });
  });

  it('is told as made, also when the contact cannot be looked at afterwards', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    read();
    api().post('/v3/contacts/c-1').reply(204);
    api().get('/v1/contacts/c-1').reply(500, '');
    const connector = new UnitConnector();
    expect(
      await connector.create('update_contact', { contact_id: 'c-1', clear_fields: ['greeting'] }),
    ).toMatchObject({ name: 'Maria', changed: true });
    expect(connector.logs.map(({ message }) => message).join()).toContain('could not be read again');
  });

  it('shows the contact as changed when it is gone right afterwards', async () => {
    read();
    api().post('/v3/contacts/c-1').reply(204);
    api().get('/v1/contacts/c-1').reply(410, '');
    expect(await update({ clear_fields: ['greeting'] })).toMatchObject({ greeting: '', changed: true });
  });

  it.each([
    ['Company or Organization', { company: 'New', clear_fields: ['external_id', 'company'] }],
    ['Your Reference', { external_id: 'z', clear_fields: ['external_id'] }],
    ['Greeting', { greeting: 'Hi', clear_fields: ['greeting'] }],
    ['Country', { country: 'DE', clear_fields: ['country'] }],
  ])('of a field that is filled in and cleared asks for one of the two: %s', async (label, fields) => {
    await expect(update(fields)).rejects.toThrow(
      `${label} is filled in and also chosen under Clear Fields. Do one of the two.`,
    );
  });

  it('that clears what is blank already sends nothing', async () => {
    const { external_id: _none, company: _nothing, ...blank } = contact;
    api()
      .get('/v1/contacts/c-1')
      .reply(200, { ...blank, greeting: null, file_as: '' });
    const clear_fields = ['external_id', 'company', 'greeting', 'file_as'];
    expect(await update({ clear_fields })).toMatchObject({ changed: false });
  });

  it('that clears the country sends the rest of the address with it', async () => {
    api()
      .get('/v1/contacts/c-1')
      .reply(200, { ...contact, address: { ...address, country: 'Germany' } });
    api()
      .post('/v3/contacts/c-1', { address: { ...address, country: '' } })
      .reply(204);
    expect(await update({ clear_fields: ['country'] })).toMatchObject({ address: { country: '' } });
  });

  it('with a field that cannot be cleared names those that can', async () => {
    await expect(update({ clear_fields: ['name'] })).rejects.toThrow(/Clear Fields.*"name"/);
  });

  it.each([404, 410])('of a contact that is gone (%i) says so', async (status) => {
    api().get('/v1/contacts/c-1').reply(status, { error: 'contacts.missing_contact' });
    await expect(update({ city: 'X' })).rejects.toThrow(/did not find the contact "c-1"/);
  });
});
