/** Create or Update Contact: finds a contact by its reference, then updates it or adds it. docs/api.md#contacts */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import { ReferencedContact } from '../contacts/reference.ts';
import { savedContactSample } from '../contacts/save_contact.ts';
import { describeOutput } from '../output_fields.ts';
import { contactFieldGroups, contactInputFields, referenceField } from '../person/fields.ts';

const otherFields = contactInputFields.filter(({ key }) => key !== referenceField.key);
const inputFields = defineInputFields([referenceField, ...otherFields]);

const perform = (async (z, { inputData }) =>
  new ReferencedContact(z, inputData).save()) satisfies CreatePerform;

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
    ...describeOutput({ ...savedContactSample, created: false }),
  },
});
