import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import nock from 'nock';
import { accessToken, apiRoot, authRoot, UnitConnector, useNock } from './support/connector.ts';

const { api, auth } = useNock();

/** Sends a request with Zapier's API Request action. */
const apiRequest = (
  request: { url: string; method?: string; headers?: Record<string, string> },
  connector = new UnitConnector(),
  authData?: { access_token: string },
) => connector.run('', { request, ...(authData ? { authData } : {}) }, 'request');

afterEach(() => {
  jest.restoreAllMocks();
});

describe('The access token', () => {
  it.each([`${apiRoot}/v1/logos?x=1`, '/v1/logos?x=1'])('is sent with an API Request to %s', async (url) => {
    api().get('/v1/logos?x=1').matchHeader('authorization', `Bearer ${accessToken}`).reply(200, { data: [] });
    expect(await apiRequest({ url })).toMatchObject({ status: 200 });
  });

  it.each([
    'https://other-origin.test',
    'http://api.letters.test',
    'https://api.letters.test:8443',
    'https://x.api.letters.test',
  ])('is not sent to another origin: %s', async (origin) => {
    nock(origin, { badheaders: ['authorization'] })
      .get('/')
      .reply(200, '{}');
    expect(JSON.stringify(await apiRequest({ url: `${origin}/` }))).not.toContain(accessToken);
  });

  it.each(['https://other-origin.test/x', 'https://api.letters.test:8443/x', 'http://api.letters.test/x'])(
    'is not sent with a redirect to %s',
    async (location) => {
      api().get('/v1/orders/m-1').reply(302, '', { Location: location });
      await expect(new UnitConnector().search('find_order', { order_id: 'm-1' })).rejects.toThrow(
        /redirect to another address/,
      );
    },
  );

  it('is sent with a redirect within the origin', async () => {
    api().get('/v1/orders/m-1').reply(307, '', { Location: '/v1/orders/m-2' });
    api()
      .get('/v1/orders/m-2')
      .matchHeader('authorization', `Bearer ${accessToken}`)
      .reply(200, { id: 'm-2' });
    expect(await new UnitConnector().search('find_order', { order_id: 'm-1' })).toMatchObject([
      { id: 'm-2' },
    ]);
  });

  it('is not sent if the service redirects a preview to another origin', async () => {
    api().get('/v1/orders/m%2F1.pdf').reply(302, '', { Location: 'https://storage.test/p.pdf' });
    nock('https://storage.test', { badheaders: ['authorization'] })
      .get('/p.pdf')
      .reply(200, '%PDF-1.7', { 'Content-Type': 'application/pdf' });
    const connector = new UnitConnector();
    await connector.run('hydrators.orderPreview', { inputData: { id: 'm/1' } });
    expect(connector.stored.map(({ name }) => name)).toEqual(['order-m_1.pdf']);
  });

  it.each(['http://169.254.169.254/latest/meta-data', 'https://10.0.0.7/p.pdf', 'http://127.0.0.1:9/p.pdf'])(
    'is not sent, nor is anything else, if the service redirects a file to %s',
    async (location) => {
      api().get('/v1/files/f-1/download').reply(302, '', { Location: location });
      const run = new UnitConnector().run('hydrators.fileContent', { inputData: { id: 'f-1' } });
      await expect(run).rejects.toThrow(/redirected to a private network/);
    },
  );

  it('is not sent to download a file, even from the service', async () => {
    nock(apiRoot, { badheaders: ['authorization'] })
      .get('/public/a.pdf')
      .reply(200, '%PDF', { 'Content-Length': '4' });
    api().post('/v1/files?filename=a.pdf', '%PDF').reply(201, { id: 'f-1', filename: 'a.pdf' });
    expect(
      await new UnitConnector().create('upload_file', { file: `${apiRoot}/public/a.pdf` }),
    ).toMatchObject({ file_id: 'f-1' });
  });

  it('is not shown in the connection label', async () => {
    api().get('/v1/hooks').reply(200, { events: {}, subscriptions: [] });
    api()
      .get('/v1/logos')
      .reply(200, { data: [{ id: 'g-1', name: accessToken }] });
    expect(await new UnitConnector().run('authentication.test')).toMatchObject({
      account: expect.stringMatching(/^api\.letters\.test \(\w{8}\)$/),
    });
  });

  it('is masked if the service repeats it in an error', async () => {
    api()
      .get('/v1/orders/m-1')
      .reply(400, { error: 'x', message: `bad token ${accessToken}` });
    await expect(new UnitConnector().search('find_order', { order_id: 'm-1' })).rejects.not.toThrow(
      new RegExp(accessToken),
    );
  });
});

