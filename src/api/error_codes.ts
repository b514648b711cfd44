/** The letter service's error codes, each with the message that the user sees. docs/api.md#errors */
import { contactSupport, describeMissingPermission, type Purpose } from './purpose.ts';

/** Returns the message for a code, or undefined if the code is not in the list below. */
export const messageForCode = (code: string | undefined, purpose: Purpose): string | undefined =>
  code !== undefined && isKnownCode(code) ? messages[code]?.(purpose) : undefined;

export const isKnownCode = (code: string): boolean => Object.hasOwn(messages, code);

const rejected = ({ verb, object }: Purpose): string =>
  `The letter service rejected the request to ${verb} ${object}`;

const accountRequired = ({ verb, object }: Purpose): string =>
  `This connection is not linked to an account with the letter service, so it can't ${verb} ${object}. Reconnect as a user who has an account there.`;

/** What to do about a file or font that does not exist. */
export const unknownAdvice = {
  file: 'Upload the file in an earlier step and map it from that step.',
  font: 'Use a font from one of your earlier orders.',
};

const messages: Record<string, ((purpose: Purpose) => string) | undefined> = {
  'contacts.account_required': accountRequired,
  'files.account_required': accountRequired,
  'lists.account_required': accountRequired,
  'orders.account_required': accountRequired,
  'orders.invalid_data': (purpose) =>
    `${rejected(purpose)}: one of the values has the wrong type. Check the numbers and yes/no fields in this step.`,
  'orders.invalid_id': (purpose) =>
    `${rejected(purpose)}: one of the IDs is invalid. Check each ID in this step, or map it again.`,
  'orders.invalid_type': (purpose) =>
    `${rejected(purpose)}: the request has the wrong type. ${contactSupport}`,
  'orders.missing_attribute': (purpose) =>
    `${rejected(purpose)}: a required value is missing. Check the fields you left blank.`,
  'orders.unknown_file': (purpose) =>
    `${rejected(purpose)}: one of the files does not exist. ${unknownAdvice.file}`,
  'orders.unknown_font': (purpose) =>
    `${rejected(purpose)}: one of the fonts does not exist. ${unknownAdvice.font}`,
  'orders.permission_error': describeMissingPermission,
  'contacts.missing_contact': ({ object }) =>
    `The letter service did not find ${object}. It may have been deleted. Choose the contact from the list, or find it in an earlier step.`,
  'contacts.missing_name': () =>
    'The letter service rejected the contact because it has no name. Nothing was changed. Enter a name.',
  'hooks.missing_scope': describeMissingPermission,
  'no-content': ({ object }) =>
    `The letter service rejected ${object} because it is empty. Choose another file.`,
  'too-large': ({ object }) =>
    `The letter service rejected ${object} because it is too large. Make the file smaller, for example by compressing its images.`,
  invalid_filename: ({ object }) => `The letter service rejected the name of ${object}.`,
};
