/**
 * The fields of what an order prints: sheets, the texts merged onto them, and envelopes. Each is declared once. The input fields,
 * how they are read, the output fields and the words of messages derive from these lists. docs/api.md#orders
 */
import { defineInputFields } from 'zapier-platform-core';
import { logoChoice } from './logo.ts';

/** How a value is read; `new_order.ts` has a reader for each, `order.ts` its type in the output. */
export type ValueKind = 'id' | 'text' | 'size' | 'position' | 'count' | 'page' | 'yes_no' | 'word' | 'color';

export interface ItemField {
  key: string;
  label: string;
  value: ValueKind;
  /** The key in the order, if it differs. */
  property?: string;
  required?: boolean;
  placeholder?: string;
  helpText?: string;
  choices?: object;
}

/** Where to find the ID of a paper, font or envelope, which the service does not list. */
const idHelp = 'Find Order returns those of an earlier order.';

export const sheetItem = [
  {
    key: 'file',
    label: 'File',
    value: 'id',
    required: true,
    helpText: 'The file to print. Map its File ID from an Upload File step.',
  },
  { key: 'paper_type', label: 'Paper Type', value: 'id', helpText: `The ID of the paper. ${idHelp}` },
  {
    key: 'width',
    label: 'Width (Inches)',
    value: 'size',
    placeholder: 'For example 8.5',
    helpText: 'The width of the paper as it is printed.',
  },
  {
    key: 'height',
    label: 'Height (Inches)',
    value: 'size',
    placeholder: 'For example 11',
    helpText: 'The height of the paper as it is printed.',
  },
  {
    key: 'color',
    label: 'Color',
    value: 'yes_no',
    helpText: 'Yes prints in color, No in black and white. If left blank, the letter service decides.',
  },
  {
    key: 'duplex',
    label: 'Double-Sided',
    value: 'yes_no',
    helpText: 'Yes prints on both sides, No on the front only. If left blank, the letter service decides.',
  },
  {
    key: 'landscape',
    label: 'Landscape',
    value: 'yes_no',
    helpText: 'Choose Yes if the pages of the file are wider than they are tall.',
  },
  {
    key: 'rows',
    label: 'Rows',
    value: 'count',
    helpText:
      'Leave blank for letters. For small pieces cut from one sheet, such as cards: the number of rows.',
  },
  {
    key: 'cols',
    label: 'Columns',
    value: 'count',
    helpText: 'Leave blank for letters. For small pieces cut from one sheet: the number of columns.',
  },
] as const satisfies readonly ItemField[];

/** Which sheet a text is printed on. It is not sent: the texts are inside their sheet. */
export const sheetNumberItem = {
  key: 'sheet_number',
  label: 'Sheet Number',
  value: 'count',
  helpText: 'The item under Sheets to print the text on, counted from 1. Leave blank if there is only one.',
} as const satisfies ItemField;

export const mergeItem = [
  {
    key: 'text',
    label: 'Text',
    value: 'text',
    required: true,
    placeholder: 'For example Dear {greeting},',
    helpText:
      'Words in braces are replaced for each person: {greeting}, {name}, or a merge field of the list.',
  },
  { key: 'font', label: 'Font', value: 'id', helpText: `The ID of the font. ${idHelp}` },
  {
    key: 'size',
    label: 'Size (Points)',
    value: 'size',
    placeholder: 'For example 11',
    helpText: 'The font size. 11 points is common.',
  },
  {
    // Zapier requires unique keys within an action, and `color` is a sheet's.
    key: 'text_color',
    property: 'color',
    label: 'Text Color',
    value: 'color',
    placeholder: 'For example #1A4D80',
    helpText: 'Leave blank for black. Otherwise, six hexadecimal digits for red, green and blue.',
  },
  {
    key: 'align',
    label: 'Alignment',
    value: 'word',
    choices: { left: 'Left', center: 'Center', right: 'Right' },
    helpText: 'How the text is aligned at its position on the page.',
  },
  {
    key: 'page',
    label: 'Page',
    value: 'page',
    helpText: 'The page within the file of that sheet, counted from 1.',
  },
  {
    key: 'x',
    label: 'Distance From Left (Inches)',
    value: 'position',
    placeholder: 'For example 1',
    helpText: 'How far the text is from the left edge of the page.',
  },
  {
    key: 'y',
    label: 'Distance From Top (Inches)',
    value: 'position',
    placeholder: 'For example 2.5',
    helpText: 'How far the text is from the top edge of the page.',
  },
] as const satisfies readonly ItemField[];

/** Returns the fields of one of the two envelopes. Their keys begin with its name. */
const envelopeItem = (which: 'outer' | 'return', label: string, helpText: string, size: [string, string]) =>
  [
    {
      key: `${which}_envelope_type`,
      property: 'envelope_type',
      label,
      value: 'id',
      helpText: `${helpText} ${idHelp}`,
    },
    {
      key: `${which}_envelope_width`,
      property: 'width',
      label: `${label} Width (Inches)`,
      value: 'size',
      placeholder: `For example ${size[0]}`,
    },
    {
      key: `${which}_envelope_height`,
      property: 'height',
      label: `${label} Height (Inches)`,
      value: 'size',
      placeholder: `For example ${size[1]}`,
    },
  ] as const satisfies readonly ItemField[];

export const outerEnvelopeItem = [
  ...envelopeItem(
    'outer',
    'Outer Envelope',
    'The ID of the envelope for mailing. If left blank, there is no outer envelope.',
    ['9.5', '4.125'],
  ),
  {
    ...logoChoice,
    key: 'logo',
    value: 'id',
    helpText: 'The logo printed on the outer envelope.',
  },
] as const satisfies readonly ItemField[];

export const returnEnvelopeItem = envelopeItem(
  'return',
  'Return Envelope',
  'The ID of an enclosed envelope for the reply. If left blank, there is none.',
  ['8.875', '3.875'],
);

/**
 * Returns a field as Zapier shows it. Numbers are text there: in a field for numbers, Zapier turns "8,5" into 8 before the connector
 * sees the value.
 */
const inputField = <const Field extends ItemField>({ value, property: _, ...field }: Field) => ({
  ...field,
  type:
    value === 'text' ? ('text' as const) : value === 'yes_no' ? ('boolean' as const) : ('string' as const),
});

export const sheetsField = {
  key: 'sheets',
  label: 'Sheets',
  children: defineInputFields(sheetItem.map(inputField)),
};

export const mergeTextsField = {
  key: 'merges',
  label: 'Merge Text',
  // Zapier demands a required column also if there are no items. A letter may have no merge texts.
  children: defineInputFields(
    [sheetNumberItem, ...mergeItem].map((item) => ({ ...inputField(item), required: false })),
  ),
};

export const envelopeFields = defineInputFields([
  ...outerEnvelopeItem.map((field) => ({ ...inputField(field), group: 'outer' })),
  ...returnEnvelopeItem.map((field) => ({ ...inputField(field), group: 'return' })),
]);
