/** The contents of a new order: the input fields of sheets, merge texts and envelopes, and how they are read. docs/api.md#orders */
import { defineInputFields } from 'zapier-platform-core';
import type { Envelope, Merge, NewOrder, Sheet } from '../api/orders.ts';
import {
  boolean,
  type InputData,
  inputError,
  isBlank,
  lineItems,
  number,
  optionalString,
  rejectUnknownLineItems,
  requiredTrimmedString,
  trimmedString,
  truncate,
} from '../inputs.ts';
import { logoChoice } from './logo.ts';
import { listField } from './order_safety.ts';

export const sheetChildren = defineInputFields([
  {
    key: 'file',
    label: 'File',
    type: 'string',
    required: true,
    helpText: 'The file to print. Map its File ID from an Upload File step.',
  },
  {
    key: 'paper_type',
    label: 'Paper Type',
    type: 'string',
    helpText: 'The ID of the paper type. Find Order shows the IDs in an earlier order.',
  },
  { key: 'width', label: 'Width (Inches)', type: 'number', placeholder: '8.5' },
  { key: 'height', label: 'Height (Inches)', type: 'number', placeholder: '11' },
  { key: 'color', label: 'Color', type: 'boolean', helpText: 'Yes prints in color, No in black and white.' },
  { key: 'duplex', label: 'Double-Sided', type: 'boolean' },
  { key: 'landscape', label: 'Landscape', type: 'boolean' },
  {
    key: 'rows',
    label: 'Rows',
    type: 'integer',
    helpText: 'For small pieces cut from one sheet, such as cards: the number of rows.',
  },
  {
    key: 'cols',
    label: 'Columns',
    type: 'integer',
    helpText: 'For small pieces cut from one sheet: the number of columns.',
  },
]);

export const sheetsField = { key: 'sheets', label: 'Sheets', children: sheetChildren };

const alignField = {
  key: 'align',
  label: 'Alignment',
  type: 'string',
  choices: { left: 'Left', center: 'Center', right: 'Right' },
  helpText: 'Where the text is relative to its position on the page.',
} as const;

export const mergeChildren = defineInputFields([
  {
    key: 'sheet_number',
    label: 'Sheet Number',
    type: 'integer',
    helpText: 'The sheet to print the text on, counted from 1. Can be left blank if there is only one.',
  },
  {
    key: 'text',
    label: 'Text',
    type: 'text',
    placeholder: 'Dear {greeting},',
    helpText: 'Text to print on the page. Words in braces are replaced for each person, such as {greeting}.',
  },
  {
    key: 'font',
    label: 'Font',
    type: 'string',
    helpText: 'The ID of the font. Find Order shows the IDs in an earlier order.',
  },
  { key: 'size', label: 'Size (Points)', type: 'number', placeholder: '11' },
  {
    key: 'text_color',
    label: 'Text Color',
    type: 'string',
    placeholder: '#000000',
    helpText: 'Six hexadecimal digits for red, green and blue, such as #1A4D80.',
  },
  alignField,
  {
    key: 'page',
    label: 'Page',
    type: 'integer',
    helpText: 'The page of the file on which the text is printed, counted from 1.',
  },
  {
    key: 'x',
    label: 'Distance From Left (Inches)',
    type: 'number',
    placeholder: '1',
    helpText: 'The distance of the text from the left edge of the page.',
  },
  {
    key: 'y',
    label: 'Distance From Top (Inches)',
    type: 'number',
    placeholder: '2.5',
    helpText: 'The distance of the text from the top edge of the page.',
  },
]);

export const mergesField = { key: 'merges', label: 'Merge Text', children: mergeChildren };

const envelopeHelp = 'The ID of the envelope type. Find Order shows the IDs in an earlier order.';

export const envelopeFields = defineInputFields([
  {
    key: 'outer_envelope_type',
    label: 'Outer Envelope',
    type: 'string',
    group: 'outer',
    helpText: envelopeHelp,
  },
  {
    key: 'outer_envelope_width',
    label: 'Outer Envelope Width (Inches)',
    type: 'number',
    group: 'outer',
    placeholder: '9.5',
  },
  {
    key: 'outer_envelope_height',
    label: 'Outer Envelope Height (Inches)',
    type: 'number',
    group: 'outer',
    placeholder: '4.125',
  },
  {
    ...logoChoice,
    key: 'logo',
    group: 'outer',
    search: 'find_logo.id',
    helpText: 'The logo printed on the outer envelope.',
  },
  {
    key: 'return_envelope_type',
    label: 'Return Envelope',
    type: 'string',
    group: 'return',
    helpText: `An envelope for the reply, enclosed with the letter. ${envelopeHelp}`,
  },
  {
    key: 'return_envelope_width',
    label: 'Return Envelope Width (Inches)',
    type: 'number',
    group: 'return',
    placeholder: '8.875',
  },
  {
    key: 'return_envelope_height',
    label: 'Return Envelope Height (Inches)',
    type: 'number',
    group: 'return',
    placeholder: '3.875',
  },
]);

