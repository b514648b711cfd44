/** Reads the search criteria for contacts, and searches the mailing list. */
import { type Bundle, defineInputFields, type ZObject } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import { readMailingList } from '../api/mailing_list.ts';
import { fieldValue } from '../person/contact.ts';
import { type CriterionKey, contactFields, criterionFields } from '../person/fields.ts';
import { readReference } from '../person/person.ts';
import { readStoredReference } from '../person/printed_text.ts';
import { findState } from '../person/united_states.ts';
import { inputError, readTrimmed, rejectBlankMapping } from '../steps/inputs.ts';
import {
  matchScore,
  postalCodeMatcher,
  splitWords,
  wholeTextMatcher,
  wholeWords,
} from '../text/text_match.ts';
import { toText } from '../text/values.ts';
import { contactField } from './dropdown.ts';

const searchedFields = contactFields.filter((field) => 'isSearched' in field);

const searchField = {
  key: 'search',
  label: 'Search Everywhere',
  type: 'string',
  helpText:
    'Words in the name, company, reference or address. A state matches by name or code. Parts of words need four letters or more.',
} as const;

const contactIdField = {
  ...contactField,
  required: false,
  helpText: 'A specific contact. Choose one, or map its Contact ID from an earlier step.',
} as const;

export const criteriaFields = defineInputFields([
  {
    key: 'about',
    type: 'copy',
    helpText:
      'A contact must match all fields that you fill in. A mapped Your Reference or Contact without a value stops the step.',
  },
  ...criterionFields.map(({ key, label, matchHelpText }) => ({
    key,
    label,
    type: 'string' as const,
    helpText: matchHelpText,
  })),
  searchField,
  contactIdField,
]);

export type Criteria = { [Key in CriterionKey | 'search' | 'contact_id']?: string };

/** Reads the criteria. @throws a user-facing error if all are blank, or if an ID or a reference is mapped and blank */
export function readCriteria(bundle: Pick<Bundle, 'inputData' | 'inputDataRaw'>): Criteria {
  const criteria: Criteria = {};
  const fields = [...criterionFields, searchField, contactIdField];
  for (const field of fields) {
    if (field.key === 'external_id' || field.key === 'contact_id') rejectBlankMapping(bundle, field);
    const isReference = field.key === 'external_id';
    const value = readTrimmed(bundle.inputData, field);
    if (value !== undefined) criteria[field.key] = isReference ? readReference(bundle.inputData) : value;
  }
  if (Object.keys(criteria).length === 0) {
    const labels = fields.map(({ label }) => label).join(', ');
    throw inputError(`Enter something to search for in at least one of these fields: ${labels}.`);
  }
  return criteria;
}

/**
 * Returns the contacts that meet all criteria, the best first, with their total number, and the contacts whose reference differs only
 * in capitals.
 * @param limit the maximum number of contacts to return
 */
export async function findByCriteria(z: ZObject, criteria: Criteria, limit: number) {
  const { contact_id, external_id } = criteria;
  let matches: { contact: Contact; points: number }[] = [];
  let matchCount = 0;
  const similar: Contact[] = [];
  const score = createScorer(criteria);
  // Of equal scores, the earlier contact comes first.
  const best = () => matches.sort((one, other) => other.points - one.points).slice(0, limit);
  const visit = (contact: Contact): void => {
    const points = score(contact);
    const reference = readStoredReference(contact.external_id);
    if (points > 0) {
      matchCount += 1;
      matches.push({ contact, points });
      // Most of a long list may match, and need not be kept.
      if (matches.length > 2 * limit) matches = best();
    } else if (reference !== external_id && reference.toLowerCase() === external_id?.toLowerCase())
      similar.push(contact);
  };
  if (contact_id === undefined) await readMailingList(z, { containing: external_id, visit });
  else {
    const contact = await contacts.get(z, contact_id);
    if (contact) visit(contact);
  }
  return { contacts: best().map(({ contact }) => contact), matchCount, similar };
}

const matchers = {
  exactly: (wanted: string) => (value: string) => wanted === readStoredReference(value),
  'as a whole': wholeTextMatcher,
  'as a postal code': postalCodeMatcher,
};

/** Returns a function that scores a contact: 0 if it fails any of the criteria. */
function createScorer(criteria: Criteria): (contact: Contact) => number {
  const { search } = criteria;
  const words = joinStates(splitWords(search ?? ''));
  const compared = criterionFields.flatMap((field) => {
    const wanted = criteria[field.key];
    return wanted === undefined ? [] : [{ field, matches: matchers[field.match](wanted) }];
  });
  const isExactPostalCode = wholeTextMatcher(criteria.postal_code ?? '');
  return (contact) => {
    if (!compared.every(({ field, matches }) => matches(fieldValue(contact, field)))) return 0;
    const score = search === undefined ? 1 : scoreAnywhere(contact, search, words);
    // If scores are equal, the exact ZIP code comes before its ZIP+4 codes.
    return score > 0 && isExactPostalCode(toText(contact.address?.postal_code)) ? score + 0.5 : score;
  };
}

/** Scores a contact by the words in any field. Words in several fields score at most as whole words. */
function scoreAnywhere(contact: Contact, search: string, words: readonly string[]): number {
  if (search === contact.contact_id || search === contact.external_id) return wholeWords + 2;
  const bestScore = (text: string) =>
    Math.max(
      ...searchedFields.map((field) => {
        const value = fieldValue(contact, field);
        return field.key === 'state' ? scoreState(text, value) : matchScore(text, value);
      }),
    );
  // Text without letters and digits, such as "-", has no words and matches no contact.
  if (words.length === 0) return 0;
  const score = bestScore(search);
  return score >= wholeWords ? score : Math.min(wholeWords, ...words.map(bestScore));
}

/** A state matches as a whole, by its name or its code: "OH" and "Ohio" find each other, and not John. */
function scoreState(text: string, value: string): number {
  const state = findState(value);
  const isSame = state === undefined ? wholeTextMatcher(text)(value) : findState(text) === state;
  return isSame ? wholeWords : 0;
}

/** Joins the words of a state, such as "New York". */
function joinStates(words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const size = [3, 2].find((count) => findState(words.slice(0, count).join(' '))) ?? 1;
  return [words.slice(0, size).join(' '), ...joinStates(words.slice(size))];
}
