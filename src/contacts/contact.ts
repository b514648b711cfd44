/** A contact of the mailing list: how it is read from input fields, built and shown. docs/api.md#contacts */
import type { Contact } from '../api/contacts.ts';
import { type InputData, inputError, isBlank, readText, toText } from '../inputs.ts';
import { addressOutputFields, readAddress, wholeAddress } from './address.ts';
import { type Address, addressFields, type PersonKey, personFields } from './fields.ts';

/** The fields of a contact that are filled in; blank ones are absent. */
export interface ContactInput {
  person: { [Key in PersonKey]?: string };
  address: Address;
}

export function readContact(inputData: InputData): ContactInput {
  const person: ContactInput['person'] = {};
  for (const field of personFields) {
    const value = readText(inputData, field);
    if (value !== undefined) person[field.key] = value;
  }
  return { person, address: readAddress(inputData) };
}

/** The contact to send: with a whole address if any part of it is filled in, and without one otherwise. */
export const buildContact = ({ person, address }: ContactInput) => ({
  ...person,
  ...(Object.keys(address).length > 0 ? { address: wholeAddress(address) } : {}),
});

/** Whether there is something to print on the first line of the envelope. Organizations have only a company. */
export const hasNameOrCompany = ({ name, company }: { name?: unknown; company?: unknown }): boolean =>
  !isBlank(name) || !isBlank(company);

/** The name from which the service generates the others: an organization has only a company. */
export const printedName = ({ name, company }: { name?: unknown; company?: unknown }): string =>
  toText(isBlank(name) ? company : name);

/** @throws a user-facing error if both are blank */
export function requireNameOrCompany(contact: { name?: unknown; company?: unknown }): void {
  if (hasNameOrCompany(contact)) return;
  throw inputError(
    'Name and Company or Organization are both blank. Nothing was sent: a contact needs at least one of the two.',
  );
}

/** The contact as operations return it. Zapier identifies records by `id`. */
export const contactRecord = (contact: Contact) => ({ id: contact.contact_id, ...contact });

const sampleOf = (fields: readonly { key: string; sample: string }[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ key, sample }) => [key, sample]));

export const contactSample = {
  id: 'c-204-1187',
  contact_id: 'c-204-1187',
  ...sampleOf(personFields),
  address: sampleOf(addressFields),
};

export const contactOutputFields = [
  { key: 'id', label: 'ID', primary: true },
  { key: 'contact_id', label: 'Contact ID' },
  ...personFields.map(({ key, label }): { key: string; label: string } => ({ key, label })),
  ...addressOutputFields('address', 'Address'),
];
