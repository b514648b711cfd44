import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { accessToken, authRoot, UnitConnector, useNock } from './support/connector.ts';

const { api, auth } = useNock();
const connector = () => new UnitConnector();
const exchange = (inputData: Record<string, unknown> = { code: 'the-code' }) =>
  connector().run('authentication.oauth2Config.getAccessToken', { inputData, authData: {} });

const tokenPath = '/oauth/token?grant_type=authorization_code&code=the-code';
const json = { 'Content-Type': 'application/json; charset=utf-8' };

afterEach(() => {
  jest.restoreAllMocks();
});

describe('The authorization URL', () => {
  it('has exactly client_id, response_type, scope and state', async () => {
    const inputData = { state: 'a b&c', redirect_uri: 'https://zapier.com/return', response_type: 'code' };
    const url = new URL(
      String(await connector().run('authentication.oauth2Config.authorizeUrl', { inputData })),
    );
    expect(url.origin + url.pathname).toBe(`${authRoot}/my/oauth/authorize`);
    expect([...url.searchParams]).toEqual([
      ['client_id', 'unit-client'],
      ['response_type', 'code'],
      [
        'scope',
        'contacts.read contacts.write orders.read orders.write pls.files.read pls.files.write pls.lists.write',
      ],
      ['state', 'a b&c'],
    ]);
  });

  it('has an empty state if Zapier sends none', async () => {
    const url = String(await connector().run('authentication.oauth2Config.authorizeUrl', { inputData: {} }));
    expect(new URL(url).searchParams.get('state')).toBe('');
  });

  it('has the scopes in OAUTH_SCOPES', async () => {
    const configured = new UnitConnector({ OAUTH_SCOPES: ' contacts.read  files.read ' });
    const url = String(
      await configured.run('authentication.oauth2Config.authorizeUrl', { inputData: { state: 's' } }),
    );
    expect(new URL(url).searchParams.get('scope')).toBe('contacts.read files.read');
  });
});

describe('Authentication', () => {
  it.each(['BASE_URL', 'AUTH_URL', 'CLIENT_ID', 'CLIENT_SECRET'] as const)(
    'names the missing setting %s',
    async (name) => {
      const configured = new UnitConnector({ [name]: '' });
      const method =
        name === 'AUTH_URL'
          ? 'authentication.oauth2Config.authorizeUrl'
          : 'authentication.oauth2Config.getAccessToken';
      const run =
        name === 'BASE_URL'
          ? configured.run('authentication.test')
          : configured.run(method, { inputData: { code: 'c', state: 's' } });
      await expect(run).rejects.toThrow(`the setting ${name} is missing`);
    },
  );

  it.each([
    ['http://api.example.com', /accepted only for localhost/],
    ['ftp://api.example.com', /such as https:/],
    ['api.example.com', /such as https:/],
    ['https://me:secret@api.example.com', /user name or password/],
    ['https://api.example.com?x=1', /query or a fragment/],
  ])('rejects the BASE_URL %s', async (BASE_URL, problem) => {
    const run = new UnitConnector({ BASE_URL }).run('authentication.test');
    await expect(run).rejects.toThrow(problem);
    await expect(run).rejects.not.toThrow(/me:secret/);
  });
});

