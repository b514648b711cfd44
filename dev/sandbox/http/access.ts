/** Access tokens and scopes. See docs/api.md#authentication and docs/api.md#scopes. */
import type { Caller, Service } from '../service.ts';
import type { Token } from '../store/records.ts';
import type { Variant } from '../variants.ts';
import type { SandboxContext } from './context.ts';
import { ServiceError } from './service_error.ts';

/** Every scope with its description. The scopes of files and of lists have two names; see {@link scopeExists}. */
export const scopeDescriptions: Record<string, string> = {
  'contacts.read': 'View your mailing list',
  'contacts.write': 'Change your mailing list',
  'hooks.manage': 'Change and delete webhooks of other applications',
  'orders.read': 'View your orders',
  'orders.write': 'Order letters, which costs money',
  'pls.files.read': 'View your uploaded files',
  'pls.files.write': 'Upload and delete files',
  'pls.lists.read': 'View your temporary lists',
  'pls.lists.write': 'Create and change temporary lists',
  'lists.read': 'View your temporary lists',
  'lists.write': 'Create and change temporary lists',
  'files.read': 'View your uploaded files',
  'files.write': 'Upload and delete files',
};

/**
 * Returns the caller. The access token is a bearer token, the user name of HTTP Basic, or in the query.
 * @throws 401 if the access token is missing or unknown, 400 if there are two
 */
export function authenticate(c: SandboxContext, { database }: Service, inQuery: string | undefined): Caller {
  const inHeader = headerToken(c.req.header('Authorization'));
  if (inHeader !== undefined && inQuery !== undefined)
    throw new ServiceError(
      400,
      'invalid_request',
      'Send the access token only once: in the Authorization header or in the query.',
    );
  const token = inHeader ?? inQuery;
  if (!token) throw new ServiceError(401, 'invalid_request', 'The access token is missing.', {}, challenge());
  const known = database.get<Token>('token', token);
  if (known) return known;
  throw new ServiceError(
    401,
    'invalid_token',
    'The access token is unknown or was revoked.',
    {},
    challenge('invalid_token'),
  );
}

const challenge = (error?: string): Record<string, string> => ({
  'WWW-Authenticate': `Bearer realm="sandbox"${error ? `, error="${error}"` : ''}`,
});

function headerToken(header: string | undefined): string | undefined {
  const [, scheme = '', credentials = ''] = /^(\S+)\s+(\S+)\s*$/.exec(header ?? '') ?? [];
  if (/^bearer$/i.test(scheme)) return credentials;
  // The access token is the user name. The password is ignored.
  if (/^basic$/i.test(scheme)) return Buffer.from(credentials, 'base64').toString('utf8').split(':', 1)[0];
  return undefined;
}

/** @throws 403 if the token lacks the scope */
export function requireScope(caller: Caller, scope: string, group: string, service: Service): void {
  if (hasScope(caller, scope, service)) return;
  const code = `${group}.${group === 'orders' || group === 'lists' ? 'permission_error' : 'missing_scope'}`;
  const name = scopeExists(`pls.${scope}`, service.variants) ? `pls.${scope}` : scope;
  throw new ServiceError(
    403,
    code,
    `The access token lacks the scope ${name}.`,
    { scope: name },
    { 'WWW-Authenticate': `Bearer realm="sandbox", error="insufficient_scope", scope="${name}"` },
  );
}

/** Returns whether the token has the scope. By default a grant of `pls.files.read` also satisfies `files.read`. */
export function hasScope({ scopes }: Caller, scope: string, { variants }: Service): boolean {
  const prefixed = `pls.${scope}`;
  return scopes.includes(scope) || (scopeExists(prefixed, variants) && scopes.includes(prefixed));
}

/** Returns whether the service knows the scope; `strict-files` and `strict-lists` know only the names without `pls.`. */
export function scopeExists(scope: string, variants: ReadonlySet<Variant>): boolean {
  if (scope.startsWith('pls.files.')) return !variants.has('strict-files') && isKnownScope(scope);
  if (scope.startsWith('pls.lists.')) return !variants.has('strict-lists') && isKnownScope(scope);
  if (scope.startsWith('lists.')) return variants.has('strict-lists') && isKnownScope(scope);
  return isKnownScope(scope);
}

const isKnownScope = (scope: string): boolean => Object.hasOwn(scopeDescriptions, scope);

/** The caller's account; contacts, files and orders belong to one. @throws 400 for a token without an account */
export function requireAccount({ account }: Pick<Caller, 'account'>, group: string): string {
  if (account !== null) return account;
  throw new ServiceError(400, `${group}.account_required`, 'This access token is not linked to an account.');
}
