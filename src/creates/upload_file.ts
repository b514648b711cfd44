/** Upload File: `POST /v1/files`, streamed from the source. docs/api.md#files */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import { fileNameField, sourceField } from '../files/file_name.ts';
import { fileSample, uploadFromSource } from '../files/upload.ts';
import { describeOutput } from '../output_fields.ts';

const inputFields = defineInputFields([sourceField, fileNameField]);

const perform = (async (z, { inputData }) => {
  const { file } = await uploadFromSource(z, inputData);
  return { ...file, file_id: file.id };
}) satisfies CreatePerform;

export const uploadFile = defineCreate({
  key: 'upload_file',
  noun: 'File',
  display: {
    label: 'Upload File',
    description: 'Uploads a document, such as a PDF, so that it can be printed in an order.',
  },
  operation: { inputFields, perform, ...describeOutput(fileSample) },
});
