/** Find Contact: `GET /v1/contacts/{id}` or `GET /v1/contacts`. docs/api.md#contacts */
import { defineSearch, type SearchPerform } from 'zapier-platform-core';
import { criteriaFields, findByCriteria, readCriteria } from '../contacts/criteria.ts';
import { otherCapitalsError } from '../contacts/reference.ts';
import { describeOutput } from '../output_fields.ts';
import { contactRecord, contactSample } from '../person/contact.ts';
import { takeFitting } from '../steps/result_size.ts';
import { wholeTextMatcher } from '../text/text_match.ts';
import { toText } from '../text/values.ts';

/** Maximum number of contacts to return. A Zap uses only the first. */
const limit = 20;

const perform = (async (z, bundle) => {
  const criteria = readCriteria(bundle);
  const { contacts, matchCount, similar } = await findByCriteria(z, criteria, limit);
  const { external_id = '', name = '' } = criteria;
  const isNamed = wholeTextMatcher(name);
  const same = similar.find((contact) => isNamed(toText(contact.name)));
  // Without this error, Find or Create would add the same person a second time.
  if (matchCount === 0 && same) throw otherCapitalsError(same, external_id);
  return takeFitting(contacts.map((contact) => ({ ...contactRecord(contact), match_count: matchCount })));
}) satisfies SearchPerform;

export const findContact = defineSearch({
  key: 'find_contact',
  noun: 'Contact',
  display: {
    label: 'Find Contact',
    description:
      'Finds a person or an organization on your mailing list. If several contacts match, the best match is used, and Number of Matches says how many there are.',
  },
  operation: {
    inputFields: criteriaFields,
    perform,
    ...describeOutput({ ...contactSample, match_count: 1 }),
  },
});
