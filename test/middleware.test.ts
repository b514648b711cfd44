import { Readable } from 'node:stream';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import nock from 'nock';
import { accessToken, apiRoot, authRoot, UnitConnector, useNock } from './support/connector.ts';

const { api, auth } = useNock();

/** A request as a user of the platform's API Request writes it. */
const raw = (
  request: { url: string; method?: string; headers?: Record<string, string> },
  connector = new UnitConnector(),
  authData?: { access_token: string },
) => connector.run('', { request, ...(authData ? { authData } : {}) }, 'request');

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the access token', () => {
  it.each([`${apiRoot}/v1/logos?x=1`, '/v1/logos?x=1'])('goes with a raw request to %s', async (url) => {
    api().get('/v1/logos?x=1').matchHeader('authorization', `Bearer ${accessToken}`).reply(200, { data: [] });
    expect(await raw({ url })).toMatchObject({ status: 200 });
  });

  it.each([
    'https://elsewhere.test',
    'http://api.letters.test',
    'https://api.letters.test:8443',
    'https://x.api.letters.test',
  ])('does not go to another origin: %s', async (origin) => {
    nock(origin, { badheaders: ['authorization'] })
      .get('/')
      .reply(200, '{}');
    expect(JSON.stringify(await raw({ url: `${origin}/` }))).not.toContain(accessToken);
  });

  it.each(['https://elsewhere.test/x', 'https://api.letters.test:8443/x', 'http://api.letters.test/x'])(
    'does not follow a redirect to %s',
    async (location) => {
      api().get('/v1/orders/m-1').reply(302, '', { Location: location });
      await expect(new UnitConnector().search('find_order', { order_id: 'm-1' })).rejects.toThrow(
        /redirect to another address/,
      );
    },
  );

  it('follows a redirect within the origin', async () => {
    api().get('/v1/orders/m-1').reply(307, '', { Location: '/v1/orders/m-2' });
    api()
      .get('/v1/orders/m-2')
      .matchHeader('authorization', `Bearer ${accessToken}`)
      .reply(200, { id: 'm-2' });
    expect(await new UnitConnector().search('find_order', { order_id: 'm-1' })).toMatchObject([
      { id: 'm-2' },
    ]);
  });

  it('fetches a preview from where the service keeps it, without the token', async () => {
    api().get('/v1/orders/m-1.pdf').reply(302, '', { Location: 'https://storage.test/p.pdf' });
    nock('https://storage.test', { badheaders: ['authorization'] })
      .get('/p.pdf')
      .reply(200, '%PDF-1.7', { 'Content-Type': 'application/pdf' });
    const connector = new UnitConnector();
    await connector.run('hydrators.orderPreview', { inputData: { id: 'm-1' } });
    expect(connector.stored.map(({ name }) => name)).toEqual(['order-m-1.pdf']);
  });

  it('is not sent to the address of a file, even when the file lies at the service', async () => {
    nock(apiRoot, { badheaders: ['authorization'] })
      .get('/public/a.pdf')
      .reply(200, 'x', { 'Content-Length': '1' });
    api().post('/v1/files?filename=a.pdf', 'x').reply(201, { id: 'f-1', filename: 'a.pdf' });
    expect(
      await new UnitConnector().create('upload_file', { file: `${apiRoot}/public/a.pdf` }),
    ).toMatchObject({ file_id: 'f-1' });
  });

  it('is masked where the service repeats it', async () => {
    api()
      .get('/v1/orders/m-1')
      .reply(400, { error: 'x', message: `bad token ${accessToken}` });
    await expect(new UnitConnector().search('find_order', { order_id: 'm-1' })).rejects.not.toThrow(
      new RegExp(accessToken),
    );
  });
});

