/** New Contact: polls `GET /v1/contacts`. Zapier recognizes new contacts by their `id`. docs/api.md#contacts */
import { defineTrigger, type PollingTriggerPerform } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import { readMailingList } from '../api/mailing_list/read_mailing_list.ts';
import { contactOutputFields, contactRecord, contactSample } from '../contacts/contact.ts';

/** Zapier accepts 20 MB per poll. From a longer list, only the end is returned, where new contacts are added. */
const resultLimit = 16 * 1024 * 1024;

const perform = (async (z) => {
  const newest = new NewestContacts(resultLimit);
  await readMailingList(z, { visit: (contact) => newest.add(contact) });
  return newest.records();
}) satisfies PollingTriggerPerform;

/** Keeps the last contacts of the list that fit into the result. */
class NewestContacts {
  readonly #limit: number;
  #size = 0;
  #first = 0;
  #contacts: { contact: Contact; size: number }[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(contact: Contact): void {
    const size = JSON.stringify(contact).length + 64;
    this.#contacts.push({ contact, size });
    this.#size += size;
    while (this.#size > this.#limit) {
      this.#size -= this.#contacts[this.#first]?.size ?? 0;
      this.#first += 1;
    }
    // Frees dropped contacts in batches, so that memory use stays near the size of one result.
    if (this.#first > 10_000) {
      this.#contacts = this.#contacts.slice(this.#first);
      this.#first = 0;
    }
  }

  /** Returns the newest contact first. */
  records() {
    return this.#contacts
      .slice(this.#first)
      .reverse()
      .map(({ contact }) => contactRecord(contact));
  }
}

export const newContact = defineTrigger({
  key: 'new_contact',
  noun: 'Contact',
  display: { label: 'New Contact', description: 'Triggers when a contact is added to your mailing list.' },
  operation: {
    type: 'polling',
    perform,
    sample: contactSample,
    outputFields: contactOutputFields,
  },
});
