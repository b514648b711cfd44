/** OAuth 2.0 authorization code (part 5): the pages in the browser and the token endpoint. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { scopesInWords } from './access.ts';
import { consentPage, loginPage, problemPage } from './pages.ts';
import { readBody } from './reading.ts';
import type { Client, Token, User } from './records.ts';
import type { Service } from './service.ts';

/** A code has to be exchanged this soon (ms). */
export const codeLifetime = 10 * 60_000;

interface Code {
  code: string;
  client: string;
  user: string;
  scopes: string[];
  expires: number;
  used: boolean;
}

interface Session {
  id: string;
  /** Goes into every form; a form without it was not made for this browser. */
  formToken: string;
  user: string | null;
}

/** What an authorization request asks for, once it is known to be in order. */
interface Asked {
  client: Client;
  scopes: string[];
  state: string | undefined;
}

const secret = (): string => randomBytes(24).toString('base64url');

export function oauthRoutes(service: Service): Hono {
  const { database, clock } = service;
  const app = new Hono();

  app.use('/my/*', async (c, next) => {
    await next();
    c.header('X-Frame-Options', 'DENY');
    c.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    );
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cache-Control', 'no-store');
  });

  const sessionOf = (c: Context): Session => {
    const known = database.get<Session>('session', getCookie(c, 'sandbox_session') ?? '');
    if (known) return known;
    const session: Session = { id: secret(), formToken: secret(), user: null };
    return renew(c, session);
  };

  const renew = (c: Context, session: Session): Session => {
    database.put('session', session.id, session);
    setCookie(c, 'sandbox_session', session.id, {
      httpOnly: true,
      sameSite: 'Lax',
      path: '/my',
    });
    return session;
  };

  /** The request in order, or the answer to one that is not: a page, or a redirect with the error (§5.1). */
  const readAsked = (c: Context, search: URLSearchParams): Asked | Response => {
    const [clientId, ...moreIds] = search.getAll('client_id');
    const client =
      clientId === undefined || moreIds.length > 0 ? undefined : database.get<Client>('client', clientId);
    if (!client) {
      return c.newResponse(
        String(
          problemPage(
            'This link does not work',
            'The application that sent you here is not known to this service. Go back to it and try again, or tell its makers.',
          ),
        ),
        400,
        {
          'Content-Type': 'text/html; charset=utf-8',
        },
      );
    }
    const state = search.getAll('state').length === 1 ? (search.get('state') ?? undefined) : undefined;
    const refuse = (error: string, description: string): Response =>
      back(c, client, { error, error_description: description, state });
    if (client.trouble === 'disabled') return refuse('unauthorized_client', 'This application is disabled.');
    if (client.trouble === 'throttled')
      return refuse('temporarily_unavailable', 'This application asks too often.');
    for (const name of ['client_id', 'response_type', 'scope', 'state']) {
      if (search.getAll(name).length > 1)
        return refuse('invalid_request', `The parameter ${name} is repeated.`);
    }
    const type = search.get('response_type');
    if (!type) return refuse('invalid_request', 'The parameter response_type is missing.');
    if (type !== 'code') return refuse('unsupported_response_type', 'Only response_type=code is supported.');
    const scopes = [...new Set((search.get('scope') ?? '').split(' ').filter(Boolean))];
    if (scopes.length === 0) return refuse('invalid_request', 'The parameter scope is missing.');
    const unknown = scopes.find((scope) => !Object.hasOwn(scopesInWords, scope));
    if (unknown !== undefined) return refuse('invalid_scope', `There is no scope ${unknown}.`);
    return { client, scopes, state };
  };

  const authorize = (c: Context, asked: Asked, search: string): Response | Promise<Response> => {
    const session = sessionOf(c);
    const user = session.user === null ? undefined : database.get<User>('user', session.user);
    const values = { request: search, form_token: session.formToken };
    if (!user) return c.html(loginPage(asked.client.name, values, false));
    const consented = database.get<{ scopes: string[] }>('consent', consentId(user, asked.client));
    if (asked.scopes.every((scope) => consented?.scopes.includes(scope))) return allow(c, asked, user);
    return c.html(
      consentPage(
        asked.client.name,
        user.email,
        asked.scopes.map((scope) => scopesInWords[scope] ?? scope),
        values,
      ),
    );
  };

  const allow = (c: Context, { client, scopes, state }: Asked, user: User): Response => {
    const code: Code = {
      code: secret(),
      client: client.id,
      user: user.email,
      scopes,
      expires: clock.now + codeLifetime,
      used: false,
    };
    database.put('code', code.code, code);
    return back(c, client, { code: code.code, state });
  };

  app.get('/my/oauth/authorize', (c) => {
    const { search, searchParams } = new URL(c.req.url);
    const asked = readAsked(c, searchParams);
    return asked instanceof Response ? asked : authorize(c, asked, search);
  });

  /** A form of these pages: sent by this browser, from one of our own pages. */
  const readForm = async (
    c: Context,
  ): Promise<{ form: URLSearchParams; session: Session; asked: Asked; search: string } | Response> => {
    const form = new URLSearchParams(Buffer.from(await readBody(c, 64 * 1024)).toString('utf8'));
    const session = database.get<Session>('session', getCookie(c, 'sandbox_session') ?? '');
    if (!session || !same(form.get('form_token') ?? '', session.formToken)) {
      return c.html(
        problemPage(
          'This form is out of date',
          'Go back to the application that sent you here and start again.',
        ),
        403,
      );
    }
    const search = form.get('request') ?? '';
    const asked = readAsked(c, new URLSearchParams(search));
    return asked instanceof Response ? asked : { form, session, asked, search };
  };

  app.post('/my/oauth/login', async (c) => {
    const read = await readForm(c);
    if (read instanceof Response) return read;
    const { form, session, asked, search } = read;
    const user = database.get<User>('user', (form.get('email') ?? '').trim().toLowerCase());
    if (!user || !same(form.get('password') ?? '', user.password)) {
      return c.html(
        loginPage(asked.client.name, { request: search, form_token: session.formToken }, true),
        401,
      );
    }
    // A new session for the person who logged in: nobody who knew the old one knows it.
    database.remove('session', session.id);
    renew(c, { id: secret(), formToken: secret(), user: user.email });
    return c.redirect(`/my/oauth/authorize${queryOf(search)}`, 303);
  });

  app.post('/my/oauth/logout', async (c) => {
    const read = await readForm(c);
    if (read instanceof Response) return read;
    database.remove('session', read.session.id);
    renew(c, { id: secret(), formToken: secret(), user: null });
    return c.redirect(`/my/oauth/authorize${queryOf(read.search)}`, 303);
  });

  app.post('/my/oauth/consent', async (c) => {
    const read = await readForm(c);
    if (read instanceof Response) return read;
    const { form, session, asked, search } = read;
    const user = session.user === null ? undefined : database.get<User>('user', session.user);
    if (!user) return c.redirect(`/my/oauth/authorize${queryOf(search)}`, 303);
    if (form.get('decision') !== 'allow') {
      return back(c, asked.client, {
        error: 'access_denied',
        error_description: 'The user denied the request.',
        state: asked.state,
      });
    }
    const id = consentId(user, asked.client);
    const before = database.get<{ scopes: string[] }>('consent', id)?.scopes ?? [];
    database.put('consent', id, {
      scopes: [...new Set([...before, ...asked.scopes])],
    });
    return allow(c, asked, user);
  });

  app.post('/oauth/token', (c) => {
    const answer = exchange(service, c);
    const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
    if ('access_token' in answer) return c.json(answer, 200, headers);
    const { status, error, error_description } = answer;
    if (status === 401) headers['WWW-Authenticate'] = 'Basic realm="sandbox"';
    return c.json({ error, error_description }, status, headers);
  });

  return app;
}

