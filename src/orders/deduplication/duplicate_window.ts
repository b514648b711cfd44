/** The field of every ordering step that limits how soon the same letters can be ordered again. */
import { type InputData, readChoice } from '../../inputs.ts';

/** The lengths in seconds. */
export const windows = { off: 0, hour: 3600, day: 86_400, week: 604_800 } as const;
export type Window = keyof typeof windows;

export const duplicateWindowField = {
  key: 'duplicate_window',
  label: 'Do Not Send Twice Within',
  type: 'string',
  default: 'day',
  choices: {
    off: 'No protection: send every time',
    hour: 'An hour',
    day: 'A day',
    week: 'A week',
  },
  group: 'safety',
  helpText:
    'If the same letters to the same people were already ordered within this time, this step does not order them again and returns the first order.',
} as const;

/** Returns the chosen window, or a day if the field is blank. */
export const readWindow = (inputData: InputData): Window =>
  readChoice(inputData, duplicateWindowField, ['off', 'hour', 'day', 'week']) ?? 'day';
