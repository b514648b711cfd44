import { describe, expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const data = [
  { id: 'l-1', name: 'Grace Church Akron', type: 'logo' },
  { id: 'l-2', name: 'Grâce Church', type: 'logo', later: 1 },
  { id: 'l-3', name: null, type: 'logo' },
];
const find = (inputData: Record<string, unknown>) => new UnitConnector().search('find_logo', inputData);
const list = () =>
  api()
    .get('/v1/logos')
    .reply(200, { data, links: { self: '/v1/logos' }, type: 'list' });

describe('Find Envelope Logo', () => {
  it.each([
    ['whole name', { name: 'grace  church' }, ['l-2']],
    ['ID', { logo_id: 'l-3' }, ['l-3']],
    ['ID and name', { logo_id: 'l-1', name: 'Grace Church Akron' }, ['l-1']],
  ])('finds a logo by %s', async (_criteria, inputData, expected) => {
    list();
    expect((await find(inputData)).map(({ id }) => id)).toEqual(expected);
  });

  it('keeps the order of logos with the same name', async () => {
    const names = ['GRACE', 'Hope', 'Grace', null, 'Grâce', 'Grace B'];
    const logos = names.map((name, index) => ({ id: `l-${index}`, name, type: 'logo' }));
    api()
      .get('/v1/logos')
      .reply(200, { data: logos, links: { self: '/v1/logos' }, type: 'list' });
    expect((await find({ name: 'grace' })).map(({ name }) => name)).toEqual(['GRACE', 'Grace', 'Grâce']);
  });

  it('returns every field of the service', async () => {
    list();
    expect(await find({ logo_id: 'l-2' })).toEqual([data[1]]);
  });

  it.each([
    [{ name: 'Hope' }],
    [{ name: 'Grace' }],
    [{ logo_id: 'l-9' }],
    [{ logo_id: 'l-1', name: 'Hope' }],
  ])('returns nothing for %j', async (inputData) => {
    list();
    expect(await find(inputData)).toEqual([]);
  });

  it('finds nothing in an account without logos, whose list may be null', async () => {
    api().get('/v1/logos').reply(200, { data: null });
    expect(await find({ name: 'Hope' })).toEqual([]);
  });

  it('does not take a response without the list for an account without logos', async () => {
    api().get('/v1/logos').reply(200, { type: 'list' });
    await expect(find({ name: 'Hope' })).rejects.toThrow(/unexpected format/);
  });

  it('asks for a name or logo', async () => {
    await expect(find({})).rejects.toThrow(/search for in Name or Logo/);
  });
});

it('The labels of the logos in a dropdown are never empty', async () => {
  const logos = [
    { id: 'l-1', name: ' Grace Church ' },
    { id: 'l-2', name: ' ' },
    { id: 'l-3', name: null },
  ];
  api().get('/v1/logos').reply(200, { data: logos, links: {}, type: 'list' });
  const page = await new UnitConnector().run('searches.find_logo.operation.inputFields.1.choices.perform');
  expect(page).toMatchObject({
    results: [
      { id: 'l-1', label: 'Grace Church' },
      { id: 'l-2', label: 'l-2' },
      { id: 'l-3', label: 'l-3' },
    ],
  });
});
