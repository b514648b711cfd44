/**
 * The connector's settings: environment variables, read where they are needed and checked once a value.
 *
 * They are read late, not when the module loads: the platform sets the environment before each run, after the
 * module may have been loaded long ago, and a definition must be readable with no settings at all.
 */
import { requestError } from './api/failure.ts';

type SettingName = 'BASE_URL' | 'AUTH_URL' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'OAUTH_SCOPES';

/** With it, subscriptions of other applications would be shown among the connector's own, and could be taken for them. */
const neverAskedFor = 'hooks.manage';

/** The scopes the connector needs. */
const defaultScopes =
  'contacts.read contacts.write orders.read orders.write pls.files.read pls.files.write pls.lists.write';

const checkedRoots = new Map<string, string>();

/** The API root (`BASE_URL`) without a trailing slash. @throws when it is missing or not a safe address */
export const baseUrl = (): string => root('BASE_URL');

/** The root of the OAuth pages (`AUTH_URL`) without a trailing slash. @throws as {@link baseUrl} does */
export const authUrl = (): string => root('AUTH_URL');

/** The OAuth client that the service issued. @throws when either half is missing */
export const oauthClient = (): { id: string; secret: string } => ({
  id: required('CLIENT_ID'),
  secret: required('CLIENT_SECRET'),
});

/** The scopes to ask for, space-separated (§5.4). */
export const oauthScopes = (): string =>
  (process.env.OAUTH_SCOPES ?? '')
    .split(/\s+/)
    .filter((scope) => scope && scope !== neverAskedFor)
    .join(' ') || defaultScopes;

/** Whether `url` lies on the API's origin: the only place that may ever see the access token. */
export const isServiceUrl = (url: string): boolean =>
  URL.canParse(url) && new URL(url).origin === new URL(baseUrl()).origin;

function required(name: SettingName): string {
  const value = (process.env[name] ?? '').trim();
  if (value) return value;
  throw requestError(
    `The setting ${name} of this integration is missing. Its maintainer sets it with "zapier-platform env:set VERSION ${name}=…", or in the environment when it runs locally.`,
    { outcome: 'refused', code: 'missing_setting' },
  );
}

function root(name: 'BASE_URL' | 'AUTH_URL'): string {
  const value = required(name);
  const known = checkedRoots.get(value);
  if (known) return known;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const complaint = complaintAbout(url);
  if (!url || complaint) {
    throw requestError(
      `The setting ${name} of this integration is ${quoted(value)}, which ${complaint}. Set it to an address such as https://api.example.com.`,
      { outcome: 'refused', code: 'invalid_setting' },
    );
  }
  const checked = (url.origin + url.pathname).replace(/\/+$/, '');
  checkedRoots.set(value, checked);
  return checked;
}

function complaintAbout(url: URL | undefined): string | undefined {
  if (!url) return 'is not a web address';
  if (url.username || url.password) return 'contains a user name or password';
  if (url.search || url.hash) return 'has a query or a fragment, which a root address cannot have';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol !== 'http:') return 'does not begin with https://';
  return isLoopback(url.hostname)
    ? undefined
    : 'begins with http://, so that anyone on the way could read it';
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/** The value as it may be shown: whatever stands where a password would stand is not repeated. */
const quoted = (value: string): string => `"${value.replace(/\/\/[^/@]*@/, '//…@').slice(0, 200)}"`;
