/** The fields that the ordering steps share. */
import { type InputData, readChoice, readTrimmed } from '../inputs.ts';
import { orderTestField } from '../test_button.ts';
import type { LookBack } from './deduplication/decide.ts';

const day = 86_400;
/** Seconds in which the same letters are not ordered again. A quarter is never shorter than three months. */
const windowSeconds = { off: 0, hour: 3_600, day, week: 7 * day, quarter: 92 * day };
/** The minimum of {@link LookBack.maxReturnAge}, in seconds: a newer order of exactly the same letters never stops the step. */
const shortestReturn = 2 * day;

/** Maximum seconds to remember an order. */
export const longestLookBack = windowSeconds.quarter;
/** Seconds to remember an unconfirmed order, and a single letter in the index that lists read. */
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

/** For lists, which users submit again the next week or month. */
export const longDuplicateWindowField = { ...duplicateWindowField, default: 'quarter' } as const;

export const orderOptionFields = [eventIdField, duplicateWindowField, orderTestField] as const;

export const orderOptionGroup = { key: 'safety', label: 'Safety' };

/** What makes letters the same, and for how long. */
export interface DuplicateCheck extends LookBack {
  /** Letters with different Event IDs are different letters. */
  eventId: string | undefined;
}

/** Reads how far to look back. @param field the field to read; if it is blank, its default counts */
export function readDuplicateCheck(
  inputData: InputData,
  field: typeof duplicateWindowField | typeof longDuplicateWindowField = duplicateWindowField,
): DuplicateCheck {
  const eventId = readTrimmed(inputData, eventIdField);
  const choice = readChoice(inputData, field) ?? field.default;
  const isLong = choice !== 'off' && eventId !== undefined;
  const maxAge = isLong ? longestLookBack : windowSeconds[choice];
  const chosen = choice === 'quarter' ? 0 : windowSeconds[choice];
  return {
    eventId,
    maxAge,
    maxReturnAge: Math.min(maxAge, Math.max(chosen, shortestReturn)),
    maxUnconfirmedAge: choice === 'off' ? 0 : isLong ? longestLookBack : week,
  };
}

/** Says how to order although the duplicate check stops the step. The documentation that it names is docs/duplicate_letters.md. */
export const orderOnceAdvice = `set ${duplicateWindowField.label} to "${duplicateWindowField.choices.off}", run the step once, and then change the field back. See “When could a letter be sent twice?” in the documentation.`;
