/** Who asks and what they may (§5.3–5.5). */
import type { Context } from 'hono';
import type { Token } from './records.ts';
import { Refusal } from './refusal.ts';
import type { Caller, Service } from './service.ts';

/** Every scope of §5.4 in words, and the two names that the file operations use (§5.5). */
export const scopesInWords: Record<string, string> = {
  'contacts.read': 'See your mailing list',
  'contacts.write': 'Change your mailing list',
  'hooks.manage': 'Change and delete notifications that other applications set up',
  'orders.read': 'See your orders',
  'orders.write': 'Order letters for you; this costs money',
  'pls.files.read': 'See your uploaded files',
  'pls.files.write': 'Upload files',
  'pls.lists.read': 'See your temporary mailing lists',
  'pls.lists.write': 'Create and change temporary mailing lists',
  'files.read': 'See your uploaded files',
  'files.write': 'Upload and delete files',
};

/** The caller by any of the three ways of §5.3. @throws 401 without a token, or with one that is not known */
export function callerOf(c: Context, { database }: Service): Caller {
  const given = tokensOf(c);
  if (given.length === 0) {
    throw new Refusal(401, 'invalid_request', 'Send an access token with the request.', {}, challenge());
  }
  const [token = '', ...others] = given;
  if (others.some((other) => other !== token)) {
    throw new Refusal(400, 'invalid_request', 'Send the access token in one way only.');
  }
  const known = database.get<Token>('token', token);
  if (!known) {
    throw new Refusal(
      401,
      'invalid_token',
      'The access token is unknown or was revoked.',
      {},
      challenge('invalid_token'),
    );
  }
  return known;
}

const challenge = (error?: string): Record<string, string> => ({
  'WWW-Authenticate': `Bearer realm="sandbox"${error ? `, error="${error}"` : ''}`,
});

function tokensOf(c: Context): string[] {
  const tokens = [...(c.req.queries('access_token') ?? [])];
  const [scheme = '', credentials = ''] = (c.req.header('Authorization') ?? '').trim().split(/\s+/, 2);
  if (/^bearer$/i.test(scheme) && credentials) tokens.unshift(credentials);
  if (/^basic$/i.test(scheme)) {
    const [user = ''] = Buffer.from(credentials, 'base64').toString('utf8').split(':', 1);
    if (user) tokens.unshift(user);
  }
  return tokens;
}

/** @throws 403 with this code when the token lacks the scope */
export function need(caller: Caller, scope: string, code: string, service: Service): void {
  if (has(caller, scope, service)) return;
  throw new Refusal(403, code, `The access token lacks the scope ${scope}.`, {
    scope,
  });
}

/** In the default world a `pls.files.*` grant opens what asks for `files.*`; in strict-files it does not. */
export function has({ scopes }: Caller, scope: string, { worlds }: Service): boolean {
  return (
    scopes.includes(scope) ||
    (scope.startsWith('files.') && !worlds.has('strict-files') && scopes.includes(`pls.${scope}`))
  );
}

/** The caller's account; contacts, files and orders belong to one. @throws 400 for a token without an account */
export function accountOf(caller: Caller): string {
  if (caller.account !== null) return caller.account;
  throw new Refusal(400, 'orders.account_required', 'This access token is not linked to an account.');
}
