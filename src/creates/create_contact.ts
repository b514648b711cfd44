/** Create Contact: POST /v3/contacts (§4.1). */
import { type CreatePerform, defineCreate } from 'zapier-platform-core';
import * as contacts from '../api/contacts.ts';
import { requiredString } from '../inputs.ts';
import {
  contactFieldGroups,
  contactOutputFields,
  contactSample,
  newContact,
  newContactFields,
  readContact,
} from '../resources/contact.ts';

const inputFields = newContactFields;

const perform = (async (z, { inputData }) => {
  const contact = newContact(requiredString(inputData, inputFields[0]), readContact(inputData));
  const created = await contacts.create(z, contact);
  return { id: created.contact_id, ...contact, ...created };
}) satisfies CreatePerform;

export const createContact = defineCreate({
  key: 'create_contact',
  noun: 'Contact',
  display: { label: 'Create Contact', description: 'Adds a person or an organization to your mailing list.' },
  operation: {
    inputFieldGroups: contactFieldGroups,
    inputFields,
    cleanInputData: false,
    perform,
    sample: contactSample,
    outputFields: contactOutputFields,
  },
});
