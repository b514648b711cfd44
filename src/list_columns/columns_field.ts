/** The field of the steps that read a list file. It is apart from the reader, which a process loads only for a file. */
export const columnsField = {
  key: 'columns',
  label: 'Columns',
  dict: true,
  group: 'options',
  helpText:
    'Needed only if a heading is not recognized. Left: the heading. Right: its field, such as Street, or `ignore`.',
} as const;

/** Fields that are rarely needed. */
export const optionsGroup = { key: 'options', label: 'Options' };