describe('a refusal (§7.3)', () => {
  const code = 'orders.account_required';
  it.each([
    ['{code}', { code }],
    ['{error}', { status: '400', error: code, message: 'm' }],
    ['{error:{…}}', { error: { code, message: 'm' } }],
    ['{errors:[…]}', { errors: [{ code, message: 'm' }] }],
    ['a problem', { type: `https://x.test/problems/${code}`, title: 't', status: 400 }],
  ])('in the shape %s is told by its code', async (_shape, body) => {
    api().post('/v1/orders').reply(400, body);
    const run = new UnitConnector().create('resend_saved_order', { saved_order_id: 's', list_id: 'l' });
    await expect(run).rejects.toMatchObject({
      message: expect.stringMatching(/not linked to an account/),
      status: 400,
    });
  });

  it.each([
    ['plain text', 'You cannot do that', /You cannot do that/],
    ['a page', '<html><body>nope</body></html>', /rejected the request to send/],
    ['nothing', '', /rejected the request to send/],
  ])('in the shape of %s is told without markup', async (_shape, body, sentence) => {
    api().post('/v1/orders').reply(400, body);
    const run = new UnitConnector().create('resend_saved_order', { saved_order_id: 's', list_id: 'l' });
    await expect(run).rejects.toThrow(sentence);
    await expect(run).rejects.not.toThrow(/[<>{}]/);
  });

  it('says which type is expected', async () => {
    api().post('/v3/contacts').reply(400, { error: 'contacts.invalid_data', expected_type: 'string' });
    await expect(new UnitConnector().create('create_contact', { name: 'A' })).rejects.toThrow(
      /\(code contacts\.invalid_data, expected type string\)/,
    );
  });

  it.each([[403], [404], [409], [410], [411], [413], [422], [500], [502], [503], [504]])(
    '%i is one sentence',
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
    ['nothing', '', /an empty response/],
    ['a cut-off answer', '{"contact_id":"c', /text instead of data/],
    ['another shape', '{"id":1}', /an unexpected format \(at contact_id/],
  ])('%s with status 200 is no success', async (_what, body, sentence) => {
    api().post('/v3/contacts').reply(200, body);
    const run = new UnitConnector().create('create_contact', { name: 'A' });
    await expect(run).rejects.toThrow(sentence);
    await expect(run).rejects.toThrow(/don't know whether/);
  });
});

describe('an id', () => {
  it.each(['.', '..'])('"%s" never reaches the service, where it would mean the whole list', async (id) => {
    await expect(new UnitConnector().create('delete_contact', { contact_id: id })).rejects.toThrow(
      /is not a valid ID/,
    );
  });

  it.each([
    ['a/b', '/v1/contacts/a%2Fb'],
    ['?x=1', '/v1/contacts/%3Fx%3D1'],
    ['%2e%2e', '/v1/contacts/%252e%252e'],
    ['Ünï', '/v1/contacts/%C3%9Cn%C3%AF'],
  ])('"%s" stays one part of the path', async (id, path) => {
    api().delete(path).reply(204);
    expect(await new UnitConnector().create('delete_contact', { contact_id: id })).toMatchObject({
      id,
      deleted: true,
    });
  });

  it.each([[''], ['   '], [undefined], [null]])('%j is asked for', async (contact_id) => {
    await expect(new UnitConnector().create('delete_contact', { contact_id })).rejects.toThrow(
      /Contact is blank/,
    );
  });
});

describe('a request that a user wrote', () => {
  it.each(['Authorization', 'authorization', 'AUTHORIZATION', ' Authorization '])(
    'to the service carries this connection’s token in place of another under %s, and its other headers',
    async (name) => {
      api()
        .get('/v1/logos')
        .matchHeader('authorization', `Bearer ${accessToken}`)
        .matchHeader('x-own', 'kept')
        .reply(200, {});
      expect(
        await raw({ url: `${apiRoot}/v1/logos`, headers: { [name]: 'Bearer of-somebody', 'X-Own': 'kept' } }),
      ).toMatchObject({ status: 200 });
    },
  );

  it('to another address carries what the user gave it', async () => {
    nock('https://elsewhere.test', { reqheaders: { authorization: 'Bearer own' } })
      .get('/x')
      .reply(200, {});
    await raw({ url: 'https://elsewhere.test/x', headers: { Authorization: 'Bearer own' } });
  });

  it('to a path of the service may end as it likes', async () => {
    api().get('/v1/logos//').matchHeader('authorization', `Bearer ${accessToken}`).reply(200, {});
    expect(await raw({ url: '/v1/logos//' })).toMatchObject({ status: 200 });
  });

  it('does not bring the token back with its answer', async () => {
    api().get('/v1/logos').matchHeader('authorization', `Bearer ${accessToken}`).reply(200, {});
    const result = await raw({ url: '/v1/logos', headers: { 'X-Own': 'kept' } });
    expect(result).toMatchObject({ request: { headers: { 'X-Own': 'kept' } } });
    expect(JSON.stringify(result)).not.toContain(accessToken);
  });

  it('has as much time as a run has, wherever it goes, and a call of the connector its own', async () => {
    const limits = jest.spyOn(AbortSignal, 'timeout');
    api().get('/v1/logos').reply(200, {});
    await raw({ url: '/v1/logos' });
    nock('https://elsewhere.test').get('/x').reply(200, {});
    await raw({ url: 'https://elsewhere.test/x' });
    expect(limits.mock.calls).toEqual([[25_000], [25_000]]);
    limits.mockClear();
    api().get('/v1/orders/m-1').reply(200, { id: 'm-1' });
    await new UnitConnector().search('find_order', { order_id: 'm-1' });
    expect(limits.mock.calls).toEqual([[15_000]]);
  });

  it('ends when its time is over', async () => {
    jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new Error('over')));
    api().get('/v1/logos').optionally().reply(200, {});
    await expect(raw({ url: '/v1/logos' })).rejects.toThrow(/abort/i);
  });

  it('without a scheme is no path of the service', async () => {
    await expect(raw({ url: '//elsewhere.test/v1/logos' })).rejects.toThrow();
    expect(nock.isDone()).toBe(true);
  });

  it('does not follow a redirect, and its address is told without its query', async () => {
    api().get('/v1/logos?key=private').reply(302, '', { Location: 'https://elsewhere.test/' });
    const run = raw({ url: '/v1/logos?key=private' });
    await expect(run).rejects.toThrow(
      `returned a redirect to another address when asked to read the URL ${apiRoot}/v1/logos. Nothing was changed`,
    );
  });

  it.each([
    ['post', 'post to'],
    ['DELETE', 'delete to'],
  ])('with %s is not said to have changed nothing', async (method, words) => {
    api().intercept('/v1/logos', method).reply(302, '', { Location: 'https://elsewhere.test/' });
    await expect(raw({ url: '/v1/logos', method })).rejects.toThrow(
      `so we don't know whether the request to ${words} the URL ${apiRoot}/v1/logos went through`,
    );
  });

  it('that is refused reads like any other refusal', async () => {
    api().get('/v1/nothing?key=private').reply(404, {});
    await expect(raw({ url: '/v1/nothing?key=private' })).rejects.toThrow(
      `The letter service did not find the URL ${apiRoot}/v1/nothing. It may`,
    );
    api().get('/v1/x').reply(403, {});
    await expect(raw({ url: '/v1/x' })).rejects.toThrow(/approve every permission it asks for/);
  });

  it('that another address refuses is not told as if the letter service had', async () => {
    nock('https://elsewhere.test').get('/x').reply(404, {});
    await expect(raw({ url: 'https://elsewhere.test/x' })).rejects.not.toThrow(/letter service/);
  });

  it('is answered with what came, also where it is a choice of several', async () => {
    api().get('/v1/logos').reply(299, { odd: true });
    expect(await raw({ url: '/v1/logos' })).toMatchObject({ status: 299 });
    api().get('/v1/logos').reply(300, '');
    await expect(raw({ url: '/v1/logos' })).rejects.toThrow(/redirect/);
  });
});

