/** The field Columns of the steps that read a list file. In its own module, because the reader is loaded only for a file. */
export const columnsField = {
  key: 'columns',
  label: 'Columns',
  dict: true,
  group: 'options',
  helpText:
    'If a heading is not understood. Left: the heading. Right: its field, such as Street, a placeholder, such as `{amount}`, `Do Not Mail` or `ignore`.',
} as const;

export const optionsGroup = { key: 'options', label: 'Options' };
