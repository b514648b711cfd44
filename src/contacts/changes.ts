/** What an update sends: the filled-in and cleared fields that differ from the stored contact. */
import type { Contact } from '../api/contacts.ts';
import { type InputData, inputError, isBlank, readChoices, toText } from '../inputs.ts';
import { normalizeText } from '../matching/text_match.ts';
import { sameAddress, sameText, wholeAddress } from './address.ts';
import { printedName, readContact } from './contact.ts';
import {
  type Address,
  addressFields,
  clearableFields,
  contactFields,
  type PersonKey,
  personKeys,
} from './fields.ts';
import { isMoveToUnitedStates } from './united_states_address.ts';

export const clearFieldsField = {
  key: 'clear_fields',
  label: 'Clear Fields',
  type: 'string',
  list: true,
  choices: Object.fromEntries(clearableFields.map(({ key, clear }) => [key, clear.label])),
  group: 'more',
  helpText: 'Blank fields above are left unchanged. Choose fields here to clear them.',
} as const;

/** The requested values: `null` and empty text clear a field. */
export interface RequestedChanges {
  person: { [Key in PersonKey]?: string | null };
  address: Address;
}

export type ContactChanges = { [Key in PersonKey]?: string | null } & { address?: Contact['address'] };

/** @throws a user-facing error if a field is both filled in and cleared */
export function readChanges(inputData: InputData): RequestedChanges {
  const input = readContact(inputData);
  const requested: RequestedChanges = { person: { ...input.person }, address: { ...input.address } };
  const cleared = readChoices(inputData, clearFieldsField);
  for (const field of clearableFields) {
    if (!cleared.includes(field.key)) continue;
    if (!isBlank(field.group === 'address' ? input.address[field.key] : input.person[field.key])) {
      throw inputError(
        `${field.label} is filled in and also selected in ${clearFieldsField.label}. Nothing was changed; do one of the two.`,
      );
    }
    if (field.group === 'address') requested.address[field.key] = field.clear.value;
    else requested.person[field.key] = field.clear.value;
  }
  return requested;
}

/** The requested values that differ from the stored ones. An address is sent whole, including unknown keys. */
export function findChanges(stored: Contact, { person, address }: RequestedChanges): ContactChanges {
  const changes: ContactChanges = {};
  for (const key of personKeys) {
    const value = person[key];
    if (value !== undefined && !sameText(value, stored[key])) changes[key] = value;
  }
  Object.assign(changes, regenerateNames(stored, { ...person, ...changes }));
  const wanted = isMoveToUnitedStates(address, stored.address?.country)
    ? { ...address, country: '' }
    : address;
  if (!sameAddress(stored.address, { ...stored.address, ...wanted })) {
    changes.address = { ...stored.address, ...wholeAddress({ ...stored.address, ...wanted }) };
  }
  return changes;
}

const generatedFields = contactFields.filter((field) => 'isGenerated' in field);

/**
 * Clears the stored names that came from the previous name, such as the greeting, so that the service generates them from
 * the new one: "Dear Ann" must not reach Robert. Names with other words were chosen by a user and stay.
 */
function regenerateNames(stored: Contact, requested: RequestedChanges['person']): ContactChanges {
  const previous = printedName(stored);
  if (sameText(previous, printedName({ ...stored, ...requested }))) return {};
  const stale = generatedFields.filter(
    ({ key }) => requested[key] === undefined && isMadeOfWordsOf(previous, toText(stored[key])),
  );
  return Object.fromEntries(stale.map(({ key }) => [key, '']));
}

/** Whether every word of the text is a word of the name. Case, accents and punctuation are ignored. */
export function isMadeOfWordsOf(name: string, text: string): boolean {
  const words = new Set(normalizeText(name).split(' '));
  return (
    !isBlank(text) &&
    normalizeText(text)
      .split(' ')
      .every((word) => words.has(word))
  );
}

/** Warns about a new street in the stored city, which is wrong if the contact moved and only the street was mapped. */
export function keptAddressWarning(
  stored: Contact,
  { address: sent }: ContactChanges,
  { address: filledIn }: RequestedChanges,
): string | null {
  if (!sent || sameText(sent.street, stored.address?.street)) return null;
  const kept = addressFields
    .filter(({ key }) => key === 'city' || key === 'postal_code')
    .filter(({ key }) => filledIn[key] === undefined && !isBlank(sent[key]))
    .map(({ key, label }) => `${label} "${sent[key]}"`);
  return kept.length === 0
    ? null
    : `The street was changed, and the contact keeps ${kept.join(' and ')}. If the contact moved, fill in the whole address.`;
}

/** Whether these changes make the service generate values, such as a new greeting. */
export const regenerates = (changes: ContactChanges): boolean =>
  contactFields.some((field) => 'isGenerated' in field && changes[field.key] === '');
