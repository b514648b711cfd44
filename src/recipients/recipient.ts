/** A recipient of a temporary list: how it is read, completed from a contact and checked. docs/api.md#temporary-lists */
import type { Contact } from '../api/contacts.ts';
import { fitsOneRequest, type Recipient } from '../api/lists.ts';
import { checkAddress } from '../contacts/address.ts';
import {
  type ContactInput,
  contactOutputFields,
  contactSample,
  hasNameOrCompany,
  readContact,
} from '../contacts/contact.ts';
import {
  type Address,
  addressKeys,
  contactFields,
  newContactFields,
  personKeys,
} from '../contacts/fields.ts';
import { findNonText, type InputData, isBlank } from '../inputs.ts';
import { addLowerCaseNames, type ParsedMergeFields, parseMergeFields } from './merge_fields.ts';

/** A recipient has all fields of a contact but Sort Name, which only sorts the mailing list. */
const isRecipientKey = (key: string): boolean => key !== 'file_as';

export const recipientFields = newContactFields.filter(({ key }) => isRecipientKey(key));
export const recipientLineItemFields = recipientFields.map(({ group, ...field }) => field);
export const recipientKeys = contactFields.map(({ key }) => key).filter(isRecipientKey);
const recipientPersonKeys = personKeys.filter(isRecipientKey);

/** The contact's values as if they had been filled in. */
export const inputFromContact = (contact: Contact): ContactInput =>
  readContact({ ...contact.address, ...contact });

/**
 * Fills in blank fields from a contact. If a name is filled in, the contact's greeting is not used. If a complete address
 * is filled in, the contact's address is not used either, because a blank country means the United States.
 */
export function completeFromContact(input: ContactInput, contact: Contact): ContactInput {
  const stored = inputFromContact(contact);
  if (input.person.name !== undefined) delete stored.person.greeting;
  return {
    person: { ...stored.person, ...input.person },
    address: isComplete(input.address) ? input.address : { ...stored.address, ...input.address },
  };
}

const isComplete = ({ street, city, postal_code }: Address): boolean =>
  ![street, city, postal_code].some(isBlank);

/** The recipient to send, and what is wrong with it in a few words each. Blank values are left out. */
export interface ParsedRecipient {
  recipient: Recipient;
  problems: string[];
}

export function buildRecipient(
  { person, address: typed }: ContactInput,
  mergeFields: ParsedMergeFields,
): ParsedRecipient {
  const { address, problems: addressProblems } = checkAddress(typed);
  const problems = [
    ...(hasNameOrCompany(person) ? [] : ['has no name and no company']),
    ...addressProblems,
    ...mergeFields.problems,
  ];
  const metadata = addLowerCaseNames(mergeFields);
  const recipient: Recipient = {
    ...pickFilledIn(recipientPersonKeys, person),
    address: pickFilledIn(addressKeys, address),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
  if (!fitsOneRequest(recipient)) problems.push('has more text than the letter service accepts (1 MB)');
  return { recipient, problems };
}

function pickFilledIn<Key extends string>(
  keys: readonly Key[],
  values: { [K in Key]?: string },
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const key of keys) {
    const value = values[key]?.trim();
    if (value) result[key] = value;
  }
  return result;
}

/** Returns the labels of the fields whose value is an object, because its JSON would be printed. */
export const findObjects = (row: InputData): string[] =>
  recipientFields.filter(({ key }) => findNonText(row[key]) !== undefined).map(({ label }) => label);

export const recipientSample = buildRecipient(
  readContact({ ...contactSample, ...contactSample.address }),
  parseMergeFields({}),
).recipient;

export const recipientOutputFields = contactOutputFields.filter(
  ({ key }) => key !== 'id' && key !== 'contact_id' && isRecipientKey(key),
);
