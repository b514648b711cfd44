/** Delete File: `DELETE /v1/files/{id}`. docs/api.md#files */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import { reconnectAdvice } from '../api/errors.ts';
import * as files from '../api/files.ts';
import { explain, type Failure, type Words } from '../failure.ts';
import { fileField } from '../files/stored_file.ts';
import { truncate } from '../format.ts';
import { inputError, readRequired } from '../inputs.ts';
import { editorTestField, isEditorPreview } from '../test_button.ts';

const inputFields = defineInputFields([
  fileField,
  editorTestField,
  {
    key: 'warning',
    type: 'copy',
    helpText: '**This permanently deletes the file.**',
  },
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
    throw explain(error, { not_done: (failure) => describeRefusal(id, failure) });
  });
  return { id, deleted: true, preview_only: false, would_delete: null };
}) satisfies CreatePerform;

/** Explains why a file was not deleted. Returns undefined if the connection lacks the permission, which a 403 may also mean. */
function describeRefusal(id: string, { status, code = '', serviceMessage = '' }: Failure): Words | undefined {
  if (/scope|permission/.test(code)) return undefined;
  const isInUse = status !== 403 || /\bin.use\b|\buses?d?\b/i.test(`${code} ${serviceMessage}`);
  const reconnect = isInUse
    ? ''
    : ` If no order uses it, this connection may lack a permission. ${reconnectAdvice(files.writeScopes)}`;
  return [
    `The letter service refused to delete the file "${truncate(id)}".`,
    `A file that an order uses can't be deleted; you can leave it there.${reconnect}`,
  ];
}

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
    sample: { id: 'f-120-8841', deleted: true, preview_only: false },
    outputFields: [
      { key: 'id', label: 'File ID', primary: true },
      { key: 'deleted', label: 'Deleted', type: 'boolean' },
      { key: 'preview_only', label: 'Preview Only', type: 'boolean' },
      { key: 'would_delete', label: 'Would Delete' },
    ],
  },
});
