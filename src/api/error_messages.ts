/** Chooses the message that the user sees for an error response. */
import type { ErrorBody } from './error_body.ts';
import { isKnownCode, messageForCode } from './error_codes.ts';
import {
  addDetails,
  contactSupport,
  describeMissingPermission,
  describeProblem,
  type Purpose,
  quoteService,
} from './purpose.ts';

/** Returns the message for an error response: by its code if the code is known, otherwise by its status. */
export function errorMessage(status: number, body: ErrorBody, purpose: Purpose): string {
  if (status === 401) return reconnectMessage;
  const { code, attribute, expectedType } = body;
  return addDetails(mainMessage(status, body, purpose) + quoteService(body.message), [
    code !== undefined && !isKnownCode(code) ? `code ${code}` : undefined,
    attribute && `attribute ${attribute}`,
    expectedType && `expected type ${expectedType}`,
  ]);
}

const reconnectMessage =
  'The letter service no longer accepts this connection. It expired or was revoked. Reconnect the account in Zapier, then run the Zap again.';

function mainMessage(status: number, { code, limitExceeded }: ErrorBody, purpose: Purpose): string {
  const { object, verb, missing = object } = purpose;
  if (status >= 500) return describeProblem(`returned a server error (${status})`, purpose);
  if (status === 429) {
    return limitExceeded
      ? `You have reached the letter service's limit for this ${limitExceeded}, so it did not ${verb} ${object}. Zapier will try again later. Spread large changes over the day.`
      : `The letter service received too many requests, so it did not ${verb} ${object}. Zapier will try again automatically.`;
  }
  const known = messageForCode(code, purpose);
  if (known) return known;
  switch (status) {
    case 403:
      return describeMissingPermission(purpose);
    case 404:
      return `The letter service did not find ${missing}. It may have been deleted, or it may belong to another account. Check the value, or choose it again.`;
    case 408:
    case 425:
      return `The letter service did not accept the request to ${verb} ${object} in time. Nothing was done. Run the step again in a few minutes.`;
    case 409:
      return `The letter service can't ${verb} ${object} in its current state. Check it in your account with the letter service, then run the step again.`;
    case 410:
      return `The letter service no longer has ${missing}. It was deleted. Choose another one.`;
    case 411:
      return `The letter service rejected the request to ${verb} ${object} because its length is missing. ${contactSupport}`;
    case 413:
      return `The letter service rejected the request to ${verb} ${object} because it is too large. Send less data at once.`;
    default:
      return `The letter service rejected the request to ${verb} ${object}. Check the values in this step.`;
  }
}
