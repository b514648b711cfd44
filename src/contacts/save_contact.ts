/** Adds and updates contacts: `POST /v3/contacts` and `POST /v3/contacts/{id}`. docs/api.md#contacts */
import type { ZObject } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import { addFacts, tryOrLog } from '../failure.ts';
import { changeAddress } from '../person/address_change.ts';
import {
  buildContact,
  contactRecord,
  contactSample,
  hasNameOrCompany,
  printedName,
  wholeAddress,
} from '../person/contact.ts';
import { checkEnvelope, findWrongValues } from '../person/envelope_check.ts';
import {
  type Address,
  type AddressKey,
  addressKeys,
  type ContactKey,
  clearableFields,
  contactFields,
  homeCountry,
  labelOf,
  type PersonKey,
  personKeys,
} from '../person/fields.ts';
import { isOfSeveral } from '../person/greeting.ts';
import { describeNotSaved, type ReadPerson, readFields } from '../person/person.ts';
import { readPrinted } from '../person/printed_text.ts';
import { sameText } from '../person/same_address.ts';
import { type InputData, inputError, readChoices } from '../steps/inputs.ts';
import { joinWarnings, truncate } from '../text/format.ts';
import { normalizeJoined } from '../text/text_match.ts';
import { isBlank, toText } from '../text/values.ts';

/** Adds a contact: `POST /v3/contacts`. @throws a user-facing error without a name and company, or if one was not filled in, such as `undefined` */
export async function addContact(z: ZObject, person: ReadPerson) {
  const contact = buildContact(person);
  if (!hasNameOrCompany(contact)) {
    throw inputError('Name and Company or Organization are both blank.', 'Fill in at least one of the two.');
  }
  for (const key of ['name', 'company'] as const) {
    const value = toText(contact[key]);
    const { problem } = readPrinted(value, key === 'name' ? 'name' : 'line');
    if (problem) {
      throw inputError(
        `The ${labelOf(key)} is "${truncate(value)}", ${problem}.`,
        'Correct it in your CRM or form, and send it again.',
      );
    }
  }
  const created = await contacts.create(z, contact);
  const warning = joinWarnings([...person.notes, describeRefusal(person.problems)]);
  return { id: created.contact_id, ...contact, ...created, warning };
}

/** Says why a letter to a contact could not be sent. @param problems phrases of a few words, such as "has no street" */
const describeRefusal = (problems: readonly string[]): string | null =>
  problems.length > 0 ? `A letter to this contact would be refused: it ${problems.join(', and it ')}.` : null;

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
  /** Sentences about values that were left out. */
  notes?: readonly string[];
}

type ContactChanges = { [Key in PersonKey]?: string | null } & { address?: Address };

