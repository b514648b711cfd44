/** Delete Contact: DELETE /v1/contacts/{id} (§4.1). */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import * as contacts from '../api/contacts.ts';
import { requiredTrimmedString } from '../inputs.ts';
import { contactField } from '../resources/contact_dropdown.ts';

const inputFields = defineInputFields([
  contactField,
  {
    key: 'warning',
    type: 'copy',
    helpText:
      '**The contact is gone for good.** Letters are no longer sent to it, and it cannot be brought back except by adding it again.',
  },
]);

const perform = (async (z, { inputData }) => {
  const id = requiredTrimmedString(inputData, contactField);
  await contacts.remove(z, id);
  return { id, deleted: true };
}) satisfies CreatePerform;

export const deleteContact = defineCreate({
  key: 'delete_contact',
  noun: 'Contact',
  display: {
    label: 'Delete Contact',
    description: 'Deletes one person or organization from your mailing list, for good.',
  },
  operation: {
    inputFields,
    cleanInputData: false,
    perform,
    sample: { id: 'c-204-1187', deleted: true },
    outputFields: [
      { key: 'id', label: 'Contact', primary: true },
      { key: 'deleted', label: 'Deleted', type: 'boolean' },
    ],
  },
});
