/**
 * The fields of sheets, of the texts merged onto them, and of envelopes. Each field is declared once: the input fields, their readers
 * and the labels in messages derive from these lists. docs/api.md#orders
 */
import { type Bundle, defineInputFields, type PlainInputField, type ZObject } from 'zapier-platform-core';
import * as logos from '../api/logos.ts';
import { readPrinted } from '../contacts/printed_text.ts';
import { onePage } from '../dropdown.ts';
import { truncate } from '../format.ts';
import {
  type InputData,
  inputError,
  readBoolean,
  readNumber,
  readText,
  readTrimmed,
  yesOrNo,
} from '../inputs.ts';

export interface ItemField extends PlainInputField {
  label: string;
  /** Default: {@link readTrimmed}. */
  read?: (row: InputData, field: { key: string; label: string }) => unknown;
  /** The key in the order, if it differs from the input field's key. */
  property?: string;
}

type ValueKind = Pick<ItemField, 'type' | 'choices' | 'read'>;

const size: ValueKind = { read: (row, field) => readNumber(row, field, { above: 0 }) };
const count: ValueKind = { read: (row, field) => readNumber(row, field, { whole: true, min: 1 }) };
const yesNo: ValueKind = { ...yesOrNo, read: readBoolean };

function readColor(row: InputData, field: { key: string; label: string }): string | undefined {
  const value = readTrimmed(row, field);
  if (value === undefined || /^#?(?:[0-9a-f]{3}){1,2}$/i.test(value)) return value;
  throw inputError(
    `${field.label} is "${truncate(value)}", which is not a color.`,
    'Enter six digits for red, green and blue, such as #1A4D80.',
  );
}

/** Reads a text to print. @throws a user-facing error if an earlier step did not fill in a part of it */
function readLetterText(row: InputData, field: { key: string; label: string }): string | undefined {
  const typed = readText(row, field);
  const { text, problem } = readPrinted(typed ?? '', 'text');
  if (problem === undefined) return text || undefined;
  throw inputError(
    `${field.label} is "${truncate(text)}", ${problem}.`,
    'Correct it and run the step again. A placeholder has one pair of braces, such as {greeting}.',
  );
}

/** The service lists all logos on one page. */
const listLogos = async (z: ZObject, _bundle: Bundle) =>
  onePage((await logos.list(z)).map(({ id, name }) => ({ id, label: name?.trim() || id })));

/** A dropdown of logos. Each operation adds a key and a help text. docs/api.md#logos */
export const logoChoice = {
  label: 'Logo',
  type: 'string',
  resource: 'logo',
  search: 'find_logo.id',
  choices: { perform: listLogos },
} as const;

/** Says where to find the ID of a paper, font or envelope, which the service does not list. */
const idHelp = 'Find Order shows the IDs of an earlier order.';

/** Returns the fields of a width and a height. */
const sizeFields = (keyPrefix: string, labelPrefix: string, width: string, height: string): ItemField[] =>
  Object.entries({ width, height }).map(([property, example]) => ({
    ...size,
    key: keyPrefix + property,
    property,
    label: `${labelPrefix}${property === 'width' ? 'Width' : 'Height'} (Inches)`,
    placeholder: `For example ${example}`,
  }));

export const sheetItemFields: readonly ItemField[] = [
  { key: 'file', label: 'File', required: true, helpText: 'The File ID from an Upload File step.' },
  { key: 'paper_type', label: 'Paper Type', helpText: `The ID of the paper. ${idHelp}` },
  ...sizeFields('', '', '8.5', '11'),
  { ...yesNo, key: 'color', label: 'Color', helpText: 'Yes prints in color, No in black and white.' },
  { ...yesNo, key: 'duplex', label: 'Double-Sided', helpText: 'Yes prints on both sides of the paper.' },
  { ...yesNo, key: 'landscape', label: 'Landscape', helpText: 'For pages that are wider than tall.' },
  { ...count, key: 'rows', label: 'Rows', helpText: 'For small pieces cut from one sheet, such as cards.' },
  { ...count, key: 'cols', label: 'Columns', helpText: 'For small pieces cut from one sheet.' },
];

/** The sheet to print a text on. The number is not sent: in the request, the texts are inside their sheet. */
export const sheetNumberField = {
  key: 'sheet_number',
  label: 'Sheet Number',
  type: 'string',
  required: false,
  helpText: 'The item under Sheets to print the text on, counted from 1. Leave blank if there is only one.',
} as const;

export const mergeItemFields: readonly ItemField[] = [
  {
    read: readLetterText,
    type: 'text',
    key: 'text',
    label: 'Text',
    required: true,
    placeholder: 'For example Dear {greeting},',
    helpText: 'Words in braces differ for each person: {greeting}, {name}, or a merge field of the list.',
  },
  { key: 'font', label: 'Font', helpText: `The ID of the font. ${idHelp}` },
  { ...size, key: 'size', label: 'Size (Points)', placeholder: 'For example 11' },
  // Zapier requires unique keys within an action, and sheets have the key `color`.
  {
    read: readColor,
    key: 'text_color',
    property: 'color',
    label: 'Text Color',
    placeholder: 'For example #1A4D80',
  },
  {
    // A value outside the choices is sent too, because the service may accept more values.
    read: (row, field) => readTrimmed(row, field)?.toLowerCase(),
    key: 'align',
    label: 'Alignment',
    choices: { left: 'Left', center: 'Center', right: 'Right' },
  },
  {
    // The API does not say whether pages are counted from 0 or 1.
    read: (row, field) => readNumber(row, field, { whole: true, min: 0 }),
    key: 'page',
    label: 'Page',
    helpText: 'The page within the file of that sheet, counted from 1.',
  },
  { read: readNumber, key: 'x', label: 'Distance From Left (Inches)', placeholder: 'For example 1' },
  { read: readNumber, key: 'y', label: 'Distance From Top (Inches)', placeholder: 'For example 2.5' },
];

export const outerEnvelopeItemFields: readonly ItemField[] = [
  {
    key: 'outer_envelope_type',
    property: 'envelope_type',
    label: 'Outer Envelope',
    helpText: `The ID of the envelope for mailing. If left blank, there is no outer envelope. ${idHelp}`,
  },
  ...sizeFields('outer_envelope_', 'Outer Envelope ', '9.5', '4.125'),
  { ...logoChoice, key: 'logo', helpText: 'The logo printed on the outer envelope.' },
];

export const returnEnvelopeItemFields: readonly ItemField[] = [
  {
    key: 'return_envelope_type',
    property: 'envelope_type',
    label: 'Return Envelope',
    helpText: `The ID of an enclosed envelope for the reply. If left blank, there is none. ${idHelp}`,
  },
  ...sizeFields('return_envelope_', 'Return Envelope ', '8.875', '3.875'),
];

/**
 * Returns the input field. Fields for numbers have the type `string`: with the type `number`, Zapier turns "8,5" into 8 before the
 * connector sees the value.
 */
const toInputField = ({ read: _read, property: _property, ...field }: ItemField) => ({
  type: 'string' as const,
  ...field,
});

export const sheetsField = {
  key: 'sheets',
  label: 'Sheets',
  children: defineInputFields(sheetItemFields.map(toInputField)),
};

export const mergeTextsField = {
  key: 'merges',
  label: 'Merge Text',
  children: defineInputFields([
    sheetNumberField,
    // Zapier demands a required column even if there are no items, and a letter may have no merge texts.
    ...mergeItemFields.map((item) => ({ ...toInputField(item), required: false })),
  ]),
};

export const envelopeFields = defineInputFields([
  ...outerEnvelopeItemFields.map((item) => ({ ...toInputField(item), group: 'outer' })),
  ...returnEnvelopeItemFields.map((item) => ({ ...toInputField(item), group: 'return' })),
]);
