/** New Contact: polls `GET /v1/contacts`. Zapier recognizes new people by their `person_key`. docs/api.md#contacts */
import { defineInputFields, defineTrigger, type PollingTriggerPerform } from 'zapier-platform-core';
import { readMailingList } from '../api/mailing_list/read_mailing_list.ts';
import { contactOutputFields, contactRecord, contactSample } from '../contacts/contact.ts';
import { Newest } from '../contacts/newest.ts';
import { PersonKeys } from '../contacts/person_key.ts';

const inputFields = defineInputFields([
  {
    key: 'about',
    type: 'copy',
    helpText:
      'Contacts are recognized by their names. Replacing or restoring the mailing list starts this Zap only for names that were not on it before. A contact whose name is changed counts as new. If more than 100 contacts are new at once, Zapier holds them until you release them.',
  },
]);

/** Zapier accepts 20 MB per poll. Of a longer list, only the end is returned, where new contacts are added. */
const maxBytes = 16_000_000;

/** How many records Zapier remembers for a Zap. */
const maxRemembered = 105_000;

/** Far fewer, so that deletions from a longer list do not move contacts into the poll that Zapier has never seen. */
const maxPolled = 50_000;

/** How many records the editor shows. */
const maxSamples = 3;

const perform = (async (z, { meta }) => {
  // When a Zap is turned on, Zapier learns who is on the list. It uses only the key, so the records have little else.
  const onlyKeys = meta.isPopulatingDedupe;
  const items = onlyKeys ? maxRemembered : meta.isLoadingSample ? maxSamples : maxPolled;
  const newest = new Newest<{ id: string; person_key: string }>({ items, bytes: maxBytes });
  const keys = new PersonKeys();
  await readMailingList(z, {
    visit(contact) {
      const record = onlyKeys ? { id: contact.contact_id } : contactRecord(contact);
      newest.add({ ...record, person_key: keys.next(contact) });
    },
  });
  return newest.items();
}) satisfies PollingTriggerPerform;

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
    sample: { ...contactSample, person_key: '5a0c1f6de2b94877' },
    outputFields: [
      ...contactOutputFields.map((field) => ({ ...field, primary: false })),
      { key: 'person_key', label: 'Person Key', primary: true },
    ],
  },
});