/** Reads the requested changes. @throws a user-facing error if a field is both filled in and cleared */
export function readChanges(inputData: InputData): RequestedChanges {
  const requested: RequestedChanges = readFields(inputData, true);
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

/** Updates a contact. An error names the person. @returns the contact after the update */
export const saveChanges = (z: ZObject, stored: Contact, requested: RequestedChanges) =>
  sendChanges(z, stored, requested).catch((error: unknown) => {
    throw addFacts(error, { person: printedName(stored) });
  });

/**
 * Sends only the values that differ from the stored contact. Sends nothing if none differ, because updates are rate-limited.
 * @throws a user-facing error if the contact would have neither a name nor a company, or its address could be a mix of two
 */
async function sendChanges(z: ZObject, stored: Contact, requested: RequestedChanges) {
  const { changes, problems, notes } = planChanges(stored, requested);
  const changed = Object.keys(changes).length > 0;
  const updated = { ...stored, ...changes };
  if (!changed) return { ...contactRecord(updated), changed, warning: joinWarnings(notes) };
  if (hasNameOrCompany(stored) && !hasNameOrCompany(updated)) {
    throw inputError(
      'The contact would have neither a name nor a company.',
      'Fill in "Name", or do not clear "Company or Organization".',
    );
  }
  await contacts.update(z, stored.contact_id, changes);
  const contact = await tryOrLog(z, 'The names of the updated contact could not be checked.', () =>
    repairNames(z, stored, changes),
  );
  if (!contact) {
    const labels = generatedFields.map(({ label }) => label).join(' or ');
    notes.push(`Check the contact at the letter service: its ${labels} may be blank or an old one.`);
  }
  return {
    ...contactRecord(contact ?? updated),
    changed,
    warning: joinWarnings([...notes, describeRefusal(problems)]),
  };
}

/**
 * Checks the greeting and the sort name that the service was asked to generate. If it stored them blank or kept the old ones, sends the
 * name in their place: neither "Dear ," nor "Dear Ann" may reach Robert.
 * @returns the contact with these names, or undefined if it no longer exists
 */
async function repairNames(z: ZObject, stored: Contact, changes: ContactChanges) {
  const updated: Contact = { ...stored, ...changes };
  const cleared = generatedFields.filter(({ key }) => changes[key] === '');
  if (cleared.length === 0) return updated;
  const read = await contacts.get(z, stored.contact_id);
  if (!read) return undefined;
  const saved = { ...updated, ...read };
  const isRenamed = !sameText(printedName(stored), printedName(updated));
  const missing = cleared.filter(
    ({ key }) => isBlank(saved[key]) || (isRenamed && sameText(saved[key], stored[key])),
  );
  const names = Object.fromEntries(missing.map(({ key }) => [key, printedName(updated)]));
  if (missing.length > 0) await contacts.update(z, stored.contact_id, names);
  return { ...saved, ...names };
}

/**
 * Returns the requested values that differ from the stored ones. An address is sent whole.
 * @throws a user-facing error if the address could be a mix of two
 */
export function planChanges(stored: Contact, requested: RequestedChanges) {
  const { address } = requested;
  const change = changeAddress(stored.address, address, homeCountry);
  if (change.question) throw inputError(`The contact ${change.question}.`);
  const isNew = (key: ContactKey): boolean => {
    if (isAddressKey(key)) return !change.isSame && address[key] !== undefined;
    return requested.person[key] !== undefined && !sameText(requested.person[key], stored[key]);
  };
  // No letter may print an email address as a name, so the stored name stays. Of an address, no part is saved without the others.
  const merged = { ...stored, ...requested.person, ...change.address };
  const wrong = findWrongValues(merged).filter(({ key }) => isNew(key));
  const isWrong = (key: ContactKey): boolean => wrong.some((one) => one.key === key);
  const person = { ...requested.person };
  for (const key of personKeys) if (isWrong(key)) delete person[key];
  const changes: ContactChanges = Object.fromEntries(
    personKeys.flatMap((key) => (isNew(key) && !isWrong(key) ? [[key, person[key]]] : [])),
  );
  const notes = [
    ...(requested.notes ?? []),
    ...wrong.map(({ key, value, problem }) => describeNotSaved(key, value, problem)),
    ...regenerateNames(stored, person, changes),
  ];
  const isMoved = addressKeys.some(isNew) && !addressKeys.some(isWrong);
  if (isMoved) {
    changes.address = wholeAddress(change.address);
    notes.push(...change.notes);
  }
  const envelope = checkEnvelope({ ...stored, ...changes, ...(changes.address ?? stored.address) });
  const problems = [...envelope.problems, ...(isMoved ? change.problems : [])];
  return { changes, notes: [...notes, ...envelope.notes], problems };
}

const isAddressKey = (key: ContactKey): key is AddressKey => addressKeys.some((one) => one === key);

const generatedFields = contactFields.filter((field) => 'isGenerated' in field);

/**
 * Clears stored names that were generated from the previous name, such as the greeting, so that the service generates them from
 * the new name. Stored names that also fit the new name, or have other words, stay.
 * @returns notes about printed names that stay
 */
function regenerateNames(
  stored: Contact,
  requested: RequestedChanges['person'],
  changes: ContactChanges,
): string[] {
  const previous = printedName(stored);
  const next = printedName({ ...stored, ...requested });
  if (sameText(previous, next)) return [];
  // "Dear Frank" does not fit Frank and Gloria.
  const fits = (text: string): boolean =>
    isMadeOfWordsOf(next, text) && isOfSeveral(text) === isOfSeveral(next);
  const notes: string[] = [];
  for (const field of generatedFields) {
    const { key, label } = field;
    const text = toText(stored[key]);
    if (requested[key] !== undefined || isBlank(text) || fits(text)) continue;
    if (isMadeOfWordsOf(previous, text)) changes[key] = '';
    else if (!('isOnlyStored' in field))
      notes.push(`The contact keeps the ${label} "${truncate(text)}". To change it, fill in ${label}.`);
  }
  return notes;
}

/** Returns true if every word of the text is a word of the name. Case, accents, punctuation and "and" are ignored. */
export function isMadeOfWordsOf(name: string, text: string): boolean {
  const words = normalizeJoined(name).split(' ');
  return normalizeJoined(text)
    .split(' ')
    .every((word) => words.includes(word));
}

export const savedContactSample = { ...contactSample, changed: true, warning: null };