describe('The access token request', () => {
  it('uses HTTP Basic and query parameters, and returns only the access token', async () => {
    auth()
      .post(tokenPath, '')
      .basicAuth({ user: 'unit-client', pass: 'unit-secret-0123456789' })
      .matchHeader('accept', 'application/json')
      .reply(200, { access_token: 'new-token', token_type: 'bearer', more: 1 }, json);
    expect(await exchange()).toEqual({ access_token: 'new-token' });
  });

  it.each([
    [400, 'invalid_client', /could not identify this integration/],
    [400, 'invalid_grant', /expired or was already used/],
    [400, 'invalid_request', /missing a parameter/],
    [400, 'unsupported_grant_type', /does not support this way/],
    [401, 'invalid_client', /does not recognize this integration, or has blocked it/],
  ])('explains the error %i %s', async (status, error, message) => {
    auth().post(tokenPath).reply(status, { error, error_description: 'x' }, json);
    await expect(exchange()).rejects.toMatchObject({
      name: 'AppError',
      message: expect.stringMatching(message),
      status,
    });
  });

  it('is retried after the time in Retry-After if the service responds with 429', async () => {
    auth()
      .post(tokenPath)
      .reply(429, { error: 'invalid_client' }, { ...json, 'Retry-After': '30' });
    await expect(exchange()).rejects.toMatchObject({ name: 'ThrottledError', delay: 30 });
  });

  it.each([
    ['a web page', '<html>maintenance</html>', { 'Content-Type': 'text/html' }],
    ['JSON with the content type of a web page', '{"access_token":"t"}', { 'Content-Type': 'text/html' }],
    ['an empty body', '', json],
  ])('fails if the response is %s', async (_response, body, headers) => {
    auth().post(tokenPath).reply(200, body, headers);
    await expect(exchange()).rejects.toThrow(/no access token/);
  });

  it.each([
    [{ access_token: 'a\nb', token_type: 'bearer' }],
    [{ access_token: '', token_type: 'bearer' }],
    [{ token_type: 'bearer' }],
    [{ access_token: 'mac-token', token_type: 'mac' }],
    [{ access_token: 't', token_type: 'bearers' }],
    [{ access_token: 't', token_type: 'forbearer' }],
  ])('fails if the response is %j', async (response) => {
    auth().post(tokenPath).reply(200, response, json);
    await expect(exchange()).rejects.toThrow(/no access token/);
  });

  it.each([
    ['access_denied', /did not allow/],
    ['invalid_request', /did not understand/],
    ['invalid_scope', /OAUTH_SCOPES/],
    ['unsupported_response_type', /this kind of connection/],
    ['unauthorized_client', /does not accept connections/],
    ['temporarily_unavailable', /temporarily unavailable/],
    ['something_new', /rejected the connection.*\(something_new\)/],
    ['x'.repeat(40), /rejected the connection.*\(x{40}\)/],
    ['Not a Word: secret', /rejected the connection\. Try connecting the account again\./],
    [`${'x'.repeat(40)}y`, /rejected the connection\. Try connecting the account again\./],
    ['constructor', /rejected the connection.*\(constructor\)/],
  ])('explains the callback error %s', async (error, message) => {
    await expect(exchange({ error, error_description: 'do not read me' })).rejects.toThrow(message);
  });

  it('reads code and error from inputData first, then from the query string', async () => {
    const run = (inputData: Record<string, unknown>, querystring: unknown) =>
      connector().run('authentication.oauth2Config.getAccessToken', {
        inputData,
        cleanedRequest: { querystring },
      });
    auth().post(tokenPath).twice().reply(200, { access_token: 't' }, json);
    expect(await run({}, { code: 'the-code' })).toEqual({ access_token: 't' });
    expect(await run({ code: 'the-code', error: '' }, { code: 'another' })).toEqual({ access_token: 't' });
    await expect(run({}, { error: 'access_denied' })).rejects.toThrow(/did not allow/);
    await expect(run({ error: 'access_denied' }, { error: 'invalid_scope' })).rejects.toThrow(
      /did not allow/,
    );
    await expect(run({ error: 'access_denied', code: 'the-code' }, 'a=b')).rejects.toThrow(/did not allow/);
  });

  it.each([{}, { code: '' }, { code: 7 }])('is not sent without a code: %j', async (inputData) => {
    await expect(exchange(inputData)).rejects.toMatchObject({
      message: expect.stringMatching(/^The letter service returned no authorization code/),
    });
  });

  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.token.v1+json'])(
    'accepts the content type %s',
    async (type) => {
      const response = { access_token: '!token~', token_type: 'Bearer' };
      auth().post(tokenPath).reply(200, JSON.stringify(response), { 'Content-Type': type });
      expect(await exchange()).toEqual({ access_token: '!token~' });
    },
  );

  it.each([
    ['with another content type', 200, '{"access_token":"t"}', { 'Content-Type': 'application/jsonp' }],
    [
      'with a content type that only contains application/json',
      200,
      '{"access_token":"t"}',
      { 'Content-Type': 'x/application/json' },
    ],
    ['without a content type', 200, '{"access_token":"t"}', {}],
    ['with status 300', 300, '{"access_token":"t"}', json],
    ['with a redirect', 302, '{"access_token":"t"}', { ...json, Location: '/there' }],
    ['with a number as token', 200, '{"access_token":7}', json],
  ])('rejects a response %s', async (_response, status, body, headers) => {
    auth().post(tokenPath).reply(status, body, headers);
    await expect(exchange()).rejects.toThrow(/^The letter service returned no access token/);
  });

  it.each([
    [
      400,
      { error: 'new_reason' },
      'new_reason',
      /rejected the connection\. Try connecting the account again \(new_reason\)\./,
    ],
    [
      400,
      { error: 'constructor' },
      'constructor',
      /rejected the connection\. Try connecting the account again \(constructor\)\./,
    ],
    [
      403,
      { error: 'invalid_client' },
      'invalid_client',
      /rejected the connection\. Try connecting the account again \(invalid_client\)\./,
    ],
    [
      400,
      { error: 'Oops 1' },
      undefined,
      /rejected the connection\. Try connecting the account again \(400\)\./,
    ],
    [400, {}, undefined, /rejected the connection\. Try connecting the account again \(400\)\./],
    [499, 'words', undefined, /rejected the connection\. Try connecting the account again \(499\)\./],
    [500, {}, undefined, /returned a server error \(500\)\. Try connecting/],
    [503, { error: 'down' }, 'down', /returned a server error \(503\)\. Try connecting/],
  ])('explains the unknown error %i %j', async (status, body, code, message) => {
    auth().post(tokenPath).reply(status, body, json);
    await expect(exchange()).rejects.toMatchObject({ code, status, message: expect.stringMatching(message) });
  });

  it.each([
    [
      'ECONNREFUSED',
      /could not be reached or did not respond\. Try connecting .* minutes \(ECONNREFUSED\)\./,
    ],
    ['ECONNRESET', /could not be reached or did not respond\. Try connecting .* minutes \(ECONNRESET\)\./],
  ])('explains the connection error %s', async (code, message) => {
    auth()
      .post(tokenPath)
      .replyWithError(Object.assign(new Error('x'), { code }));
    await expect(exchange()).rejects.toThrow(message);
  });

  it('has a timeout of 15 seconds and rejects a response that is too large', async () => {
    const limits = jest.spyOn(AbortSignal, 'timeout');
    auth()
      .post(tokenPath)
      .reply(200, `{"access_token":"${'t'.repeat(17 * 1024 * 1024)}"}`, json);
    await expect(exchange()).rejects.toThrow(
      /could not be reached or did not respond\. Try connecting .* \(max-size\)\./,
    );
    expect(limits).toHaveBeenCalledWith(15_000);
  });

  it('never shows the client secret', async () => {
    auth().post(tokenPath).reply(400, { error: 'unit-secret-0123456789' }, json);
    await expect(exchange()).rejects.not.toThrow(/unit-secret/);
  });
});

