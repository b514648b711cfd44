import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const address = { street: '', state: 'OH', country: '' };
const contacts = [
  {
    contact_id: 'c-1',
    external_id: 'donor-1',
    name: 'Anna Maria Weiß',
    company: 'Grace Church',
    address: { ...address, city: 'Akron', postal_code: '44301' },
  },
  {
    contact_id: 'c-2',
    external_id: 'donor-12',
    name: 'María Müller',
    company: null,
    address: { ...address, city: 'Canton', postal_code: '44702-1234' },
    later: { kept: true },
  },
  { contact_id: 'c-3', external_id: null, name: 'Maria', company: 'GRACE', address: null },
  {
    contact_id: 'c-4',
    external_id: 'Donor-1',
    name: 'Tom Müller',
    company: 'Hope',
    address: { ...address, city: 'Müllerstadt', postal_code: '4430' },
  },
];

const find = (inputData: Record<string, unknown>) => new UnitConnector().search('find_contact', inputData);
const list = () => api().get('/v1/contacts').reply(200, { contacts });
const ids = (found: Record<string, unknown>[]) => found.map(({ contact_id: id }) => id);

describe('Find Contact', () => {
  it.each(['N/A', 'undefined', '0', '{{id}}'])(
    'stops if the reference is %j, which is not an ID',
    async (external_id) => {
      await expect(find({ external_id, name: 'Maria' })).rejects.toThrow(
        `Your Reference is "${external_id}", which is not an ID.`,
      );
    },
  );

  it('ignores invisible characters of the reference', async () => {
    list();
    expect(ids(await find({ external_id: 'donor\u200b-1' }))).toEqual(['c-1']);
  });

  it('reads a compressed list', async () => {
    api()
      .get('/v1/contacts')
      .reply(200, gzipSync(JSON.stringify({ contacts })), {
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
      });
    expect(ids(await find({ external_id: 'donor-12' }))).toEqual(['c-2']);
  });

  it.each([
    ['whole name', { name: 'MARIA' }, ['c-3']],
    ['name without its accents', { name: 'maria muller' }, ['c-2']],
    ['name with extra spaces', { name: '  tom müller\n' }, ['c-4']],
    ['whole company', { company: 'grace' }, ['c-3']],
    ['whole postal code', { postal_code: '4430' }, ['c-4']],
    ['ZIP code, which matches ZIP+4', { postal_code: '44702' }, ['c-2']],
    ['reference', { external_id: 'donor-1' }, ['c-1']],
    ['reference with the same case', { external_id: 'Donor-1' }, ['c-4']],
    ['search text, whole words first', { search: 'maria' }, ['c-3', 'c-1', 'c-2']],
    ['search text that is part of a word', { search: 'müll' }, ['c-2', 'c-4']],
    ['city as search text', { search: 'akron' }, ['c-1']],
    ['search text that is in several fields', { search: 'hope tom' }, ['c-4']],
    ['search text with a dash between the words', { search: 'tom - hope' }, ['c-4']],
    ['company as search text', { search: 'hope' }, ['c-4']],
    ['postal code as search text', { search: '44702' }, ['c-2']],
    ['contact ID as search text', { search: 'c-3' }, ['c-3']],
    ['reference as search text', { search: 'donor-12' }, ['c-2']],
    ['name and company', { name: 'maria', company: 'grace' }, ['c-3']],
    ['search text and postal code', { search: 'müller', postal_code: '44702' }, ['c-2']],
    ['reference and name', { external_id: 'donor-12', name: 'Maria Müller' }, ['c-2']],
  ])('finds contacts by %s', async (_criteria, criteria, expected) => {
    list();
    const found = await find(criteria);
    expect(ids(found)).toEqual(expected);
    expect(found.map(({ match_count }) => match_count)).toEqual(expected.map(() => expected.length));
  });

  it.each([
    ['Tom and Ann Fox', 'Tom & Ann Fox'],
    ['Tom & Ann Fox', 'Tom and Ann Fox'],
    ['TOM + ANN FOX', 'Tom and Ann Fox'],
    ['Tom&Ann Fox', 'Tom und Ann Fox'],
    ['Tom et Ann Fox', 'Tom & Ann Fox'],
  ])('finds by the name %s the couple that is stored as %s', async (name, stored) => {
    api()
      .get('/v1/contacts')
      .times(2)
      .reply(200, { contacts: [{ contact_id: 'c-1', name: stored }] });
    expect(ids(await find({ name }))).toEqual(['c-1']);
    expect(ids(await find({ search: name }))).toEqual(['c-1']);
  });

  it.each([
    ['Tom Fox', 'Tom and Ann Fox'],
    ['Tom and Ann Fox', 'Tom Fox'],
    ['Fox', 'Tom and Ann Fox'],
    ['Lee', 'And Lee'],
    ['Sandy Fox', 'S & y Fox'],
  ])('does not find by the name %s the contact %s', async (name, stored) => {
    api()
      .get('/v1/contacts')
      .reply(200, { contacts: [{ contact_id: 'c-1', name: stored }] });
    expect(await find({ name })).toEqual([]);
  });

  it('finds a contact by ID with one request and returns every field of the service', async () => {
    api().get('/v1/contacts/c-2').reply(200, contacts[1]);
    expect(await find({ contact_id: ' c-2 ' })).toEqual([{ id: 'c-2', ...contacts[1], match_count: 1 }]);
  });
});

