/** The contents of an order to be made (§2.6): their input fields, and how sheets, merge texts and envelopes are read. */
import { defineInputFields } from 'zapier-platform-core';
import type { FailureDetails } from '../api/failure.ts';
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

const sheetChildren = defineInputFields([
  {
    key: 'file',
    label: 'File',
    type: 'string',
    required: true,
    helpText: 'The uploaded file to print, as the step Upload File gives it.',
  },
  {
    key: 'paper_type',
    label: 'Paper Type',
    type: 'string',
    helpText: 'The kind of paper, as the letter service calls it; your earlier orders show it.',
  },
  { key: 'width', label: 'Width (Inches)', type: 'number', placeholder: '8.5' },
  { key: 'height', label: 'Height (Inches)', type: 'number', placeholder: '11' },
  { key: 'color', label: 'Color', type: 'boolean', helpText: 'Yes prints in color, no in black and white.' },
  { key: 'duplex', label: 'Both Sides', type: 'boolean' },
  { key: 'landscape', label: 'Landscape', type: 'boolean' },
  {
    key: 'rows',
    label: 'Rows',
    type: 'integer',
    helpText: 'For small pieces cut from one sheet, such as cards: how many below each other.',
  },
  { key: 'cols', label: 'Columns', type: 'integer', helpText: 'How many beside each other.' },
]);

export const sheetsField = { key: 'sheets', label: 'Sheets', children: sheetChildren };

const mergeChildren = defineInputFields([
  {
    key: 'sheet_number',
    label: 'Sheet Number',
    type: 'integer',
    helpText: 'Which of the sheets above, counted from 1. May be blank when there is only one.',
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
    helpText: 'The font, as the letter service calls it; your earlier orders show it.',
  },
  { key: 'size', label: 'Size (Points)', type: 'number', placeholder: '11' },
  {
    key: 'text_color',
    label: 'Text Color',
    type: 'string',
    placeholder: '#000000',
    helpText: 'As six digits for red, green and blue.',
  },
  { key: 'align', label: 'Alignment', type: 'string', placeholder: 'left' },
  {
    key: 'page',
    label: 'Page',
    type: 'integer',
    helpText: 'The page of the file on which the text is printed, counted from 1.',
  },
  {
    key: 'x',
    label: 'Distance From Left',
    type: 'number',
    helpText: 'Where the text begins on the page, counted as in your earlier orders.',
  },
  {
    key: 'y',
    label: 'Distance From Top',
    type: 'number',
    helpText: 'Where the text stands on the page, counted as in your earlier orders.',
  },
]);

export const mergesField = { key: 'merges', label: 'Texts to Merge', children: mergeChildren };

const envelopeHelp = 'The kind of envelope, as the letter service calls it; your earlier orders show it.';

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
    helpText: `${envelopeHelp} It is put in for an answer.`,
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

/** The order that the fields describe. @throws a sentence for the first thing that cannot be so */
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

/** Columns of the merge texts; a bare `color` is theirs only where it stands inside one. */
const mergeKeys = (inputData: InputData): string[] => [
  ...mergeChildren.map(({ key }) => key),
  ...(isBlank(inputData.merges) ? [] : ['color']),
];

/** A field as it is named in a complaint: with the line item that it stands in. */
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
  const place = `Text to merge ${index + 1}`;
  const field = (key: string) => within(place, mergeChildren, key);
  const inputData = number(row, field('sheet_number'), { whole: true });
  if (inputData === undefined && sheets.length > 1) {
    throw inputError(
      `${place} does not say on which of the ${sheets.length} sheets it is printed. Fill in its Sheet Number.`,
    );
  }
  const sheet = sheets[(inputData ?? 1) - 1];
  if (!sheet) {
    throw inputError(
      `${place} is for sheet ${inputData}, but there ${sheets.length === 1 ? 'is only 1 sheet' : `are only ${sheets.length} sheets`}. Use a Sheet Number from 1 to ${sheets.length}.`,
    );
  }
  const words = optionalString(row, 'text');
  if (words === undefined) throw inputError(`${place} has no text. Fill in its Text, or remove the item.`);
  const merge = defined({
    text: words,
    font: trimmedString(row, 'font'),
    size: number(row, field('size'), { above: 0 }),
    color: color(row, field('text_color').label),
    align: trimmedString(row, 'align')?.toLowerCase(),
    page: number(row, field('page'), { whole: true, min: 1 }),
    x: number(row, field('x')),
    y: number(row, field('y')),
  });
  return { sheet, merge };
}

