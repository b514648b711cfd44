/** Reads authorization requests. See docs/api.md#authentication. */
import { scopeExists } from '../http/access.ts';
import { parseQuery } from '../http/query.ts';
import { shorten } from '../http/service_error.ts';
import type { Database } from '../store/database.ts';
import type { Client } from '../store/records.ts';
import type { Variant } from '../variants.ts';

export interface AuthorizationRequest {
  client: Client;
  scopes: string[];
  state: string | undefined;
  /** Whether to show the consent page even if the person allowed these scopes before. */
  forceConsent: boolean;
  /** The query of the request, which the forms include. */
  query: string;
}

/** The parameters of a redirect that reports an error to the application. */
export interface AuthorizationError {
  error: string;
  error_description: string;
  state: string | undefined;
}

/** Returns the client that the query names, if it names exactly one. */
export function findClient(database: Database, query: string): Client | undefined {
  const [id = '', ...others] = new URLSearchParams(query).getAll('client_id');
  return others.length === 0 ? database.get<Client>('client', id) : undefined;
}

export function readAuthorizationRequest(
  client: Client,
  query: string,
  variants: ReadonlySet<Variant>,
): AuthorizationRequest | AuthorizationError {
  const parameters = new URLSearchParams(query);
  const states = parameters.getAll('state');
  const state = states.length === 1 ? states[0] : undefined;
  const reject = (error: string, error_description: string): AuthorizationError => ({
    error,
    error_description,
    state,
  });
  if (client.trouble === 'disabled') return reject('unauthorized_client', 'This application is disabled.');
  if (client.trouble === 'throttled')
    return reject('temporarily_unavailable', 'This application sent too many requests. Try again later.');
  if (!isWellEncoded(query))
    return reject('invalid_request', 'The query is not valid percent-encoded UTF-8.');
  for (const name of ['response_type', 'scope', 'state']) {
    if (parameters.getAll(name).length > 1)
      return reject('invalid_request', `The parameter ${name} must appear only once.`);
  }
  const type = parameters.get('response_type');
  if (!type) return reject('invalid_request', 'The parameter response_type is missing.');
  if (type !== 'code') return reject('unsupported_response_type', 'Only response_type=code is supported.');
  const scopes = [...new Set((parameters.get('scope') ?? '').split(/\s+/).filter(Boolean))];
  if (scopes.length === 0) return reject('invalid_request', 'The parameter scope is missing.');
  const unknown = scopes.find((scope) => !scopeExists(scope, variants));
  if (unknown !== undefined) return reject('invalid_scope', `Unknown scope: ${shorten(unknown)}.`);
  // Specific to the sandbox: lets a developer whose browser is still logged in choose another account.
  const forceConsent = parameters.getAll('prompt').includes('consent');
  return { client, scopes, state, forceConsent, query };
}

function isWellEncoded(query: string): boolean {
  try {
    parseQuery(`?${query}`);
    return true;
  } catch {
    return false;
  }
}
