import { describe, expect, it } from '@jest/globals';
import * as zod from 'zod';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const pageSchema = zod.object({
  results: zod.array(zod.object({ id: zod.string(), label: zod.string() })),
  paging_token: zod.string().nullable(),
});

const contactPage = async (people: object[], token?: string | null) => {
  api().get('/v1/contacts').reply(200, { contacts: people });
  return pageSchema.parse(
    await new UnitConnector().run('creates.delete_contact.operation.inputFields.0.choices.perform', {
      meta: token ? { paging_token: token } : {},
    }),
  );
};
const people = Array.from({ length: 250 }, (_, index) => ({ contact_id: `c-${index}`, name: `P ${index}` }));
const idsOf = ({ results }: { results: { id: string }[] }) => results.map(({ id }) => id);
const allIds = people.map(({ contact_id: id }) => id);

describe('The pages of the contact dropdown', () => {
  it('include every contact once', async () => {
    const first = await contactPage(people);
    const second = await contactPage(people, first.paging_token);
    const third = await contactPage(people, second.paging_token);
    expect([first, second, third].flatMap(idsOf)).toEqual(allIds);
    expect(third.paging_token).toBeNull();
  });

  it('start at the beginning for an invalid paging token', async () => {
    expect(idsOf(await contactPage(people.slice(0, 3), 'invalid'))).toEqual(['c-0', 'c-1', 'c-2']);
  });
});

describe('The labels of the contact dropdown', () => {
  const address = { city: 'Akron', state: 'OH' };

  it('distinguish contacts with the same name and city', async () => {
    const { results } = await contactPage([
      { contact_id: 'c-1', name: 'Ann', address: { ...address, street: '1 Elm St\nApt 2' } },
      { contact_id: 'c-2', name: 'Ann', address: { ...address, street: '2 Oak St' } },
      { contact_id: 'c-3', name: 'Ann', address: { ...address, street: '2 Oak St' } },
      { contact_id: 'c-4', name: 'Bob', address },
      { contact_id: 'c-5', name: null, company: 'Grace Church' },
    ]);
    expect(results.map(({ label }) => label)).toEqual([
      'Ann (Akron, OH) · 1 Elm St · c-1',
      'Ann (Akron, OH) · 2 Oak St · c-2',
      'Ann (Akron, OH) · 2 Oak St · c-3',
      'Bob (Akron, OH)',
      'Grace Church',
    ]);
  });

  it('are the sort name, else the name, the company or the ID, with the place that is known', async () => {
    const { results } = await contactPage([
      { contact_id: 'c-1', file_as: ' Lee, Ann ', name: 'Ann Lee', company: 'Grace', address },
      { contact_id: 'c-2', file_as: ' ', name: 'Bob Ray', company: 'Grace', address: { state: 'OH' } },
      { contact_id: 'c-3', file_as: null, name: ' ', company: 'Hope', address: { city: 'Bonn' } },
      { contact_id: 'c-4' },
    ]);
    expect(results.map(({ label }) => label)).toEqual([
      'Lee, Ann (Akron, OH)',
      'Bob Ray (OH)',
      'Hope (Bonn)',
      'c-4',
    ]);
  });
});