describe('Find Contact by search text', () => {
  const people = [
    { contact_id: 'c-1', name: 'Tom', company: 'Maria Hope', address: { city: 'Dover' } },
    { contact_id: 'c-2', name: 'Hope Dover' },
    { contact_id: 'c-3', name: 'A Hope Doverson' },
    { contact_id: 'c-4', name: 'Anna', external_id: 'Hope Dover' },
    { contact_id: 'Hope Dover', name: 'Anna' },
    { contact_id: 'c-6', name: 'Dover', company: 'Hop' },
  ];

  it.each([
    ['OH', ['c-1', 'c-2']],
    ['ohio', ['c-1', 'c-2']],
    ['Ann OH', ['c-2']],
    ['New York', ['c-4', 'c-5']],
    ['Ida New York', ['c-5']],
    ['New', ['c-4']],
    ['ON', ['c-6']],
    ['elm', ['c-1']],
    ['John', ['c-3', 'c-4']],
    ['John 12', []],
    ['Joh', []],
    ['山田', ['c-7']],
  ])('finds states as a whole, streets, and parts of four letters or more: %s', async (search, expected) => {
    api()
      .get('/v1/contacts')
      .reply(200, {
        contacts: [
          { contact_id: 'c-1', name: 'Tom', address: { street: '12 Elm St', state: 'OH' } },
          { contact_id: 'c-2', name: 'Ann', address: { state: 'Ohio' } },
          { contact_id: 'c-3', name: 'John', address: { city: 'Philadelphia', state: 'PA' } },
          { contact_id: 'c-4', name: 'Mary Johnson', address: { city: 'New York', state: 'PA' } },
          { contact_id: 'c-5', name: 'Ida', address: { city: 'Albany', state: 'NY' } },
          { contact_id: 'c-6', name: 'Lia', address: { state: 'on', country: 'Canada' } },
          { contact_id: 'c-7', name: '山田太郎' },
        ],
      });
    expect(ids(await find({ search }))).toEqual(expected);
  });

  it('returns a match of the ID or reference first, then whole words, then parts of words', async () => {
    api().get('/v1/contacts').reply(200, { contacts: people });
    expect(ids(await find({ search: 'Hope Dover' }))).toEqual(['c-4', 'Hope Dover', 'c-2', 'c-1', 'c-3']);
  });
});

