/** Find Contact: GET /v1/contacts/{id} or GET /v1/contacts (§4.1). */
import { defineSearch, type SearchPerform } from 'zapier-platform-core';
import { contactOutputFields, contactRecord, contactSample } from '../resources/contact.ts';
import { criteriaFields, findByCriteria, readCriteria } from './contact_criteria.ts';

/** As many as anybody looks at; a step goes on with the first. */
const shown = 20;

const perform = (async (z, { inputData }) => {
  const { contacts, matchCount } = await findByCriteria(z, readCriteria(inputData), shown);
  return contacts.map((contact) => ({ ...contactRecord(contact), match_count: matchCount }));
}) satisfies SearchPerform;

export const findContact = defineSearch({
  key: 'find_contact',
  noun: 'Contact',
  display: {
    label: 'Find Contact',
    description:
      'Finds a person or an organization on your mailing list. When several match, the best match is used.',
  },
  operation: {
    inputFields: criteriaFields,
    cleanInputData: false,
    perform,
    sample: { ...contactSample, match_count: 1 },
    outputFields: [
      ...contactOutputFields,
      { key: 'match_count', label: 'Number of Matches', type: 'integer' },
    ],
  },
});
