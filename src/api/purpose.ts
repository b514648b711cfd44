/** What a request is for, and the parts of error messages that depend only on that. */

/** What a request is for, in the user's words. Error messages are built from these. */
export interface Purpose {
  /** What the request acts on, as a noun phrase, such as `the contact "c-123-4567"`. */
  object: string;
  /** What the request does to it, such as `read` or `delete`. Must fit "to … the contact". */
  verb: string;
  /** Replaces `object` in messages about a 404 or 410, when more than the object may be missing. */
  missing?: string;
  /** The scopes, any of which permits the request. */
  scopes: readonly string[];
  /** What the user should do on failure. Set it only if repeating the request does no harm. */
  advice?: string;
}

export const contactSupport = "Contact this integration's support.";

/** Reports a problem after which the outcome is unknown, and says whether to run the step again. */
export function describeProblem(problem: string, { verb, object, advice }: Purpose): string {
  if (advice === undefined && verb !== 'read') {
    return `The letter service ${problem}, so we don't know whether the request to ${verb} ${object} went through. Check your account with the letter service before you run the step again.`;
  }
  return `The letter service ${problem} when asked to ${verb} ${object}. ${advice ?? 'Nothing was changed. Run the step again in a few minutes.'}`;
}

export function describeMissingPermission({ verb, object, scopes }: Purpose): string {
  return `This connection doesn't have permission to ${verb} ${object}. ${reconnectAdvice(scopes)}`;
}

/** Asks the user to approve all permissions, and names the scopes, any one of which is enough. */
export function reconnectAdvice(scopes: readonly string[]): string {
  const included = scopes.length > 0 ? `, including ${scopes.map((scope) => `"${scope}"`).join(' or ')}` : '';
  return `Reconnect the account and approve every permission it asks for${included}.`;
}

/** Adds technical details in parentheses to the last sentence. */
export function addDetails(message: string, details: readonly (string | undefined)[]): string {
  const known = details.filter((detail) => detail !== undefined);
  return known.length > 0 ? `${message.replace(/\.$/, '')} (${known.join(', ')}).` : message;
}

/** Quotes the letter service's own words, as a sentence to append; empty if it said nothing. */
export const quoteService = (words: string | undefined): string =>
  words ? ` The letter service says: “${words.replace(/\.$/, '')}”.` : '';