describe('An error response', () => {
  const code = 'orders.account_required';
  it.each([
    ['{code}', { code }],
    ['{error}', { status: '400', error: code, message: 'm' }],
    ['{error:{…}}', { error: { code, message: 'm' } }],
    ['{errors:[…]}', { errors: [{ code, message: 'm' }] }],
    ['problem details', { type: `https://x.test/problems/${code}`, title: 't', status: 400 }],
  ])('in the format %s is explained by its code', async (_shape, body) => {
    api().post('/v1/orders').reply(400, body);
    const run = new UnitConnector().create('resend_saved_order', { saved_order_id: 's', list_id: 'l' });
    await expect(run).rejects.toMatchObject({
      message: expect.stringMatching(
        /Reconnect as a user who has an account .* \(code orders\.account_required\)\.$/,
      ),
      status: 400,
    });
  });

  it.each([
    ['plain text', 'You cannot do that', /You cannot do that/],
    ['a web page', '<html><body>nope</body></html>', /rejected the request to send/],
    ['an empty body', '', /rejected the request to send/],
  ])('with %s is explained without markup', async (_body, body, message) => {
    api().post('/v1/orders').reply(400, body);
    const run = new UnitConnector().create('resend_saved_order', { saved_order_id: 's', list_id: 'l' });
    await expect(run).rejects.toThrow(message);
    await expect(run).rejects.not.toThrow(/[<>{}]/);
  });

  it('names the expected type', async () => {
    api().post('/v3/contacts').reply(400, { error: 'contacts.invalid_data', expected_type: 'string' });
    await expect(new UnitConnector().create('create_contact', { name: 'A' })).rejects.toThrow(
      /\(code contacts\.invalid_data, expected type string\)/,
    );
  });

  it.each([[403], [404], [409], [410], [411], [413], [422], [500], [502], [503], [504]])(
    'with status %i becomes a sentence',
    async (status) => {
      api()
        .post('/v3/contacts')
        .reply(status, '<html>trace at foo.js:1</html>', { 'Content-Type': 'text/html' });
      const error: unknown = await new UnitConnector()
        .create('create_contact', { name: 'A' })
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'AppError', status });
      expect(String(Object(error).message)).toMatch(/^[A-Z].*[.”]$/);
      expect(String(Object(error).message)).not.toMatch(/html|foo\.js/);
    },
  );

  it.each([
    ['an HTML page', '<html></html>', /a web page instead of data/],
    ['an empty body', '', /an unreadable response/],
    ['truncated JSON', '{"contact_id":"c', /an unreadable response/],
    ['unexpected JSON', '{"id":1}', /an unexpected format \(at contact_id/],
  ])('with status 200 and %s is an error', async (_body, body, message) => {
    api().post('/v3/contacts').reply(200, body);
    const run = new UnitConnector().create('create_contact', { name: 'A' });
    await expect(run).rejects.toThrow(message);
    await expect(run).rejects.toThrow(/don't know whether/);
  });
});

describe('An ID', () => {
  it.each(['.', '..'])(
    'of "%s" is rejected, because the path would be that of the whole list',
    async (id) => {
      await expect(new UnitConnector().create('delete_contact', { contact_id: id })).rejects.toThrow(
        /is not a valid ID/,
      );
    },
  );

  it.each([
    ['a/b', '/v1/contacts/a%2Fb'],
    ['?x=1', '/v1/contacts/%3Fx%3D1'],
    ['%2e%2e', '/v1/contacts/%252e%252e'],
    ['Ünï', '/v1/contacts/%C3%9Cn%C3%AF'],
  ])('of "%s" is one segment of the path', async (id, path) => {
    api().delete(path).reply(204);
    expect(await new UnitConnector().create('delete_contact', { contact_id: id })).toMatchObject({
      id,
      deleted: true,
    });
  });

  it.each([[''], ['   '], [undefined], [null]])('is asked for if it is %j', async (contact_id) => {
    await expect(new UnitConnector().create('delete_contact', { contact_id })).rejects.toThrow(
      /Contact is blank/,
    );
  });
});

