import { deflateSync } from 'node:zlib';
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

describe('a contact is found', () => {
  it('in a list that is compressed on the way', async () => {
    api()
      .get('/v1/contacts')
      .reply(200, deflateSync(JSON.stringify({ contacts })), {
        'Content-Type': 'application/json',
        'Content-Encoding': 'deflate',
      });
    expect(ids(await find({ external_id: 'donor-12' }))).toEqual(['c-2']);
  });

  it.each([
    ['name, as a whole', { name: 'MARIA' }, ['c-3']],
    ['name without its accents', { name: 'maria muller' }, ['c-2']],
    ['name with surrounding space', { name: '  tom müller\n' }, ['c-4']],
    ['name, but not by a part of it', { name: 'muller' }, []],
    ['company, as a whole', { company: 'grace' }, ['c-3']],
    ['postal code, as a whole', { postal_code: '4430' }, ['c-4']],
    ['ZIP code, which matches ZIP+4', { postal_code: '44702' }, ['c-2']],
    ['reference, exactly', { external_id: 'donor-1' }, ['c-1']],
    ['reference in its own case', { external_id: 'Donor-1' }, ['c-4']],
    ['anything, whole words first', { search: 'maria' }, ['c-3', 'c-2', 'c-1']],
    ['parts of words', { search: 'müll' }, ['c-4', 'c-2']],
    ['anything, also the city', { search: 'akron' }, ['c-1']],
    ['words in several fields', { search: 'hope tom' }, ['c-4']],
    ['anything, also a company', { search: 'hope' }, ['c-4']],
    ['anything, also a postal code', { search: '44702' }, ['c-2']],
    ['anything, also its number', { search: 'c-3' }, ['c-3']],
    ['anything, also its reference', { search: 'donor-12' }, ['c-2']],
    ['several criteria, which narrow it', { name: 'maria', company: 'grace' }, ['c-3']],
    ['a search and a criterion', { search: 'müller', postal_code: '44702' }, ['c-2']],
    ['a reference and a name that agree', { external_id: 'donor-12', name: 'Maria Müller' }, ['c-2']],
  ])('by its %s', async (_how, criteria, expected) => {
    list();
    const found = await find(criteria);
    expect(ids(found)).toEqual(expected);
    expect(found.map(({ match_count }) => match_count)).toEqual(expected.map(() => expected.length));
  });

  it('by itself with one request, and with all that the service says of it', async () => {
    api().get('/v1/contacts/c-2').reply(200, contacts[1]);
    expect(await find({ contact_id: ' c-2 ' })).toEqual([{ id: 'c-2', ...contacts[1], match_count: 1 }]);
  });
});

describe('what is looked for everywhere', () => {
  const people = [
    { contact_id: 'c-1', name: 'Tom', company: 'Maria Hope', address: { city: 'Dover' } },
    { contact_id: 'c-2', name: 'Hope Dover' },
    { contact_id: 'c-3', name: 'A Hope Doverson' },
    { contact_id: 'c-4', name: 'Anna', external_id: 'Hope Dover' },
    { contact_id: 'Hope Dover', name: 'Anna' },
    { contact_id: 'c-6', name: 'Dover', company: 'Hop' },
  ];

  it('finds an ID or a reference first, then whole words, then parts of words', async () => {
    api().get('/v1/contacts').reply(200, { contacts: people });
    expect(ids(await find({ search: 'Hope Dover' }))).toEqual(['c-4', 'Hope Dover', 'c-2', 'c-1', 'c-3']);
  });
});

describe('a reference', () => {
  const first = '{"contacts":[{"contact_id":"c-1","external_id":" x-1 ","name":"A"},';

  it('that two contacts share counts both', async () => {
    const second = '{"contact_id":"c-2","external_id":"x-1","name":"B"}]}';
    api()
      .get('/v1/contacts')
      .reply(200, first + second);
    expect(await find({ external_id: 'x-1' })).toMatchObject([
      { contact_id: 'c-1', match_count: 2 },
      { contact_id: 'c-2', match_count: 2 },
    ]);
  });

  it('that is looked for together with a name is looked for until both are found', async () => {
    const second = '{"contact_id":"c-2","external_id":"x-1","name":"B"}]}';
    api()
      .get('/v1/contacts')
      .reply(200, first + second);
    expect(ids(await find({ external_id: 'x-1', name: 'B' }))).toEqual(['c-2']);
  });
});

describe('nothing is found, and that is no error,', () => {
  it.each([
    ['by a name', { name: 'Zoe' }],
    ['by a part of a reference', { external_id: 'donor' }],
    ['by a reference and a name that disagree', { external_id: 'donor-1', name: 'Tom' }],
    ['by words that are not all there', { search: 'tom grace' }],
  ])('%s', async (_how, criteria) => {
    list();
    expect(await find(criteria)).toEqual([]);
  });

  it.each([404, 410])('by a contact that is gone (%i)', async (status) => {
    api().get('/v1/contacts/c-9').reply(status, { error: 'contacts.missing_contact' });
    expect(await find({ contact_id: 'c-9' })).toEqual([]);
  });

  it('by a contact that another criterion rules out', async () => {
    api().get('/v1/contacts/c-1').reply(200, contacts[0]);
    expect(await find({ contact_id: 'c-1', name: 'Tom' })).toEqual([]);
  });

  it('on a list without anybody', async () => {
    api().get('/v1/contacts').reply(200, { contacts: [] });
    expect(await find({ name: 'Maria' })).toEqual([]);
  });
});

describe('a search', () => {
  it.each([[{}], [{ name: ' ', search: '', contact_id: null }]])(
    'for nothing (%j) asks for a criterion and sends nothing',
    async (criteria) => {
      await expect(find(criteria)).rejects.toThrow(
        /Enter something to search for in at least one of these fields: Name/,
      );
    },
  );

  it.each([
    ['a page', '<html>', /a web page instead of data/],
    ['nothing', '', /an empty response/],
    ['half a list', '{"contacts":[{"contact_id":"c-1","name":"A"}', /an incomplete list/],
    ['another shape', '{"data":[]}', /without a list of contacts/],
    ['records that are no JSON', '{"contacts":[{"contact_id":x}]}', /a list that is not valid JSON/],
    ['records that are no contacts', '{"contacts":[{"id":1}]}', /a contact in an unexpected format/],
  ])('answered with %s says so instead of finding nothing', async (_what, body, sentence) => {
    api().get('/v1/contacts').reply(200, body);
    await expect(find({ name: 'Tom' })).rejects.toThrow(sentence);
  });

  it('without the permission names it', async () => {
    api().get('/v1/contacts').reply(403, { error: 'x' });
    await expect(find({ name: 'Tom' })).rejects.toThrow(/including "contacts\.read"/);
  });
});
