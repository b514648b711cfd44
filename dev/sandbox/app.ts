/** The sandbox's Hono application: all routes, protection against other origins, and error responses. */
import { Hono, type MiddlewareHandler } from 'hono';
import { createConsole } from './console/console.ts';
import { contactEndpoints } from './contacts/endpoints.ts';
import { controlRoutes } from './control/routes.ts';
import { fileEndpoints } from './files/endpoints.ts';
import { renderAboutPage } from './http/about_page.ts';
import type { SandboxContext, SandboxEnv } from './http/context.ts';
import { type Endpoint, routeOf } from './http/endpoint.ts';
import { favicon } from './http/favicon.ts';
import { isConsole, isControl } from './http/http_middleware.ts';
import { withOddTypes } from './http/odd_types.ts';
import { ping } from './http/ping.ts';
import { limitUrl } from './http/query.ts';
import { ServiceError, serializeError, shorten } from './http/service_error.ts';
import { Throttle } from './http/throttle.ts';
import { listEndpoints } from './lists/endpoints.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { openApiDocument } from './openapi/document.ts';
import { orderEndpoints } from './orders/endpoints.ts';
import { printOptionEndpoints } from './print_options/endpoints.ts';
import type { Caller, Service } from './service.ts';
import type { SeedSource } from './store/seed.ts';
import { storageProblem } from './store/storage_problem.ts';
import type { Variant } from './variants.ts';
import { hookEndpoints } from './webhooks/endpoints.ts';

type Handler = MiddlewareHandler<SandboxEnv>;

export const endpointsFor = (variants: ReadonlySet<Variant>): readonly Endpoint[] => [
  ...contactEndpoints,
  ...fileEndpoints,
  ...hookEndpoints,
  ...orderEndpoints,
  ...printOptionEndpoints,
  ping,
  ...(variants.has('no-lists') ? [] : listEndpoints),
];

export function createApp(
  service: Service,
  control: { seed: SeedSource; reset(): Promise<void> },
): Hono<SandboxEnv> {
  const throttle = new Throttle();
  const admit = ({ token }: Caller): void => {
    if (service.variants.has('throttled')) throttle.count(token, service.clock.now);
  };
  const app = new Hono<SandboxEnv>();

  app.use(guardRequests);

  const endpoints = endpointsFor(service.variants);
  for (const endpoint of endpoints) {
    app.on(endpoint.method, routeOf(endpoint.path), async (c) => {
      const { status, json, content, headers = {} } = await endpoint.answer(c, service, admit);
      if (content) {
        c.env.exchange.responseBody = content;
        return new Response(new Uint8Array(content), {
          status,
          headers: { ...headers, 'Content-Length': String(content.length) },
        });
      }
      if (json === undefined) return new Response(null, { status, headers });
      const text = JSON.stringify(service.variants.has('odd-types') ? withOddTypes(json) : json);
      c.env.exchange.responseBody = text;
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
  app.get('/openapi.json', (c) => c.json(openApiDocument(endpoints, service.variants)));
  app.get('/favicon.ico', (c) =>
    c.body(favicon, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'private, max-age=86400' }),
  );
  app.get('/about', (c) => c.html(renderAboutPage(service)));
  const { home, routes } = createConsole(service);
  app.route('/console', routes);
  app.get('/', () => home.request('/'));

  app.notFound((c) => errorResponse(c, service, notFoundError(app, c.req.method, c.req.path)));
  app.onError((error, c) => {
    if (error instanceof ServiceError) return errorResponse(c, service, error);
    if (storageProblem(error) !== undefined) throw error;
    process.stderr.write(`${c.req.method} ${c.req.path}: ${error.stack ?? error.message}\n`);
    return errorResponse(
      c,
      service,
      new ServiceError(500, 'internal_error', 'The sandbox failed. See its output for details.'),
    );
  });

  return app;
}

function errorResponse(c: SandboxContext, service: Service, error: ServiceError): Response {
  // Variants do not affect the control API and the console.
  const variants = isControl(c.req.path) || isConsole(c.req.path) ? new Set<never>() : service.variants;
  const { text, contentType } = serializeError(error, variants, service.origin);
  c.env.exchange.responseBody = text;
  return new Response(text, {
    status: error.status,
    headers: { ...error.headers, 'Content-Type': contentType },
  });
}

function notFoundError(app: Hono<SandboxEnv>, method: string, path: string): ServiceError {
  const allowed = ['GET', 'POST', 'PUT', 'DELETE'].filter((other) =>
    app.router.match(other, path)[0].some(([[, route]]) => route.method === other),
  );
  if (allowed.length === 0 || allowed.includes(method))
    return new ServiceError(404, 'not_found', `No endpoint at ${shorten(path)}. See /openapi.json.`);
  const list = allowed.join(', ');
  return new ServiceError(
    405,
    'method_not_allowed',
    `${method.slice(0, 20)} is not allowed here. Use ${list}.`,
    {},
    { Allow: list },
  );
}

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** The pages that links on other sites may open. */
const isPage = (path: string): boolean =>
  path === '/' || path === '/about' || path === '/openapi.json' || path === '/my/oauth/authorize';

/**
 * Rejects requests that pages of other origins send, which include other ports of this machine. Browsers mark
 * them with `Sec-Fetch-Site`, and changes with `Origin`.
 */
function rejectOtherOrigins(c: SandboxContext): void {
  const site = c.req.header('Sec-Fetch-Site') ?? 'none';
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (site !== 'same-origin' && site !== 'none' && !(isRead && isPage(c.req.path)))
    throw new ServiceError(403, 'wrong_origin', 'Only pages of the sandbox can use it in a browser.');
  const origin = c.req.header('Origin');
  if (!isRead && origin !== undefined && origin !== `http://${c.req.header('Host')}`)
    throw new ServiceError(403, 'wrong_origin', 'Only pages of the sandbox can change this.');
}

/** Rejects host names that are not loopback (DNS rebinding), requests of other origins, and malformed or long URLs. */
const guardRequests: Handler = async (c, next) => {
  if (!loopback.test(c.req.header('Host') ?? ''))
    throw new ServiceError(
      421,
      'wrong_host',
      'Use localhost, 127.0.0.1 or [::1] as the host name of the sandbox.',
    );
  rejectOtherOrigins(c);
  limitUrl(c);
  try {
    decodeURIComponent(c.req.path);
  } catch {
    throw new ServiceError(400, 'invalid_path', 'The path is not valid percent-encoded UTF-8.');
  }
  // Elsewhere, Hono responds to HEAD like GET, without the body. A ping sends a delivery, so it requires GET.
  if (c.req.method === 'HEAD' && /^\/(?:oauth|sandbox)\/|\/ping$/.test(c.req.path)) return c.notFound();
  return next();
};
