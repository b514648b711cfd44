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
  const state = randomBytes(12).toString('hex');
  const authorizeUrl = zod.string().parse(
    await platform.run({
      method: 'authentication.oauth2Config.authorizeUrl',
      bundle: { inputData: { state, redirect_uri: redirectUri, response_type: 'code' } },
    }),
  );
  const query = Object.fromEntries(new URL(await browser(authorizeUrl)).searchParams);
  if (query.state !== state) {
    throw new Error(`The browser came back with the state "${query.state}" instead of "${state}".`);
  }
  const authData = zod.record(zod.string(), zod.string()).parse(
    await platform.run({
      method: 'authentication.oauth2Config.getAccessToken',
      bundle: {
        inputData: { ...query, redirect_uri: redirectUri },
        cleanedRequest: { querystring: query },
      },
    }),
  );
  const connection = connectionWith(authData, user);
  const test = await platform.run({ method: 'authentication.test', connection });
  const { authentication } = await platform.definition();
  return { ...connection, test, label: renderLabel(authentication?.connectionLabel ?? '', test, authData) };
}

/** `{{account}}` and `{{bundle.authData.x}}` in a connection label's template. */
export function renderLabel(template: string, test: unknown, authData: Record<string, string>): string {
  const known = zod.record(zod.string(), zod.unknown()).catch({}).parse(test);
  return template.replace(/\{\{(?:bundle\.(authData|inputData)\.)?([\w.]+)\}\}/g, (_whole, part, name) =>
    String((part === 'authData' ? authData[name] : known[name]) ?? ''),
  );
}
