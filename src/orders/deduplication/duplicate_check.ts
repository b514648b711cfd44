/** The fields of every ordering step that say which letters are the same, and how soon they can be ordered again. */
import { type InputData, readChoice, readTrimmed } from '../../inputs.ts';

/** The lengths in seconds. */
export const windows = { off: 0, hour: 3600, day: 86_400, week: 604_800 } as const;
export type Window = keyof typeof windows;

export const eventIdField = {
  key: 'event_id',
  label: 'Event ID',
  type: 'string',
  group: 'safety',
  helpText:
    'Tells two identical letters apart. Map something that is different for each event, such as the number of the donation: two equal gifts then get two letters, and a repeated run does not send another one.',
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
    'If the same letters to the same people were already ordered within this time, this step does not order them again and returns the first order.',
} as const;

export interface DuplicateCheck {
  window: Window;
  /** Only letters with the same value count as the same. */
  eventId: string | undefined;
}

/** The window is a day if the field is blank. */
export const readDuplicateCheck = (inputData: InputData): DuplicateCheck => ({
  window: readChoice(inputData, duplicateWindowField) ?? 'day',
  eventId: readTrimmed(inputData, eventIdField),
});
