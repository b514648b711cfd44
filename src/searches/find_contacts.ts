/** Find Contacts: several contacts as line items, from `GET /v1/contacts`. docs/api.md#contacts */
import { createHash } from 'node:crypto';
import { defineInputFields, defineSearch, type SearchPerform } from 'zapier-platform-core';
import { contactOutputFields, contactRecord, contactSample } from '../contacts/contact.ts';
import { criteriaFields, findByCriteria, readCriteria } from '../contacts/criteria.ts';
import { readNumber } from '../inputs.ts';

const limitField = {
  key: 'limit',
  label: 'Limit',
  type: 'string',
  default: '100',
  helpText: 'The maximum number of contacts to return. The best matches come first.',
} as const;

const inputFields = defineInputFields([...criteriaFields, limitField]);

const perform = (async (z, { inputData }) => {
  const criteria = readCriteria(inputData);
  const limit = readNumber(inputData, limitField, { whole: true, min: 1 }) ?? 100;
  const { contacts, matchCount } = await findByCriteria(z, criteria, limit);
  if (matchCount === 0) return [];
  return [
    {
      id: createHash('sha256')
        .update(JSON.stringify([criteria, limit]))
        .digest('hex')
        .slice(0, 16),
      contacts: contacts.map(contactRecord),
      count: contacts.length,
      match_count: matchCount,
    },
  ];
}) satisfies SearchPerform;

export const findContacts = defineSearch({
  key: 'find_contacts',
  noun: 'Contact',
  display: {
    label: 'Find Contacts',
    description:
      'Finds all matching people and organizations on your mailing list, and returns them as line items.',
  },
  operation: {
    inputFields,
    perform,
    sample: { id: '9f3c0a71d2b84e65', contacts: [contactSample], count: 1, match_count: 1 },
    outputFields: [
      { key: 'id', label: 'Search ID', primary: true },
      ...contactOutputFields.map(({ key, label }) => ({ key: `contacts[]${key}`, label })),
      { key: 'count', label: 'Count', type: 'integer' },
      { key: 'match_count', label: 'Number of Matches', type: 'integer' },
    ],
  },
});
