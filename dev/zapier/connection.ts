/** A connected account: how Zapier comes by its token (OAuth 2.0 authorization code) and what it calls it. */
import { createHash, randomBytes } from 'node:crypto';
import * as zod from 'zod';
import type { Platform } from './platform.ts';

export interface Connection {
  /** Zapier's own id of it: what the cache scope `auth` and a lock's scope mean. */
  id: string;
  /** The Zapier user it belongs to. */
  user: string;
  authData: Record<string, string>;
}

/** A connection that was made through the consent pages, with what the connector's test told. */
export interface ConnectedAccount extends Connection {
  test: unknown;
  /** What a user sees in the list of their connections. */
  label: string;
}

/** Where Zapier waits for the browser to come back; `http://localhost:9000` is what its command line uses. */
export const defaultRedirectUri = 'http://localhost:9000';

/** A connection for account data that are already there, without the consent pages. */
export function connectionWith(authData: Record<string, string>, user = 'user-1'): Connection {
  const id = createHash('sha256').update(JSON.stringify(authData)).digest('hex').slice(0, 12);
  return { id: `connection-${id}`, user, authData };
}

/** A way through the service's pages that has begun and from which the browser has not come back yet. */
export interface ConnectionAttempt {
  /** Where the browser is to go. */
  authorizeUrl: string;
  /** Comes back with the browser, so that nobody else's answer is taken for this one. */
  state: string;
  redirectUri: string;
}

/** The first half of connecting an account. @throws what the connector throws */
export async function beginConnection(
  platform: Platform,
  redirectUri = defaultRedirectUri,
): Promise<ConnectionAttempt> {
  const state = randomBytes(12).toString('hex');
  const authorizeUrl = zod.string().parse(
    await platform.run({
      method: 'authentication.oauth2Config.authorizeUrl',
      bundle: { inputData: { state, redirect_uri: redirectUri, response_type: 'code' } },
    }),
  );
  return { authorizeUrl, state, redirectUri };
}

/**
 * The second half, when the browser is back: code → token → test → label.
 * @param returned the query of the address on which it came back
 * @throws what the connector throws, also when the owner said no; a sentence when the `state` is another one
 */
export async function finishConnection(
  platform: Platform,
  { state, redirectUri }: ConnectionAttempt,
  returned: Record<string, string>,
  user = 'user-1',
): Promise<ConnectedAccount> {
  if (returned.state !== state) {
    throw new Error(`The browser came back with the state "${returned.state}" instead of "${state}".`);
  }
  const authData = zod.record(zod.string(), zod.string()).parse(
    await platform.run({
      method: 'authentication.oauth2Config.getAccessToken',
      bundle: {
        inputData: { ...returned, redirect_uri: redirectUri },
        cleanedRequest: { querystring: returned },
      },
    }),
  );
  const connection = connectionWith(authData, user);
  const test = await platform.run({ method: 'authentication.test', connection });
  const { authentication } = await platform.definition();
  return { ...connection, test, label: renderLabel(authentication?.connectionLabel ?? '', test, authData) };
}

/**
 * Connects an account: authorize URL → the browser's way through the service's pages → code → token → test → label.
 * @param browser goes to the address and gives the one on which it came back
 * @throws what the connector throws, or a sentence when the browser came back with another `state`
 */
export async function connect(
  platform: Platform,
  browser: (authorizeUrl: string) => Promise<string>,
  { user = 'user-1', redirectUri = defaultRedirectUri } = {},
): Promise<ConnectedAccount> {
  const attempt = await beginConnection(platform, redirectUri);
  const back = new URL(await browser(attempt.authorizeUrl));
  return finishConnection(platform, attempt, Object.fromEntries(back.searchParams), user);
}

/** `{{account}}` and `{{bundle.authData.x}}` in a connection label's template. */
export function renderLabel(template: string, test: unknown, authData: Record<string, string>): string {
  const known = zod.record(zod.string(), zod.unknown()).catch({}).parse(test);
  return template.replace(/\{\{(?:bundle\.(authData|inputData)\.)?([\w.]+)\}\}/g, (_whole, part, name) =>
    String((part === 'authData' ? authData[name] : known[name]) ?? ''),
  );
}
