/** Update Contact: `POST /v3/contacts/{id}`. Reads the contact first, to send only changed values. docs/api.md#contacts */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import * as contacts from '../api/contacts.ts';
import { contactField } from '../contacts/dropdown.ts';
import { clearFieldsField, readChanges, saveChanges, savedContactSample } from '../contacts/save_contact.ts';
import { Failure } from '../failure.ts';
import { describeOutput } from '../output_fields.ts';
import { contactFieldGroups, contactInputFields } from '../person/fields.ts';
import { readRequired } from '../steps/inputs.ts';

const inputFields = defineInputFields([contactField, ...contactInputFields, clearFieldsField]);

const perform = (async (z, { inputData }) => {
  const id = readRequired(inputData, contactField);
  const requested = readChanges(inputData);
  const stored = await contacts.get(z, id);
  if (!stored) {
    throw new Failure({
      kind: 'not_found',
      status: 404,
      what: `The letter service did not find the contact "${id}"; it may have been deleted.`,
      advice: 'Choose a contact from the list, or find it in an earlier step.',
    });
  }
  return saveChanges(z, stored, requested);
}) satisfies CreatePerform;

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
    ...describeOutput(savedContactSample),
  },
});