describe('An API Request', () => {
  it.each(['Authorization', 'authorization', 'AUTHORIZATION', ' Authorization '])(
    'to the service replaces the header %s with the access token and keeps other headers',
    async (name) => {
      api()
        .get('/v1/logos')
        .matchHeader('authorization', `Bearer ${accessToken}`)
        .matchHeader('x-own', 'kept')
        .reply(200, {});
      expect(
        await apiRequest({
          url: `${apiRoot}/v1/logos`,
          headers: { [name]: 'Bearer of-another-user', 'X-Own': 'kept' },
        }),
      ).toMatchObject({ status: 200 });
    },
  );

  it('to another origin keeps the user’s Authorization header', async () => {
    nock('https://other-origin.test', { reqheaders: { authorization: 'Bearer own' } })
      .get('/x')
      .reply(200, {});
    await apiRequest({ url: 'https://other-origin.test/x', headers: { Authorization: 'Bearer own' } });
  });

  it('keeps slashes at the end of the path', async () => {
    api().get('/v1/logos//').matchHeader('authorization', `Bearer ${accessToken}`).reply(200, {});
    expect(await apiRequest({ url: '/v1/logos//' })).toMatchObject({ status: 200 });
  });

  it('does not return the access token', async () => {
    api().get('/v1/logos').matchHeader('authorization', `Bearer ${accessToken}`).reply(200, {});
    const result = await apiRequest({ url: '/v1/logos', headers: { 'X-Own': 'kept' } });
    expect(result).toMatchObject({ request: { headers: { 'X-Own': 'kept' } } });
    expect(JSON.stringify(result)).not.toContain(accessToken);
  });

  it('has a timeout of 25 seconds, and a request of the connector one of 15', async () => {
    const limits = jest.spyOn(AbortSignal, 'timeout');
    api().get('/v1/logos').reply(200, {});
    await apiRequest({ url: '/v1/logos' });
    nock('https://other-origin.test').get('/x').reply(200, {});
    await apiRequest({ url: 'https://other-origin.test/x' });
    expect(limits.mock.calls).toEqual([[25_000], [25_000]]);
    limits.mockClear();
    api().get('/v1/orders/m-1').reply(200, { id: 'm-1' });
    await new UnitConnector().search('find_order', { order_id: 'm-1' });
    expect(limits.mock.calls).toEqual([[15_000]]);
  });

  it('fails when its timeout expires', async () => {
    jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new Error('over')));
    api().get('/v1/logos').optionally().reply(200, {});
    await expect(apiRequest({ url: '/v1/logos' })).rejects.toThrow(/abort/i);
  });

  it('to a URL that starts with // is not sent to the service', async () => {
    await expect(apiRequest({ url: '//other-origin.test/v1/logos' })).rejects.toThrow();
    expect(nock.isDone()).toBe(true);
  });

  it('does not follow a redirect and names its URL without the query', async () => {
    api().get('/v1/logos?key=private').reply(302, '', { Location: 'https://other-origin.test/' });
    const run = apiRequest({ url: '/v1/logos?key=private' });
    await expect(run).rejects.toThrow(
      `returned a redirect to another address when asked to read the URL ${apiRoot}/v1/logos. Run the step again`,
    );
  });

  it.each([
    ['post', 'post to'],
    ['DELETE', 'delete to'],
  ])('with %s does not say that nothing was changed', async (method, action) => {
    api().intercept('/v1/logos', method).reply(302, '', { Location: 'https://other-origin.test/' });
    await expect(apiRequest({ url: '/v1/logos', method })).rejects.toThrow(
      `so we don't know whether the request to ${action} the URL ${apiRoot}/v1/logos went through`,
    );
  });

  it('to the service explains errors like any other request', async () => {
    api().get('/v1/nothing?key=private').reply(404, {});
    await expect(apiRequest({ url: '/v1/nothing?key=private' })).rejects.toThrow(
      `The letter service did not find the URL ${apiRoot}/v1/nothing. It may`,
    );
    api().get('/v1/x').reply(403, {});
    await expect(apiRequest({ url: '/v1/x' })).rejects.toThrow(/approve every permission it asks for/);
  });

  it('to another origin does not blame the letter service for errors', async () => {
    nock('https://other-origin.test').get('/x').reply(404, {});
    await expect(apiRequest({ url: 'https://other-origin.test/x' })).rejects.not.toThrow(/letter service/);
  });

  it('returns any 2xx response and rejects status 300', async () => {
    api().get('/v1/logos').reply(299, { odd: true });
    expect(await apiRequest({ url: '/v1/logos' })).toMatchObject({ status: 299 });
    api().get('/v1/logos').reply(300, '');
    await expect(apiRequest({ url: '/v1/logos' })).rejects.toThrow(/redirect/);
  });
});

