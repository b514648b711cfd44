/** The OAuth pages: log in, allow or deny, and return to the application. See docs/api.md#authentication. */
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { HtmlEscapedString } from 'hono/utils/html';
import { scopeDescriptions, scopeExists } from '../http/access.ts';
import type { SandboxContext, SandboxEnv } from '../http/context.ts';
import { parseQuery, readBody, shorten } from '../http/request_body.ts';
import type { Service } from '../service.ts';
import type { Client, Code, Session, User } from '../store/records.ts';
import { consentPage, loginPage, problemPage } from './pages.ts';
import { exchange, same } from './token_endpoint.ts';

/** A code has to be exchanged this soon (ms). */
export const codeLifetime = 10 * 60_000;

const cookie = 'sandbox_session';

/** What an authorization request asks for, once it is known to be in order. */
interface Asked {
  client: Client;
  scopes: string[];
  state: string | undefined;
  /** Whether the person is asked even if they allowed the same before. */
  asksAgain: boolean;
  /** The request itself, which the forms carry along. */
  query: string;
}

/** A form that this browser sent from one of our own pages. */
interface Sent {
  form: URLSearchParams;
  session: Session;
  asked: Asked;
}

export function oauthRoutes(service: Service): Hono<SandboxEnv> {
  const { database, clock, newSecret } = service;
  const app = new Hono<SandboxEnv>();

  const sessionOf = (c: SandboxContext): Session =>
    database.get<Session>('session', getCookie(c, cookie) ?? '') ?? newSession(c, null);

  const newSession = (c: SandboxContext, user: string | null): Session => {
    const session: Session = { id: newSecret(), formToken: newSecret(), user };
    database.put('session', session.id, session);
    setCookie(c, cookie, session.id, { httpOnly: true, sameSite: 'Lax', path: '/my' });
    return session;
  };

  /** The request in order, or the answer to one that is not: a page, or a redirect with the error. */
  const readAsked = (c: SandboxContext, query: string): Asked | Response | Promise<Response> => {
    const parameters = new URLSearchParams(query);
    const ids = parameters.getAll('client_id');
    const client = ids.length === 1 ? database.get<Client>('client', ids[0] ?? '') : undefined;
    if (!client) {
      return showPage(
        c,
        problemPage(
          'This link does not work',
          'The application that sent you here is not known to this service. Go back to it and try again, or tell its makers.',
        ),
        400,
      );
    }
    c.env.exchange.client = client.id;
    const states = parameters.getAll('state');
    const state = states.length === 1 ? states[0] : undefined;
    const refuse = (error: string, description: string): Response =>
      back(c, client, { error, error_description: description, state });
    if (client.trouble === 'disabled') return refuse('unauthorized_client', 'This application is disabled.');
    if (client.trouble === 'throttled')
      return refuse('temporarily_unavailable', 'This application asks too often.');
    if (!isWellEncoded(query))
      return refuse('invalid_request', 'The query is not valid percent-encoded UTF-8.');
    for (const name of ['response_type', 'scope', 'state']) {
      if (parameters.getAll(name).length > 1)
        return refuse('invalid_request', `The parameter ${name} is repeated.`);
    }
    const type = parameters.get('response_type');
    if (!type) return refuse('invalid_request', 'The parameter response_type is missing.');
    if (type !== 'code') return refuse('unsupported_response_type', 'Only response_type=code is supported.');
    const scopes = [...new Set((parameters.get('scope') ?? '').split(/\s+/).filter(Boolean))];
    if (scopes.length === 0) return refuse('invalid_request', 'The parameter scope is missing.');
    const unknown = scopes.find((scope) => !scopeExists(scope, service.variants));
    if (unknown !== undefined) return refuse('invalid_scope', `There is no scope ${shorten(unknown)}.`);
    // Of the sandbox itself: with it a developer's browser, which stays logged in, comes to choose another account.
    const asksAgain = parameters.getAll('prompt').includes('consent');
    return { client, scopes, state, asksAgain, query };
  };

  /** Where a person stands on the way: logging in, deciding, or done because they decided before. */
  const nextStep = (c: SandboxContext, asked: Asked): Response | Promise<Response> => {
    const session = sessionOf(c);
    const user = userOf(session);
    const hidden = { request: asked.query, form_token: session.formToken };
    if (!user) return showPage(c, loginPage(asked.client.name, hidden), 200, asked.client);
    const allowed =
      database.get<{ scopes: string[] }>('consent', consentId(user, asked.client))?.scopes ?? [];
    if (!asked.asksAgain && asked.scopes.every((scope) => allowed.includes(scope)))
      return allow(c, asked, user);
    const inWords = asked.scopes.map((scope) => ({ scope, words: scopeDescriptions[scope] ?? scope }));
    return showPage(c, consentPage(asked.client.name, user.email, inWords, hidden), 200, asked.client);
  };

  const userOf = ({ user }: Session): User | undefined =>
    user === null ? undefined : database.get<User>('user', user);

  const allow = (c: SandboxContext, { client, scopes, state }: Asked, user: User): Response => {
    const code: Code = {
      code: newSecret(),
      client: client.id,
      user: user.email,
      scopes,
      expires: clock.now + codeLifetime,
      used: false,
    };
    database.put('code', code.code, code);
    return back(c, client, { code: code.code, state });
  };

  const readForm = async (c: SandboxContext): Promise<Sent | Response> => {
    const form = new URLSearchParams(Buffer.from(await readBody(c, { limit: 64 * 1024 })).toString('utf8'));
    const session = database.get<Session>('session', getCookie(c, cookie) ?? '');
    if (!session || !same(form.get('form_token') ?? '', session.formToken)) {
      const page = problemPage(
        'This form is out of date',
        'Go back to the application that sent you here and start again.',
      );
      return showPage(c, page, 403);
    }
    const asked = await readAsked(c, form.get('request') ?? '');
    return asked instanceof Response ? asked : { form, session, asked };
  };

  app.get('/my/oauth/authorize', async (c) => {
    const asked = await readAsked(c, new URL(c.req.url).search.slice(1));
    return asked instanceof Response ? asked : nextStep(c, asked);
  });

  app.post('/my/oauth/login', async (c) => {
    const sent = await readForm(c);
    if (sent instanceof Response) return sent;
    const { form, session, asked } = sent;
    const user = database.get<User>('user', (form.get('email') ?? '').trim().toLowerCase());
    if (!user || !same(form.get('password') ?? '', user.password)) {
      const hidden = { request: asked.query, form_token: session.formToken };
      return showPage(c, loginPage(asked.client.name, hidden, form.get('email') ?? ''), 401, asked.client);
    }
    // A new session for the person who logged in: nobody who knew the old one knows it.
    database.remove('session', session.id);
    newSession(c, user.email);
    return again(c, asked);
  });

  app.post('/my/oauth/logout', async (c) => {
    const sent = await readForm(c);
    if (sent instanceof Response) return sent;
    database.remove('session', sent.session.id);
    newSession(c, null);
    return again(c, sent.asked);
  });

  app.post('/my/oauth/consent', async (c) => {
    const sent = await readForm(c);
    if (sent instanceof Response) return sent;
    const { form, session, asked } = sent;
    const user = userOf(session);
    const decision = form.get('decision');
    if (!user || (decision !== 'allow' && decision !== 'deny')) return again(c, asked);
    if (decision === 'deny') {
      const { client, state } = asked;
      return back(c, client, {
        error: 'access_denied',
        error_description: 'The user denied the request.',
        state,
      });
    }
    return database.atomically(() => {
      const id = consentId(user, asked.client);
      const before = database.get<{ scopes: string[] }>('consent', id)?.scopes ?? [];
      database.put('consent', id, { scopes: [...new Set([...before, ...asked.scopes])] });
      return allow(c, asked, user);
    });
  });

  app.post('/oauth/token', (c) => {
    const answer = exchange(service, c);
    const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
    const { status, ...body } = 'access_token' in answer ? { status: 200 as const, ...answer } : answer;
    if (status === 401) headers['WWW-Authenticate'] = 'Basic realm="sandbox"';
    c.env.exchange.responseBody = JSON.stringify(body);
    return c.json(body, status, headers);
  });

  return app;
}

