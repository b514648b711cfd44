/**
 * The connector's settings: environment variables, checked when they are used.
 *
 * The module does not read them when it loads, because Zapier sets the environment before each run and may have loaded the
 * module long before. The app definition needs no settings.
 */
import { Failure } from './failure.ts';

type SettingName = 'BASE_URL' | 'AUTH_URL' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'OAUTH_SCOPES';

const defaultScopes =
  'contacts.read contacts.write orders.read orders.write pls.files.read pls.files.write pls.lists.write';

/** The API root (`BASE_URL`) without a trailing slash. @throws if it is missing or not a safe URL */
export const baseUrl = (): string => readRoot('BASE_URL');

/** The root of the OAuth pages (`AUTH_URL`) without a trailing slash. @throws as {@link baseUrl} does */
export const authUrl = (): string => readRoot('AUTH_URL');

/** The OAuth client that the letter service issued. @throws if its ID or secret is missing */
export const oauthClient = (): { id: string; secret: string } => ({
  id: readRequired('CLIENT_ID'),
  secret: readRequired('CLIENT_SECRET'),
});

/** The scopes to request, space-separated. docs/api.md#scopes */
export const oauthScopes = (): string =>
  (process.env.OAUTH_SCOPES ?? '')
    .split(/\s+/)
    // With this scope, the webhook endpoints would also list subscriptions of other applications.
    .filter((scope) => scope && scope !== 'hooks.manage')
    .join(' ') || defaultScopes;

/** Returns true if a URL is on the API's origin, the only one that may receive the access token. */
export const isServiceUrl = (url: string): boolean =>
  URL.canParse(url) && new URL(url).origin === new URL(baseUrl()).origin;

/** Returns true during development, when the service and its files are on this machine. */
export const isServiceLocal = (): boolean => isLoopback(new URL(baseUrl()).hostname);

function readRequired(name: SettingName): string {
  const value = (process.env[name] ?? '').trim();
  if (value) return value;
  throw notSetUp(
    `the setting ${name} is missing`,
    `Its developer can add it with "zapier-platform env:set VERSION ${name}=…", or as an environment variable when running locally.`,
  );
}

function readRoot(name: 'BASE_URL' | 'AUTH_URL'): string {
  const value = readRequired(name);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (isSecure && url.href === url.origin + url.pathname) return url.href.replace(/\/+$/, '');
  throw notSetUp(
    `the setting ${name} is not an https:// URL without a user name or password, a query or a fragment`,
    'Its developer can change it to a URL such as https://api.example.com. http:// is accepted only for localhost.',
  );
}

const notSetUp = (problem: string, advice: string): Failure =>
  new Failure({ kind: 'not_done', what: `This integration is not set up: ${problem}.`, advice });

export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