describe('A response to an API Request that repeats the access token', () => {
  it('is masked', async () => {
    api()
      .get('/v1/logos')
      .reply(200, { seen: `Bearer ${accessToken}`, [accessToken]: 1 });
    const response = await apiRequest({ url: '/v1/logos' });
    expect(JSON.stringify(response)).not.toContain(accessToken);
    expect(response).toMatchObject({ content: '{"seen":"Bearer [secret]","[secret]":1}' });
  });

  it('is masked even if it is not JSON', async () => {
    api().get('/v1/logos').reply(200, `<p>${accessToken}</p>`);
    expect(await apiRequest({ url: '/v1/logos' })).toMatchObject({ content: '<p>[secret]</p>' });
  });

  it('is masked in headers', async () => {
    api()
      .get('/v1/logos')
      .reply(200, '', {
        'X-Token': accessToken,
        'Set-Cookie': [`session=${accessToken}; Secure`, 'language=en'],
        Link: '</v1/logos>; rel="self"',
      });
    const response = await apiRequest({ url: '/v1/logos' });
    expect(JSON.stringify(response)).not.toContain(accessToken);
    expect(response).toMatchObject({
      headers: {
        'x-token': '[secret]',
        'set-cookie': 'session=[secret]; Secure, language=en',
        link: '</v1/logos>; rel="self"',
      },
    });
  });

  it('is unchanged if it does not contain the token', async () => {
    const content = String.raw`{ "street": "12 Market Street\nApartment 4" }`;
    api().get('/v1/logos').reply(200, content);
    expect(await apiRequest({ url: '/v1/logos' })).toMatchObject({ content });
  });

  it.each([
    ['a form', 'application/x-www-form-urlencoded', `seen=${accessToken}`, 'seen=[secret]'],
    ['a number', 'application/json', '{"seen":123456789012345}', '{"seen":[secret]}'],
  ])('is masked in %s', async (_format, type, body, content) => {
    api().get('/v1/logos').reply(200, body, { 'Content-Type': type });
    const token = type.endsWith('json') ? '123456789012345' : accessToken;
    expect(
      await apiRequest({ url: '/v1/logos' }, new UnitConnector(), { access_token: token }),
    ).toMatchObject({
      content,
    });
  });

  it('is not masked if it is the response of the token endpoint', async () => {
    auth()
      .post('/oauth/token?grant_type=authorization_code&code=c')
      .reply(200, { access_token: accessToken });
    const connector = new UnitConnector();
    expect(
      await connector.run('authentication.oauth2Config.getAccessToken', { inputData: { code: 'c' } }),
    ).toEqual({ access_token: accessToken });
  });
});

describe('The token endpoint', () => {
  const basic = `Basic ${Buffer.from('unit-client:unit-secret-0123456789').toString('base64')}`;

  it('gets the client’s credentials, not the access token, even on the origin of the API', async () => {
    const connector = new UnitConnector({ AUTH_URL: apiRoot });
    api()
      .post('/oauth/token?grant_type=authorization_code&code=c')
      .matchHeader('authorization', basic)
      .reply(200, { access_token: 'new' });
    expect(
      await connector.run('authentication.oauth2Config.getAccessToken', { inputData: { code: 'c' } }),
    ).toEqual({ access_token: 'new' });
  });

  it('is the only path that gets the client’s credentials', async () => {
    api().get('/oauth/tokens').matchHeader('authorization', `Bearer ${accessToken}`).reply(200, {});
    await apiRequest({ url: '/oauth/tokens' }, new UnitConnector({ AUTH_URL: apiRoot }));
    nock(authRoot, { badheaders: ['authorization'] })
      .get('/my')
      .reply(200, {});
    await apiRequest({ url: `${authRoot}/my` });
  });
});

