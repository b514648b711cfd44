/** Find Contacts: several contacts as line items, from `GET /v1/contacts`. docs/api.md#contacts */
import { hash } from 'node:crypto';
import { defineInputFields, defineSearch, type SearchPerform } from 'zapier-platform-core';
import { criteriaFields, findByCriteria, readCriteria } from '../contacts/criteria.ts';
import { describeOutput } from '../output_fields.ts';
import { contactRecord, contactSample } from '../person/contact.ts';
import { readNumber } from '../steps/inputs.ts';
import { maxRecords, takeFitting } from '../steps/result_size.ts';
import { formatNumber } from '../text/format.ts';

const limitField = {
  key: 'limit',
  label: 'Limit',
  type: 'string',
  default: '100',
  helpText: `How many contacts to return at most, up to ${formatNumber(maxRecords)}. Number of Matches counts all that match.`,
} as const;

const inputFields = defineInputFields([...criteriaFields, limitField]);

const perform = (async (z, bundle) => {
  const criteria = readCriteria(bundle);
  const limit = readNumber(bundle.inputData, limitField, { whole: true, min: 1, max: maxRecords }) ?? 100;
  const found = await findByCriteria(z, criteria, limit);
  if (found.matchCount === 0) return [];
  const contacts = takeFitting(found.contacts.map(contactRecord));
  return [
    {
      id: hash('sha256', JSON.stringify([criteria, limit])).slice(0, 16),
      contacts,
      count: contacts.length,
      match_count: found.matchCount,
    },
  ];
}) satisfies SearchPerform;

export const findContacts = defineSearch({
  key: 'find_contacts',
  noun: 'Contact',
  display: {
    label: 'Find Contacts',
    description:
      'Finds matching people and organizations on your mailing list, and returns up to 1,000 of them as line items.',
  },
  operation: {
    inputFields,
    perform,
    ...describeOutput({ id: '9f3c0a71d2b84e65', contacts: [contactSample], count: 1, match_count: 1 }),
  },
});