/** Returns the order that the fields describe. @throws a user-facing error for the first unusable value */
export function readNewOrder(inputData: InputData): NewOrder {
  const list = requiredTrimmedString(inputData, listField);
  rejectUnknownLineItems(
    inputData,
    sheetsField,
    sheetChildren.map(({ key }) => key),
  );
  rejectUnknownLineItems(inputData, mergesField, mergeKeys(inputData));
  const sheets = lineItems(
    inputData,
    'sheets',
    sheetChildren.map(({ key }) => key),
  ).map(readSheet);
  if (sheets.length === 0)
    throw inputError('There is nothing to print. Add at least one item under Sheets, with its File.');
  for (const [index, row] of lineItems(inputData, 'merges', mergeKeys(inputData)).entries()) {
    const { sheet, merge } = readMerge(row, index, sheets);
    sheet.merge = [...(sheet.merge ?? []), merge];
  }
  const envelopes = [readEnvelope(inputData, 'return'), readEnvelope(inputData, 'outer')].filter(
    (one) => one !== undefined,
  );
  return { type: 'order', contents: [...sheets, ...envelopes], list };
}

/** Returns the keys of a merge text. A `color` at the top level belongs to the sheets. */
const mergeKeys = (inputData: InputData): string[] => [
  ...mergeChildren.map(({ key }) => key),
  ...(isBlank(inputData.merges) ? [] : ['color']),
];

/** Returns a field with its line item in the label, for error messages. */
const within = (place: string, fields: readonly { key: string; label: string }[], key: string) => ({
  key,
  label: `${place}: ${fields.find((field) => field.key === key)?.label ?? key}`,
});

function readSheet(row: InputData, index: number): Sheet {
  const field = (key: string) => within(`Sheet ${index + 1}`, sheetChildren, key);
  return defined({
    type: 'sheet',
    file: requiredTrimmedString(row, field('file')),
    paper_type: trimmedString(row, 'paper_type'),
    width: number(row, field('width'), { above: 0 }),
    height: number(row, field('height'), { above: 0 }),
    color: boolean(row, field('color')),
    duplex: boolean(row, field('duplex')),
    landscape: boolean(row, field('landscape')),
    rows: number(row, field('rows'), { whole: true, min: 1 }),
    cols: number(row, field('cols'), { whole: true, min: 1 }),
  });
}

function readMerge(row: InputData, index: number, sheets: readonly Sheet[]): { sheet: Sheet; merge: Merge } {
  const place = `Merge Text ${index + 1}`;
  const field = (key: string) => within(place, mergeChildren, key);
  const sheetNumber = number(row, field('sheet_number'), { whole: true });
  if (sheetNumber === undefined && sheets.length > 1) {
    throw inputError(
      `${place} has no Sheet Number, but there are ${sheets.length} sheets. Enter the sheet to print it on.`,
    );
  }
  const sheet = sheets[(sheetNumber ?? 1) - 1];
  if (!sheet) {
    throw inputError(
      `${place} is for sheet ${sheetNumber}, but there ${sheets.length === 1 ? 'is only 1 sheet' : `are only ${sheets.length} sheets`}. Use a Sheet Number from 1 to ${sheets.length}.`,
    );
  }
  const words = optionalString(row, 'text');
  if (words === undefined) throw inputError(`${place} has no text. Fill in its Text, or remove the item.`);
  const merge = defined({
    text: words,
    font: trimmedString(row, 'font'),
    size: number(row, field('size'), { above: 0 }),
    color: color(row, field('text_color').label),
    align: readAlign(row),
    page: number(row, field('page'), { whole: true, min: 1 }),
    x: number(row, field('x')),
    y: number(row, field('y')),
  });
  return { sheet, merge };
}

/** Passes on a value outside the choices, because the service may accept more of them. */
const readAlign = (row: InputData): string | undefined => trimmedString(row, alignField)?.toLowerCase();

function color(row: InputData, label: string): string | undefined {
  // Zapier requires unique keys within an action, and `color` is a sheet's. A mapped row may still use `color`.
  const value = trimmedString(row, 'text_color') ?? trimmedString(row, 'color');
  if (value === undefined || /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)) return value;
  throw inputError(
    `${label} is "${truncate(value)}", which is not a color. Use six digits for red, green and blue, such as #1A4D80.`,
  );
}

function readEnvelope(inputData: InputData, which: 'outer' | 'return'): Envelope | undefined {
  const fields = envelopeFields.filter(
    ({ key }) => key.startsWith(which) || (which === 'outer' && key === 'logo'),
  );
  const [typeField] = fields;
  const field = (key: string) => fields.find((one) => one.key === key) ?? { key };
  if (!typeField || fields.every(({ key }) => isBlank(inputData[key]))) return undefined;
  const type = trimmedString(inputData, typeField.key);
  if (type === undefined) {
    const filled = fields.filter(({ key }) => !isBlank(inputData[key])).map(({ label }) => label);
    throw inputError(
      `${filled.join(' and ')} ${filled.length === 1 ? 'is' : 'are'} filled in, but ${typeField.label} is blank. Enter ${typeField.label}, or leave all of them blank.`,
    );
  }
  return defined({
    type: 'envelope',
    envelope_type: type,
    width: number(inputData, field(`${which}_envelope_width`), { above: 0 }),
    height: number(inputData, field(`${which}_envelope_height`), { above: 0 }),
    outer: which === 'outer',
    logo: which === 'outer' ? trimmedString(inputData, 'logo') : undefined,
  });
}

type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** Returns the object without undefined values, so that a blank field is not sent. */
function defined<const T extends object>(value: T): Defined<T>;
function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));
}
