/** The OAuth pages and the token endpoint: log in, allow or deny, and return to the application. See docs/api.md#authentication. */
import { Hono } from 'hono';
import { scopeDescriptions } from '../http/access.ts';
import type { SandboxContext, SandboxEnv } from '../http/context.ts';
import { readBody } from '../http/request_body.ts';
import type { Service } from '../service.ts';
import type { Client, Code, Session, User } from '../store/records.ts';
import { type AuthorizationRequest, findClient, readAuthorizationRequest } from './authorization_request.ts';
import { consentPage, loginPage, problemPage } from './pages.ts';
import { redirectToAuthorization, redirectToCallback, showPage } from './responses.ts';
import { findSession, startSession, userOf } from './sessions.ts';
import { equalsSecret, exchangeCode } from './token_endpoint.ts';

/** How long an authorization code is valid (ms). */
const codeLifetime = 10 * 60_000;

/** A submitted form of one of these pages, with the session and the request that it belongs to. */
interface SubmittedForm {
  form: URLSearchParams;
  session: Session;
  request: AuthorizationRequest;
}

export function oauthRoutes(service: Service): Hono<SandboxEnv> {
  const { database, clock, newSecret } = service;
  const app = new Hono<SandboxEnv>();

  /** Returns the request, or the error response to an invalid one: a page or a redirect. */
  const readRequest = async (c: SandboxContext, query: string): Promise<AuthorizationRequest | Response> => {
    const client = findClient(database, query);
    if (!client) {
      const page = problemPage(
        'This link doesn’t work',
        'The letter service doesn’t know the application that sent you here. Go back and try again. If it happens again, contact the application’s support.',
      );
      return showPage(c, page, 400);
    }
    c.env.exchange.client = client.id;
    const request = readAuthorizationRequest(client, query, service.variants);
    return 'error' in request ? redirectToCallback(c, client, request) : request;
  };

  const readForm = async (c: SandboxContext): Promise<SubmittedForm | Response> => {
    const form = new URLSearchParams(Buffer.from(await readBody(c, { limit: 64 * 1024 })).toString('utf8'));
    const session = findSession(c, service);
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

  const showLogin = (
    c: SandboxContext,
    { client, query }: AuthorizationRequest,
    { formToken }: Session,
    failedEmail?: string,
  ): Promise<Response> => {
    const hidden = { request: query, form_token: formToken };
    return showPage(
      c,
      loginPage(client.name, hidden, failedEmail),
      failedEmail === undefined ? 200 : 401,
      client,
    );
  };

  const allowedScopes = (user: User, client: Client): string[] =>
    database.get<{ scopes: string[] }>('consent', consentId(user, client))?.scopes ?? [];

  const redirectWithCode = (
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
    };
    database.put('code', code.code, code);
    return redirectToCallback(c, client, { code: code.code, state });
  };

  app.get('/my/oauth/authorize', async (c) => {
    const request = await readRequest(c, new URL(c.req.url).search.slice(1));
    if (request instanceof Response) return request;
    const { client, scopes, query } = request;
    const session = findSession(c, service) ?? startSession(c, service, null);
    const user = userOf(session, service);
    if (!user) return showLogin(c, request, session);
    const allowed = allowedScopes(user, client);
    if (!request.forceConsent && scopes.every((scope) => allowed.includes(scope)))
      return redirectWithCode(c, request, user);
    const permissions = new Set(scopes.map((scope) => scopeDescriptions[scope] ?? scope));
    const hidden = { request: query, form_token: session.formToken };
    return showPage(c, consentPage(client.name, user.email, [...permissions], hidden), 200, client);
  });

  app.post('/my/oauth/login', async (c) => {
    const submitted = await readForm(c);
    if (submitted instanceof Response) return submitted;
    const { form, session, request } = submitted;
    const email = form.get('email') ?? '';
    const user = database.get<User>('user', email.trim().toLowerCase());
    if (!user || !equalsSecret(form.get('password') ?? '', user.password))
      return showLogin(c, request, session, email);
    // A new session ID after login prevents session fixation.
    database.remove('session', session.id);
    startSession(c, service, user.email);
    return redirectToAuthorization(c, request.query);
  });

  app.post('/my/oauth/logout', async (c) => {
    const submitted = await readForm(c);
    if (submitted instanceof Response) return submitted;
    database.remove('session', submitted.session.id);
    startSession(c, service, null);
    return redirectToAuthorization(c, submitted.request.query);
  });

  app.post('/my/oauth/consent', async (c) => {
    const submitted = await readForm(c);
    if (submitted instanceof Response) return submitted;
    const { form, session, request } = submitted;
    const { client, scopes, state } = request;
    const user = userOf(session, service);
    const decision = form.get('decision');
    if (user && decision === 'deny') {
      const error_description = 'The user denied the request.';
      return redirectToCallback(c, client, { error: 'access_denied', error_description, state });
    }
    if (!user || decision !== 'allow') return redirectToAuthorization(c, request.query);
    return database.atomically(() => {
      const allowed = [...new Set([...allowedScopes(user, client), ...scopes])];
      database.put('consent', consentId(user, client), { scopes: allowed });
      return redirectWithCode(c, request, user);
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

const consentId = (user: User, client: Client): string => `${user.email} ${client.id}`;
