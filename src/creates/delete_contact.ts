/** Delete Contact: `DELETE /v1/contacts/{id}`. docs/api.md#contacts */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import * as contacts from '../api/contacts.ts';
import { contactField } from '../contacts/dropdown.ts';
import { describeOutput } from '../output_fields.ts';
import { printedName } from '../person/contact.ts';
import { inputError, readRequired } from '../steps/inputs.ts';
import { editorTestField, isEditorPreview } from '../steps/test_button.ts';

const inputFields = defineInputFields([
  contactField,
  editorTestField,
  { key: 'warning', type: 'copy', helpText: '**This permanently deletes the contact.**' },
]);

const perform = (async (z, bundle) => {
  const id = readRequired(bundle.inputData, contactField);
  if (isEditorPreview(bundle, editorTestField)) {
    const contact = await contacts.get(z, id);
    if (!contact) {
      throw inputError(`There is no contact with the ID "${id}"; it may already have been deleted.`);
    }
    return { id, deleted: false, preview_only: true, would_delete: printedName(contact).trim() || id };
  }
  await contacts.remove(z, id);
  return { id, deleted: true, preview_only: false, would_delete: null };
}) satisfies CreatePerform;

export const deleteContact = defineCreate({
  key: 'delete_contact',
  noun: 'Contact',
  display: {
    label: 'Delete Contact',
    description: 'Deletes a person or an organization from your mailing list. This cannot be undone.',
  },
  operation: {
    inputFields,
    perform,
    ...describeOutput({ id: 'c-204-1187', deleted: true, preview_only: false, would_delete: null }),
  },
});
