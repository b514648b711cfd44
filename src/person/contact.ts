/** Builds the request, the record and the sample of a contact. docs/api.md#contacts */
import type { Contact } from '../api/contacts.ts';
import { isBlank, toText } from '../text/values.ts';
import { type Address, addressFields, addressKeys, type contactFields, personFields } from './fields.ts';
import type { Person } from './person.ts';
import type { StoredAddress } from './same_address.ts';

/** Adds blank parts. Only whole addresses are sent, because the service may either merge an address or replace it. */
export const wholeAddress = (parts: StoredAddress): Address =>
  Object.fromEntries(addressKeys.map((key) => [key, toText(parts?.[key])]));

/** Returns the contact to send. It has a whole address if any part is filled in, and no address otherwise. */
export const buildContact = ({ person, address }: Person) => ({
  ...person,
  ...(Object.keys(address).length > 0 ? { address: wholeAddress(address) } : {}),
});

export type Named = { readonly [Key in 'name' | 'company']?: unknown };

/** Returns the first line of the envelope, from which the service generates the greeting: the name, or an organization's company. */
export const printedName = ({ name, company }: Named): string => toText(isBlank(name) ? company : name);

/** Returns true if there is something to print on the first line of the envelope. */
export const hasNameOrCompany = (contact: Named): boolean => !isBlank(printedName(contact));

/** Returns the value of a field, which may be inside the address. */
export const fieldValue = (contact: Contact, field: (typeof contactFields)[number]): string =>
  toText(field.group === 'address' ? contact.address?.[field.key] : contact[field.key]);

/** Returns the contact as operations return it. Zapier identifies records by `id`. */
export const contactRecord = (contact: Contact) => ({ id: contact.contact_id, ...contact });

const samplePerson: Person['person'] = Object.fromEntries(
  personFields.map(({ key, sample }) => [key, sample]),
);
const sampleAddress: Address = Object.fromEntries(addressFields.map(({ key, sample }) => [key, sample]));
export const contactSample = {
  id: 'c-204-1187',
  contact_id: 'c-204-1187',
  ...samplePerson,
  address: sampleAddress,
};