describe('an answer that repeats the token', () => {
  it('comes without it', async () => {
    api()
      .get('/v1/logos')
      .reply(200, { seen: `Bearer ${accessToken}`, [accessToken]: 1 });
    const answer = await raw({ url: '/v1/logos' });
    expect(JSON.stringify(answer)).not.toContain(accessToken);
    expect(answer).toMatchObject({ content: '{"seen":"Bearer [secret]","[secret]":1}' });
  });

  it('comes without it where it is no JSON', async () => {
    api().get('/v1/logos').reply(200, `<p>${accessToken}</p>`);
    expect(await raw({ url: '/v1/logos' })).toMatchObject({ content: '<p>[secret]</p>' });
  });

  it('hands nothing of it on to a record or to the name of the connection', async () => {
    api().get('/v1/orders/m-1').reply(200, { id: 'm-1', list: accessToken });
    const [order] = await new UnitConnector().search('find_order', { order_id: 'm-1' });
    expect(order).toMatchObject({ list: '[secret]' });
    api().get('/v1/hooks').reply(200, { events: {}, subscriptions: [] });
    api()
      .get('/v1/logos')
      .reply(200, { data: [{ id: 'g-1', name: accessToken }] });
    expect(await new UnitConnector().run('authentication.test')).toMatchObject({ account: '[secret]' });
  });

  it('comes without it as JSON that writes its letters as escapes', async () => {
    const token = 'aaaaaaaaaa/bbbbbbbbbb==';
    const connector = new UnitConnector();
    api().get('/v1/logos').reply(200, String.raw`{"seen":["aaaaaaaaaa\/bbbbbbbbbb\u003d=","${token}"]}`, {
      'Content-Type': 'application/json',
    });
    expect(await raw({ url: '/v1/logos' }, connector, { access_token: token })).toMatchObject({
      content: '{"seen":["[secret]","[secret]"]}',
    });
  });

  it('stays what it is where nothing repeats the token', async () => {
    const content = String.raw`{ "street": "12 Market Street\nApartment 4" }`;
    api().get('/v1/logos').reply(200, content);
    expect(await raw({ url: '/v1/logos' })).toMatchObject({ content });
  });

  it.each([
    ['a form', 'application/x-www-form-urlencoded', `seen=${accessToken}`, 'seen=[secret]'],
    ['a number', 'application/json', '{"seen":123456789012345}', '{"seen":[secret]}'],
  ])('comes without it as %s, and is no error', async (_what, type, body, content) => {
    api().get('/v1/logos').reply(200, body, { 'Content-Type': type });
    const token = type.endsWith('json') ? '123456789012345' : accessToken;
    expect(await raw({ url: '/v1/logos' }, new UnitConnector(), { access_token: token })).toMatchObject({
      content,
    });
  });

  it('keeps it where the service gives it away, also when it is the one that the connection had', async () => {
    auth()
      .post('/oauth/token?grant_type=authorization_code&code=c')
      .reply(200, { access_token: accessToken });
    const connector = new UnitConnector();
    expect(
      await connector.run('authentication.oauth2Config.getAccessToken', { inputData: { code: 'c' } }),
    ).toEqual({ access_token: accessToken });
  });

  it('is left alone when the token is so short that it stands there by chance', async () => {
    api().get('/v1/logos').reply(200, { name: 'a short one' });
    const answer = await raw({ url: '/v1/logos' }, new UnitConnector(), { access_token: 'short' });
    expect(answer).toMatchObject({ content: '{"name":"a short one"}' });
  });
});