type TokenAnswer =
  | { access_token: string; token_type: 'bearer' }
  | { status: 400 | 401 | 429; error: string; error_description: string };

/** POST {auth_url}/oauth/token (§5.2), with every row of §7.2. */
function exchange(service: Service, c: Context): TokenAnswer {
  const { database, clock } = service;
  const search = new URL(c.req.url).searchParams;
  const fail = (status: 400 | 401 | 429, error: string, error_description: string) => ({
    status,
    error,
    error_description,
  });
  const credentials = clientCredentials(c, search);
  if (!credentials)
    return fail(
      400,
      'invalid_client',
      'Send client_id and client_secret with HTTP Basic or as query parameters.',
    );
  const client = database.get<Client>('client', credentials.id);
  if (!client || !same(credentials.secret, client.secret))
    return fail(401, 'invalid_client', 'The client credentials are not recognized.');
  if (client.trouble === 'blocked' || client.trouble === 'disabled')
    return fail(401, 'invalid_client', 'The client is blocked.');
  if (client.trouble === 'throttled') return fail(429, 'invalid_client', 'The client asks too often.');
  for (const name of ['grant_type', 'code', 'client_id', 'client_secret']) {
    if (search.getAll(name).length > 1)
      return fail(400, 'invalid_request', `The parameter ${name} is repeated.`);
  }
  const grant = search.get('grant_type');
  if (!grant) return fail(400, 'invalid_request', 'The parameter grant_type is missing.');
  if (grant !== 'authorization_code')
    return fail(400, 'unsupported_grant_type', 'Only authorization_code is supported.');
  const given = search.get('code');
  if (!given) return fail(400, 'invalid_request', 'The parameter code is missing.');
  const code = database.get<Code>('code', given);
  if (!code || code.client !== client.id || code.used || code.expires <= clock.now) {
    return fail(400, 'invalid_grant', 'The authorization code is unknown, already used or expired.');
  }
  database.put('code', code.code, { ...code, used: true });
  return {
    access_token: issueToken(service, client.id, code.user, code.scopes),
    token_type: 'bearer',
  };
}

/** Makes a token that acts for the user's account. */
export function issueToken({ database }: Service, client: string, user: string, scopes: string[]): string {
  const account = database.get<User>('user', user)?.account ?? null;
  const token: Token = { token: secret(), client, user, account, scopes };
  database.put('token', token.token, token, account);
  return token.token;
}

function clientCredentials(c: Context, search: URLSearchParams): { id: string; secret: string } | undefined {
  const [scheme = '', encoded = ''] = (c.req.header('Authorization') ?? '').trim().split(/\s+/, 2);
  if (/^basic$/i.test(scheme)) {
    const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
    return { id, secret: rest.join(':') };
  }
  const id = search.get('client_id');
  const secretText = search.get('client_secret');
  return id !== null && secretText !== null ? { id, secret: secretText } : undefined;
}

/** Back to the callback that is registered with the client; there is no other place to go to. */
function back(c: Context, client: Client, parameters: Record<string, string | undefined>): Response {
  const url = new URL(client.callback);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  return c.redirect(url.href, 302);
}

const queryOf = (search: string): string => `?${new URLSearchParams(search)}`;

const consentId = (user: User, client: Client): string => `${user.email} ${client.id}`;

/** Compares secrets without telling by the time it takes how much of them is right. */
function same(one: string, other: string): boolean {
  const left = Buffer.from(one);
  const right = Buffer.from(other);
  return left.length === right.length && timingSafeEqual(left, right);
}
