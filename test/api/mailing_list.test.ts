/** The search for a text, which skips most of a list without splitting it. */
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readList } from '../../src/api/mailing_list.ts';
import { encode, inChunks } from '../support/random_lists.ts';

/** Returns the IDs of the contacts that the search visits. */
async function search(body: Buffer, places: readonly number[], containing: string): Promise<string[]> {
  const visited: string[] = [];
  const response = {
    status: 200,
    body: Readable.from(inChunks(body, places).map((part) => Buffer.from(part))),
  };
  await readList(
    response,
    { object: 'your mailing list', verb: 'read', scopes: [] },
    {
      containing,
      visit: ({ contact_id }) => visited.push(contact_id),
    },
  );
  return visited;
}

const reference = fc.oneof(
  fc.stringMatching(/^[dD]onor-\d{1,2}$/),
  fc.constantFrom('é', 'É-7', 'a"b', 'a\\b/c', 'A/B', '{"', ',{"a', '.*', 'Zoë 12', 'ZOË 12', '1', 42),
);
const contact = fc.record(
  {
    external_id: fc.oneof({ arbitrary: fc.constant(null), weight: 6 }, reference),
    name: fc.constantFrom('Ann', 'Bob "Bo", {"x": 1}', ',{"contact_id":"c-0"', '\\'),
    household: fc.record({ contact_id: fc.constant('h') }),
    tags: fc.constantFrom([], ['a'], [{ contact_id: 't' }, { contact_id: 'u' }]),
  },
  { requiredKeys: ['external_id', 'name'] },
);
const style = fc.record({ indent: fc.constantFrom(0, 1), ascii: fc.boolean(), slashes: fc.boolean() });

describe('The search for a reference', () => {
  it('visits every contact that has it, in any case, wherever chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(contact, { minLength: 10, maxLength: 40 }),
        fc.array(fc.nat(), { minLength: 3, maxLength: 20 }),
        style,
        reference,
        async (contacts, places, style, wanted) => {
          const list = contacts.map((one, index) => ({ contact_id: `c-${index}`, ...one }));
          const expected = list.filter(
            ({ external_id }) => String(external_id ?? '').toLowerCase() === String(wanted).toLowerCase(),
          );
          const body = Buffer.from(encode({ contacts: list }, style));
          const visited = await search(body, places, String(wanted));
          expect(visited).toEqual(expect.arrayContaining(expected.map(({ contact_id }) => contact_id)));
          const ids = list.map(({ contact_id }) => contact_id);
          expect(visited).toEqual(ids.filter((id) => visited.includes(id)));
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['escaped letters', '\\u0064onor-\\u0037'],
    ['other capitals', 'DoNoR-7'],
    ['the text in a longer one', 'donor-77'],
  ])('visits a contact with %s, and no other', async (_what, reference) => {
    const contacts = Array.from(
      { length: 50 },
      (_, index) => `{"contact_id":"c-${index}","name":"Jos\\u00e9"}`,
    );
    contacts[30] = `{"contact_id":"c-30","external_id":"${reference}"}`;
    const body = Buffer.from(`{"contacts":[${contacts}]}`);
    for (let place = 1; place < body.length; place += 1)
      expect(await search(body, [place, place + 7, place + 40], 'donor-7')).toEqual(['c-30']);
  });
});