it('Find Contact returns at most 20 contacts, and says how many match', async () => {
  const people = Array.from({ length: 21 }, (_, index) => ({ contact_id: `c-${index}`, name: 'Maria' }));
  api().get('/v1/contacts').reply(200, { contacts: people });
  const found = await find({ name: 'maria' });
  expect(found).toHaveLength(20);
  expect(found[0]).toMatchObject({ contact_id: 'c-0', match_count: 21 });
});

describe('Find Contact by postal code', () => {
  it('returns the exact ZIP code before its ZIP+4 codes', async () => {
    const people = ['43215-1234', '43215', '43215-9999', ' 43215 '].map((postal_code, index) => ({
      contact_id: `c-${index}`,
      name: 'Maria',
      address: { postal_code },
    }));
    api().get('/v1/contacts').twice().reply(200, { contacts: people });
    const expected = ['c-1', 'c-3', 'c-0', 'c-2'];
    expect(ids(await find({ postal_code: '43215' }))).toEqual(expected);
    expect(ids(await find({ postal_code: '43215', search: 'maria' }))).toEqual(expected);
  });
});

describe('Find Contact with a mapped ID', () => {
  const findMapped = (inputDataRaw: Record<string, string>, inputData: Record<string, unknown>) =>
    new UnitConnector().search('find_contact', inputData, { inputDataRaw });

  it.each([
    ['Your Reference', 'external_id', ''],
    ['Your Reference', 'external_id', undefined],
    ['Contact', 'contact_id', null],
  ])('does not search by the name if %s is mapped and has no value (%s: %j)', async (label, key, value) => {
    await expect(
      findMapped({ name: '{{1__name}}', [key]: '{{1__id}}' }, { name: 'Maria', [key]: value }),
    ).rejects.toThrow(`${label} is mapped, but it has no value in this run, so nothing was searched.`);
  });

  it.each([
    ['a blank name', { name: '{{1__name}}', external_id: '{{1__id}}' }, { external_id: 'donor-1' }],
    [
      'a reference that is not mapped',
      { name: '{{1__name}}', external_id: '' },
      { name: 'Anna Maria Weiß', external_id: '' },
    ],
  ])('searches with %s', async (_blank, raw, inputData) => {
    list();
    expect(ids(await findMapped(raw, inputData))).toEqual(['c-1']);
  });
});

describe('Find Contact by reference', () => {
  const first = '{"contacts":[{"contact_id":"c-1","external_id":" x-1 ","name":"A"},';

  it('returns every contact with the reference', async () => {
    const second = '{"contact_id":"c-2","external_id":"x-1","name":"B"}]}';
    api()
      .get('/v1/contacts')
      .reply(200, first + second);
    expect(await find({ external_id: 'x-1' })).toMatchObject([
      { contact_id: 'c-1', match_count: 2 },
      { contact_id: 'c-2', match_count: 2 },
    ]);
  });

  it.each([
    ['and the name', { name: 'ANN LEE' }, 'stops'],
    ['but no name', {}, 'finds nothing'],
    ['and another name', { name: 'Tom Lee' }, 'finds nothing'],
    ['and only a part of the name', { name: 'Ann' }, 'finds nothing'],
    ['and the name, another company', { name: 'Ann Lee', company: 'Hope' }, 'stops'],
  ])('in other capitals %s (%j) %s', async (_case, criteria, outcome) => {
    const other = { contact_id: 'c-1', external_id: ' donor-7 ', name: 'Ann Lee' };
    api()
      .get('/v1/contacts')
      .reply(200, { contacts: [other, { ...other, external_id: 'donor-77' }] });
    const found = find({ external_id: 'DONOR-7', ...criteria });
    if (outcome === 'finds nothing') expect(await found).toEqual([]);
    else
      await expect(found).rejects.toThrow(
        /^Ann Lee \(c-1\) has the Your Reference "donor-7", which differs from "DONOR-7" only in capital letters\. .*Use the same capital letters in both systems\.$/,
      );
  });

  it('prefers the contact with the same capitals', async () => {
    const people = ['donor-7', 'DONOR-7'].map((external_id) => ({
      contact_id: external_id,
      external_id,
      name: 'Ann Lee',
    }));
    api().get('/v1/contacts').reply(200, { contacts: people });
    expect(ids(await find({ external_id: 'DONOR-7', name: 'Ann Lee' }))).toEqual(['DONOR-7']);
  });

  it('finds a contact in the last of several pieces of the response', async () => {
    const pieces = [`${first}{"contact_id":"c-2","name":"B"}`, ',{"contact_id":"c-3","external_id":"x-3"}]}'];
    api()
      .get('/v1/contacts')
      .reply(200, () => Readable.from(pieces.map((piece) => Buffer.from(piece))));
    expect(ids(await find({ external_id: 'x-3' }))).toEqual(['c-3']);
  });

  it('reads on after the first contact with the reference if it does not have the name', async () => {
    const second = '{"contact_id":"c-2","external_id":"x-1","name":"B"}]}';
    api()
      .get('/v1/contacts')
      .reply(200, first + second);
    expect(ids(await find({ external_id: 'x-1', name: 'B' }))).toEqual(['c-2']);
  });
});

