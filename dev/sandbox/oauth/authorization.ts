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
import { equalsSecret, exchangeCode } from './token_endpoint.ts';

/** How long an authorization code is valid (ms). */
export const codeLifetime = 10 * 60_000;

const cookie = 'sandbox_session';

/** A valid authorization request. */
interface AuthorizationRequest {
  client: Client;
  scopes: string[];
  state: string | undefined;
  /** Whether to show the consent page even if the person allowed these scopes before. */
  forceConsent: boolean;
  /** The query of the request, which the forms include. */
  query: string;
}

/** A submitted form of one of these pages, with the session and the request that it belongs to. */
interface SubmittedForm {
  form: URLSearchParams;
  session: Session;
  request: AuthorizationRequest;
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

  /** Returns the request, or the error response to an invalid one: a page or a redirect. */
  const readRequest = (
    c: SandboxContext,
    query: string,
  ): AuthorizationRequest | Response | Promise<Response> => {
    const parameters = new URLSearchParams(query);
    const ids = parameters.getAll('client_id');
    const client = ids.length === 1 ? database.get<Client>('client', ids[0] ?? '') : undefined;
    if (!client) {
      return showPage(
        c,
        problemPage(
          'This link doesn’t work',
          'The letter service doesn’t know the application that sent you here. Go back and try again. If it happens again, contact the application’s support.',
        ),
        400,
      );
    }
    c.env.exchange.client = client.id;
    const states = parameters.getAll('state');
    const state = states.length === 1 ? states[0] : undefined;
    const reject = (error: string, description: string): Response =>
      redirectToCallback(c, client, { error, error_description: description, state });
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
    const unknown = scopes.find((scope) => !scopeExists(scope, service.variants));
    if (unknown !== undefined) return reject('invalid_scope', `Unknown scope: ${shorten(unknown)}.`);
    // Specific to the sandbox: lets a developer whose browser is still logged in choose another account.
    const forceConsent = parameters.getAll('prompt').includes('consent');
    return { client, scopes, state, forceConsent, query };
  };

  /** Shows the login page or the consent page, or redirects with a code if consent was given before. */
  const nextStep = (c: SandboxContext, request: AuthorizationRequest): Response | Promise<Response> => {
    const session = sessionOf(c);
    const user = userOf(session);
    const hidden = { request: request.query, form_token: session.formToken };
    if (!user) return showPage(c, loginPage(request.client.name, hidden), 200, request.client);
    const allowed =
      database.get<{ scopes: string[] }>('consent', consentId(user, request.client))?.scopes ?? [];
    if (!request.forceConsent && request.scopes.every((scope) => allowed.includes(scope)))
      return allow(c, request, user);
    const inWords = request.scopes.map((scope) => ({ scope, words: scopeDescriptions[scope] ?? scope }));
    return showPage(c, consentPage(request.client.name, user.email, inWords, hidden), 200, request.client);
  };

  const userOf = ({ user }: Session): User | undefined =>
    user === null ? undefined : database.get<User>('user', user);

  const allow = (
    c: SandboxContext,
    { client, scopes, state }: AuthorizationRequest,
    user: User,
  ): Response => {
    const code: Code = {
      code: newSecret(),
      client: client.id,
      user: user.email,
      scopes,
      expires: clock.now + codeLifetime,
      used: false,
    };
    database.put('code', code.code, code);
    return redirectToCallback(c, client, { code: code.code, state });
  };

  const readForm = async (c: SandboxContext): Promise<SubmittedForm | Response> => {
    const form = new URLSearchParams(Buffer.from(await readBody(c, { limit: 64 * 1024 })).toString('utf8'));
    const session = database.get<Session>('session', getCookie(c, cookie) ?? '');
    if (!session || !equalsSecret(form.get('form_token') ?? '', session.formToken)) {
      const page = problemPage(
        'This page has expired',
        'Go back to the application that sent you here and connect again.',
      );
      return showPage(c, page, 403);
    }
    const request = await readRequest(c, form.get('request') ?? '');
    return request instanceof Response ? request : { form, session, request };
  };

  app.get('/my/oauth/authorize', async (c) => {
    const request = await readRequest(c, new URL(c.req.url).search.slice(1));
    return request instanceof Response ? request : nextStep(c, request);
  });

  app.post('/my/oauth/login', async (c) => {
    const submitted = await readForm(c);
    if (submitted instanceof Response) return submitted;
    const { form, session, request } = submitted;
    const user = database.get<User>('user', (form.get('email') ?? '').trim().toLowerCase());
    if (!user || !equalsSecret(form.get('password') ?? '', user.password)) {
      const hidden = { request: request.query, form_token: session.formToken };
      return showPage(
        c,
        loginPage(request.client.name, hidden, form.get('email') ?? ''),
        401,
        request.client,
      );
    }
    // A new session ID after login prevents session fixation.
    database.remove('session', session.id);
    newSession(c, user.email);
    return redirectToAuthorization(c, request);
  });

  app.post('/my/oauth/logout', async (c) => {
    const submitted = await readForm(c);
    if (submitted instanceof Response) return submitted;
    database.remove('session', submitted.session.id);
    newSession(c, null);
    return redirectToAuthorization(c, submitted.request);
  });

  app.post('/my/oauth/consent', async (c) => {
    const submitted = await readForm(c);
    if (submitted instanceof Response) return submitted;
    const { form, session, request } = submitted;
    const user = userOf(session);
    const decision = form.get('decision');
    if (!user || (decision !== 'allow' && decision !== 'deny')) return redirectToAuthorization(c, request);
    if (decision === 'deny') {
      const { client, state } = request;
      return redirectToCallback(c, client, {
        error: 'access_denied',
        error_description: 'The user denied the request.',
        state,
      });
    }
    return database.atomically(() => {
      const id = consentId(user, request.client);
      const before = database.get<{ scopes: string[] }>('consent', id)?.scopes ?? [];
      database.put('consent', id, { scopes: [...new Set([...before, ...request.scopes])] });
      return allow(c, request, user);
    });
  });

  app.post('/oauth/token', (c) => {
    const answer = exchangeCode(service, c);
    const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
    const { status, ...body } = 'access_token' in answer ? { status: 200 as const, ...answer } : answer;
    if (status === 401) headers['WWW-Authenticate'] = 'Basic realm="sandbox"';
    c.env.exchange.responseBody = JSON.stringify(body);
    return c.json(body, status, headers);
  });

  return app;
}

/** Sends a page that cannot be framed and whose forms can only lead here and back to the application. */
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
  // With no-referrer, browsers send the forms with `Origin: null`, which the sandbox rejects.
  c.header('Referrer-Policy', 'same-origin');
  c.header('Cache-Control', 'no-store');
  return c.html(page, status);
}

/** Redirects to the client's registered callback. */
function redirectToCallback(
  c: SandboxContext,
  client: Client,
  parameters: Record<string, string | undefined>,
): Response {
  const url = new URL(client.callback);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  return c.redirect(url.href, 302);
}

/** Redirects to the same request by GET, so that reloading the page does not submit the form again. */
function redirectToAuthorization(c: SandboxContext, { query }: AuthorizationRequest): Response {
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
