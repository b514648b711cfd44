/** Delete File: DELETE /v1/files/{id} (§4.2), for a file that no order uses yet. */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import * as files from '../api/files.ts';
import { requiredTrimmedString } from '../inputs.ts';
import { fileField } from '../resources/file.ts';

const inputFields = defineInputFields([
  fileField,
  {
    key: 'warning',
    type: 'copy',
    helpText: '**The file is gone for good.** Only a file that no order has used yet can be deleted.',
  },
]);

const perform = (async (z, { inputData }) => {
  const id = requiredTrimmedString(inputData, fileField);
  await files.remove(z, id);
  return { id, deleted: true };
}) satisfies CreatePerform;

export const deleteFile = defineCreate({
  key: 'delete_file',
  noun: 'File',
  display: {
    label: 'Delete File',
    description: 'Deletes an uploaded file that no order has used yet, for good.',
  },
  operation: {
    inputFields,
    cleanInputData: false,
    perform,
    sample: { id: 'f-120-8841', deleted: true },
    outputFields: [
      { key: 'id', label: 'File', primary: true },
      { key: 'deleted', label: 'Deleted', type: 'boolean' },
    ],
  },
});
