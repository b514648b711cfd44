/** The field of the steps that read a list file. It is apart from the reader, which a process loads only for a file. */
export const columnsField = {
  key: 'columns',
  label: 'Columns',
  dict: true,
  helpText:
    'Only if a heading is not understood. Left: the heading. Right: what it is, such as Street, First Name or `ignore`.',
} as const;
