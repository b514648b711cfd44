/** The fields, the sample and the output fields of an uploaded file. docs/api.md#files */
export const sourceField = {
  key: 'file',
  label: 'File',
  type: 'file',
  required: true,
  helpText:
    'The document to print, best as a PDF. Map it from an earlier step, or enter a link that opens without logging in.',
} as const;

export const fileNameField = {
  key: 'filename',
  label: 'File Name',
  type: 'string',
  placeholder: 'For example newsletter.pdf',
  helpText: 'If left blank, the original name. The extension, such as .pdf, determines the type.',
} as const;

export const fileField = {
  key: 'file_id',
  label: 'File ID',
  type: 'string',
  required: true,
  placeholder: 'For example f-120-8841',
  helpText: 'The ID of the uploaded file. Map it from an Upload File step.',
} as const;

export const fileSample = { id: 'f-120-8841', file_id: 'f-120-8841', filename: 'newsletter.pdf' };
