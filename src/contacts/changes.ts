/** What Update Contact sends: the filled-in and cleared fields that differ from the stored contact. */
import type { Contact } from '../api/contacts.ts';
import { type InputData, inputError, isBlank, readChoices } from '../inputs.ts';
import { type Address, sameAddress, sameText, wholeAddress } from './address.ts';
import { type ContactInput, readContact } from './contact.ts';
import { clearableFields, contactFields, type PersonKey, personKeys } from './fields.ts';
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
interface RequestedChanges {
  contact: { [Key in PersonKey]?: string | null };
  address: Address;
}

export type ContactChanges = { [Key in PersonKey]?: string | null } & { address?: Contact['address'] };

/** @throws a user-facing error if a field is both filled in and cleared */
export function readChanges(inputData: InputData): RequestedChanges {
  const input: ContactInput = readContact(inputData);
  const requested: RequestedChanges = { contact: { ...input.contact }, address: { ...input.address } };
  const cleared = readChoices(
    inputData,
    clearFieldsField,
    clearableFields.map(({ key }) => key),
  );
  for (const field of clearableFields) {
    if (!cleared.includes(field.key)) continue;
    if (!isBlank(field.group === 'address' ? input.address[field.key] : input.contact[field.key])) {
      throw inputError(
        `${field.label} is filled in and also selected in ${clearFieldsField.label}. Nothing was changed; do one of the two.`,
      );
    }
    if (field.group === 'address') requested.address[field.key] = field.clear.value;
    else requested.contact[field.key] = field.clear.value;
  }
  return requested;
}

/** The requested values that differ from the stored ones. An address is sent whole, including unknown keys. */
export function findChanges(stored: Contact, { contact, address }: RequestedChanges): ContactChanges {
  const changes: ContactChanges = {};
  for (const key of personKeys) {
    const value = contact[key];
    if (value !== undefined && !sameText(value, stored[key])) changes[key] = value;
  }
  const wanted = isMoveToUnitedStates(address, stored.address?.country)
    ? { ...address, country: '' }
    : address;
  if (!sameAddress(stored.address, { ...stored.address, ...wanted })) {
    changes.address = { ...stored.address, ...wholeAddress({ ...stored.address, ...wanted }) };
  }
  return changes;
}

/** The stored contact with the changes applied. */
export const applyChanges = (stored: Contact, changes: ContactChanges): Contact => ({
  ...stored,
  ...changes,
});

/** Whether these changes make the service generate values, such as a new greeting. */
export const regenerates = (changes: ContactChanges): boolean =>
  contactFields.some((field) => 'isGenerated' in field && changes[field.key] === '');
