/** Find File: `GET /v1/files/{id}`. The content is downloaded only when a later step uses it. docs/api.md#files */
import { defineInputFields, defineSearch, type SearchPerform } from 'zapier-platform-core';
import * as files from '../api/files.ts';
import { fileField, fileSample } from '../files/upload.ts';
import { hydrators } from '../hydrators.ts';
import { describeOutput } from '../output_fields.ts';
import { readRequired } from '../steps/inputs.ts';

const inputFields = defineInputFields([fileField]);

const perform = (async (z, { inputData }) => {
  const file = await files.get(z, readRequired(inputData, fileField));
  if (!file) return [];
  const { id, filename } = file;
  const content = z.dehydrateFile(hydrators.fileContent, { id, ...(filename ? { name: filename } : {}) });
  return [{ ...file, file_id: id, filename: filename ?? null, content }];
}) satisfies SearchPerform;

export const findFile = defineSearch({
  key: 'find_file',
  noun: 'File',
  display: {
    label: 'Find File',
    description:
      'Finds an uploaded file by its ID, and returns its name and content. The letter service cannot search for names.',
  },
  operation: {
    inputFields,
    perform,
    ...describeOutput(fileSample, { content: '', download_href: '' }),
  },
});
