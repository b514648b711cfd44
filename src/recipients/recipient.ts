/** Builds the recipients of a temporary list, and completes them from a contact. docs/api.md#temporary-lists */
import type { Contact } from '../api/contacts.ts';
import type { Recipient } from '../api/lists.ts';
import { changeAddress } from '../person/address_change.ts';
import { contactSample } from '../person/contact.ts';
import { addressKeys, contactInputFields, homeCountry, personKeys } from '../person/fields.ts';
import { identifyAddress } from '../person/identity.ts';
import { finishPerson, type Person, type ReadPerson, readFields, readPerson } from '../person/person.ts';
import type { InputData } from '../steps/inputs.ts';
import { hasWordsOf, normalizeText } from '../text/text_match.ts';

/** A recipient has all fields of a contact except Sort Name, which only sorts the mailing list. */
const isRecipientKey = (key: string): boolean => key !== 'file_as';

export const recipientFields = contactInputFields.filter(({ key }) => isRecipientKey(key));
export const recipientLineItemFields = recipientFields.map(({ group, ...field }) => field);
const recipientPersonKeys = personKeys.filter(isRecipientKey);

/** Reads a contact of the mailing list as if the user had entered its values. */
export const readStored = (contact: Contact): ReadPerson =>
  readPerson({ ...pick(personKeys, contact), ...pick(addressKeys, contact.address ?? {}) }, homeCountry);

/** Returns true if the letter service marks the address as one from which mail comes back. */
export const isUndeliverable = ({ is_deliverable, address }: Contact): boolean =>
  is_deliverable === false || address?.is_deliverable === false;

/** Returns true if a letter to the person would go to the contact's address, and mail comes back from there. */
export const goesToUndeliverable = ({ address }: Person, contact: Contact): boolean =>
  isUndeliverable(contact) && identifyAddress(address) === identifyAddress(readStored(contact).address);

const pick = (keys: readonly string[], values: InputData): InputData =>
  Object.fromEntries(keys.map((key) => [key, values[key]]));

/**
 * Reads a person, and fills in blank fields from a contact. If a name is filled in, the contact's greeting is not used.
 * A new street or city is never combined with a stored address.
 */
export function readWithContact(inputData: InputData, contact: Contact): ReadPerson {
  const { person, address: typed, notes: ofTyped } = readFields(inputData);
  const isUsed = (key: keyof Person['person']) =>
    person[key] === undefined && (key !== 'greeting' || person.name === undefined);
  const stored = readFields(pick(personKeys.filter(isUsed), contact));
  const whole = { ...stored.person, ...person };
  const notes = [...new Set([...ofTyped, ...stored.notes])];
  if (Object.keys(typed).length === 0) {
    const read = readPerson({ ...whole, ...pick(addressKeys, contact.address ?? {}) }, homeCountry);
    return { ...read, notes: [...new Set([...notes, ...read.notes])] };
  }
  const { question, doubt, ...change } = changeAddress(contact.address, typed);
  // With a doubt, nothing is printed, so the notes about the new address would be untrue.
  const ofAddress = doubt === undefined ? change.notes : [];
  const read = finishPerson(whole, { ...change, notes: [...notes, ...ofAddress] });
  const problems = [question, doubt, ...read.problems].filter((problem) => problem !== undefined);
  return { ...read, problems };
}

/** Returns the recipient to send. Blank values are left out, and so is what the envelope has already. */
export function buildRecipient({ person, address }: Person): Recipient {
  const { name = '', company = '', ...rest } = person;
  const printed = company && isSameName(name, company) ? { ...rest, name } : person;
  const street = dropNames(address.street, [name, company]);
  return {
    ...pickFilledIn(recipientPersonKeys, printed),
    address: pickFilledIn(addressKeys, { ...address, street }),
  };
}

/** "Grace Church" twice, or "Ann Lee" below "Dr. Ann Lee", would look wrong. Mary Ford may work for Ford. */
const isSameName = (name: string, company: string): boolean =>
  hasWordsOf(name, company) && (/\s/.test(company) || hasWordsOf(company, name));

/** Drops the names with which a copied address begins. */
function dropNames(street = '', names: readonly string[]): string {
  const [first = '', ...rest] = street.split('\n');
  const isName = names.some((one) => one && normalizeText(one) === normalizeText(first));
  return isName && rest.length > 0 ? dropNames(rest.join('\n'), names) : street;
}

const pickFilledIn = <Key extends string>(keys: readonly Key[], values: { [K in Key]?: string }) =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = values[key]?.trim();
      return value ? [[key, value]] : [];
    }),
  );

/** Built without reading a person, because that would add 4 ms to the start of each process. */
export const recipientSample = buildRecipient({ person: contactSample, address: contactSample.address });
