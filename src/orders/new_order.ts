/** Reads a new order: sheets with their merge texts, and envelopes. docs/api.md#orders */
import { type InputData, inputError, readRequired } from '../inputs.ts';
import { readEnvelopes } from './envelope.ts';
import { readMergeTexts } from './merge_text.ts';
import { listField } from './safety.ts';
import { readSheets } from './sheet.ts';

export type NewOrder = ReturnType<typeof readNewOrder>;

/** Returns the order that the fields describe. @throws a user-facing error for the first unusable value */
export function readNewOrder(inputData: InputData) {
  const list = readRequired(inputData, listField);
  const sheets = readSheets(inputData);
  if (sheets.length === 0)
    throw inputError('There is nothing to print. Add at least one item under Sheets, and fill in its File.');
  const texts = readMergeTexts(inputData, sheets.length);
  const printed = sheets.map((sheet, index) => {
    const merge = texts[index] ?? [];
    return { ...sheet, ...(merge.length > 0 ? { merge } : {}) };
  });
  return { type: 'order' as const, contents: [...printed, ...readEnvelopes(inputData)], list };
}
