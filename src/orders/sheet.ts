/** A sheet of an order: its input fields, and how they are read. docs/api.md#orders */
import { defineInputFields } from 'zapier-platform-core';
import type { Sheet } from '../api/orders.ts';
import {
  childField,
  type InputData,
  readBoolean,
  readLineItems,
  readNumber,
  readRequired,
  readTrimmed,
  rejectUnknownLineItems,
} from '../inputs.ts';

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
    helpText: 'The ID of the paper type. Find Order returns the IDs used in an earlier order.',
  },
  { key: 'width', label: 'Width (Inches)', type: 'string', placeholder: '8.5' },
  { key: 'height', label: 'Height (Inches)', type: 'string', placeholder: '11' },
  { key: 'color', label: 'Color', type: 'boolean', helpText: 'Yes prints in color, No in black and white.' },
  { key: 'duplex', label: 'Double-Sided', type: 'boolean' },
  { key: 'landscape', label: 'Landscape', type: 'boolean' },
  {
    key: 'rows',
    label: 'Rows',
    type: 'string',
    helpText: 'For small pieces cut from one sheet, such as cards: the number of rows.',
  },
  {
    key: 'cols',
    label: 'Columns',
    type: 'string',
    helpText: 'For small pieces cut from one sheet: the number of columns.',
  },
]);

export const sheetsField = { key: 'sheets', label: 'Sheets', children: sheetChildren };

/** @throws a user-facing error for the first unusable value */
export function readSheets(inputData: InputData): Sheet[] {
  const keys = sheetChildren.map(({ key }) => key);
  rejectUnknownLineItems(inputData, sheetsField, keys);
  return readLineItems(inputData, sheetsField.key, keys).map(readSheet);
}

function readSheet(row: InputData, index: number): Sheet {
  const field = (key: string) => childField(`Sheet ${index + 1}`, sheetChildren, key);
  return {
    type: 'sheet',
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
