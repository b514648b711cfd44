/** A contact of the mailing list (§2.1). */
import { defineInputFields } from 'zapier-platform-core';
import type { Contact, NewContact } from '../api/contacts.ts';
import { type InputData, optionalString } from '../inputs.ts';
import { addressFields, addressKeys, addressOutputFields, readAddress, wholeAddress } from './address.ts';

const nameHelp = 'The full name, as printed on the first line of the envelope.';

const otherFields = defineInputFields([
  {
    key: 'company',
    label: 'Company or Organization',
    type: 'string',
    group: 'person',
    helpText: 'A company, church or other organization; printed under the name.',
  },
  {
    key: 'external_id',
    label: 'Your Reference',
    type: 'string',
    group: 'more',
    helpText:
      'How this person is known in your own system, such as the number of a donor. You can find the contact by it later, and address notices carry it.',
  },
  {
    key: 'greeting',
    label: 'Greeting',
    type: 'string',
    group: 'more',
    placeholder: 'Maria and Tom',
    helpText: 'The name after "Dear" in a letter. Made from the name when left blank.',
  },
  {
    key: 'file_as',
    label: 'File As',
    type: 'string',
    group: 'more',
    placeholder: 'Miller, Maria',
    helpText: 'The name by which the contact is sorted in lists. Made from the name when left blank.',
  },
]);

export const contactFieldGroups = [
  { key: 'person', label: 'Person' },
  { key: 'address', label: 'Address' },
  { key: 'more', label: 'More About the Person' },
];

/** The fields of a contact to be added: the name is required. */
export const newContactFields = defineInputFields([
  {
    key: 'name',
    label: 'Name',
    type: 'string',
    required: true,
    group: 'person',
    placeholder: 'Maria Miller',
    helpText: nameHelp,
  },
  ...otherFields.slice(0, 1),
  ...addressFields,
  ...otherFields.slice(1),
]);

/** The fields of a contact to be changed: what is left blank stays as it is. */
export const changedContactFields = defineInputFields([
  {
    key: 'name',
    label: 'Name',
    type: 'string',
    group: 'person',
    placeholder: 'Maria Miller',
    helpText: nameHelp,
  },
  ...otherFields.slice(0, 1),
  ...addressFields,
  ...otherFields.slice(1),
]);

/** The same fields as line items, which have no groups; a row without a name is told by its number. */
export const contactLineItemFields = changedContactFields.map(({ group, ...field }) => field);

const plainKeys = ['external_id', 'company', 'greeting', 'file_as'] as const;

/** Every key of a contact that a user can fill in. */
export const contactKeys = ['name', ...plainKeys, ...addressKeys] as const;

/** What of a contact was given; a blank field is absent. The address holds the given parts only. */
export function readContact(inputData: InputData) {
  const contact: Partial<Pick<NewContact, 'name'>> & { [Key in (typeof plainKeys)[number]]?: string } = {};
  for (const key of ['name', ...plainKeys] as const) {
    const value = optionalString(inputData, key);
    if (value !== undefined) contact[key] = value;
  }
  return { contact, address: readAddress(inputData) };
}

/** The contact to send: with a whole address when any part of one was given, and without one when none was. */
export function newContact(name: string, { contact, address }: ReturnType<typeof readContact>): NewContact {
  return {
    ...contact,
    name,
    ...(Object.keys(address).length > 0 ? { address: wholeAddress(address) } : {}),
  };
}

/** A contact as an operation answers it: the platform tells records apart by `id`. */
export const contactRecord = (contact: Contact) => ({ id: contact.contact_id, ...contact });

export const contactSample = {
  id: 'c-204-1187',
  contact_id: 'c-204-1187',
  external_id: 'donor-1042',
  name: 'Maria Miller',
  file_as: 'Miller, Maria',
  greeting: 'Maria',
  company: 'Grace Community Church',
  address: {
    street: '12 Market Street\nApartment 4',
    city: 'Columbus',
    state: 'OH',
    postal_code: '43215',
    country: '',
  },
};

export const contactOutputFields = [
  { key: 'id', label: 'Contact', primary: true },
  { key: 'contact_id', label: 'Contact Number' },
  { key: 'external_id', label: 'Your Reference' },
  { key: 'name', label: 'Name' },
  { key: 'file_as', label: 'File As' },
  { key: 'greeting', label: 'Greeting' },
  { key: 'company', label: 'Company or Organization' },
  ...addressOutputFields('address', 'Address'),
];
