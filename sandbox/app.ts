/** The service as one application: its routes, and around them the log, the faults and the refusals. */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type MiddlewareHandler } from 'hono';
import { aboutPage } from './about.ts';
import { contactEndpoints } from './contacts.ts';
import { controlRoutes } from './control.ts';
import { type Endpoint, routeOf } from './endpoint.ts';
import { type Fault, faultFor } from './faults.ts';
import { fileEndpoints } from './files.ts';
import { hookEndpoints } from './hooks.ts';
import { logoEndpoints } from './logos.ts';
import { oauthRoutes } from './oauth.ts';
import { openApiDocument } from './openapi.ts';
import { orderEndpoints } from './orders.ts';
import { homePage } from './pages.ts';
import type { Exchange, SandboxContext, SandboxEnv } from './reading.ts';
import { Refusal, written } from './refusal.ts';
import { logRequest } from './request_log.ts';
import type { SeedSource } from './seed.ts';
import type { Caller, Service } from './service.ts';
import { Throttle } from './throttle.ts';

type Handler = MiddlewareHandler<SandboxEnv>;

/** Every endpoint of part 4. */
export const endpoints: readonly Endpoint[] = [
  ...contactEndpoints,
  ...fileEndpoints,
  ...hookEndpoints,
  ...orderEndpoints,
  ...logoEndpoints,
];

export function createApp(
  service: Service,
  control: { seed: SeedSource; reset(): Promise<void> },
): Hono<SandboxEnv> {
  const throttle = new Throttle();
  const admit = ({ token }: Caller): void => {
    if (service.worlds.has('throttled')) throttle.count(token, service.clock.now);
  };
  const app = new Hono<SandboxEnv>();

  app.use(logged(service));
  app.use(faulty(service));
  app.use(guarded);

  for (const endpoint of endpoints) {
    app.on(endpoint.method, routeOf(endpoint.path), async (c) => {
      const { status, json, content, headers = {} } = await endpoint.answer(c, service, admit);
      if (content) {
        c.get('exchange').responseBody = content;
        return new Response(new Uint8Array(content), {
          status,
          headers: { ...headers, 'Content-Length': String(content.length) },
        });
      }
      if (json === undefined) return new Response(null, { status, headers });
      const text = JSON.stringify(json);
      c.get('exchange').responseBody = text;
      return new Response(text, { status, headers: { ...headers, 'Content-Type': 'application/json' } });
    });
  }
  app.route('/', oauthRoutes(service));
  app.route(
    '/sandbox',
    controlRoutes(service, control.seed, async () => {
      throttle.reset();
      await control.reset();
    }),
  );
  app.get('/openapi.json', (c) => c.json(openApiDocument(endpoints)));
  app.get('/about', (c) => c.html(aboutPage(service)));
  app.get('/', (c) => c.html(homePage(service.origin)));

  app.notFound((c) => refused(c, service, nothingThere(app, c.req.method, c.req.path)));
  app.onError((error, c) => {
    if (error instanceof Refusal) return refused(c, service, error);
    process.stderr.write(`${c.req.method} ${c.req.path}: ${error.stack ?? error.message}\n`);
    return refused(
      c,
      service,
      new Refusal(500, 'internal_error', 'The sandbox has a mistake of its own; see its output.'),
    );
  });

  return app;
}

const isControl = (path: string): boolean => path === '/sandbox' || path.startsWith('/sandbox/');

/** Of the people's pages and the control API the log says nothing. */
const isLogged = (path: string): boolean =>
  !isControl(path) &&
  path !== '/' &&
  path !== '/openapi.json' &&
  path !== '/about' &&
  !path.startsWith('/console');

function refused(c: SandboxContext, service: Service, refusal: Refusal): Response {
  // The control API speaks the same in every world.
  const worlds = isControl(c.req.path) ? new Set<never>() : service.worlds;
  const { text, contentType } = written(refusal, worlds, service.origin);
  c.get('exchange').responseBody = text;
  return new Response(text, {
    status: refusal.status,
    headers: { ...refusal.headers, 'Content-Type': contentType },
  });
}

