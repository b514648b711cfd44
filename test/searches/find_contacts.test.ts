import { describe, expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const contacts = Array.from({ length: 150 }, (_, index) => ({
  contact_id: `c-${index}`,
  external_id: index < 3 ? 'same' : `x-${index}`,
  name: index === 149 ? 'Maria' : `Maria ${index}`,
}));
const find = (inputData: Record<string, unknown>) => new UnitConnector().search('find_contacts', inputData);
const list = () => api().get('/v1/contacts').reply(200, { contacts });

describe('Find Contacts', () => {
  it('returns one record with up to 100 contacts as line items, the best match first', async () => {
    list();
    const [found, ...others] = await find({ search: 'maria' });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ id: expect.any(String), count: 100, match_count: 150 });
    expect(found?.contacts).toHaveLength(100);
    expect(found?.contacts).toMatchObject({ 0: { id: 'c-149' }, 1: { id: 'c-0' }, 99: { id: 'c-98' } });
  });

  it('returns as many contacts as the limit', async () => {
    list();
    expect(await find({ search: 'maria', limit: '2' })).toMatchObject([
      { contacts: [{ contact_id: 'c-149' }, { contact_id: 'c-0' }], count: 2, match_count: 150 },
    ]);
  });

  it('returns every contact with the reference', async () => {
    list();
    expect(await find({ external_id: 'same' })).toMatchObject([{ count: 3, match_count: 3 }]);
  });

  it('reads the list to its end when searching by reference', async () => {
    api()
      .get('/v1/contacts')
      .reply(200, '{"contacts":[{"contact_id":"c-1","external_id":"same"},{"same":1}]}');
    await expect(find({ external_id: 'same' })).rejects.toThrow(/a contact in an unexpected format/);
  });

  it('returns the best matches, wherever they are in the list', async () => {
    const names = ['A Maria', 'Maria A', 'Maria', 'xMaria', 'Maria B', 'Maria', 'B Maria'];
    const people = names.map((name, index) => ({ contact_id: `c-${index}`, name }));
    api().get('/v1/contacts').reply(200, { contacts: people });
    const [found] = await find({ search: 'maria', limit: '4' });
    expect(found).toMatchObject({ count: 4, match_count: 7 });
    expect(found?.contacts).toMatchObject([{ id: 'c-2' }, { id: 'c-5' }, { id: 'c-0' }, { id: 'c-1' }]);
  });

  it('returns nothing if no contact matches', async () => {
    list();
    expect(await find({ name: 'Zoe' })).toEqual([]);
  });

  it.each(['-', '...', '?', '*', '—', '😀'])('returns nothing for the search text %s', async (search) => {
    list();
    expect(await find({ search })).toEqual([]);
  });

  it('returns up to 1,000 contacts, and rejects a larger limit', async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => ({ contact_id: `c-${index}`, name: 'Maria' }));
    api().get('/v1/contacts').reply(200, { contacts: many });
    expect(await find({ name: 'maria', limit: '1000' })).toMatchObject([
      { count: 1_000, match_count: 1_200 },
    ]);
    await expect(find({ name: 'maria', limit: '1001' })).rejects.toThrow(
      'Limit is 1001, but it must be 1,000 or less.',
    );
  });

  it('returns no more contacts than fit into a result', async () => {
    const company = 'ü'.repeat(100_000);
    const many = Array.from({ length: 40 }, (_, index) => ({
      contact_id: `c-${index}`,
      name: 'Maria',
      company,
    }));
    api().get('/v1/contacts').reply(200, { contacts: many });
    const found = await find({ name: 'maria' });
    expect(found).toMatchObject([{ count: 20, match_count: 40 }]);
    expect(Buffer.byteLength(JSON.stringify(found))).toBeLessThan(5_500_000);
  });

  it('does not search by the name if the reference is mapped and has no value', async () => {
    await expect(
      new UnitConnector().search(
        'find_contacts',
        { name: 'Maria', external_id: '' },
        { inputDataRaw: { name: 'Maria', external_id: '{{1__id}}' } },
      ),
    ).rejects.toThrow(/^Your Reference is mapped/);
  });

  it.each(['0', '-1', '1.5', 'many'])('rejects the limit %s', async (limit) => {
    await expect(find({ search: 'maria', limit })).rejects.toThrow(/^Limit is/);
  });

  it('returns the same record ID for the same search and a different one for another search', async () => {
    api().get('/v1/contacts').thrice().reply(200, { contacts });
    const [first] = await find({ search: 'maria' });
    const [again] = await find({ search: 'maria' });
    const [other] = await find({ search: 'mari' });
    expect(again?.id).toBe(first?.id);
    expect(other?.id).not.toBe(first?.id);
  });
});