describe('The connection test', () => {
  const hooks = {
    events: { 'contacts.address_update.v1': { description: 'd', url: '/e' } },
    subscriptions: [],
  };

  it('waits at most three seconds for the logos', async () => {
    const limits = jest.spyOn(AbortSignal, 'timeout');
    api().get('/v1/hooks').reply(200, hooks);
    api().get('/v1/logos').reply(200, { data: [] });
    await new UnitConnector().run('authentication.test');
    expect(limits.mock.calls).toEqual([[15_000], [3_000]]);
  });

  it('returns the name of the first envelope logo and the available events', async () => {
    api().get('/v1/hooks').reply(200, hooks);
    api()
      .get('/v1/logos')
      .reply(200, { data: [{ id: 'l-1', name: ' Grace Church ', type: 'logo' }], links: {}, type: 'list' });
    expect(await connector().run('authentication.test')).toMatchObject({
      account: 'Grace Church',
      events: ['contacts.address_update.v1'],
    });
  });

  it('reads an empty list of events like an empty map', async () => {
    api().get('/v1/hooks').reply(200, { events: [], subscriptions: [] });
    api().get('/v1/logos').reply(200, { data: [] });
    expect(await connector().run('authentication.test')).toMatchObject({ events: [] });
  });

  it.each([{ subscriptions: [] }, { events: ['a'], subscriptions: [] }])(
    'fails if there are no events to read: %j',
    async (body) => {
      api().get('/v1/hooks').reply(200, body);
      api().get('/v1/logos').reply(200, { data: [] });
      await expect(connector().run('authentication.test')).rejects.toThrow(/unexpected format \(at events/);
    },
  );

  it('skips logos without a name, and one whose name has the access token in it', async () => {
    const data = [null, ' ', `Logo of ${accessToken}`, 'Hope', 'Grace'].map((name, index) => ({
      id: `l-${index}`,
      name,
      type: 'logo',
    }));
    api().get('/v1/hooks').reply(200, hooks);
    api().get('/v1/logos').reply(200, { data, links: {}, type: 'list' });
    expect(await connector().run('authentication.test')).toEqual({
      account: 'Hope',
      host: 'api.letters.test',
      events: ['contacts.address_update.v1'],
    });
  });

  it('returns a different label for each access token', async () => {
    const labels = [];
    const connections: Record<string, string>[] = [{ access_token: 'one' }, { access_token: 'two' }, {}];
    for (const authData of connections) {
      api().get('/v1/hooks').reply(200, hooks);
      api().get('/v1/logos').reply(403, {});
      labels.push(Object(await connector().run('authentication.test', { authData })).account);
    }
    expect(new Set(labels).size).toBe(3);
    for (const label of labels) expect(label).toMatch(/^api\.letters\.test \([0-9a-f]{8}\)$/);
  });

  it.each([
    ['has no logos', 200, { data: [], links: {}, type: 'list' }],
    ['has no permission to read logos', 403, { error: 'x' }],
  ])('returns the host and a hash as label if the account %s', async (_reason, status, body) => {
    api().get('/v1/hooks').reply(200, hooks);
    api().get('/v1/logos').reply(status, body);
    const result = await connector().run('authentication.test');
    expect(result).toMatchObject({
      account: expect.stringMatching(/^api\.letters\.test \([0-9a-f]{8}\)$/),
    });
    expect(JSON.stringify(result)).not.toContain(accessToken);
  });

  it('asks to reconnect if the access token is no longer accepted', async () => {
    api().get('/v1/hooks').reply(401, { error: 'invalid_token' });
    api().get('/v1/logos').optionally().reply(401, {});
    await expect(connector().run('authentication.test')).rejects.toMatchObject({ name: 'ExpiredAuthError' });
  });
});
