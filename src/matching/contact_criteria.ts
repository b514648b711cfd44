/** What contacts are looked for by, and how the mailing list is gone through for them. */
import { defineInputFields, type ZObject } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import { readMailingList } from '../api/mailing_list/read_mailing_list.ts';
import { type InputData, inputError, trimmedString } from '../inputs.ts';
import { contactField } from '../resources/contact_dropdown.ts';
import { matchScore, normalizeText } from './matching.ts';

export const criteriaFields = defineInputFields([
  {
    key: 'name',
    label: 'Name',
    type: 'string',
    helpText: 'The name or a part of it; capital letters and accents do not matter.',
  },
  {
    key: 'external_id',
    label: 'Your Reference',
    type: 'string',
    helpText: 'Exactly as you gave it to the contact.',
  },
  {
    key: 'company',
    label: 'Company or Organization',
    type: 'string',
    helpText: 'The company or a part of its name.',
  },
  {
    key: 'postal_code',
    label: 'Postal Code',
    type: 'string',
    helpText: 'The ZIP or postal code or a part of it.',
  },
  {
    key: 'search',
    label: 'Search Everywhere',
    type: 'string',
    helpText:
      'Words to look for in the name, company, postal code and city. Fill in one field at least; several narrow the search.',
  },
  {
    ...contactField,
    required: false,
    helpText: 'The contact itself, when an earlier step gives it.',
  },
]);

export interface Criteria {
  contact_id: string | undefined;
  external_id: string | undefined;
  name: string | undefined;
  company: string | undefined;
  postal_code: string | undefined;
  search: string | undefined;
}

/** @throws when nothing to look for was given */
export function readCriteria(inputData: InputData): Criteria {
  const criteria: Criteria = {
    contact_id: trimmedString(inputData, 'contact_id'),
    external_id: trimmedString(inputData, 'external_id'),
    name: trimmedString(inputData, 'name'),
    company: trimmedString(inputData, 'company'),
    postal_code: trimmedString(inputData, 'postal_code'),
    search: trimmedString(inputData, 'search'),
  };
  if (Object.values(criteria).every((value) => value === undefined)) {
    throw inputError(
      `Nothing to look for was given: fill in one of ${criteriaFields.map(({ label }) => label).join(', ')}.`,
    );
  }
  return criteria;
}

/** The contacts that meet all criteria, the best `limit` of them first, and how many there are. */
export async function findByCriteria(
  z: ZObject,
  criteria: Criteria,
  limit: number,
  wanted: 'best' | 'all' = 'best',
): Promise<{ contacts: Contact[]; matchCount: number }> {
  const best = new Best<Contact>(limit);
  const score = scorer(criteria);
  if (criteria.contact_id !== undefined) {
    const contact = await contacts.get(z, criteria.contact_id);
    if (contact) best.add(contact, score(contact));
  } else {
    // A reference of one's own names one contact, so that the first that has it is the one.
    const first = wanted === 'best' && criteria.external_id !== undefined;
    await readMailingList(z, {
      ...(criteria.external_id === undefined ? {} : { containing: criteria.external_id }),
      visit(contact) {
        best.add(contact, score(contact));
        return !(first && best.count > 0);
      },
    });
  }
  return { contacts: best.items(), matchCount: best.count };
}

/** 0 for a contact that fails any of the criteria, else the sum of how well it meets each. */
function scorer(criteria: Criteria): (contact: Contact) => number {
  const { contact_id: id, external_id: reference, name, company, postal_code: postalCode, search } = criteria;
  const words = search === undefined ? [] : normalizeText(search).split(' ');
  const tests: ((contact: Contact) => number)[] = [];
  if (id !== undefined) tests.push((contact) => (contact.contact_id === id ? 1 : 0));
  if (reference !== undefined) tests.push((contact) => (contact.external_id?.trim() === reference ? 1 : 0));
  if (name !== undefined) tests.push((contact) => matchScore(name, contact.name));
  if (company !== undefined) tests.push((contact) => matchScore(company, contact.company));
  if (postalCode !== undefined) tests.push((contact) => matchScore(postalCode, contact.address?.postal_code));
  if (search !== undefined) tests.push((contact) => scoreAnywhere(contact, search, words));
  return (contact) => {
    let sum = 0;
    for (const test of tests) {
      const score = test(contact);
      if (score === 0) return 0;
      sum += score;
    }
    return sum;
  };
}

/** The phrase in one field is better than its words in several; the ids count where they are the whole of it. */
function scoreAnywhere(contact: Contact, search: string, words: readonly string[]): number {
  if (search === contact.contact_id || search === contact.external_id) return 8;
  const fields = [contact.name, contact.company, contact.address?.postal_code, contact.address?.city];
  const phrase = Math.max(...fields.map((field) => matchScore(search, field)));
  if (phrase > 0) return phrase + 1;
  return words.every((word) => fields.some((field) => matchScore(word, field) > 0)) ? 1 : 0;
}

/** Keeps the best few of many, the earlier first among equals, without keeping the rest. */
class Best<Item> {
  count = 0;
  #kept: { item: Item; score: number }[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(item: Item, score: number): void {
    if (score === 0) return;
    this.count += 1;
    const worst = this.#kept.at(-1);
    if (this.#kept.length >= this.#limit && worst && worst.score >= score) return;
    const place = this.#kept.findIndex((one) => one.score < score);
    this.#kept.splice(place < 0 ? this.#kept.length : place, 0, { item, score });
    if (this.#kept.length > this.#limit) this.#kept.pop();
  }

  items(): Item[] {
    return this.#kept.map(({ item }) => item);
  }
}
