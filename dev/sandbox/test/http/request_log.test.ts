import { describe, expect, it } from '@jest/globals';
import { addressUpdate, following, sandbox } from '../service_client.ts';

const canary = 'canary-secret';
const form = 'application/x-www-form-urlencoded';
const password = `email=demo%40example.com&password=${canary}`;
const long = 'x'.repeat(18_000);
const login = (type: string, body: string, path = '/my/oauth/login') => ({
  method: 'POST',
  path,
  type,
  body,
});
const asked = (path: string) => ({ method: 'GET', path, type: undefined, body: undefined });
const parts = `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${canary}\r\n--b--`;

describe('the request log masks secrets', () => {
  it.each([
    ['of a form that is kept in part', login(form, `${password}&state=${long}`)],
    ['of a form that begins with &', login(form, `&${password}`)],
    ['of a form with a name in another encoding', login(form, `email=a&pass%77ord=${canary}`)],
    ['of a form with a blank in a name', login(form, `+password+=${canary}`)],
    ['of a form that is plain text', login('text/plain', `email=a\r\npassword=${canary}`)],
    ['of a form in parts', login('multipart/form-data; boundary=b', parts)],
    ['of a form that came as JSON', login('application/json', `{"password":"${canary}"}`)],
    ['of a form at an encoded path', login(form, password, '/%6dy/oauth/login')],
    ['of a form with a field of no meaning', login(form, `passwrod=${canary}`)],
    ['in a name with a blank behind it', asked(`/v1/contacts?access_token%20=${canary}`)],
    ['in a name with another joint', asked(`/v1/contacts?Access-Token=${canary}`)],
    ['in a name with brackets', asked(`/v1/contacts?access_token[]=${canary}`)],
    ['in what became a name', asked(`/v1/contacts?access_token%3D${canary}`)],
    ['in another parameter’s value', asked(`/v1/contacts?a=1;access_token=${canary}`)],
    ['in a query that cannot be decoded', asked(`/v1/contacts?a=%ff&access_token%20=${canary}`)],
    ['in the path', asked(`/v1/contacts;access_token=${canary}`)],
    ['in the path, encoded', asked(`/v1/contacts;access%5Ftoken%20%3D${canary}`)],
    ['in the path, as a code', asked(`/my/oauth;code=${canary}`)],
  ])('%s', async (_where, { method, path, type, body }) => {
    const service = await sandbox();
    await service.send(method, path, { body, ...(type ? { headers: { 'Content-Type': type } } : {}) });
    const log = await service.control('GET', '/requests');
    expect(log).toHaveLength(1);
    const shown = await service.send('GET', `/console/requests/${log[0].id}`);
    for (const each of [JSON.stringify(log), JSON.stringify(shown.body)]) {
      expect(each).toContain('***');
      expect(each).not.toContain(canary);
    }
  });

  it.each([
    ['kept in part', `{"access_token":"${canary}","a":"${long}"}`],
    ['that is none', `{"access_token" : "${canary}"`],
    ['with an address in it', `{"target":"http://127.0.0.1/?access_token=${canary}"}`],
    ['deep inside', `{"a":[{"Client_Secret ":["${canary}"]}]}`],
  ])('in JSON %s', async (_which, body) => {
    const service = await sandbox();
    const token = await service.token();
    await service.send('POST', '/v3/contacts', { token, body });
    const log = JSON.stringify(await service.control('GET', '/requests'));
    expect(log).toContain('***');
    expect(log).not.toContain(canary);
  });
});

it.each([
  ['in the path', (token: string) => `/v1/contacts/${token}`],
  [
    'in the path, percent-encoded',
    (token: string) => `/v1/contacts/%${token.charCodeAt(0).toString(16)}${token.slice(1)}`,
  ],
  ['under another name', (token: string) => `/v1/contacts?key=${token}`],
  ['in the name of a parameter', (token: string) => `/v1/contacts?${token}`],
  ['with other characters before and after it', (token: string) => `/v1/contacts/id_${token}_2`],
  ['that appears twice in a row', (token: string) => `/v1/contacts?key=${token}${token}`],
  ['as the user of a URL', () => `/v1/hooks?event=x&target=https://${canary}:x@example.com/`],
  ['under the name of another kind of key', () => `/v1/contacts?apiKey=${canary}`],
])('the request log masks an access token %s', async (_where, path) => {
  const service = await sandbox();
  const token = await service.token();
  await service.send('GET', path(token));
  const log = JSON.stringify(await service.control('GET', '/requests'));
  expect(log).toContain('***');
  expect(log).not.toContain(token);
  expect(log).not.toContain(canary);
});

