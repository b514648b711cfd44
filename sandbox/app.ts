/** The service as one application: its routes, and around them the log, the faults, the throttle and the refusals. */
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { callerOf } from './access.ts';
import { contactRoutes } from './contacts.ts';
import { controlRoutes } from './control.ts';
import { type Fault, faultFor } from './faults.ts';
import { fileRoutes } from './files.ts';
import { hookRoutes } from './hooks.ts';
import { logoRoutes } from './logos.ts';
import { oauthRoutes } from './oauth.ts';
import { openApiDocument } from './openapi.ts';
import { orderRoutes } from './orders.ts';
import { homePage } from './pages.ts';
import type { Token } from './records.ts';
import { Refusal, refusalResponse } from './refusal.ts';
import { logRequest, shownBody } from './request_log.ts';
import type { Service } from './service.ts';
import { Throttle } from './throttle.ts';

export function createApp(service: Service, control: { reset(): Promise<void> }): Hono {
  const throttle = new Throttle();
  const app = new Hono();

  app.use(onlyOwnHost);
  app.use(logged(service));
  app.use(faulty(service));
  app.use('/v1/*', throttled(service, throttle));
  app.use('/v2/*', throttled(service, throttle));
  app.use('/v3/*', throttled(service, throttle));

  app.get('/', (c) => c.html(homePage(new URL(c.req.url).origin)));
  app.get('/openapi.json', (c) => c.json(openApiDocument()));
  app.route('/', oauthRoutes(service));
  app.route('/', contactRoutes(service));
  app.route('/', fileRoutes(service));
  app.route('/', hookRoutes(service));
  app.route('/', orderRoutes(service));
  app.route('/', logoRoutes(service));
  app.route(
    '/sandbox',
    controlRoutes(service, async () => {
      throttle.reset();
      await control.reset();
    }),
  );

  app.notFound((c) => {
    const allowed = methodsAt(app, c.req.path).filter((method) => method !== c.req.method);
    const refusal =
      allowed.length > 0
        ? new Refusal(
            405,
            'method_not_allowed',
            `This address takes ${allowed.join(', ')}.`,
            {},
            { Allow: allowed.join(', ') },
          )
        : new Refusal(404, 'not_found', `There is nothing at ${c.req.path.slice(0, 200)}.`);
    return refusalResponse(refusal, worldsFor(c, service));
  });

  app.onError((error, c) => {
    if (error instanceof Refusal) return refusalResponse(error, worldsFor(c, service));
    process.stderr.write(`${error.stack ?? error.message}\n`);
    return refusalResponse(
      new Refusal(500, 'internal_error', 'The sandbox has a mistake of its own; see its output.'),
      worldsFor(c, service),
    );
  });

  return app;
}

const isControl = (path: string): boolean => path === '/sandbox' || path.startsWith('/sandbox/');

/** The control API speaks the same in every world. */
const worldsFor = (c: Context, service: Service): Service['worlds'] =>
  isControl(c.req.path) ? new Set() : service.worlds;

function methodsAt(app: Hono, path: string): string[] {
  const methods = ['GET', 'POST', 'PUT', 'DELETE'];
  return methods.filter((method) => {
    const [matches] = app.router.match(method, path);
    return matches.some(([[, route]]) => route.method === method && !route.path.endsWith('/*'));
  });
}

/** A page elsewhere that points a name of its own at this machine must not get to talk to the sandbox. */
const onlyOwnHost: MiddlewareHandler = async (c, next) => {
  const { hostname } = new URL(`http://${c.req.header('Host') ?? 'localhost'}`);
  if (hostname !== 'localhost' && hostname !== '127.0.0.1' && hostname !== '[::1]') {
    throw new Refusal(421, 'wrong_host', 'The sandbox answers only as localhost, 127.0.0.1 or [::1].');
  }
  await next();
};

function throttled(service: Service, throttle: Throttle): MiddlewareHandler {
  return async (c, next) => {
    if (service.worlds.has('throttled')) throttle.count(callerOf(c, service).client, service.clock.now);
    await next();
  };
}

function logged(service: Service): MiddlewareHandler {
  return async (c, next) => {
    if (isControl(c.req.path)) return next();
    const time = service.clock.iso;
    const isSmall = Number(c.req.header('Content-Length') ?? 0) < 1_000_000;
    const request = isSmall && c.req.raw.body ? c.req.raw.clone() : undefined;
    await next();
    const response =
      c.res.status === 204 || Number(c.res.headers.get('Content-Length') ?? 0) > 1_000_000
        ? undefined
        : c.res.clone();
    logRequest(service.database, {
      time,
      client: clientOf(c, service),
      method: c.req.method,
      path: c.req.path,
      query: new URL(c.req.url).search,
      status: c.res.status,
      request_body: request ? shownBody(await bytesOf(request), c.req.header('Content-Type')) : null,
      response_body: response
        ? shownBody(await bytesOf(response), response.headers.get('Content-Type'))
        : null,
    });
  };
}

async function bytesOf(message: { arrayBuffer(): Promise<ArrayBuffer> }): Promise<Uint8Array> {
  try {
    return new Uint8Array(await message.arrayBuffer());
  } catch {
    // A body that broke off half-way has been answered already; the log goes without it.
    return new Uint8Array();
  }
}

function clientOf(c: Context, service: Service): string | null {
  const token =
    /^bearer\s+(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? c.req.query('access_token');
  return token === undefined ? null : (service.database.get<Token>('token', token)?.client ?? null);
}

function faulty(service: Service): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    if (isControl(c.req.path)) return next();
    const fault = faultFor(service.database, c.req.method, c.req.path);
    if (!fault) return next();
    if (fault.delay_ms) await new Promise((resolve) => setTimeout(resolve, fault.delay_ms));
    if (fault.reset === 'before') return hangUp(c);
    if (replaces(fault)) {
      c.res = new Response(
        typeof fault.body === 'string' || fault.body === undefined
          ? (fault.body ?? null)
          : JSON.stringify(fault.body),
        {
          status: fault.status ?? 200,
          headers: {
            'Content-Type': typeof fault.body === 'string' ? 'text/plain; charset=utf-8' : 'application/json',
            ...fault.headers,
          },
        },
      );
    } else {
      await next();
      for (const [name, value] of Object.entries(fault.headers ?? {})) c.res.headers.set(name, value);
    }
    if (fault.reset === 'after') return hangUp(c);
    if (fault.truncate !== undefined) return cutOff(c, fault.truncate);
  };
}

const replaces = ({ status, body }: Fault['then']): boolean => status !== undefined || body !== undefined;

function hangUp(c: Context<{ Bindings: HttpBindings }>): Response {
  c.env.incoming.socket.destroy();
  return c.body(null, 204);
}

/** Announces the whole answer and sends a part of it. */
async function cutOff(c: Context<{ Bindings: HttpBindings }>, bytes: number): Promise<Response> {
  const whole = new Uint8Array(await c.res.arrayBuffer());
  const { outgoing, incoming } = c.env;
  const headers = Object.fromEntries(c.res.headers);
  outgoing.writeHead(c.res.status, {
    ...headers,
    'content-length': String(Math.max(whole.length, bytes + 1)),
  });
  outgoing.write(whole.subarray(0, bytes), () => setTimeout(() => incoming.socket.destroy(), 20));
  const { RESPONSE_ALREADY_SENT } = await import('@hono/node-server/utils/response');
  return RESPONSE_ALREADY_SENT;
}
