/** Chooses the message that the user sees for an error response. */
import type { ErrorBody } from './error_body.ts';
import { messageForCode } from './error_codes.ts';
import { type Purpose, permissionAdvice, repeatAdvice } from './purpose.ts';

const sentenceEnd = (text: string): string => (/[.!?\u2026]$/.test(text) ? text : `${text}.`);

/** Returns the message for an error response: by its code where the code is known, otherwise by its status. */
export function errorMessage(status: number, read: ErrorBody, purpose: Purpose): string {
  if (status === 401) return reconnect;
  const says = read.message
    ? ` The service says: “${read.message}”.`
    : read.code
      ? ` The service's code for it is ${read.code}.`
      : '';
  const expects = read.expectedType ? ` A value of type ${read.expectedType} is expected.` : '';
  const where = read.attribute ? ` It points at ${read.attribute}.` : '';
  return sentenceEnd(`${main(status, read, purpose)}${expects}${where}${says}`);
}

function main(status: number, { code, limitExceeded }: ErrorBody, purpose: Purpose): string {
  const { object, verb, scopes } = purpose;
  const known = status < 500 && status !== 429 ? messageForCode(code, purpose) : undefined;
  if (known) return known;
  switch (status) {
    case 408:
    case 425:
      return `The letter service did not take the request to ${verb} ${object} in time. Run the step again in a few minutes.`;
    case 403:
      return `This connection may not ${verb} ${object}. ${permissionAdvice(scopes)}`;
    case 404:
      return `The letter service did not find ${object}. Check the value, or choose it again; it may have been deleted or belong to another account.`;
    case 409:
      return `The letter service would not ${verb} ${object} in its present state. Look at it in your account, then run the step again.`;
    case 410:
      return `The letter service no longer has ${object}: it was deleted. Choose another one.`;
    case 411:
      return `The letter service wants to know the length of what is sent for ${object} beforehand. Ask the integration's maintainer for help.`;
    case 413:
      return `What was sent for ${object} is too large for the letter service. Send less at once.`;
    case 429:
      return limitExceeded
        ? `The letter service's limit for this ${limitExceeded} is reached, so it did not ${verb} ${object}. Zapier tries again later; with many changes to make, spread them out.`
        : `The letter service is asked too often just now, so it did not ${verb} ${object}. Zapier tries again in a moment.`;
    default:
  }
  if (status >= 500) {
    return `The letter service has a problem of its own (${status}) and did not say what became of the request to ${verb} ${object}. ${repeatAdvice(purpose)}`;
  }
  return `The letter service refused to ${verb} ${object}. Check the values of this step.`;
}

const reconnect =
  'The letter service no longer accepts this connection: it expired or was revoked. Reconnect the account (in the Zap editor, or under Apps in Zapier), then run the Zap again.';
