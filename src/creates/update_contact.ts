/**
 * Update Contact: POST /v3/contacts/{id} (§4.1). Blank fields stay as they are. The contact is read first: to send a
 * whole address when part of one was given, and to send nothing when nothing would change, for changes are limited.
 */
import {
  type CreatePerform,
  defineCreate,
  defineInputFields,
  errors,
  type ZObject,
} from 'zapier-platform-core';
import type { Contact, NewContact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import { type InputData, inputError, requiredTrimmedString, severalOf } from '../inputs.ts';
import { sameAddress, wholeAddress } from '../resources/address.ts';
import {
  changedContactFields,
  contactFieldGroups,
  contactOutputFields,
  contactRecord,
  contactSample,
  readContact,
} from '../resources/contact.ts';
import { contactField } from '../resources/contact_choice.ts';

const clearFields = {
  key: 'clear_fields',
  label: 'Clear Fields',
  type: 'string',
  list: true,
  choices: {
    external_id: 'Your Reference',
    company: 'Company or Organization',
    greeting: 'Greeting (made from the name again)',
    file_as: 'File As (made from the name again)',
    country: 'Country (the United States again)',
  },
  group: 'more',
  helpText: 'Fields to empty, because a blank field above means that it stays as it is.',
} as const;

const clearable = ['external_id', 'company', 'greeting', 'file_as', 'country'] as const;

const inputFields = defineInputFields([contactField, ...changedContactFields, clearFields]);

const perform = (async (z, { inputData }) => {
  const id = requiredTrimmedString(inputData, contactField);
  const wanted = readChanges(inputData);
  const before = await contacts.get(z, id);
  if (!before) {
    throw new errors.Error(
      `The letter service did not find the contact "${id}". Choose the contact from the list, or find it in an earlier step; it may have been deleted.`,
      'contacts.missing_contact',
      404,
    );
  }
  const changes = differences(before, wanted);
  if (Object.keys(changes).length === 0) return { ...contactRecord(before), changed: false };
  await contacts.update(z, id, changes);
  // The service makes these two from the name again, and only it knows how.
  const remade = changes.greeting === '' || changes.file_as === '';
  const after = (remade ? await rereadContact(z, id) : undefined) ?? applyChanges(before, changes);
  return { ...contactRecord(after), changed: true };
}) satisfies CreatePerform;

/** The change is made by now; that it could not be looked at must not make it look as if it was not. */
async function rereadContact(z: ZObject, id: string): Promise<Contact | undefined> {
  try {
    return await contacts.get(z, id);
  } catch (error) {
    z.console.error('The contact was changed, but could not be read again.', error);
    return undefined;
  }
}

function readChanges(inputData: InputData) {
  const { contact, address } = readContact(inputData);
  const cleared = severalOf(inputData, clearFields, clearable);
  for (const key of cleared) {
    if (key === 'country' ? address.country : contact[key] !== undefined) {
      throw inputError(
        `${clearFields.choices[key].split(' (')[0]} is filled in and also chosen under ${clearFields.label}. Do one of the two.`,
      );
    }
  }
  const emptied: { external_id?: null; company?: string; greeting?: string; file_as?: string } = {};
  for (const key of cleared) {
    if (key === 'external_id') emptied.external_id = null;
    else if (key === 'country') address.country = '';
    else emptied[key] = '';
  }
  return { contact: { ...contact, ...emptied }, address };
}

/** What of the wanted values is not so yet. The address is whole or absent: the service may merge it or replace it. */
function differences(
  before: Contact,
  { contact, address }: ReturnType<typeof readChanges>,
): Partial<NewContact> {
  const changes: Partial<NewContact> = {};
  if (contact.name !== undefined && contact.name !== before.name) changes.name = contact.name;
  if (contact.external_id !== undefined && contact.external_id !== (before.external_id ?? null))
    changes.external_id = contact.external_id;
  for (const key of ['company', 'greeting', 'file_as'] as const) {
    const value = contact[key];
    if (value !== undefined && value !== (before[key] ?? '')) changes[key] = value;
  }
  const merged = wholeAddress({ ...before.address, ...address });
  if (!sameAddress(before.address, merged)) changes.address = merged;
  return changes;
}

const applyChanges = (before: Contact, { address, ...changes }: Partial<NewContact>): Contact => ({
  ...before,
  ...changes,
  ...(address ? { address: { ...before.address, ...address } } : {}),
});

export const updateContact = defineCreate({
  key: 'update_contact',
  noun: 'Contact',
  display: {
    label: 'Update Contact',
    description:
      'Changes a person or an organization on your mailing list. Fields that you leave blank stay as they are.',
  },
  operation: {
    inputFieldGroups: contactFieldGroups,
    inputFields,
    cleanInputData: false,
    perform,
    sample: { ...contactSample, changed: true },
    outputFields: [...contactOutputFields, { key: 'changed', label: 'Changed', type: 'boolean' }],
  },
});
