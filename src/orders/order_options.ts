/** The fields that the ordering steps share. */
import { type InputData, readChoice, readTrimmed } from '../inputs.ts';
import { orderTestField } from '../test_button.ts';
import type { LookBack } from './deduplication/decide.ts';

const day = 86_400;
/** Seconds in which the same letters are not ordered again. A quarter is never shorter than three months. */
const windowSeconds = { off: 0, hour: 3_600, day, week: 7 * day, quarter: 92 * day };
/** Seconds in which an order of the same letters is at least the result of the step, instead of stopping it. */
const shortestReturn = 2 * day;

/** Seconds. No order is remembered for longer. */
export const longestLookBack = windowSeconds.quarter;
/** Seconds to remember single letters one by one, and an order that was never confirmed. */
export const week = windowSeconds.week;

export const listField = {
  key: 'list_id',
  label: 'List ID',
  type: 'string',
  required: true,
  placeholder: 'For example l-001-0001',
  helpText: 'The list to send the letters to. Map it from Create Temporary List.',
} as const;

export const eventIdField = {
  key: 'event_id',
  label: 'Event ID',
  type: 'string',
  group: 'safety',
  helpText:
    'Names the occasion, such as a donation ID or "Easter 2026": a new one lets people get the same letter again.',
} as const;

export const duplicateWindowField = {
  key: 'duplicate_window',
  label: 'Do Not Send Twice Within',
  type: 'string',
  default: 'day',
  choices: {
    off: 'Off: send every time',
    hour: 'An hour',
    day: 'A day',
    week: 'A week',
    quarter: 'Three months',
  },
  group: 'safety',
  helpText:
    'How long the same letters to the same people are not ordered again; with an Event ID, up to three months, unless this is off.',
} as const;

/** For lists, which people submit again the next week or month. */
export const longDuplicateWindowField = { ...duplicateWindowField, default: 'quarter' } as const;

export const orderOptionFields = [eventIdField, duplicateWindowField, orderTestField] as const;

export const orderOptionGroup = { key: 'safety', label: 'Safety' };

/** Which letters count as the same, and for how long. */
export interface DuplicateCheck extends LookBack {
  /** Only letters with the same value count as the same. */
  eventId: string | undefined;
}

/** Reads how far to look back. @param field whose default counts if it is blank */
export function readDuplicateCheck(
  inputData: InputData,
  field: typeof duplicateWindowField | typeof longDuplicateWindowField = duplicateWindowField,
): DuplicateCheck {
  const eventId = readTrimmed(inputData, eventIdField);
  const choice = readChoice(inputData, field) ?? field.default;
  const isLong = choice !== 'off' && eventId !== undefined;
  const counts = isLong ? longestLookBack : windowSeconds[choice];
  const chosen = choice === 'quarter' ? 0 : windowSeconds[choice];
  return {
    eventId,
    counts,
    returns: Math.min(counts, Math.max(chosen, shortestReturn)),
    mayExist: choice === 'off' ? 0 : isLong ? longestLookBack : week,
  };
}

/** How to order although the duplicate check stops the step. The page it names is docs/duplicate_letters.md. */
export const orderOnceAdvice = `set ${duplicateWindowField.label} to "${duplicateWindowField.choices.off}", run the step once, and then change the field back. See “When could a letter be sent twice?” in the documentation.`;