describe('A connection without an access token', () => {
  it('sends no Authorization header', async () => {
    nock(apiRoot, { badheaders: ['authorization'] })
      .get('/v1/orders/m-1')
      .reply(200, { id: 'm-1' });
    const run = new UnitConnector().search('find_order', { order_id: 'm-1' }, { authData: {} });
    expect(await run).toMatchObject([{ id: 'm-1' }]);
  });
});

describe('A download', () => {
  const download = () =>
    new UnitConnector().run('hydrators.fileContent', { inputData: { id: 'f-1', name: 'a.pdf' } });

  it('says that Zapier cannot store the file', async () => {
    for (const [disposition, name] of [
      ['attachment; filename="a b.pdf"', 'The file "a b.pdf"'],
      ['attachment', 'The file'],
    ] as const) {
      api().get('/v1/files/f-1/download').reply(200, '%PDF', { 'Content-Disposition': disposition });
      const connector = new UnitConnector();
      connector.failing.add('get_presigned_upload_post_data');
      await expect(connector.run('hydrators.fileContent', { inputData: { id: 'f-1' } })).rejects.toThrow(
        `${name} could not be copied to Zapier. Run the step again in a few minutes.`,
      );
    }
  });

  it('says so, too, if Zapier does not answer in time', async () => {
    api().get('/v1/files/f-1/download').reply(200, '%PDF');
    const connector = new UnitConnector();
    connector.silent.add('get_presigned_upload_post_data');
    const start = Date.now();
    let now = start;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    const { setTimeout: wait } = globalThis;
    jest.spyOn(globalThis, 'setTimeout').mockImplementation((run, delay = 0) => {
      now = start + delay;
      return wait(run, delay / 1_000);
    });
    await expect(connector.run('hydrators.fileContent', { inputData: { id: 'f-1' } })).rejects.toThrow(
      'The file could not be copied to Zapier.',
    );
  });

  it('explains errors like any other request', async () => {
    api()
      .get('/v1/files/f-1/download')
      .reply(409, { message: `Not now, ${accessToken}` });
    await expect(download()).rejects.toThrow(
      /\(409 Conflict\)\. The letter service says: “Not now, \[secret\]”\. Check/,
    );
  });

  it('has the file name from Content-Disposition if the step has none', async () => {
    api()
      .get('/v1/files/f-1/download')
      .reply(200, '%PDF', { 'Content-Disposition': 'attachment; filename="a b.pdf"' });
    const connector = new UnitConnector();
    await connector.run('hydrators.fileContent', { inputData: { id: 'f-1' } });
    expect(connector.stored.map(({ name }) => name)).toEqual(['a b.pdf']);
  });

  it('has the file name of the step, whatever Content-Disposition says', async () => {
    api()
      .get('/v1/files/f-1/download')
      .reply(200, '%PDF', { 'Content-Disposition': 'attachment; filename="b.pdf"' });
    const connector = new UnitConnector();
    await connector.run('hydrators.fileContent', { inputData: { id: 'f-1', name: 'a.pdf' } });
    expect(connector.stored.map(({ name }) => name)).toEqual(['a.pdf']);
  });

  it('is not stopped by a redirect whose compressed body is truncated, which nobody reads', async () => {
    api()
      .get('/v1/files/f-1/download')
      .reply(302, gzipSync('Moved').subarray(0, 12), {
        Location: `${apiRoot}/v1/moved`,
        'Content-Encoding': 'gzip',
      });
    api().get('/v1/moved').reply(200, '%PDF');
    const connector = new UnitConnector();
    await connector.run('hydrators.fileContent', { inputData: { id: 'f-1', name: 'a.pdf' } });
    expect(connector.stored.map(({ content }) => String(content))).toEqual(['%PDF']);
  });

  it('says that the file no longer exists', async () => {
    api().get('/v1/files/f-1/download').reply(410, '');
    await expect(download()).rejects.toThrow(/no longer has/);
  });

  it('reads an error response that arrives in chunks', async () => {
    api()
      .get('/v1/files/f-1/download')
      .reply(500, () => Readable.from([Buffer.from('Not '), Buffer.from('today')]));
    await expect(download()).rejects.toThrow(/The letter service says: “Not today”/);
  });

  it('reads only the beginning of a long error response', async () => {
    api()
      .get('/v1/files/f-1/download')
      .reply(500, `Sorry ${'x'.repeat(1_000_000)}`);
    await expect(download()).rejects.toThrow(/The letter service says: “Sorry x+…”\. Run/);
  });
});

