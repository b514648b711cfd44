/** Create Contact: `POST /v3/contacts`. docs/api.md#contacts */
import { type CreatePerform, defineCreate } from 'zapier-platform-core';
import { addContact } from '../contacts/save_contact.ts';
import { describeOutput } from '../output_fields.ts';
import { contactSample } from '../person/contact.ts';
import { contactFieldGroups, contactInputFields, homeCountry } from '../person/fields.ts';
import { readPerson } from '../person/person.ts';

const perform = (async (z, { inputData }) =>
  addContact(z, readPerson(inputData, homeCountry))) satisfies CreatePerform;

export const createContact = defineCreate({
  key: 'create_contact',
  noun: 'Contact',
  display: {
    label: 'Create Contact',
    description:
      'Adds a person or an organization to your mailing list, even if a contact has the same reference. To update that contact instead, use Create or Update Contact.',
  },
  operation: {
    inputFieldGroups: contactFieldGroups,
    inputFields: contactInputFields,
    perform,
    ...describeOutput({ ...contactSample, warning: null }),
  },
});