function color(row: InputData, label: string): string | undefined {
  // The platform wants every key of an action to be unique, and `color` is a sheet's; a row may still say `color`.
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
      `${filled.join(' and ')} ${filled.length === 1 ? 'is' : 'are'} filled in, but ${typeField.label} is blank. Say which envelope to use, or leave all of them blank.`,
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

/** The object without what is undefined, so that a field left blank is not sent at all. */
function defined<const T extends object>(value: T): Defined<T>;
function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));
}

/** Where in the user's fields a refusal points, as a sentence; nothing when that cannot be made out. */
export function pointedAt(
  order: NewOrder,
  { code, serviceMessage, attribute, expectedType }: FailureDetails,
): string | undefined {
  const hint = `${attribute ?? ''} ${serviceMessage ?? ''}`;
  const place = byPath(order, hint) ?? byValue(order, hint, code);
  if (!place) return undefined;
  switch (code) {
    case 'orders.unknown_file':
      return `${place}: this file does not exist at the letter service. Upload it in an earlier step and map the file from there.`;
    case 'orders.unknown_font':
      return `${place}: this font does not exist at the letter service. Use one that your earlier orders show.`;
    case 'orders.invalid_id':
      return `${place}: the letter service does not know this value. Check it, or take it from an earlier order.`;
    case 'orders.missing_attribute':
      return `${place} is blank, but the letter service needs it. Fill it in.`;
    case 'orders.invalid_data':
      return `${place}: the letter service expects ${expectedType ? `a value of type ${expectedType}` : 'another kind of value'} here. Check numbers and yes/no values.`;
    default:
      return undefined;
  }
}

/** From a path such as `contents[0].merge[1].font`, in brackets, dots or slashes. */
function byPath(order: NewOrder, hint: string): string | undefined {
  const path = /contents\W{1,2}(\d+)(?:\W{1,3}merge\W{1,2}(\d+))?(?:\W{1,3}([a-z_]+))?/i.exec(hint);
  if (!path) return /(^|\W)list(\W|$)/.test(hint.split(' ')[0] ?? '') ? listField.label : undefined;
  const [, itemIndex, mergeIndex, key] = path;
  const item = order.contents[Number(itemIndex)];
  if (!item) return undefined;
  const fields = mergeIndex === undefined ? sheetChildren : mergeChildren;
  const label =
    [...fields].find((field) => field.key === key)?.label ??
    (key === 'envelope_type' ? 'type' : key?.replaceAll('_', ' '));
  const text = mergeIndex === undefined ? '' : `, text ${Number(mergeIndex) + 1}`;
  return `${nameOf(order, item)}${text}${label ? `, ${label}` : ''}`;
}

/** From the value that the service repeats, else from the code when only one thing can be meant. */
function byValue(order: NewOrder, hint: string, code: string | undefined): string | undefined {
  const mentions = mentionedValues(order);
  const repeated = mentions.filter(({ value }) => value.length > 2 && hint.includes(value));
  const meant = repeated.length > 0 ? repeated : mentions.filter((one) => one.code === code);
  const places = [...new Set(meant.map(({ place, value }) => `${place} ("${value}")`))];
  return places.length > 0 ? places.join(' or ') : undefined;
}

function mentionedValues(order: NewOrder) {
  const mentions: { place: string; value: string; code?: string }[] = [
    { place: listField.label, value: order.list },
  ];
  for (const item of order.contents) {
    const name = nameOf(order, item);
    if (item.type === 'envelope') {
      mentions.push({ place: name, value: item.envelope_type });
      if (item.logo !== undefined) mentions.push({ place: `${name}, Logo`, value: item.logo });
      continue;
    }
    mentions.push({ place: `${name}, File`, value: item.file, code: 'orders.unknown_file' });
    if (item.paper_type !== undefined)
      mentions.push({ place: `${name}, Paper Type`, value: item.paper_type });
    for (const [index, { font }] of (item.merge ?? []).entries()) {
      if (font !== undefined)
        mentions.push({
          place: `${name}, text ${index + 1}, Font`,
          value: font,
          code: 'orders.unknown_font',
        });
    }
  }
  return mentions;
}

const nameOf = (order: NewOrder, item: Sheet | Envelope): string =>
  item.type === 'sheet'
    ? `Sheet ${order.contents.indexOf(item) + 1}`
    : item.outer
      ? 'Outer Envelope'
      : 'Return Envelope';