function nothingThere(app: Hono<SandboxEnv>, method: string, path: string): Refusal {
  const allowed = ['GET', 'POST', 'PUT', 'DELETE'].filter((other) =>
    app.router.match(other, path)[0].some(([[, route]]) => route.method === other),
  );
  if (allowed.length === 0)
    return new Refusal(404, 'not_found', `There is nothing at ${path.slice(0, 200)}; see /openapi.json.`);
  const list = allowed.join(', ');
  return new Refusal(
    405,
    'method_not_allowed',
    `${method.slice(0, 20)} is not done here; ${list} is.`,
    {},
    { Allow: list },
  );
}

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Only for this machine and only on purpose: a page elsewhere that points a name of its own at this machine, or sends
 * forms here, must not get to talk to the sandbox.
 */
const guarded: Handler = async (c, next) => {
  if (!loopback.test(c.req.header('Host') ?? ''))
    throw new Refusal(421, 'wrong_host', 'The sandbox answers only as localhost, 127.0.0.1 or [::1].');
  const origin = c.req.header('Origin');
  const isWrite = c.req.method !== 'GET' && c.req.method !== 'HEAD';
  if (isWrite && origin !== undefined && !loopback.test(origin.replace(/^https?:\/\//i, '')))
    throw new Refusal(403, 'wrong_origin', 'Pages of other hosts cannot change anything here.');
  if (isControl(c.req.path) && c.req.header('Sec-Fetch-Site') === 'cross-site')
    throw new Refusal(403, 'wrong_origin', 'Pages of other hosts cannot look in here.');
  try {
    decodeURIComponent(c.req.path);
  } catch {
    throw new Refusal(400, 'invalid_path', 'The path is not valid percent-encoded UTF-8.');
  }
  if (c.req.method === 'HEAD' && /^\/(?:v\d|oauth|sandbox)\//.test(c.req.path)) return c.notFound();
  return next();
};

function logged(service: Service): Handler {
  return async (c, next) => {
    const exchange: Exchange = { client: null, requestBody: null, responseBody: null, unanswered: false };
    c.set('exchange', exchange);
    const { iso: time } = service.clock;
    await next();
    if (!isLogged(c.req.path)) return;
    const { method, path, url } = c.req;
    const status = exchange.unanswered ? 0 : c.res.status;
    logRequest(service.database, { time, method, path, url, status, exchange });
  };
}

function faulty(service: Service): Handler {
  return async (c, next) => {
    const fault = isControl(c.req.path) ? undefined : faultFor(service.database, c.req.method, c.req.path);
    if (!fault) return next();
    if (fault.delay_ms) await new Promise((resolve) => setTimeout(resolve, fault.delay_ms));
    if (fault.reset === 'before') return hangUp(c);
    if (fault.status !== undefined || fault.body !== undefined) c.res = inPlaceOf(c, fault);
    else {
      await next();
      for (const [name, value] of Object.entries(fault.headers ?? {})) c.res.headers.set(name, value);
    }
    if (fault.reset === 'after') return hangUp(c);
    if (fault.truncate !== undefined) return cutOff(c, fault.truncate);
  };
}

/** The answer that a rule gives; the service never sees the request. */
function inPlaceOf(c: SandboxContext, { status = 200, headers, body }: Fault['then']): Response {
  const text = typeof body === 'string' ? body : body === undefined ? null : JSON.stringify(body);
  c.get('exchange').responseBody = text;
  const contentType = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
  const isEmpty = text === null || status === 204 || status === 205 || status === 304;
  return new Response(isEmpty ? null : text, {
    status,
    headers: { ...(isEmpty ? {} : { 'Content-Type': contentType }), ...headers },
  });
}

function hangUp(c: SandboxContext): Response {
  c.get('exchange').unanswered = true;
  c.env.incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

/** Announces the whole answer, sends a part of it, and ends the connection. */
async function cutOff(c: SandboxContext, bytes: number): Promise<Response> {
  const whole = new Uint8Array(await c.res.arrayBuffer());
  const { outgoing, incoming } = c.env;
  const length = String(Math.max(whole.length, bytes + 1));
  outgoing.writeHead(c.res.status, { ...Object.fromEntries(c.res.headers), 'content-length': length });
  outgoing.flushHeaders();
  outgoing.write(whole.subarray(0, bytes), () => incoming.socket.end());
  return RESPONSE_ALREADY_SENT;
}
