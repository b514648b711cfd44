/** An uploaded file (§2.4). */
export const fileField = {
  key: 'file_id',
  label: 'File',
  type: 'string',
  required: true,
  placeholder: 'f-120-8841',
  helpText: 'The file as the step that uploaded it gives it.',
} as const;

export const fileSample = { id: 'f-120-8841', file_id: 'f-120-8841', filename: 'newsletter.pdf' };

export const fileOutputFields = [
  { key: 'id', label: 'File', primary: true },
  { key: 'file_id', label: 'File Number' },
  { key: 'filename', label: 'File Name' },
];
