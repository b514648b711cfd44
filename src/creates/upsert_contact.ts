/** Create or Update Contact: finds a contact by its reference, then updates it or adds it. docs/api.md#contacts */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import { Cache } from '../cache.ts';
import { readChanges } from '../contacts/changes.ts';
import { printedName } from '../contacts/contact.ts';
import { contactFieldGroups, referenceField, upsertedContactFields } from '../contacts/fields.ts';
import { readPerson } from '../contacts/person.ts';
import { ReferencedContact } from '../contacts/reference.ts';
import {
  addContact,
  saveChanges,
  savedContactOutputFields,
  savedContactSample,
} from '../contacts/save_changes.ts';
import { getFailure } from '../failure.ts';
import { readRequired } from '../inputs.ts';

const inputFields = defineInputFields([referenceField, ...upsertedContactFields]);

const perform = (async (z, { inputData }) => {
  const reference = readRequired(inputData, referenceField);
  const requested = readChanges({ ...inputData, external_id: undefined });
  const person = readPerson(inputData);
  const referenced = new ReferencedContact(new Cache(z), reference);
  // Before `addOnce` lets another run add the contact.
  const remember = async <Saved extends { contact_id: string }>(saved: Saved): Promise<Saved> => {
    await referenced.remember(saved.contact_id, requested.address);
    return saved;
  };
  const update = async (stored: Contact) => {
    const kept = referenced.keepCorrected(stored, requested);
    const saved = await saveChanges(z, stored, kept.requested, kept.notes);
    return remember({ ...saved, created: false });
  };
  const add = async () => {
    const named = { ...person, person: { ...person.person, external_id: reference } };
    return remember({ ...(await addContact(z, named)), changed: true, created: true });
  };
  const find = () => referenced.find(printedName(person.person));
  const save = async (stored: Contact | undefined) =>
    stored
      ? update(stored)
      : referenced.addOnce<Awaited<ReturnType<typeof update | typeof add>>>(add, update);
  const stored = await find();
  return save(stored).catch(async (error: unknown) => {
    const isDeleted = stored && getFailure(error)?.kind === 'not_found' && referenced.forget(stored);
    if (!isDeleted) throw error;
    return save(await find());
  });
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