/** A page that no other page can show in a frame and whose forms go nowhere but here and back to the application. */
async function showPage(
  c: SandboxContext,
  page: HtmlEscapedString | Promise<HtmlEscapedString>,
  status: 200 | 400 | 401 | 403,
  client?: Client,
): Promise<Response> {
  const formTargets = client ? `'self' ${new URL(client.callback).origin}` : "'none'";
  c.header(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      `form-action ${formTargets}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
  );
  c.header('X-Frame-Options', 'DENY');
  c.header('X-Content-Type-Options', 'nosniff');
  // Not no-referrer: with it a browser sends the page's own forms with `Origin: null`, and they would be refused.
  c.header('Referrer-Policy', 'same-origin');
  c.header('Cache-Control', 'no-store');
  return c.html(page, status);
}

/** Back to the callback that is registered with the client; there is no other place to go to. */
function back(c: SandboxContext, client: Client, parameters: Record<string, string | undefined>): Response {
  const url = new URL(client.callback);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  return c.redirect(url.href, 302);
}

/** To the same request once more, by GET, so that going back or reloading sends no form again. */
function again(c: SandboxContext, { query }: Asked): Response {
  return c.redirect(`/my/oauth/authorize?${new URLSearchParams(query)}`, 303);
}

function isWellEncoded(query: string): boolean {
  try {
    parseQuery(`?${query}`);
    return true;
  } catch {
    return false;
  }
}

const consentId = (user: User, client: Client): string => `${user.email} ${client.id}`;