describe('the token endpoint', () => {
  const basic = `Basic ${Buffer.from('unit-client:unit-secret-0123456789').toString('base64')}`;

  it('gets the client’s credentials and not the token, also where it is on the API’s origin', async () => {
    const connector = new UnitConnector({ AUTH_URL: apiRoot });
    api()
      .post('/oauth/token?grant_type=authorization_code&code=c')
      .matchHeader('authorization', basic)
      .reply(200, { access_token: 'new' });
    expect(
      await connector.run('authentication.oauth2Config.getAccessToken', { inputData: { code: 'c' } }),
    ).toEqual({ access_token: 'new' });
  });

  it('is none elsewhere on that origin', async () => {
    api().get('/oauth/tokens').matchHeader('authorization', `Bearer ${accessToken}`).reply(200, {});
    await raw({ url: '/oauth/tokens' }, new UnitConnector({ AUTH_URL: apiRoot }));
    nock(authRoot, { badheaders: ['authorization'] })
      .get('/my')
      .reply(200, {});
    await raw({ url: `${authRoot}/my` });
  });
});

describe('a connection without a token', () => {
  it('sends none, and not the word for it', async () => {
    nock(apiRoot, { badheaders: ['authorization'] })
      .get('/v1/orders/m-1')
      .reply(200, { id: 'm-1' });
    const run = new UnitConnector().search('find_order', { order_id: 'm-1' }, { authData: {} });
    expect(await run).toMatchObject([{ id: 'm-1' }]);
  });
});