describe('the request log masks what is left of a secret that is cut off', () => {
  it.each([
    ['in a body', (secret: string) => ({ path: '/v3/contacts', body: secret })],
    ['in the path', (secret: string) => ({ path: `/v1/contacts/${secret}`, body: undefined })],
    ['in the query', (secret: string) => ({ path: `/v1/contacts?key=${secret}`, body: undefined })],
  ])('%s', async (_where, requestWith) => {
    const service = await sandbox();
    const token = await service.token();
    const url = `https://user:${canary}@example.com/`;
    for (const secret of [`x${token}`, url]) {
      for (const kept of [token.length - 1, 20]) {
        const { path, body } = requestWith('');
        const length = 16 * 1024 - kept - (body === undefined ? path.length : 0);
        const long = requestWith('x'.repeat(length) + secret + 'x'.repeat(100));
        await service.send('POST', long.path, { token, body: long.body });
      }
    }
    const log = await service.control('GET', '/requests');
    expect(log).toHaveLength(4);
    for (const entry of log) {
      const text = JSON.stringify(entry);
      expect(text).toContain('***…');
      expect(text).not.toContain(token.slice(0, 8));
      expect(text).not.toContain(canary.slice(0, 4));
    }
  });
});

it.each(['/v1/contacts/', '/nothing/'])(
  'the request log masks what an error message at %s quotes of an access token',
  async (path) => {
    const service = await sandbox();
    const token = await service.token();
    await service.send('GET', `${path}${'x'.repeat(80)}${token}`, { token });
    const log = JSON.stringify(await service.control('GET', '/requests'));
    expect(log).toContain('***…');
    expect(log).not.toContain(token.slice(0, 8));
  },
);

it.each(['', '/', '?', '#', '@', '"', "'", ' ', '%2F'])(
  'the request log masks a password with %j in the target of a webhook',
  async (character) => {
    const service = await sandbox();
    const { token, post, get } = await service.as();
    const target = `https://user:a${encodeURIComponent(character)}${canary}@example.com/hook`;
    expect((await post(following(addressUpdate, target))).status).toBe(201);
    await get('/v1/hooks');
    if (/["']/.test(character))
      await post(following(addressUpdate, `https://user:a${character}${canary}@example.com/hook`));
    await service.send('POST', '/v3/contacts', { token, body: { name: target } });
    const log = JSON.stringify(await service.control('GET', '/requests'));
    expect(log).toContain('https://***@example.com');
    expect(log).not.toContain(canary);
  },
);

it('the request log lists the values of a repeated parameter', async () => {
  const service = await sandbox();
  await service.send('GET', '/v1/contacts?a=1&b=2&a=3&__proto__=4');
  const [{ query }] = await service.control('GET', '/requests');
  expect(Object.entries(query)).toEqual([
    ['a', ['1', '3']],
    ['b', '2'],
    ['__proto__', '4'],
  ]);
});

describe('the request log keeps', () => {
  it('the fields of a form that are not secret, and the size of a truncated form', async () => {
    const service = await sandbox();
    const body = `${password}&request=${long}`;
    await service.send('POST', '/my/oauth/login', { body, headers: { 'Content-Type': form } });
    const [{ request_body }] = await service.control('GET', '/requests');
    expect(request_body).toMatchObject({
      email: 'demo@example.com',
      password: '***',
      '…': `(${body.length} bytes)`,
    });
  });

  it('a path, query and body without secrets unchanged', async () => {
    const service = await sandbox();
    const token = await service.token();
    const body = { name: 'The Password Code', address: { postal_code: '43215' } };
    await service.send('GET', '/v1/contacts/a%20b?external=a%20code&code_name=x', { token });
    await service.send('POST', '/v3/contacts', { token, body });
    expect(await service.control('GET', '/requests')).toMatchObject([
      { path: '/v1/contacts/a%20b', query: { external: 'a code', code_name: 'x' } },
      { request_body: body },
    ]);
  });

  it('a body that is nested too deeply as text', async () => {
    const service = await sandbox();
    const body = `${'['.repeat(2000)}${']'.repeat(2000)}`;
    const { status } = await service.send('POST', '/v3/contacts', { token: await service.token(), body });
    expect(status).toBe(400);
    expect(await service.control('GET', '/requests')).toMatchObject([{ request_body: body }]);
  });
});
