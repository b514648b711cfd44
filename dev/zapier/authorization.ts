/** Connects an account as Zapier does: OAuth 2.0 authorization code, connection test, connection label. */
import { randomBytes } from 'node:crypto';
import * as zod from 'zod';
import { type Connection, connectionFor } from './connection.ts';
import type { LocalZapier } from './local_zapier.ts';

/** A connection made through OAuth, with the result of the connector's connection test. */
export interface ConnectedAccount extends Connection {
  test: unknown;
  /** The name that users see in their list of connections. */
  label: string;
}

/** The redirect URI of the Zapier CLI. */
const defaultRedirectUri = 'http://localhost:9000';

/** An OAuth authorization that is waiting for the browser to return. */
export interface PendingAuthorization {
  /** Where to send the browser. */
  authorizeUrl: string;
  /** Returned with the browser; ties its answer to this authorization. */
  state: string;
  redirectUri: string;
}

/** Starts an OAuth authorization. @throws what the connector throws */
export async function startAuthorization(
  zapier: LocalZapier,
  redirectUri = defaultRedirectUri,
): Promise<PendingAuthorization> {
  const state = randomBytes(12).toString('hex');
  const authorizeUrl = zod.string().parse(
    await zapier.run({
      method: 'authentication.oauth2Config.authorizeUrl',
      bundle: { inputData: { state, redirect_uri: redirectUri, response_type: 'code' } },
    }),
  );
  return { authorizeUrl, state, redirectUri };
}

/**
 * Exchanges the authorization code for auth data, tests the connection and labels it.
 * @param returned the query parameters with which the browser returned
 * @throws what the connector throws, for example if the user denied access; an Error if the `state` does not match
 */
export async function finishAuthorization(
  zapier: LocalZapier,
  { state, redirectUri }: PendingAuthorization,
  returned: Record<string, string>,
  user = 'user-1',
): Promise<ConnectedAccount> {
  if (returned.state !== state) {
    throw new Error(`The browser returned the state "${returned.state}" instead of "${state}".`);
  }
  const authData = zod.record(zod.string(), zod.string()).parse(
    await zapier.run({
      method: 'authentication.oauth2Config.getAccessToken',
      bundle: {
        inputData: { ...returned, redirect_uri: redirectUri },
        cleanedRequest: { querystring: returned },
      },
    }),
  );
  const connection = connectionFor(authData, user);
  const test = await zapier.run({ method: 'authentication.test', connection });
  const { authentication } = await zapier.definition();
  return { ...connection, test, label: renderLabel(authentication?.connectionLabel ?? '', test, authData) };
}

/**
 * Connects an account from start to finish.
 * @param browser opens the URL and returns the URL to which the service redirects in the end
 * @throws what `startAuthorization` and `finishAuthorization` throw
 */
export async function connectAccount(
  zapier: LocalZapier,
  browser: (authorizeUrl: string) => Promise<string>,
): Promise<ConnectedAccount> {
  const pending = await startAuthorization(zapier);
  const returned = new URL(await browser(pending.authorizeUrl));
  return finishAuthorization(zapier, pending, Object.fromEntries(returned.searchParams));
}

/** Fills in `{{account}}` and `{{bundle.authData.x}}`. */
function renderLabel(template: string, test: unknown, authData: Record<string, string>): string {
  const fields = zod.record(zod.string(), zod.unknown()).catch({}).parse(test);
  return template.replace(/\{\{(?:bundle\.(authData|inputData)\.)?([\w.]+)\}\}/g, (_match, part, name) =>
    String((part === 'authData' ? authData[name] : fields[name]) ?? ''),
  );
}