describe('the answer to a download', () => {
  const download = () =>
    new UnitConnector().run('hydrators.fileContent', { inputData: { id: 'f-1', name: 'a.pdf' } });

  it('is explained like any other when it is a refusal', async () => {
    api()
      .get('/v1/files/f-1/download')
      .reply(409, { message: `Not now, ${accessToken}` });
    await expect(download()).rejects.toThrow(
      /current state.*The letter service says: “Not now, \[secret\]”\.$/,
    );
  });

  it('has the name that the service gives it, when the step does not know one', async () => {
    api()
      .get('/v1/files/f-1/download')
      .reply(200, '%PDF', { 'Content-Disposition': 'attachment; filename="a b.pdf"' });
    const connector = new UnitConnector();
    await connector.run('hydrators.fileContent', { inputData: { id: 'f-1' } });
    expect(connector.stored.map(({ name }) => name)).toEqual(['a b.pdf']);
  });

  it('is told to be gone where it is', async () => {
    api().get('/v1/files/f-1/download').reply(410, '');
    await expect(download()).rejects.toThrow(/no longer has/);
  });

  it('that comes in pieces is read to its end', async () => {
    api()
      .get('/v1/files/f-1/download')
      .reply(500, () => Readable.from([Buffer.from('Not '), Buffer.from('today')]));
    await expect(download()).rejects.toThrow(/The letter service says: “Not today”/);
  });

  it('without end is read as far as a sentence needs', async () => {
    api()
      .get('/v1/files/f-1/download')
      .reply(500, `Sorry ${'x'.repeat(1_000_000)}`);
    await expect(download()).rejects.toThrow(/The letter service says: “Sorry x+…”\.$/);
  });
});

describe('the client secret', () => {
  it('is masked where the service repeats it', async () => {
    api().get('/v1/orders/m-1').reply(400, { message: 'unit-secret-0123456789 and undefined are wrong' });
    await expect(new UnitConnector().search('find_order', { order_id: 'm-1' })).rejects.toThrow(
      /“\[secret\] and undefined are wrong”/,
    );
  });
});

describe('every refusal', () => {
  it('that answers the question with "there is none" is no error', async () => {
    api().get('/v1/files/f-1').reply(404, { error: 'files.not_found' });
    expect(await new UnitConnector().search('find_file', { file_id: 'f-1' })).toEqual([]);
    api().get('/v1/files/f-1/download').reply(404, {});
    await expect(
      new UnitConnector().run('hydrators.fileContent', { inputData: { id: 'f-1' } }),
    ).rejects.toThrow(/no longer has|did not find/);
  });

  it('is told also to a connection without a token, and without a secret to look for', async () => {
    api().get('/v1/orders/m-1').reply(400, { message: 'Nobody asked' });
    const run = new UnitConnector({ CLIENT_SECRET: '' }).search(
      'find_order',
      { order_id: 'm-1' },
      { authData: {} },
    );
    await expect(run).rejects.toThrow(/rejected the request to read the order "m-1".*“Nobody asked”/);
  });

  it('for too many requests waits as long as the service says', async () => {
    api().get('/v1/orders/m-1').reply(429, {}, { 'Retry-After': '21' });
    await expect(new UnitConnector().search('find_order', { order_id: 'm-1' })).rejects.toMatchObject({
      name: 'ThrottledError',
      delay: 21,
    });
  });
});
