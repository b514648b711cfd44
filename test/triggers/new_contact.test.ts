import { describe, expect, it } from '@jest/globals';
import * as zod from 'zod';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const records = zod.array(zod.looseObject({ id: zod.string(), person_key: zod.string() }));

const poll = async (
  contacts: object[],
  meta: { isPopulatingDedupe?: boolean; isLoadingSample?: boolean } = {},
) => {
  api().get('/v1/contacts').reply(200, { contacts });
  return records.parse(await new UnitConnector().trigger('new_contact', 'perform', { meta }));
};

/** Turns a Zap on with one list. @returns the IDs that start it when it polls another list */
async function newAfter(before: object[], after: object[]): Promise<string[]> {
  const known = (await poll(before, { isPopulatingDedupe: true })).map(({ person_key }) => person_key);
  return (await poll(after)).filter(({ person_key }) => !known.includes(person_key)).map(({ id }) => id);
}

const people = Array.from({ length: 6 }, (_, index) => ({
  contact_id: `c-${index}`,
  external_id: `x-${index}`,
  name: index < 2 ? 'Ann Lee' : `Name ${index}`,
  address: { city: 'Akron' },
}));
const added = { contact_id: 'c-9', name: 'Zoe' };

describe('New Contact', () => {
  it('returns every contact with an id and a unique key, the newest first', async () => {
    const contacts = [
      { contact_id: 'c-1', name: 'Ann', later: 1 },
      { contact_id: 'c-2', company: 'Grace Church', address: null },
    ];
    expect(await poll(contacts)).toEqual([
      { id: 'c-2', person_key: expect.stringMatching(/^[0-9a-f]{16}$/), ...contacts[1] },
      { id: 'c-1', person_key: expect.stringMatching(/^[0-9a-f]{16}$/), ...contacts[0] },
    ]);
  });

  it.each([
    ['nobody if nothing changes', people, []],
    ['the contact that is added', [...people, added], ['c-9']],
    ['one of the name of another', [...people, { ...added, name: 'ann lee' }], ['c-9']],
    ['nobody if contacts are deleted', people.slice(3), []],
    ['nobody if one of the same name is deleted', people.slice(1), []],
    ['nobody if references are cleared', people.map((one) => ({ ...one, external_id: null })), []],
    ['nobody if addresses change', people.map((one) => ({ ...one, address: null })), []],
    [
      'nobody but the new one if the list is replaced',
      [added, ...people.toReversed()].map((one, index) => ({ ...one, contact_id: `d-${index}` })),
      ['d-0'],
    ],
  ])('starts for %s', async (_whom, after, expected) => {
    expect(await newAfter(people, after)).toEqual(expected);
  });

  it('starts for an organization that is added while another one is deleted', async () => {
    const named = (id: string, company: string) => ({ contact_id: id, name: null, company });
    const before = [...people, named('c-6', 'Grace Church'), named('c-7', 'Hope Church')];
    const after = [...people, named('c-7', 'Hope Church'), named('c-9', 'Zion Church')];
    expect(await newAfter(before, after)).toEqual(['c-9']);
  });

  it('returns the keys of all 70,000 contacts when a Zap is turned on, so that no deletion starts it', async () => {
    const many = Array.from({ length: 70_000 }, (_, index) => ({
      contact_id: `c-${index}`,
      name: `Name ${index}`,
      // Only the end of the list, which a poll returns, is too long for it.
      company: 'x'.repeat(index < 50_000 ? 0 : 300),
    }));
    const known = await poll(many, { isPopulatingDedupe: true });
    expect(known).toHaveLength(70_000);
    expect(Object.keys(known[0] ?? {})).toEqual(['id', 'person_key']);
    const keys = new Set(known.map(({ person_key }) => person_key));
    const later = await poll([...many.slice(3), added]);
    expect(later.filter(({ person_key }) => !keys.has(person_key)).map(({ id }) => id)).toEqual(['c-9']);
    expect(JSON.stringify(later).length).toBeLessThan(6_000_000);
  });

  it.each([
    [2, ['c-1', 'c-0']],
    [3, ['c-2', 'c-1', 'c-0']],
    [6, ['c-5', 'c-4', 'c-3']],
    [7, ['c-6', 'c-5', 'c-4']],
    [11, ['c-10', 'c-9', 'c-8']],
  ])('returns the newest three of %i contacts to the editor', async (count, newest) => {
    const contacts = Array.from({ length: count }, (_, index) => ({ contact_id: `c-${index}`, name: 'Ann' }));
    const samples = await poll(contacts, { isLoadingSample: true });
    expect(samples.map(({ id }) => id)).toEqual(newest);
  });

  it('returns only the end of a list that is too long for Zapier', async () => {
    const name = 'x'.repeat(1024 * 1024);
    const contacts = Array.from({ length: 5 }, (_, index) => ({ contact_id: `c-${index + 1}`, name }));
    const ids = (await poll(contacts)).map(({ id }) => id);
    expect(ids).toEqual(['c-5', 'c-4']);
  });

  it('returns nothing for an empty list', async () => {
    expect(await poll([])).toEqual([]);
  });
});

describe('The key of a person', () => {
  const keysOf = async (...people: object[]): Promise<string[]> => {
    const contacts = people.map((person, index) => ({ contact_id: `c-${index}`, ...person }));
    return (await poll(contacts)).map(({ person_key }) => person_key).toReversed();
  };

  it.each([
    [{ name: 'Ann Lee' }, { name: ' ANN  LEE' }],
    [{ name: 'José' }, { name: 'Jose' }],
    [
      { name: 'Ann', company: 'Grace' },
      { name: 'Ann', company: null },
    ],
    [{ company: 'Grace Church' }, { name: '', company: 'grace church' }],
    [{}, { name: null, company: ' ' }],
  ])('is the same for %j and %j', async (one, other) => {
    expect(await keysOf(one)).toEqual(await keysOf(other));
  });

  it.each([
    [{ name: 'Ann' }, { name: 'Anna' }],
    [{ name: '!!!' }, { name: '???' }],
    [{ name: 'Ann' }, {}],
  ])('is different for %j and %j', async (one, other) => {
    expect(await keysOf(one)).not.toEqual(await keysOf(other));
  });

  it('is unique among people with the same name', async () => {
    const [first, second, third] = await keysOf({ name: 'Ann' }, { name: 'ann' }, { name: 'Ann' });
    expect([first, second, third]).toEqual([first, `${first}-2`, `${first}-3`]);
  });
});
