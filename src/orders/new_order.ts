/**
 * The fields of a new order: its sheets, the texts merged onto them, and envelopes. Each field is declared once: the input fields, their
 * readers and the labels in messages derive from these lists. docs/api.md#orders
 */
import { type Bundle, defineInputFields, type PlainInputField, type ZObject } from 'zapier-platform-core';
import * as logos from '../api/logos.ts';
import type { OrderRequest } from '../api/orders.ts';
import { withPlatformErrors } from '../edge.ts';
import { listField } from '../once/order_options.ts';
import { readPrinted } from '../person/printed_text.ts';
import { onePage } from '../steps/dropdown.ts';
import {
  type InputData,
  inputError,
  readBoolean,
  readLineItems,
  readNumber,
  readRequired,
  readText,
  readTrimmed,
  yesOrNo,
} from '../steps/inputs.ts';
import { formatNumber, truncate } from '../text/format.ts';
import { isBlank } from '../text/values.ts';

interface ItemField extends PlainInputField {
  label: string;
  /** Default: {@link readTrimmed}. */
  read?: (row: InputData, field: Labeled) => unknown;
  /** The key in the order, if it differs from the input field's key. */
  property?: string;
}

type Labeled = Pick<ItemField, 'key' | 'label'>;

const yesNo = { ...yesOrNo, read: readBoolean };
const readSize = (row: InputData, field: Labeled) => readNumber(row, field, { above: 0 });
const readCount = (row: InputData, field: Labeled) => readNumber(row, field, { whole: true, min: 1 });

function readColor(row: InputData, field: Labeled): string | undefined {
  const value = readTrimmed(row, field);
  if (value === undefined || /^#?(?:[0-9a-f]{3}){1,2}$/i.test(value)) return value;
  throw inputError(
    `${field.label} is "${truncate(value)}", which is not a color.`,
    'Enter six digits for red, green and blue, such as #1A4D80.',
  );
}

/** Reads a text to print. @throws a user-facing error if an earlier step did not fill in a part of it */
function readLetterText(row: InputData, field: Labeled): string | undefined {
  const { text, problem } = readPrinted(readText(row, field) ?? '', 'text');
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
  choices: withPlatformErrors({ perform: listLogos }),
} as const;

/** Says where to find the ID of a paper, font or envelope, which the service does not list. */
const idHelp = 'Find Order shows the IDs of an earlier order.';

const sizeFields = (keyPrefix: string, labelPrefix: string, width: string, height: string): ItemField[] =>
  Object.entries({ width, height }).map(([property, example]) => ({
    read: readSize,
    key: keyPrefix + property,
    property,
    label: `${labelPrefix}${property === 'width' ? 'Width' : 'Height'} (Inches)`,
    placeholder: `For example ${example}`,
  }));

const sheetItemFields: readonly ItemField[] = [
  { key: 'file', label: 'File', required: true, helpText: 'The File ID from an Upload File step.' },
  { key: 'paper_type', label: 'Paper Type', helpText: `The ID of the paper. ${idHelp}` },
  ...sizeFields('', '', '8.5', '11'),
  { ...yesNo, key: 'color', label: 'Color', helpText: 'Yes prints in color, No in black and white.' },
  { ...yesNo, key: 'duplex', label: 'Double-Sided', helpText: 'Yes prints on both sides of the paper.' },
  { ...yesNo, key: 'landscape', label: 'Landscape', helpText: 'For pages that are wider than tall.' },
  {
    read: readCount,
    key: 'rows',
    label: 'Rows',
    helpText: 'How many rows of pieces, such as cards, one sheet has. Leave blank for full pages.',
  },
  {
    read: readCount,
    key: 'cols',
    label: 'Columns',
    helpText: 'How many cards or other pieces stand side by side on one sheet. Leave blank for full pages.',
  },
];

/** The sheet to print a text on. The number is not sent: in the request, the texts are inside their sheet. */
const sheetNumberField = {
  key: 'sheet_number',
  label: 'Sheet Number',
  type: 'string',
  required: false,
  helpText: 'The item under Sheets to print the text on, counted from 1. Leave blank if there is only one.',
} as const;

const mergeItemFields: readonly ItemField[] = [
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
  { read: readSize, key: 'size', label: 'Size (Points)', placeholder: 'For example 11' },
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
    helpText:
      'The page within the file of that sheet. The first page is usually 1; the proof shows where the text is.',
  },
  { read: readNumber, key: 'x', label: 'Distance From Left (Inches)', placeholder: 'For example 1' },
  { read: readNumber, key: 'y', label: 'Distance From Top (Inches)', placeholder: 'For example 2.5' },
];

const outerEnvelopeItemFields: readonly ItemField[] = [
  {
    key: 'outer_envelope_type',
    property: 'envelope_type',
    label: 'Outer Envelope',
    helpText: `The ID of the envelope for mailing. If left blank, there is no outer envelope. ${idHelp}`,
  },
  ...sizeFields('outer_envelope_', 'Outer Envelope ', '9.5', '4.125'),
  { ...logoChoice, key: 'logo', helpText: 'The logo printed on the outer envelope.' },
];

