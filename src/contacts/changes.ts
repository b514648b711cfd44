/** What an update sends: the filled-in and cleared fields that differ from the stored contact. */
import type { Contact } from '../api/contacts.ts';
import { truncate } from '../format.ts';
import { type InputData, inputError, readChoices } from '../inputs.ts';
import { normalizeText } from '../matching/text_match.ts';
import { isBlank, toText } from '../values.ts';
import { sameText, wholeAddress } from './address.ts';
import { changeAddress } from './address_change.ts';
import { printedName } from './contact.ts';
import { checkEnvelope } from './envelope_check.ts';
import { type Address, clearableFields, contactFields, type PersonKey, personKeys } from './fields.ts';
import { readTyped } from './person.ts';

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
  /** Which values were left out, in whole sentences. */
  notes?: readonly string[];
}

export type ContactChanges = { [Key in PersonKey]?: string | null } & { address?: Address };

/** @throws a user-facing error if a field is both filled in and cleared */
export function readChanges(inputData: InputData): RequestedChanges {
  const requested: RequestedChanges = readTyped(inputData);
  const cleared = readChoices(inputData, clearFieldsField);
  for (const { key, group, label, clear } of clearableFields) {
    if (!cleared.includes(key)) continue;
    const values: Record<string, string | null | undefined> =
      group === 'address' ? requested.address : requested.person;
    if (values[key] !== undefined) {
      throw inputError(
        `${label} is filled in and also selected in ${clearFieldsField.label}.`,
        'Do one of the two.',
      );
    }
    values[key] = clear.value;
  }
  return requested;
}

/**
 * Returns the requested values that differ from the stored ones. An address is sent whole.
 * @throws a user-facing error if the address could be a mix of two
 */
export function planChanges(stored: Contact, { person, address, notes: known = [] }: RequestedChanges) {
  const changes: ContactChanges = {};
  for (const key of personKeys) {
    const value = person[key];
    if (value !== undefined && !sameText(value, stored[key])) changes[key] = value;
  }
  const notes = [...known, ...regenerateNames(stored, person, changes)];
  const change = changeAddress(stored.address, address);
  if (change.questions.length > 0) {
    throw inputError(`The contact ${change.questions.join(', and it ')}.`);
  }
  const isMoved = !change.isSame && Object.keys(address).length > 0;
  if (isMoved) {
    changes.address = wholeAddress(change.address);
    notes.push(...change.notes);
  }
  const envelope = checkEnvelope({ ...stored, ...changes, ...(changes.address ?? stored.address) });
  const problems = [...envelope.problems, ...(isMoved ? change.problems : [])];
  return { changes, notes: [...notes, ...envelope.notes], problems };
}

const generatedFields = contactFields.filter((field) => 'isGenerated' in field);

/**
 * Clears the stored names that came from the previous name, such as the greeting, so that the service generates them from
 * the new one: "Dear Ann" must not reach Robert. Names that fit the new name too and names with other words stay.
 * @returns what the user should know about those that stay
 */
function regenerateNames(
  stored: Contact,
  requested: RequestedChanges['person'],
  changes: ContactChanges,
): string[] {
  const previous = printedName(stored);
  const next = printedName({ ...stored, ...requested });
  if (sameText(previous, next)) return [];
  const notes: string[] = [];
  for (const { key, label, isPrinted } of generatedFields) {
    const text = toText(stored[key]);
    if (requested[key] !== undefined || isBlank(text) || isMadeOfWordsOf(next, text)) continue;
    if (isMadeOfWordsOf(previous, text)) changes[key] = '';
    else if (isPrinted)
      notes.push(`The contact keeps the ${label} "${truncate(text)}". To change it, fill in ${label}.`);
  }
  return notes;
}

/** Returns true if every word of the text is a word of the name. Case, accents and punctuation are ignored. */
export function isMadeOfWordsOf(name: string, text: string): boolean {
  const words = new Set(normalizeText(name).split(' '));
  return (
    !isBlank(text) &&
    normalizeText(text)
      .split(' ')
      .every((word) => words.has(word))
  );
}
