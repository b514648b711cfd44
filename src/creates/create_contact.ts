/** Create Contact: `POST /v3/contacts`. docs/api.md#contacts */
import { type CreatePerform, defineCreate } from 'zapier-platform-core';
import * as contacts from '../api/contacts.ts';
import {
  buildContact,
  contactOutputFields,
  contactSample,
  readContact,
  requireNameOrCompany,
} from '../contacts/contact.ts';
import { contactFieldGroups, newContactFields } from '../contacts/fields.ts';

const perform = (async (z, { inputData }) => {
  const contact = buildContact(readContact(inputData));
  requireNameOrCompany(contact);
  const created = await contacts.create(z, contact);
  return { id: created.contact_id, ...contact, ...created };
}) satisfies CreatePerform;

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
    inputFields: newContactFields,
    perform,
    sample: contactSample,
    outputFields: contactOutputFields,
  },
});