const returnEnvelopeItemFields: readonly ItemField[] = [
  {
    key: 'return_envelope_type',
    property: 'envelope_type',
    label: 'Return Envelope',
    helpText: `The ID of an envelope to enclose for the reply. Leave it blank to enclose none. ${idHelp}`,
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

const sheetsField = {
  key: 'sheets',
  label: 'Sheets',
  children: defineInputFields(sheetItemFields.map(toInputField)),
};

const mergeTextsField = {
  key: 'merges',
  label: 'Merge Text',
  children: defineInputFields([
    sheetNumberField,
    // Zapier demands a required column even if there are no items, and a letter may have no merge texts.
    ...mergeItemFields.map((item) => ({ ...toInputField(item), required: false })),
  ]),
};

export const newOrderFields = defineInputFields([
  listField,
  sheetsField,
  mergeTextsField,
  ...outerEnvelopeItemFields.map((item) => ({ ...toInputField(item), group: 'outer' })),
  ...returnEnvelopeItemFields.map((item) => ({ ...toInputField(item), group: 'return' })),
]);

type Item = OrderRequest['contents'][number];

/** @throws a user-facing error for the first unusable value */
export function readNewOrder(inputData: InputData): OrderRequest {
  const list = readRequired(inputData, listField);
  const sheets = readRows(inputData, sheetsField, 100).map((row, index) =>
    readItem(row, sheetItemFields, `Sheet ${index + 1}: `),
  );
  if (sheets.length === 0)
    throw inputError('The order has no sheet.', 'Add an item under Sheets, and fill in its File.');
  const texts = readRows(inputData, mergeTextsField, 1_000).map((row, index) =>
    readMergeText(row, `Merge Text ${index + 1}`, sheets.length),
  );
  const printed = sheets.map((sheet, index) => {
    const merge = texts.filter(({ sheetNumber }) => sheetNumber === index + 1).map(({ text }) => text);
    return { type: 'sheet', ...sheet, ...(merge.length > 0 ? { merge } : {}) };
  });
  const envelopes = [
    ...readEnvelope(inputData, returnEnvelopeItemFields, { outer: false }),
    ...readEnvelope(inputData, outerEnvelopeItemFields, { outer: true }),
  ];
  return { type: 'order', contents: [...printed, ...envelopes], list };
}

/** @param max the most items to accept. More are a mistake, and looking up thousands of files would take longer than a run may */
function readRows(
  inputData: InputData,
  field: typeof sheetsField | typeof mergeTextsField,
  max: number,
): InputData[] {
  // A mapped row of merge texts may have the API's key for the text color.
  const mayHaveColor = field === mergeTextsField && !isBlank(inputData[field.key]);
  const children = [...field.children, ...(mayHaveColor ? [{ key: 'color' }] : [])];
  const rows = readLineItems(inputData, { ...field, children });
  if (rows.length <= max) return rows;
  throw inputError(
    `${field.label} has ${formatNumber(rows.length)} items, and an order can have at most ${formatNumber(max)}.`,
    'Perhaps a list of people is mapped. To send one file to many people, map only the file here, and the people to a list.',
  );
}

function readMergeText(row: InputData, place: string, sheetCount: number) {
  const field = { ...sheetNumberField, label: `${place}: ${sheetNumberField.label}` };
  const number = readNumber(row, field, { whole: true, min: 1, max: sheetCount });
  if (number === undefined && sheetCount > 1)
    throw inputError(`${place} has no Sheet Number, but there are ${sheetCount} sheets.`, 'Fill it in.');
  const text = readItem({ text_color: row.color, ...row }, mergeItemFields, `${place}: `);
  return { sheetNumber: number ?? 1, text };
}

/** Returns a list with the envelope, or an empty list if its fields are blank. @param fields of the envelope, its type first */
function readEnvelope(inputData: InputData, fields: readonly ItemField[], side: { outer: boolean }): Item[] {
  const filled = fields.filter(({ key }) => !isBlank(inputData[key])).map(({ label }) => label);
  if (filled.length === 0) return [];
  const item = readItem(inputData, fields);
  if (item.envelope_type !== undefined) return [{ type: 'envelope', ...item, ...side }];
  const type = fields[0]?.label;
  throw inputError(`${filled.join(' and ')} can't be used without ${type}.`, 'Enter it, or clear the rest.');
}

function readItem(row: InputData, fields: readonly ItemField[], place = ''): Item {
  const item: Record<string, unknown> = {};
  for (const { key, property = key, required, read = readTrimmed, label } of fields) {
    const value = read(row, { key, label: place + label });
    if (value !== undefined) item[property] = value;
    else if (required) throw inputError(`${place}${label} is blank.`, 'Fill it in, or remove the item.');
  }
  return item;
}
