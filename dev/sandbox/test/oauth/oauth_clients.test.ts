import { describe, expect, it } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import { AuthorizationCode } from 'simple-oauth2';
import { sandbox } from '../service_client.ts';
import { Person } from './person.ts';

/** Credentials with characters that RFC 6749, section 2.3.1, encodes before they go into the Basic header. */
const client = { id: 'strict:client+1', secret: 'a b%2B&:' };
const callback = 'http://localhost:9002/callback';
const scope = 'contacts.read orders.read';

async function start() {
  const service = await sandbox();
  const path = `/clients/${encodeURIComponent(client.id)}`;
  await service.control('PUT', path, { secret: client.secret, name: 'Strict client', callback });
  return service;
}

/** Logs in and allows the request. @returns the URL of the redirect */
async function allow(service: Awaited<ReturnType<typeof start>>, url: URL): Promise<URL> {
  const person = new Person(service);
  await person.go('GET', url.pathname + url.search);
  await person.logIn();
  const back = await person.press('Allow');
  if (!back) throw new Error('The browser was not sent back.');
  return back;
}

describe('a standard OAuth client', () => {
  it('oauth4webapi gets an access token', async () => {
    const service = await start();
    const server = {
      issuer: service.url,
      authorization_endpoint: `${service.url}/my/oauth/authorize`,
      token_endpoint: `${service.url}/oauth/token`,
    };
    const authorize = new URL(server.authorization_endpoint);
    authorize.search = String(
      new URLSearchParams({ client_id: client.id, response_type: 'code', scope, state: 'a state' }),
    );
    const back = await allow(service, authorize);
    const itself = { client_id: client.id };
    const parameters = oauth.validateAuthResponse(server, itself, back, 'a state');
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      itself,
      oauth.ClientSecretBasic(client.secret),
      parameters,
      callback,
      oauth.nopkce,
      {
        [oauth.allowInsecureRequests]: true,
        // The letter service reads these parameters from the query instead of a form.
        [oauth.customFetch]: (url, { body, ...init }) => fetch(`${url}?${body}`, { ...init }),
      },
    );
    const { access_token } = await oauth.processAuthorizationCodeResponse(server, itself, response);
    expect(await service.send('GET', '/v1/contacts', { token: access_token })).toMatchObject({ status: 200 });
  });

  it('simple-oauth2 gets an access token', async () => {
    const service = await start();
    const auth = { tokenHost: service.url, authorizePath: '/my/oauth/authorize', tokenPath: '/oauth/token' };
    const authorizing = new AuthorizationCode({ client, auth });
    const back = await allow(service, new URL(authorizing.authorizeURL({ scope, state: 'a state' })));
    const code = back.searchParams.get('code') ?? '';
    const query = new URLSearchParams({ grant_type: 'authorization_code', code });
    const exchanging = new AuthorizationCode({
      client,
      auth: { ...auth, tokenPath: `/oauth/token?${query}` },
    });
    const { token } = await exchanging.getToken({ code, redirect_uri: callback });
    expect(await service.send('GET', '/v1/contacts', { token: String(token.access_token) })).toMatchObject({
      status: 200,
    });
  });
});
