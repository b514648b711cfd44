/** A sheet of an order: its input fields, and how they are read. docs/api.md#orders */
import { defineInputFields } from 'zapier-platform-core';
import { formatNumber } from '../format_number.ts';
import {
  childField,
  type InputData,
  inputError,
  readBoolean,
  readLineItems,
  readNumber,
  readRequired,
  readTrimmed,
} from '../inputs.ts';

/** Where to find the ID of a paper, font or envelope, which the service does not list. */
export const idHelp =
  'A Find Order step returns the IDs used in an earlier order. Repeat Order With New File needs none of these IDs.';

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
    helpText: `The ID of the paper. ${idHelp}`,
  },
  {
    key: 'width',
    label: 'Width (Inches)',
    type: 'string',
    placeholder: 'For example 8.5',
    helpText: 'The width of the paper as it is printed.',
  },
  {
    key: 'height',
    label: 'Height (Inches)',
    type: 'string',
    placeholder: 'For example 11',
    helpText: 'The height of the paper as it is printed.',
  },
  {
    key: 'color',
    label: 'Color',
    type: 'boolean',
    helpText: 'Yes prints in color, No in black and white. If left blank, the letter service decides.',
  },
  {
    key: 'duplex',
    label: 'Double-Sided',
    type: 'boolean',
    helpText:
      'Yes prints on both sides of the paper, No on the front only. If left blank, the letter service decides.',
  },
  {
    key: 'landscape',
    label: 'Landscape',
    type: 'boolean',
    helpText: 'Choose Yes if the pages of the file are wider than high.',
  },
  {
    key: 'rows',
    label: 'Rows',
    type: 'string',
    helpText:
      'Leave blank for normal letters. For small pieces cut from one sheet, such as cards: the number of rows.',
  },
  {
    key: 'cols',
    label: 'Columns',
    type: 'string',
    helpText: 'Leave blank for normal letters. For small pieces cut from one sheet: the number of columns.',
  },
]);

export const sheetsField = { key: 'sheets', label: 'Sheets', children: sheetChildren };

/** More than a letter can have. */
const maxSheets = 100;

/** @throws a user-facing error for the first unusable value, or if there are too many sheets */
export function readSheets(inputData: InputData) {
  const rows = readLineItems(
    inputData,
    sheetsField,
    sheetChildren.map(({ key }) => key),
  );
  requireAtMost(maxSheets, rows, sheetsField.label);
  return rows.map(readSheet);
}

/** @throws a user-facing error if there are more line items than that */
export function requireAtMost(limit: number, rows: readonly unknown[], label: string): void {
  if (rows.length <= limit) return;
  const [count, most] = [rows.length, limit].map(formatNumber);
  throw inputError(
    `${label} has ${count} items, and at most ${most} are allowed. Nothing was ordered. Check what is mapped to ${label}.`,
  );
}

function readSheet(row: InputData, index: number) {
  const field = (key: string) => childField(`Sheet ${index + 1}`, sheetChildren, key);
  return {
    type: 'sheet' as const,
    file: readRequired(row, field('file')),
    paper_type: readTrimmed(row, field('paper_type')),
    width: readNumber(row, field('width'), { above: 0 }),
    height: readNumber(row, field('height'), { above: 0 }),
    color: readBoolean(row, field('color')),
    duplex: readBoolean(row, field('duplex')),
    landscape: readBoolean(row, field('landscape')),
    rows: readNumber(row, field('rows'), { whole: true, min: 1 }),
    cols: readNumber(row, field('cols'), { whole: true, min: 1 }),
  };
}
