/**
 * Reads people from input fields, line items and rows of a file, and reports what a letter would lack. The operations decide what they
 * require. docs/api.md#contacts
 */

import { findNonText, type InputData, inputError, readRequired, readText } from '../steps/inputs.ts';
import { truncate } from '../text/format.ts';
import { isBlank } from '../text/values.ts';
import { type ReadAddress, readAddress } from './address.ts';
import { type CheckedEnvelope, checkEnvelope } from './envelope_check.ts';
import {
  type Address,
  addressFields,
  type ContactKey,
  contactFields,
  labelOf,
  type PersonKey,
  personFields,
  referenceField,
} from './fields.ts';
import { readPart, readPrinted } from './printed_text.ts';

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
  const { person, address: typed, notes } = readFields(inputData);
  const read = readAddress(typed, defaultCountry);
  return finishPerson(person, { ...read, notes: [...notes, ...read.notes] });
}

/** Combines a person with an address that was already read, and checks the envelope. */
export function finishPerson(person: Person['person'], read: ReadAddress): ReadPerson {
  const envelope = checkEnvelope({ ...person, ...read.address });
  const named = envelope.problems.flatMap((one) => wrongPart.exec(one)?.[1] ?? []);
  const ofAddress = read.problems.filter((one) => !named.some((value) => one.includes(value)));
  const problems = [...envelope.problems, ...ofAddress];
  return { person, ...read, ...envelope, problems, notes: [...read.notes, ...envelope.notes] };
}

/** Matches a problem of a value that an address cannot have. Other problems that name such a value are not reported. */
const wrongPart = /^has the (?:Country|State or Region|Postal Code) ("[^"]*")/;

/**
 * Reads the values, but does not interpret the address, because the rest of it may be stored. The notes name values that are not used.
 * @param isChange true if the values change a stored contact. Then values that no letter may print are left out, so that the stored ones
 * stay. If one of them is in the address, the whole address is left out.
 */
export function readFields(inputData: InputData, isChange = false): Person & Pick<ReadAddress, 'notes'> {
  const person: Person['person'] = {};
  const address: Address = {};
  const notes: string[] = [];
  let isAddressUsable = true;
  for (const field of [...personFields, ...addressFields]) {
    const typed = readText(inputData, field);
    if (typed === undefined) continue;
    if (field.key === 'external_id') {
      const { reference, problem } = checkReference(inputData);
      if (problem) notes.push(`${field.label} ${problem}, so it is not used.`);
      else person.external_id = reference;
      continue;
    }
    const read = readPrinted(typed, field.use);
    // "None" may be a last name, but it is not a whole name.
    const isNoName = field.key === 'name' && !read.problem && !readPart(typed);
    const { text, problem, note } = isNoName ? readPrinted(typed, 'line') : read;
    const isInAddress = field.group === 'address';
    if (problem && (isChange || 'isOnlyStored' in field)) {
      notes.push(describeNotSaved(field.key, text, problem));
      if (isInAddress) isAddressUsable = false;
      continue;
    }
    // A word for no country is a usual choice in forms.
    if (note && field.key !== 'country') notes.push(`The ${field.label} ${note}.`);
    if (!text.trim()) continue;
    if (isInAddress) address[field.key] = text;
    else person[field.key] = text;
  }
  return { person, address: isAddressUsable ? address : {}, notes };
}

/** Returns a sentence about a value that is left out of a contact. @param problem follows the value: "which is an email address" */
export function describeNotSaved(key: ContactKey, value: string, problem: string): string {
  const rest = addressFields.some((field) => field.key === key) ? ', nor is the rest of the address' : '';
  return `The ${labelOf(key)} "${truncate(value)}", ${problem}, is not saved${rest}.`;
}

/** Returns the reference, or why it is not the ID of one person. */
export function checkReference(inputData: InputData): { reference?: string; problem?: string } {
  const typed = readText(inputData, referenceField) ?? '';
  const value = inputData[referenceField.key];
  const { text, problem } = readPrinted(typed, 'reference');
  const isList = Array.isArray(value) && value.filter((one) => !isBlank(one)).length > 1;
  if (problem === undefined && !isList) return { reference: text.trim() };
  return { problem: `is "${truncate(typed.trim())}", which ${isList ? 'is a list' : 'is not an ID'}` };
}

/** Returns the reference by which a contact is found. @throws a user-facing error if it is not the ID of one person */
export function readReference(inputData: InputData): string {
  readRequired(inputData, referenceField);
  const { reference, problem } = checkReference(inputData);
  if (reference !== undefined) return reference;
  throw inputError(
    `${referenceField.label} ${problem}.`,
    'Map the ID of one person in your own system. Add a Filter step that stops people without one.',
  );
}

/** Returns the labels of fields whose value is an object, because its JSON would be printed. */
export const findObjects = (inputData: InputData): string[] =>
  contactFields.filter(({ key }) => findNonText(inputData[key]) !== undefined).map(({ label }) => label);
