/**
 * Reads people from input fields, line items and rows of a file. It reports what a letter would lack, and the operations decide what
 * they require. docs/api.md#contacts
 */
import { truncate } from '../format.ts';
import { findNonText, type InputData, readText } from '../inputs.ts';
import { type ReadAddress, readAddress } from './address.ts';
import { cleanAddressPart, cleanName, cleanReference, cleanText } from './clean_text.ts';
import { type CheckedEnvelope, checkEnvelope } from './envelope_check.ts';
import { type Address, addressFields, contactFields, type PersonKey, personFields } from './fields.ts';

/** The filled-in fields of a contact. Blank fields are absent. */
export interface Person {
  person: { [Key in PersonKey]?: string };
  address: Address;
}

/** A person, and what a letter to them would lack. */
export type ReadPerson = Person & ReadAddress & CheckedEnvelope;

/**
 * Reads a person as typed.
 * @param defaultCountry the country if the person has none
 * @throws a user-facing error if a value is an object
 */
export function readPerson(inputData: InputData, defaultCountry = ''): ReadPerson {
  const { person, address: typed, notes } = readTyped(inputData);
  const read = readAddress(typed, defaultCountry);
  return finishPerson(person, { ...read, notes: [...notes, ...read.notes] });
}

/** Combines a person with an address that was already read, and checks the envelope. */
export function finishPerson(person: Person['person'], read: ReadAddress): ReadPerson {
  const envelope = checkEnvelope({ ...person, ...read.address });
  const problems = [...envelope.problems, ...read.problems];
  return { person, ...read, ...envelope, problems, notes: [...read.notes, ...envelope.notes] };
}

/** Reads the values without interpreting the address, the rest of which may be stored. The notes name values that were left out. */
export function readTyped(inputData: InputData): Person & Pick<ReadAddress, 'notes'> {
  const person: Person['person'] = {};
  const notes: string[] = [];
  for (const field of personFields) {
    const clean = field.key === 'external_id' ? cleanReference : cleanText;
    const text = clean(readText(inputData, field) ?? '');
    const value = field.key === 'name' ? cleanName(text) : text;
    if (value.trim()) person[field.key] = value;
    else if (text.trim())
      notes.push(`The ${field.label} "${truncate(text.trim())}" is not a name, so it is not used.`);
  }
  const address: Address = {};
  for (const field of addressFields) {
    const value = cleanAddressPart(field.key, readText(inputData, field) ?? '');
    if (value.trim()) address[field.key] = value;
  }
  return { person, address, notes };
}

/** Returns the labels of fields whose value is an object, because its JSON would be printed. */
export const findObjects = (inputData: InputData): string[] =>
  contactFields.filter(({ key }) => findNonText(inputData[key]) !== undefined).map(({ label }) => label);
