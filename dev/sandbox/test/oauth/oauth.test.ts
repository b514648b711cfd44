import { describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { type ServiceClient, sandbox } from '../service_client.ts';
import { Person } from './person.ts';

const scope = 'contacts.read orders.read';
const authorize = (change: Record<string, string | null> = {}): string => {
  const parameters = Object.entries({
    client_id: 'sandbox-client',
    response_type: 'code',
    scope,
    state: 'a b&c=ü',
    ...change,
  });
  const given = parameters.filter((pair): pair is [string, string] => pair[1] !== null);
  return `/my/oauth/authorize?${new URLSearchParams(given)}`;
};
const basic = (user: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
const client = basic('sandbox-client', 'sandbox-secret');

/** Logs in, allows the request and returns the code. */
async function codeFor(service: ServiceClient, path = authorize()): Promise<string> {
  const person = new Person(service);
  await person.go('GET', path);
  // If the person allowed the request before, the login already redirects.
  const back = (await person.logIn()) ?? (await person.press('Allow'));
  return back?.searchParams.get('code') ?? '';
}

const exchange = (
  service: ServiceClient,
  query: Record<string, string>,
  headers: Record<string, string> = client,
) => service.send('POST', `/oauth/token?${new URLSearchParams(query)}`, { headers });

describe('authorization', () => {
  it('returns to the callback with invalid_request if the query is not valid percent-encoding', async () => {
    const person = new Person(await sandbox());
    const back = await person.go('GET', `${authorize()}&x=%zz`);
    expect(back?.origin).toBe('http://localhost:9000');
    expect(back?.searchParams.get('error')).toBe('invalid_request');
  });

  it('shows a page if the query is not valid percent-encoding and the client is unknown', async () => {
    const person = new Person(await sandbox());
    expect(await person.go('GET', '/my/oauth/authorize?client_id=%zz')).toBeUndefined();
    expect(person.page?.headers.get('content-type')).toContain('text/html');
  });

  it('lets a person log in, shows the application and what it can do, and redirects with code and state', async () => {
    const service = await sandbox();
    const person = new Person(service);
    expect(await person.go('GET', authorize())).toBeUndefined();
    expect(person.page?.status).toBe(200);
    expect(await person.logIn()).toBeUndefined();
    const text = parse(String(person.page?.body)).text;
    expect(text).toContain('Zapier');
    expect(text).toContain('View your mailing list');
    expect(text).toContain('View your orders');
    expect(text).not.toContain('Order letters for you');
    const back = await person.press('Allow');
    expect(back?.origin).toBe('http://localhost:9000');
    expect([...(back?.searchParams.keys() ?? [])]).toEqual(['code', 'state']);
    expect(back?.searchParams.get('state')).toBe('a b&c=ü');
  });

  it('redirects with access_denied if the person denies', async () => {
    const person = new Person(await sandbox());
    await person.go('GET', authorize());
    await person.logIn();
    const back = await person.press('Deny');
    expect(Object.fromEntries(back?.searchParams ?? [])).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      state: 'a b&c=ü',
    });
  });

  it('asks for consent again only for more scopes or another client', async () => {
    const person = new Person(await sandbox());
    await person.go('GET', authorize({ state: null }));
    await person.logIn();
    await person.press('Allow');
    const again = await person.go('GET', authorize({ state: null }));
    expect([...(again?.searchParams.keys() ?? [])]).toEqual(['code']);
    expect((await person.go('GET', authorize({ scope: 'contacts.read' })))?.searchParams.has('code')).toBe(
      true,
    );
    expect(await person.go('GET', authorize({ scope: `${scope} orders.write` }))).toBeUndefined();
    expect(await person.go('GET', authorize({ client_id: 'other-client' }))).toBeUndefined();
    expect((await person.press('Allow'))?.origin).toBe('http://localhost:9001');
  });

  it('asks again with prompt=consent, and lets another person log in', async () => {
    const person = new Person(await sandbox());
    await person.go('GET', authorize());
    await person.logIn();
    await person.press('Allow');
    expect(await person.go('GET', authorize({ prompt: 'consent' }))).toBeUndefined();
    await person.press('Use another account');
    await person.press('Log in', { email: 'other@example.com', password: 'other' });
    expect((await person.press('Allow'))?.searchParams.has('code')).toBe(true);
    expect(await person.go('GET', authorize({ prompt: 'consent' }))).toBeUndefined();
    expect((await person.press('Deny'))?.searchParams.get('error')).toBe('access_denied');
  });

  it('remembers consent across browsers, but not a denial', async () => {
    const service = await sandbox();
    const denying = new Person(service);
    await denying.go('GET', authorize());
    await denying.logIn();
    await denying.press('Deny');
    const first = new Person(service);
    await first.go('GET', authorize());
    expect(await first.logIn()).toBeUndefined();
    await first.press('Allow');
    const second = new Person(service);
    await second.go('GET', authorize());
    expect((await second.logIn())?.searchParams.has('code')).toBe(true);
  });

  it('reports a wrong password and lets the person try again or another person log in', async () => {
    const person = new Person(await sandbox());
    await person.go('GET', authorize());
    expect(await person.logIn('demo@example.com', 'wrong')).toBeUndefined();
    expect(person.page?.status).toBe(401);
    expect(parse(String(person.page?.body)).querySelector('[role=alert]')?.text).toMatch(
      /email address or password is incorrect/,
    );
    await person.logIn('DEMO@example.com ', 'demo');
    expect(String(person.page?.body)).toContain('demo@example.com');
    await person.press('Use another account');
    await person.logIn('other@example.com', 'other');
    expect(String(person.page?.body)).toContain('other@example.com');
  });

  it.each<[string, Record<string, string | null>, string]>([
    ['invalid_request', { response_type: null }, ''],
    ['invalid_request', { scope: null }, ''],
    ['invalid_request', { scope: '' }, ''],
    ['invalid_request', {}, '&scope=orders.read'],
    ['invalid_request', {}, '&response_type=code'],
    ['invalid_scope', { scope: 'contacts.read everything' }, ''],
    ['unsupported_response_type', { response_type: 'token' }, ''],
    ['unauthorized_client', { client_id: 'disabled-client' }, ''],
    ['temporarily_unavailable', { client_id: 'throttled-client' }, ''],
  ])('%s for %j%s', async (error, change, more) => {
    const back = await new Person(await sandbox()).go('GET', authorize(change) + more);
    expect(back?.origin).toBe('http://localhost:9000');
    expect(Object.fromEntries(back?.searchParams ?? [])).toEqual({
      error,
      error_description: expect.any(String),
      state: 'a b&c=ü',
    });
  });

  it('rejects a repeated state with invalid_request', async () => {
    const back = await new Person(await sandbox()).go('GET', `${authorize()}&state=other`);
    expect(back?.searchParams.get('error')).toBe('invalid_request');
  });

  it.each([
    ['none', { client_id: null }, ''],
    ['an unknown one', { client_id: 'nobody' }, ''],
    ['two', {}, '&client_id=other-client'],
  ])('shows a page instead of a redirect if the client_id is %s', async (_, change, more) => {
    const person = new Person(await sandbox());
    expect(await person.go('GET', authorize(change) + more)).toBeUndefined();
    expect(person.page?.status).toBe(400);
    expect(person.page?.headers.get('content-type')).toMatch(/^text\/html/);
  });

  it('always redirects to the registered callback, even if the request names another', async () => {
    const person = new Person(await sandbox());
    await person.go(
      'GET',
      authorize({ redirect_uri: 'https://evil.example/', continue: 'https://evil.example/' }),
    );
    await person.logIn();
    expect((await person.press('Allow'))?.origin).toBe('http://localhost:9000');
  });

  it('rejects forms without a session, with a wrong token, or from another origin', async () => {
    const service = await sandbox();
    const person = new Person(service);
    await person.go('GET', authorize());
    await person.logIn();
    const hidden =
      parse(String(person.page?.body)).querySelector('input[name=form_token]')?.getAttribute('value') ?? '';
    const form = (token: string) =>
      new URLSearchParams({ request: authorize().split('?')[1] ?? '', form_token: token, decision: 'allow' });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const stranger = await service.send('POST', '/my/oauth/consent', { body: String(form(hidden)), headers });
    expect([stranger.status, stranger.headers.get('location')]).toEqual([403, null]);
    expect(await person.go('POST', '/my/oauth/consent', form('guessed'))).toBeUndefined();
    expect(person.page?.status).toBe(403);
    const elsewhere = await service.send('POST', '/my/oauth/consent', {
      body: String(form(hidden)),
      headers: { ...headers, Origin: 'https://evil.example' },
    });
    expect(elsewhere.status).toBe(403);
  });

  it('sends pages that cannot be framed or cached, and shows parameters only as text', async () => {
    const service = await sandbox();
    const page = await service.send('GET', authorize({ state: '"><script>alert(1)</script>' }));
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' http://localhost:9000");
    expect(policy).toContain("default-src 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
    expect(page.body).not.toContain('<script');
  });

  it('has accessible pages: language, title, one heading, a label for every field', async () => {
    const person = new Person(await sandbox());
    await person.go('GET', authorize());
    for (let page = 0; page < 2; page += 1) {
      const root = parse(String(person.page?.body));
      expect(root.querySelector('html')?.getAttribute('lang')).toBe('en');
      expect(root.querySelector('title')?.text).toMatch(/\w/);
      expect(root.querySelectorAll('h1')).toHaveLength(1);
      expect(root.querySelectorAll('main')).toHaveLength(1);
      for (const input of root.querySelectorAll('input:not([type=hidden])'))
        expect(root.querySelector(`label[for=${input.id}]`)?.text).toMatch(/\w/);
      await person.logIn().catch(() => undefined);
    }
  });
});

describe('the token endpoint', () => {
  it('exchanges a code for a bearer token with the allowed scopes', async () => {
    const service = await sandbox();
    const answer = await exchange(service, {
      grant_type: 'authorization_code',
      code: await codeFor(service),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({ access_token: expect.stringMatching(/^[\w-]{32}$/), token_type: 'bearer' });
    const token = answer.body.access_token;
    expect((await service.send('GET', '/v1/contacts', { token })).status).toBe(200);
    expect((await service.send('DELETE', '/v1/contacts', { token })).status).toBe(403);
  });

  it('accepts the client credentials as query parameters', async () => {
    const service = await sandbox();
    const query = {
      grant_type: 'authorization_code',
      code: await codeFor(service),
      client_id: 'sandbox-client',
      client_secret: 'sandbox-secret',
    };
    expect((await exchange(service, query, {})).status).toBe(200);
  });

  it('accepts a code only once, and then revokes the access token that it gave', async () => {
    const service = await sandbox();
    const query = { grant_type: 'authorization_code', code: await codeFor(service) };
    const { status, body } = await exchange(service, query);
    expect(status).toBe(200);
    const read = () => service.send('GET', '/v1/contacts', { token: body.access_token });
    await exchange(service, query, basic('other-client', 'other-secret'));
    expect((await read()).status).toBe(200);
    expect(await exchange(service, query)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await read()).status).toBe(401);
  });

  it('rejects an expired code', async () => {
    const service = await sandbox();
    const early = await codeFor(service);
    await service.advance('9m');
    expect((await exchange(service, { grant_type: 'authorization_code', code: early })).status).toBe(200);
    const late = await codeFor(service);
    await service.advance('10m');
    expect((await exchange(service, { grant_type: 'authorization_code', code: late })).body.error).toBe(
      'invalid_grant',
    );
  });

  it('rejects another client’s code with invalid_grant and keeps it valid for its own client', async () => {
    const service = await sandbox();
    const query = { grant_type: 'authorization_code', code: await codeFor(service) };
    expect((await exchange(service, query, basic('other-client', 'other-secret'))).body.error).toBe(
      'invalid_grant',
    );
    expect((await exchange(service, query)).status).toBe(200);
  });

  it.each<[number, string, string, string, Record<string, string>]>([
    [400, 'invalid_client', 'nobody', 'grant_type=authorization_code&code=x', {}],
    [
      400,
      'invalid_client',
      'only an id',
      'grant_type=authorization_code&code=x&client_id=sandbox-client',
      {},
    ],
    [400, 'invalid_grant', 'an unknown code', 'grant_type=authorization_code&code=x', client],
    [400, 'invalid_request', 'no code', 'grant_type=authorization_code', client],
    [400, 'invalid_request', 'no grant_type', 'code=x', client],
    [400, 'invalid_request', 'two codes', 'grant_type=authorization_code&code=x&code=x', client],
    [
      400,
      'invalid_request',
      'two grant types',
      'grant_type=authorization_code&grant_type=authorization_code&code=x',
      client,
    ],
    [400, 'unsupported_grant_type', 'another grant', 'grant_type=password&code=x', client],
    [400, 'unsupported_grant_type', 'a refresh', 'grant_type=refresh_token&refresh_token=x', client],
    [
      401,
      'invalid_client',
      'an unknown client',
      'grant_type=authorization_code&code=x',
      basic('nobody', 'x'),
    ],
    [
      401,
      'invalid_client',
      'a wrong secret',
      'grant_type=authorization_code&code=x',
      basic('sandbox-client', 'x'),
    ],
    [
      401,
      'invalid_client',
      'a blocked client',
      'grant_type=authorization_code&code=x',
      basic('blocked-client', 'blocked-secret'),
    ],
    [
      429,
      'invalid_client',
      'a throttled client',
      'grant_type=authorization_code&code=x',
      basic('throttled-client', 'throttled-secret'),
    ],
  ])('%d %s: %s', async (status, error, _, query, headers) => {
    const answer = await (await sandbox()).send('POST', `/oauth/token?${query}`, { headers });
    expect(answer).toMatchObject({ status, body: { error, error_description: expect.any(String) } });
    expect(Object.keys(answer.body)).toEqual(['error', 'error_description']);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('shows the consent page for a blocked client, but issues no access token', async () => {
    const service = await sandbox();
    const code = await codeFor(service, authorize({ client_id: 'blocked-client' }));
    expect(code).not.toBe('');
    const headers = basic('blocked-client', 'blocked-secret');
    expect((await exchange(service, { grant_type: 'authorization_code', code }, headers)).status).toBe(401);
  });

  it('creates different access tokens and codes in every run, unless there is a seed file', async () => {
    const [one, two] = await Promise.all([sandbox(), sandbox()]);
    expect(await one.token()).not.toBe(await two.token());
    expect(await codeFor(one)).not.toBe(await codeFor(two));
  });
});
