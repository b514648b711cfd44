/** The fields that the ordering steps share. */
import { hash } from 'node:crypto';
import type { Bundle } from 'zapier-platform-core';
import { type InputData, inputError, readChoice, readTrimmed } from '../steps/inputs.ts';
import { isEditorPreview, orderTestField } from '../steps/test_button.ts';
import { truncate } from '../text/format.ts';
import { longestLookBack } from './entries.ts';

const day = 86_400;
/** Seconds to remember an unconfirmed single letter. */
const week = 7 * day;
/** Seconds in which the same letters are not ordered again. */
const windowSeconds = { off: 0, hour: 3_600, day, week, quarter: longestLookBack };
/** An order of exactly the same letters that is newer than this (in seconds) never stops the step. */
const shortestReturn = 2 * day;

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
  helpText: 'Names the occasion, such as a donation ID: a new one lets people get the same letter again.',
} as const;

export const duplicateWindowField = {
  key: 'duplicate_window',
  label: 'Do Not Send Twice Within',
  type: 'string',
  choices: {
    off: 'Off: send every time',
    hour: 'An hour',
    day: 'A day',
    week: 'A week',
    quarter: 'Three months',
  },
  group: 'safety',
  helpText:
    'For this long, the same people do not get the same letter again. With an Event ID, each choice but Off means three months.',
} as const;

/** A choice of the field. The default differs between steps. */
type Window = keyof typeof duplicateWindowField.choices;

export const alreadySentField = {
  key: 'already_sent',
  label: 'If Someone Already Got the Letter',
  type: 'string',
  default: 'stop',
  choices: { stop: 'Stop: order nothing', leave_out: 'Leave them out' },
  group: 'safety',
  helpText:
    'Stop considers only the time in Do Not Send Twice Within. Leave them out skips everyone who got it in the last three months.',
} as const;

export const foundOrderIdField = {
  key: 'found_order_id',
  label: 'Found Order ID',
  type: 'string',
  group: 'safety',
  placeholder: 'For example m-310-4471',
  helpText:
    'Only if a message asks for it: the ID of the order at the letter service, or the word that the message names.',
} as const;

export const orderOptionFields = (window: Window = 'day') =>
  [eventIdField, { ...duplicateWindowField, default: window }, foundOrderIdField, orderTestField] as const;

export const orderOptionGroup = { key: 'safety', label: 'Safety' };

/** Whether to order or only to preview, and which earlier orders of the same letters count. */
export type OrderOptions = ReturnType<typeof readOrderOptions>;

/** Reads the fields. @param isLetter true if the step writes to one person */
export function readOrderOptions(
  bundle: Pick<Bundle, 'inputData' | 'meta'>,
  defaultWindow: Window = 'day',
  { isLetter = false, leavesOut = false } = {},
) {
  const { inputData } = bundle;
  const eventId = readTrimmed(inputData, eventIdField);
  const choice = readChoice(inputData, duplicateWindowField) ?? defaultWindow;
  const isLong = choice !== 'off' && eventId !== undefined;
  const maxAge = isLong ? longestLookBack : windowSeconds[choice];
  // In three months, the same letters may be meant to go out again. So after two days the step stops, and asks.
  const chosen = choice === 'quarter' ? 0 : windowSeconds[choice];
  return {
    isPreview: isEditorPreview(bundle, orderTestField),
    /** True if the step leaves out people who already got the letter, however long ago. */
    leavesOut,
    /** The user's time zone, for messages about earlier orders. */
    timeZone: bundle.meta?.timezone,
    /** Letters with different Event IDs are different letters. */
    eventId,
    /** What the user says of an order that could not be confirmed or was canceled. */
    found: readFound(inputData),
    maxAge: leavesOut ? Number.POSITIVE_INFINITY : maxAge,
    maxReturnAge: Math.min(maxAge, Math.max(chosen, shortestReturn)),
    maxUnconfirmedAge: choice === 'off' ? 0 : isLetter ? Math.max(maxAge, week) : longestLookBack,
  };
}

/**
 * Reads Found Order ID: an order's ID, or a word from a message, which says that an order is missing or was canceled.
 * @throws a user-facing error if it begins like such a word but is not one
 */
function readFound(
  inputData: InputData,
): { id: string; word?: never } | { word: string; id?: never } | undefined {
  const value = readTrimmed(inputData, foundOrderIdField);
  const word = value?.toLowerCase();
  if (value === undefined || word === undefined) return undefined;
  if (!/^(?:missing|canceled)-/.test(word)) return { id: value };
  if (/^[a-z]+-[a-z0-9]{8}$/.test(word)) return { word };
  throw inputError(
    `${foundOrderIdField.label} is "${truncate(value)}", which is neither the ID of an order nor a word from a message.`,
    'Copy the whole word from the message, or clear the field.',
  );
}

/** Makes a short code of an ID, for a word that a user can type. */
const codeOf = (id: string): string => hash('sha256', id).slice(0, 8);
/** The words by which a user says that the order of a run is missing, or that the people of a canceled order may be written to again. */
export const missingWord = (run: string): string => `missing-${codeOf(run)}`;
export const canceledWord = (order: string): string => `canceled-${codeOf(order)}`;