describe('A preview', () => {
  const download = (connector = new UnitConnector()) =>
    connector.run('hydrators.orderPreview', { inputData: { id: 'm/1' } });
  const answers = (status: number, body: string, type?: string) =>
    api()
      .get('/v1/orders/m%2F1.pdf')
      .reply(status, body, type === undefined ? {} : { 'Content-Type': type });

  it.each([
    [202, 'application/json'],
    [202, undefined],
    [204, undefined],
  ])('that is not ready (%i, %s) is never stored, and Zapier runs the step again', async (status, type) => {
    answers(status, '', type);
    const connector = new UnitConnector();
    await expect(download(connector)).rejects.toMatchObject({
      name: 'ThrottledError',
      message: expect.stringContaining('The proof of order "m/1" is not ready yet.'),
    });
    expect(connector.stored).toEqual([]);
  });

  it.each(['Text/HTML; charset=utf-8', 'application/json'])('with the type %s is no file', async (type) => {
    answers(200, '<p>Log in</p>', type);
    await expect(download()).rejects.toThrow(/a web page instead of a PDF/);
  });

  it('is a PDF named after its order, also without a type', async () => {
    answers(200, '%PDF');
    const connector = new UnitConnector();
    await download(connector);
    expect(connector.stored).toMatchObject([{ name: 'order-m_1.pdf', type: 'application/pdf' }]);
  });
});

it('A preview is stored as a PDF although the service says only that it is binary', async () => {
  api().get('/v1/orders/m-1.pdf').reply(200, '%PDF', { 'Content-Type': 'application/octet-stream' });
  const connector = new UnitConnector();
  await connector.run('hydrators.orderPreview', { inputData: { id: 'm-1' } });
  expect(connector.stored).toMatchObject([{ name: 'order-m-1.pdf', type: 'application/pdf' }]);
});

describe('The client secret', () => {
  it('is masked if the service repeats it', async () => {
    api().get('/v1/orders/m-1').reply(400, { message: 'unit-secret-0123456789 and undefined are wrong' });
    await expect(new UnitConnector().search('find_order', { order_id: 'm-1' })).rejects.toThrow(
      /“\[secret\] and undefined are wrong”/,
    );
  });
});

describe('An error response', () => {
  it('with status 404 is no error for a search, but is for a download', async () => {
    api().get('/v1/files/f-1').reply(404, { error: 'files.not_found' });
    expect(await new UnitConnector().search('find_file', { file_id: 'f-1' })).toEqual([]);
    api().get('/v1/files/f-1/download').reply(404, {});
    await expect(
      new UnitConnector().run('hydrators.fileContent', { inputData: { id: 'f-1' } }),
    ).rejects.toThrow(/no longer has|did not find/);
  });

  it('is explained even without an access token and a client secret to mask', async () => {
    api().get('/v1/orders/m-1').reply(400, { message: 'Nobody asked' });
    const run = new UnitConnector({ CLIENT_SECRET: '' }).search(
      'find_order',
      { order_id: 'm-1' },
      { authData: {} },
    );
    await expect(run).rejects.toThrow(/rejected the request to read the order "m-1".*“Nobody asked”/);
  });

  it('with status 429 delays the run as long as Retry-After says', async () => {
    api().get('/v1/orders/m-1').reply(429, {}, { 'Retry-After': '21' });
    await expect(new UnitConnector().search('find_order', { order_id: 'm-1' })).rejects.toMatchObject({
      name: 'ThrottledError',
      delay: 21,
    });
  });
});
