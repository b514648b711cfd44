/** Create or Update Contact: finds a contact by its reference, then updates it or adds it. docs/api.md#contacts */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import { AccountCache } from '../account_cache.ts';
import { readChanges } from '../contacts/changes.ts';
import { buildContact, readContact } from '../contacts/contact.ts';
import { contactFieldGroups, referenceField, upsertedContactFields } from '../contacts/fields.ts';
import { findByReference, rememberContact } from '../contacts/reference.ts';
import {
  addContact,
  saveChanges,
  savedContactOutputFields,
  savedContactSample,
} from '../contacts/save_changes.ts';
import { readRequired } from '../inputs.ts';

const inputFields = defineInputFields([referenceField, ...upsertedContactFields]);

const perform = (async (z, bundle) => {
  const { inputData } = bundle;
  const reference = readRequired(inputData, referenceField);
  const requested = readChanges(inputData);
  const cache = new AccountCache(z, bundle);
  const stored = await findByReference(cache, reference);
  if (stored) return { ...(await saveChanges(z, stored, requested)), created: false };
  const added = await addContact(z, { ...buildContact(readContact(inputData)), external_id: reference });
  await rememberContact(cache, reference, added.contact_id);
  return { ...added, changed: true, warning: null, created: true };
}) satisfies CreatePerform;

export const upsertContact = defineCreate({
  key: 'upsert_contact',
  noun: 'Contact',
  display: {
    label: 'Create or Update Contact',
    description:
      'Updates the contact that has your reference, such as a donor number, or adds one if none has it. Fields that you leave blank stay unchanged.',
  },
  operation: {
    inputFieldGroups: contactFieldGroups,
    inputFields,
    lock: { key: 'contact-{{bundle.inputData.external_id}}', scope: ['account'], timeout: 60 },
    perform,
    sample: { ...savedContactSample, created: false },
    outputFields: [...savedContactOutputFields, { key: 'created', label: 'Created', type: 'boolean' }],
  },
});
