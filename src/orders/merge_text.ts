/** A merge text, which an order prints on a sheet: its input fields, and how they are read. docs/api.md#orders */
import { defineInputFields } from 'zapier-platform-core';
import {
  childField,
  type InputData,
  inputError,
  isBlank,
  readLineItems,
  readNumber,
  readText,
  readTrimmed,
  truncate,
} from '../inputs.ts';
import { idHelp, requireAtMost } from './sheet.ts';

const alignField = {
  key: 'align',
  label: 'Alignment',
  type: 'string',
  choices: { left: 'Left', center: 'Center', right: 'Right' },
  helpText: 'How the text is aligned at its position on the page.',
} as const;

export const mergeChildren = defineInputFields([
  {
    key: 'sheet_number',
    label: 'Sheet Number',
    type: 'string',
    helpText: 'The item under Sheets to print the text on, counted from 1. Leave blank if there is only one.',
  },
  {
    key: 'text',
    label: 'Text',
    type: 'text',
    placeholder: 'For example Dear {greeting},',
    helpText:
      'Text to print on the page. Words in braces are replaced for each person: {greeting}, {name}, or a merge field of the list.',
  },
  {
    key: 'font',
    label: 'Font',
    type: 'string',
    helpText: `The ID of the font. ${idHelp}`,
  },
  {
    key: 'size',
    label: 'Size (Points)',
    type: 'string',
    placeholder: 'For example 11',
    helpText: 'The height of the letters. 11 points is common in letters.',
  },
  {
    key: 'text_color',
    label: 'Text Color',
    type: 'string',
    placeholder: 'For example #1A4D80',
    helpText:
      'Leave blank for black. Otherwise, six hexadecimal digits for red, green and blue, such as #1A4D80.',
  },
  alignField,
  {
    key: 'page',
    label: 'Page',
    type: 'string',
    helpText: 'The page within the file of that sheet, counted from 1.',
  },
  {
    key: 'x',
    label: 'Distance From Left (Inches)',
    type: 'string',
    placeholder: 'For example 1',
    helpText: 'How far the text is from the left edge of the page.',
  },
  {
    key: 'y',
    label: 'Distance From Top (Inches)',
    type: 'string',
    placeholder: 'For example 2.5',
    helpText: 'How far the text is from the top edge of the page.',
  },
]);

export const mergeTextsField = { key: 'merges', label: 'Merge Text', children: mergeChildren };

/** Returns the texts of each sheet, in the order of the sheets. @throws a user-facing error for the first unusable value */
export function readMergeTexts(inputData: InputData, sheetCount: number) {
  const texts: ReturnType<typeof readMergeText>['merge'][][] = Array.from({ length: sheetCount }, () => []);
  const rows = readLineItems(inputData, mergeTextsField, mergeKeys(inputData));
  requireAtMost(maxMergeTexts, rows, mergeTextsField.label);
  for (const [index, row] of rows.entries()) {
    const { sheetIndex, merge } = readMergeText(row, index, sheetCount);
    texts[sheetIndex]?.push(merge);
  }
  return texts;
}

/** More than the pages of a letter can show. */
const maxMergeTexts = 1_000;

/** Returns the keys of a merge text. `color` is already a sheet field. */
const mergeKeys = (inputData: InputData): string[] => [
  ...mergeChildren.map(({ key }) => key),
  ...(isBlank(inputData.merges) ? [] : ['color']),
];

function readMergeText(row: InputData, index: number, sheetCount: number) {
  const place = `Merge Text ${index + 1}`;
  const field = (key: string) => childField(place, mergeChildren, key);
  const sheetNumber = readNumber(row, field('sheet_number'), { whole: true });
  if (sheetNumber === undefined && sheetCount > 1) {
    throw inputError(
      `${place} has no Sheet Number, but there are ${sheetCount} sheets. Enter the sheet to print it on.`,
    );
  }
  if (sheetNumber !== undefined && (sheetNumber < 1 || sheetNumber > sheetCount)) {
    throw inputError(
      `${place} is for sheet ${sheetNumber}, but there ${sheetCount === 1 ? 'is only 1 sheet' : `are only ${sheetCount} sheets`}. Use a Sheet Number from 1 to ${sheetCount}.`,
    );
  }
  const text = readText(row, field('text'));
  if (text === undefined) throw inputError(`${place} has no text. Fill in its Text, or remove the item.`);
  const merge = {
    text,
    font: readTrimmed(row, field('font')),
    size: readNumber(row, field('size'), { above: 0 }),
    color: readColor(row, field),
    // A value outside the choices is passed on, because the service may accept more of them.
    align: readTrimmed(row, field('align'))?.toLowerCase(),
    page: readNumber(row, field('page'), { whole: true, min: 1 }),
    x: readNumber(row, field('x')),
    y: readNumber(row, field('y')),
  };
  return { sheetIndex: (sheetNumber ?? 1) - 1, merge };
}

function readColor(
  row: InputData,
  field: (key: string) => { key: string; label: string },
): string | undefined {
  const { key, label } = field('text_color');
  // Zapier requires unique keys within an action, and `color` is a sheet's. A mapped row may still use `color`.
  const value = readTrimmed(row, { key, label }) ?? readTrimmed(row, { key: 'color', label });
  if (value === undefined || /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)) return value;
  throw inputError(
    `${label} is "${truncate(value)}", which is not a color. Use six digits for red, green and blue, such as #1A4D80.`,
  );
}
