/**
 * Update Contact: `POST /v3/contacts/{id}`. The contact is read first: a partly filled-in address must be sent whole, and an
 * update that changes nothing is not sent, because updates are rate-limited. docs/api.md#contacts
 */
import {
  type CreatePerform,
  defineCreate,
  defineInputFields,
  errors,
  type ZObject,
} from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import {
  applyChanges,
  clearFieldsField,
  findChanges,
  readChanges,
  regenerates,
} from '../contacts/changes.ts';
import { contactOutputFields, contactRecord, contactSample, hasNameOrCompany } from '../contacts/contact.ts';
import { contactField } from '../contacts/dropdown.ts';
import { contactFieldGroups, updatedContactFields } from '../contacts/fields.ts';
import { inputError, readRequired } from '../inputs.ts';

const inputFields = defineInputFields([contactField, ...updatedContactFields, clearFieldsField]);

const perform = (async (z, { inputData }) => {
  const id = readRequired(inputData, contactField);
  const requested = readChanges(inputData);
  const stored = await contacts.get(z, id);
  if (!stored) throw contactNotFoundError(id);
  const changes = findChanges(stored, requested);
  if (Object.keys(changes).length === 0) return { ...contactRecord(stored), changed: false };
  const updated = applyChanges(stored, changes);
  if (hasNameOrCompany(stored) && !hasNameOrCompany(updated)) {
    throw inputError(
      'The contact would have neither a name nor a company. Nothing was changed; fill in Name, or keep Company or Organization.',
    );
  }
  await contacts.update(z, id, changes);
  const reread = regenerates(changes) ? await rereadContact(z, id) : undefined;
  return { ...contactRecord(reread ?? updated), changed: true };
}) satisfies CreatePerform;

const contactNotFoundError = (id: string): Error =>
  new errors.Error(
    `The letter service did not find the contact "${id}"; it may have been deleted. Nothing was changed. Choose a contact from the list, or find it in an earlier step.`,
    'contacts.missing_contact',
    404,
  );

/** The update has already succeeded, so a failed re-read must not be reported as a failed update. */
async function rereadContact(z: ZObject, id: string): Promise<Contact | undefined> {
  try {
    return await contacts.get(z, id);
  } catch (error) {
    z.console.error('The contact was updated, but could not be read again.', error);
    return undefined;
  }
}

export const updateContact = defineCreate({
  key: 'update_contact',
  noun: 'Contact',
  display: {
    label: 'Update Contact',
    description:
      'Updates a person or an organization on your mailing list. Fields that you leave blank stay unchanged.',
  },
  operation: {
    inputFieldGroups: contactFieldGroups,
    inputFields,
    perform,
    sample: { ...contactSample, changed: true },
    outputFields: [...contactOutputFields, { key: 'changed', label: 'Changed', type: 'boolean' }],
  },
});
