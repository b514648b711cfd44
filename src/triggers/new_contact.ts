/** New Contact: polls GET /v1/contacts (§4.1); the platform tells new ones by their id. */
import { defineTrigger, type PollingTriggerPerform } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import { readMailingList } from '../api/mailing_list/read_mailing_list.ts';
import { contactOutputFields, contactRecord, contactSample } from '../resources/contact.ts';

/** A polling answer may have 20 MB; of a list that has more, the end counts, where new contacts are added. */
const answerLimit = 16 * 1024 * 1024;

const perform = (async (z) => {
  const newest = new Newest(answerLimit);
  await readMailingList(z, { visit: (contact) => newest.add(contact) });
  return newest.records();
}) satisfies PollingTriggerPerform;

/** The last contacts of a list that fit into an answer, the very last first. */
class Newest {
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
    // Forgets what fell out, in one go, so that the memory stays that of an answer or two.
    if (this.#first > 10_000) {
      this.#contacts = this.#contacts.slice(this.#first);
      this.#first = 0;
    }
  }

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
    cleanInputData: false,
    perform,
    sample: contactSample,
    outputFields: contactOutputFields,
  },
});