describe('Find Contact', () => {
  it.each([
    ['a name that no contact has', { name: 'Zoe' }],
    ['a part of a name', { name: 'muller' }],
    ['a part of a reference', { external_id: 'donor' }],
    ['a reference and a name of different contacts', { external_id: 'donor-1', name: 'Tom' }],
    ['search text of which a word is missing', { search: 'tom grace' }],
  ])('returns nothing for %s', async (_criteria, criteria) => {
    list();
    expect(await find(criteria)).toEqual([]);
  });

  it.each([404, 410])('returns nothing if the contact does not exist (%i)', async (status) => {
    api().get('/v1/contacts/c-9').reply(status, { error: 'contacts.missing_contact' });
    expect(await find({ contact_id: 'c-9' })).toEqual([]);
  });

  it('returns nothing if the contact with the ID does not have the name', async () => {
    api().get('/v1/contacts/c-1').reply(200, contacts[0]);
    expect(await find({ contact_id: 'c-1', name: 'Tom' })).toEqual([]);
  });

  it.each([[[]], [null]])('returns nothing if the mailing list is empty (%j)', async (none) => {
    api().get('/v1/contacts').reply(200, { contacts: none });
    expect(await find({ name: 'Maria' })).toEqual([]);
  });
});

describe('Find Contact', () => {
  it.each([[{}], [{ name: ' ', search: '', contact_id: null }]])(
    'asks for a search value and sends no request for %j',
    async (criteria) => {
      await expect(find(criteria)).rejects.toThrow(
        /Enter something to search for in at least one of these fields: Name/,
      );
    },
  );

  it.each([
    ['a web page', '<html>', /a web page instead of data/],
    ['an empty body', '', /an incomplete list/],
    ['a truncated list', '{"contacts":[{"contact_id":"c-1","name":"A"}', /an incomplete list/],
    ['JSON without contacts', '{"data":[]}', /without a list named/],
    ['contacts that are not valid JSON', '{"contacts":[{"contact_id":x}]}', /a list that is not valid JSON/],
    ['contacts without a contact ID', '{"contacts":[{"id":1}]}', /a contact in an unexpected format/],
  ])('fails if the response is %s', async (_response, body, message) => {
    api().get('/v1/contacts').reply(200, body);
    await expect(find({ name: 'Tom' })).rejects.toThrow(message);
  });

  it('names the missing permission', async () => {
    api().get('/v1/contacts').reply(403, { error: 'x' });
    await expect(find({ name: 'Tom' })).rejects.toThrow(/including "contacts\.read"/);
  });
});
