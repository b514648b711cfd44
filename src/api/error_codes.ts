/** The letter service's error codes, each with the message that the user sees. docs/api.md#errors */
import { type Purpose, permissionAdvice } from './purpose.ts';

type Sentence = (purpose: Purpose) => string;

/** The codes of §7.3 and those that services of this kind use, each told in terms of what the user filled in. */
const knownCodes: Record<string, Sentence | undefined> = {
  'orders.account_required': () =>
    'This connection is not linked to an account at the letter service, so it cannot order. Reconnect with a user who has an account there.',
  'orders.invalid_data': ({ object }) =>
    `A value in ${object} has the wrong type. Check the numbers and yes/no values.`,
  'orders.invalid_id': ({ object }) =>
    `The letter service does not recognize a value in ${object}. Check the values that name something: list, file, paper, envelope, font, logo or saved order.`,
  'orders.invalid_type': ({ object }) =>
    `The letter service did not take what was sent as ${object}. Ask the integration's maintainer for help.`,
  'orders.missing_attribute': ({ object }) =>
    `Something that the letter service needs is missing in ${object}. Fill in the fields that are blank.`,
  'orders.unknown_file': ({ object }) =>
    `A file used in ${object} does not exist at the letter service. Upload it in an earlier step and use the file that step gives.`,
  'orders.unknown_font': ({ object }) =>
    `A font used in ${object} does not exist at the letter service. Use a font that is used in one of your saved orders.`,
  'orders.permission_error': ({ object, verb, scopes }) =>
    `This connection may not ${verb} ${object}. ${permissionAdvice(scopes)}`,
  'contacts.missing_contact': ({ object }) =>
    `The letter service did not find ${object}. Choose the contact from the list, or find it in an earlier step; it may have been deleted.`,
  'contacts.missing_name': () =>
    'The contact has no name. Fill in Name: it is the first line on the envelope.',
  'hooks.missing_scope': ({ verb, object, scopes }) =>
    `This connection may not ${verb} ${object}. ${permissionAdvice(scopes)}`,
  'no-content': ({ object }) =>
    `The letter service found nothing in ${object}: the file is empty. Choose another file.`,
  'too-large': ({ object }) =>
    `The letter service finds ${object} too large. Make the file smaller, for example with smaller pictures.`,
  invalid_filename: ({ object }) =>
    `The letter service does not accept the name of ${object}. Fill in File Name with a short name that ends in its kind, such as letter.pdf.`,
};

/** Returns the message for a code, or undefined if the code is not one of these. */
export const messageForCode = (code: string | undefined, purpose: Purpose): string | undefined =>
  code !== undefined && isKnownCode(code) ? knownCodes[code]?.(purpose) : undefined;

export const isKnownCode = (code: string): boolean => Object.hasOwn(knownCodes, code);
