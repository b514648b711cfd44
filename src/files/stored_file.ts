/** The field, the sample and the output fields of an uploaded file. docs/api.md#files */
export const fileField = {
  key: 'file_id',
  label: 'File ID',
  type: 'string',
  required: true,
  placeholder: 'For example f-120-8841',
  helpText: 'The ID of the uploaded file. Map it from an Upload File step.',
} as const;

export const fileSample = { id: 'f-120-8841', file_id: 'f-120-8841', filename: 'newsletter.pdf' };

export const fileOutputFields = [
  { key: 'id', label: 'ID', primary: true },
  { key: 'file_id', label: 'File ID' },
  { key: 'filename', label: 'File Name' },
];
