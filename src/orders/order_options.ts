/** What the ordering steps share: their fields, and the words for an order that was not placed. */

import { type InputData, readChoice, readTrimmed } from '../inputs.ts';
import { orderTestField } from '../test_button.ts';

/** Seconds in which the same letters are not ordered again. */
const windowSeconds = { off: 0, hour: 3_600, day: 86_400, week: 604_800 };

/** Seconds. No order is remembered for longer. */
export const longestWindow = windowSeconds.week;

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
  },
  group: 'safety',
  helpText:
    'How long the same letters to the same people are not ordered again; with an Event ID, three months, unless this is off.',
} as const;

export const orderOptionFields = [eventIdField, duplicateWindowField, orderTestField] as const;

export const orderOptionGroup = { key: 'safety', label: 'Safety' };

/** Which letters count as the same. */
export interface DuplicateCheck {
  /** How many seconds to look back; 0 if the check is off. */
  seconds: number;
  /** Only letters with the same value count as the same. */
  eventId: string | undefined;
}

/** Looks back a day if the field is blank. */
export const readDuplicateCheck = (inputData: InputData): DuplicateCheck => ({
  seconds: windowSeconds[readChoice(inputData, duplicateWindowField) ?? 'day'],
  eventId: readTrimmed(inputData, eventIdField),
});

/** How to order although the duplicate check stops the step. The page it names is docs/duplicate_letters.md. */
export const orderOnceAdvice = `set ${duplicateWindowField.label} to "${duplicateWindowField.choices.off}", run the step once, and then change the field back. See “When could a letter be sent twice?” in the documentation.`;

/** What a step says about itself. Whether an earlier attempt ordered, it cannot know. */
export const nothingOrdered = 'Nothing was ordered by this run';
export const nothingOrderedText = `${nothingOrdered}.`;
export const nothingOrderedBecause = (reason: string): string => `${nothingOrdered}: ${reason}`;
