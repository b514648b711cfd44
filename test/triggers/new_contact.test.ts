import { describe, expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const poll = (contacts: object[]) => {
  api().get('/v1/contacts').reply(200, { contacts });
  return new UnitConnector().trigger('new_contact', 'perform');
};

describe('New Contact', () => {
  it('returns every contact with an id, the newest first', async () => {
    const contacts = [
      { contact_id: 'c-1', name: 'Ann', later: 1 },
      { contact_id: 'c-2', company: 'Grace Church', address: null },
    ];
    expect(await poll(contacts)).toEqual([
      { id: 'c-2', ...contacts[1] },
      { id: 'c-1', ...contacts[0] },
    ]);
  });

  it('returns only the end of a list that is too long for Zapier', async () => {
    const name = 'x'.repeat(1024 * 1024);
    const contacts = Array.from({ length: 20 }, (_, index) => ({ contact_id: `c-${index + 1}`, name }));
    const ids = [await poll(contacts)].flat().map((contact) => Object(contact).id);
    expect(ids).toEqual(Array.from({ length: 15 }, (_, index) => `c-${20 - index}`));
  });

  it('returns nothing for an empty list', async () => {
    expect(await poll([])).toEqual([]);
  });
});
