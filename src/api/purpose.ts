/** What a request is for, and the parts of error messages that depend only on that. */

/** What a request is for, in the user's words. Error messages are built from these. */
export interface Purpose {
  /** What the request acts on, as a noun phrase, such as `the contact "c-123-4567"`. */
  object: string;
  /** What the request does to it, such as `read` or `delete`. Must fit "to … the contact". */
  verb: string;
  /** The scopes, any of which permits the request. */
  scopes: readonly string[];
  /** What the user should do on failure, if not simply run the step again. */
  advice?: string;
}

/** Reading is harmless to repeat; for anything else the user should look before doing it twice. */
export const repeatAdvice = ({ verb, advice }: Purpose): string =>
  advice ??
  (verb === 'read'
    ? 'Nothing was changed; run the step again in a few minutes.'
    : 'It is not known whether that was done: look at your account at the letter service before you run the step again.');

export const permissionAdvice = (scopes: readonly string[]): string =>
  scopes.length > 0
    ? `Reconnect the account and approve the permission ${scopes.map((scope) => `"${scope}"`).join(' or ')}.`
    : 'Reconnect the account and approve every permission it asks for.';
