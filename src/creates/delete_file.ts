/** Delete File: `DELETE /v1/files/{id}`. docs/api.md#files */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import * as files from '../api/files.ts';
import { explain, getFailure, reconnectAdvice } from '../failure.ts';
import { fileField } from '../files/upload.ts';
import { describeOutput } from '../output_fields.ts';
import { inputError, readRequired } from '../steps/inputs.ts';
import { editorTestField, isEditorPreview } from '../steps/test_button.ts';
import { truncate } from '../text/format.ts';

const inputFields = defineInputFields([
  fileField,
  editorTestField,
  { key: 'warning', type: 'copy', helpText: '**This permanently deletes the file.**' },
]);

const perform = (async (z, bundle) => {
  const id = readRequired(bundle.inputData, fileField);
  if (isEditorPreview(bundle, editorTestField)) {
    const file = await files.get(z, id);
    if (!file) {
      throw inputError(`There is no file with the ID "${id}"; it may already have been deleted.`);
    }
    return { id, deleted: false, preview_only: true, would_delete: file.filename ?? id };
  }
  await files.remove(z, id).catch((error: unknown) => {
    const { status, serviceMessage = '' } = getFailure(error) ?? {};
    // Reconnecting does not help if an order uses the file.
    const isDenied = status === 403 && !/\buses?d?\b/i.test(serviceMessage);
    const what = `The letter service refused to delete the file "${truncate(id)}".`;
    throw explain(error, {
      not_done: isDenied
        ? { advice: `${reconnectAdvice(files.scopes.write)} ${inUseNote}` }
        : { what, advice: inUseNote },
    });
  });
  return { id, deleted: true, preview_only: false, would_delete: null };
}) satisfies CreatePerform;

const inUseNote = "A file that an order uses can't be deleted; you can leave it there.";

export const deleteFile = defineCreate({
  key: 'delete_file',
  noun: 'File',
  display: {
    label: 'Delete File',
    description: 'Deletes an uploaded file that no order has used yet. This cannot be undone.',
  },
  operation: {
    inputFields,
    perform,
    ...describeOutput({ id: 'f-120-8841', deleted: true, preview_only: false, would_delete: null }),
  },
});
