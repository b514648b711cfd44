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

describe('an envelope logo', () => {
  it.each([
    ['by its name, the whole before a part', { name: 'grace church' }, ['l-2', 'l-1']],
    ['by its number', { logo_id: 'l-3' }, ['l-3']],
    ['by both', { logo_id: 'l-1', name: 'grace' }, ['l-1']],
  ])('is found %s', async (_how, inputData, expected) => {
    list();
    expect((await find(inputData)).map(({ id }) => id)).toEqual(expected);
  });

  it('keeps what the service says of it', async () => {
    list();
    expect(await find({ logo_id: 'l-2' })).toEqual([data[1]]);
  });

  it.each([[{ name: 'Hope' }], [{ logo_id: 'l-9' }], [{ logo_id: 'l-1', name: 'Hope' }]])(
    'that does not exist is not found: %j',
    async (inputData) => {
      list();
      expect(await find(inputData)).toEqual([]);
    },
  );

  it('needs something to look for', async () => {
    await expect(find({})).rejects.toThrow(/search for in Name or Logo/);
  });
});
