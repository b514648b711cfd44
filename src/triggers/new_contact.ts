/** New Contact: polls `GET /v1/contacts`. Zapier recognizes new people by their `person_key`. docs/api.md#contacts */
import { hash } from 'node:crypto';
import { defineInputFields, defineTrigger, type PollingTriggerPerform } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import { readMailingList } from '../api/mailing_list.ts';
import { outputFieldsOf } from '../output_fields.ts';
import { contactRecord, contactSample, printedName } from '../person/contact.ts';
import { maxSamples, takeFitting } from '../steps/result_size.ts';
import { normalizeText } from '../text/text_match.ts';

const inputFields = defineInputFields([
  {
    key: 'about',
    type: 'copy',
    helpText:
      'Contacts are recognized by name: a renamed contact counts as new, one added again does not. Zapier holds more than 100 until you release them.',
  },
]);

/** Maximum records that Zapier remembers for a Zap. zapier-platform-core stores such results as files, up to 20 MB. */
const maxRemembered = 105_000;

/**
 * A poll returns the last 20,000 contacts; new ones are at the end. Zapier remembers far more, so it knows the old contacts that
 * move into the last 20,000 after deletions.
 */
const maxPolled = 20_000;

const perform = (async (z, { meta }) => {
  // When a Zap is turned on, Zapier stores the keys of all current contacts. It uses nothing else, so the records have little else.
  const onlyKeys = meta.isPopulatingDedupe;
  const limit = onlyKeys ? maxRemembered : meta.isLoadingSample ? maxSamples : maxPolled;
  let newest: { id: string; person_key: string }[] = [];
  const counts = new Map<string, number>();
  await readMailingList(z, {
    visit(contact) {
      const record = onlyKeys ? { id: contact.contact_id } : contactRecord(contact);
      const name = hashName(contact);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      newest.push({ ...record, person_key: count === 1 ? name : `${name}-${count}` });
      // Dropping records in batches takes less time.
      if (newest.length > 2 * limit) newest = newest.slice(-limit);
    },
  });
  const records = newest.slice(-limit).reverse();
  return onlyKeys ? records : takeFitting(records, limit);
}) satisfies PollingTriggerPerform;

/**
 * Returns a hash of the name, or of the company of an organization. Contacts are not recognized by their IDs, because every contact
 * gets a new ID when the mailing list is replaced or restored. References and addresses may change as well. So people with the same
 * name are numbered in the order of the list.
 */
function hashName(contact: Contact): string {
  const text = printedName(contact);
  return hash('sha256', normalizeText(text) || text.trim()).slice(0, 16);
}

const sample = { ...contactSample, person_key: '5a0c1f6de2b94877' };

export const newContact = defineTrigger({
  key: 'new_contact',
  noun: 'Contact',
  display: {
    label: 'New Contact',
    description: 'Triggers when a person or an organization is added to your mailing list.',
  },
  operation: {
    type: 'polling',
    inputFields,
    perform,
    sample,
    outputFields: outputFieldsOf(sample).map((field) => ({ ...field, primary: field.key === 'person_key' })),
  },
});
