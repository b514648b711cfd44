import { describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const source = 'https://files.test';
const before = { contacts: [{ contact_id: 'c-1', name: 'Old', address: null, later: { kept: true } }] };

const withFile = (
  content: string | Buffer,
  inputData: Record<string, unknown> = {},
  connector = new UnitConnector(),
) => {
  nock(source).get('/list').reply(200, content);
  return connector.create('replace_mailing_list', {
    minimum_contacts: 1,
    file: `${source}/list`,
    ...inputData,
  });
};
const keepsTheOld = () => api().get('/v1/contacts').reply(200, before);
const address = (city: string, more = {}) => ({
  street: '',
  city,
  state: '',
  postal_code: '',
  country: '',
  ...more,
});

describe('a list from a CSV file', () => {
  it.each([
    ['commas', 'name,city\nŻółć,Akron\n'],
    ['semicolons and CRLF', 'Name;City\r\nŻółć;Akron\r\n'],
    ['tabs', 'NAME\tcity\nŻółć\tAkron'],
    ['a byte order mark', '\ufeffname,city\nŻółć,Akron'],
    ['quotes', '"name","city"\n"Żółć","Akron"\n'],
    ['UTF-16', Buffer.from('\ufeffname,city\nŻółć,Akron', 'utf16le')],
    ['empty lines at the end', 'name,city\nŻółć,Akron\n,\n\n'],
  ])('with %s is read', async (_what, content) => {
    keepsTheOld();
    api()
      .put('/v1/contacts', { contacts: [{ name: 'Żółć', address: address('Akron') }] })
      .reply(200, { contacts: [] });
    expect(await withFile(content)).toMatchObject({ contact_count: 1, previous_count: 1 });
  });

  it('in Latin-1, with columns named like the fields’ labels, is read', async () => {
    keepsTheOld();
    const contacts = [
      {
        name: 'Jürgen',
        external_id: '7',
        address: address('Köln', { postal_code: '50667', country: 'Germany' }),
      },
    ];
    api()
      .put('/v1/contacts', { contacts })
      .reply(200, { contacts: [{ contact_id: 'c-2', external_id: '7' }] });
    const content = Buffer.from(
      'Name;Your Reference;City;Postal_Code;COUNTRY;Notes\nJürgen;7;Köln;50667;DE;x',
      'latin1',
    );
    expect(await withFile(content)).toMatchObject({
      ignored_columns: ['Notes'],
      contacts: [{ external_id: '7' }],
    });
  });

  it('names every faulty row by number and field, and sends nothing', async () => {
    const content = 'name,city,street,external_id\nA,Akron,,1\n,Akron,,2\nC,,,3\nD,Akron,,1\n';
    await expect(withFile(content)).rejects.toThrow(
      /contact 2 \(row 3 of the file\) has no name; contact 3 \(row 4 of the file\) has neither street nor city; contact 4 .* same external_id "1" as contact 1/,
    );
  });

  it.each([
    ['', /empty/],
    ['city\nAkron', /no column "name".*it has "city"/],
    ['name,Name\nA,B', /two columns for "name"/],
    ['name,city\n"A,Akron', /cannot be read near line/],
    ['<html></html>', /neither CSV nor JSON/],
    ['{"contacts": 7}', /no list of contacts/],
    ['[{"name":"A"', /cannot be read/],
    ['[7]', /Contact 1 of the JSON file is not a contact/],
  ])('%j is told for what it is', async (content, sentence) => {
    await expect(withFile(content)).rejects.toThrow(sentence);
  });
});

describe('the old list', () => {
  it('is kept, byte for byte, before it is replaced, and comes back as it was', async () => {
    const connector = new UnitConnector();
    keepsTheOld();
    api().put('/v1/contacts').reply(200, { contacts: [] });
    await withFile('name,city\nNew,Akron', {}, connector);
    expect(connector.stored.map(({ content }) => content.toString())).toEqual([JSON.stringify(before)]);
    api().get('/v1/contacts').reply(200, { contacts: [] });
    api()
      .put('/v1/contacts', {
        contacts: [{ contact_id: 'c-1', name: 'Old', address: null, later: { kept: true } }],
      })
      .reply(200, { contacts: [] });
    expect(await withFile(JSON.stringify(before))).toMatchObject({ contact_count: 1, previous_count: 0 });
  });

  it.each([
    ['cannot be read', () => api().get('/v1/contacts').reply(500, ''), /has a problem of its own/],
    [
      'comes cut off',
      () => api().get('/v1/contacts').reply(200, '{"contacts":[{"contact_id":"c-1"}'),
      /cut off/,
    ],
  ])('that %s is not replaced', async (_what, answer, sentence) => {
    answer();
    await expect(withFile('name,city\nNew,Akron')).rejects.toThrow(sentence);
  });

  it.each([
    [400, { error: 'contacts.upload_missing_name', message: 'no name' }, /refused the new mailing list/],
    [413, {}, /refused the new mailing list/],
    [500, {}, /did not confirm the new mailing list/],
  ])('is told where it lies when the replacing is answered %i', async (status, body, sentence) => {
    keepsTheOld();
    api().put('/v1/contacts').reply(status, body);
    const run = withFile('name,city\nNew,Akron');
    await expect(run).rejects.toThrow(sentence);
    await expect(run).rejects.toThrow(/as it was before is kept for a while at https:\/\/zapier-/);
  });
});

describe('the step', () => {
  it.each([
    [{ minimum_contacts: '' }, /Minimum Number of Contacts is blank/],
    [{ minimum_contacts: 0 }, /has to be 1 or more/],
    [{ minimum_contacts: 2, contacts: [{ name: 'A', city: 'X' }] }, /has 1 contact, but .* is 2/],
    [{ minimum_contacts: 1 }, /There are no contacts/],
    [
      { minimum_contacts: 1, contacts: [{ name: 'A', city: 'X' }], file: `${source}/list` },
      /Both the contacts and a file/,
    ],
  ])('with %j sends nothing', async (inputData, sentence) => {
    await expect(new UnitConnector().create('replace_mailing_list', inputData)).rejects.toThrow(sentence);
  });

  it('only checks when asked to', async () => {
    const connector = new UnitConnector();
    keepsTheOld();
    const contacts = { name: ['A', 'B'], city: ['X', 'Y'] };
    expect(
      await connector.create('replace_mailing_list', { minimum_contacts: 2, contacts, dry_run: 'true' }),
    ).toMatchObject({
      contact_count: 2,
      previous_count: 1,
      previous_list: null,
      dry_run: true,
    });
    expect(connector.stored).toEqual([]);
  });
});
