/** Wraps the application: applies faults, adds security headers and logs requests. */
import { setTimeout } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Hono } from 'hono';
import type { Fault } from '../control/bodies.ts';
import { faultFor } from '../control/faults.ts';
import type { Service } from '../service.ts';
import { storageProblem } from '../store/storage_problem.ts';
import type { Exchange, SandboxEnv } from './context.ts';
import { discardBody } from './request_body.ts';
import { logRequest } from './request_log.ts';
import { ServiceError, serializeError } from './service_error.ts';

export const isControl = (path: string): boolean => path === '/sandbox' || path.startsWith('/sandbox/');

/** Returns whether the path is the console or its data. */
export const isConsole = (path: string): boolean =>
  path === '/' || path === '/console' || path.startsWith('/console/');

/** The log omits the console, the control API and the documentation. */
const isLogged = (path: string): boolean =>
  !isControl(path) && !isConsole(path) && !['/openapi.json', '/about', '/favicon.ico'].includes(path);

/** Returns the request handler of the HTTP server. */
export function handleRequests(
  service: Service,
  app: Hono<SandboxEnv>,
): (request: Request, bindings: HttpBindings) => Promise<Response> {
  let isReported = false;
  /** Writes once why data cannot be saved. @throws any other error */
  const reportStorageProblem = (error: unknown): void => {
    const problem = storageProblem(error);
    if (problem === undefined) throw error;
    if (!isReported) process.stderr.write(`${problem} (${String(error)})\n`);
    isReported = true;
  };
  return async (request, bindings) => {
    const { method = '', url = '/' } = bindings.incoming;
    const [path = '/'] = url.split('?', 1);
    const exchange: Exchange = { client: null, requestBody: null, responseBody: null, unanswered: false };
    const { iso: time } = service.clock;
    const act = async (): Promise<Response> =>
      addSecurityHeaders(await app.fetch(request, { ...bindings, exchange }));
    const respond = async (): Promise<Response> => {
      const fault = isControl(path) || isConsole(path) ? undefined : faultFor(service.database, method, path);
      return fault ? applyFault(fault, act, bindings, exchange) : act();
    };
    const response = await respond().catch((error: unknown) => {
      reportStorageProblem(error);
      return storageErrorResponse(service, path, error, exchange);
    });
    if (!bindings.outgoing.headersSent && !exchange.unanswered) {
      await discardBody(bindings.incoming);
      if (!bindings.incoming.complete) response.headers.set('Connection', 'close');
    }
    if (isLogged(path)) {
      const status = exchange.unanswered ? 0 : response.status;
      try {
        logRequest(service.database, { time, method, path, url, status, exchange });
      } catch (error) {
        // The request itself was answered, so only the log lacks it.
        reportStorageProblem(error);
      }
    }
    return response;
  };
}

function storageErrorResponse(
  { variants, origin }: Service,
  path: string,
  error: unknown,
  exchange: Exchange,
): Response {
  const problem = new ServiceError(500, 'storage_error', storageProblem(error) ?? '');
  const shape = isControl(path) || isConsole(path) ? new Set<never>() : variants;
  const { text, contentType } = serializeError(problem, shape, origin);
  exchange.responseBody = text;
  return addSecurityHeaders(new Response(text, { status: 500, headers: { 'Content-Type': contentType } }));
}

/** Adds security headers to a response that has no stricter ones. */
function addSecurityHeaders(answer: Response): Response {
  const { headers } = answer;
  const policy = headers.get('Content-Security-Policy');
  if (policy === null) headers.set('Content-Security-Policy', defaultPolicy(headers.get('Content-Type')));
  // If there are several policies, all of them apply.
  else if (!policy.includes('frame-ancestors'))
    headers.append('Content-Security-Policy', "frame-ancestors 'self'");
  for (const [name, value] of Object.entries(securityHeaders))
    if (!headers.has(name)) headers.set(name, value);
  return answer;
}

const securityHeaders = {
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
};

/** Browsers may refuse to display a PDF with a policy for its content. */
const defaultPolicy = (contentType: string | null): string =>
  contentType === 'application/pdf'
    ? "frame-ancestors 'self'"
    : "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

/** Applies a fault to a request and its response. */
async function applyFault(
  fault: Fault['then'],
  act: () => Promise<Response>,
  bindings: HttpBindings,
  exchange: Exchange,
): Promise<Response> {
  // A delayed response does not keep a closed sandbox running.
  if (fault.delay_ms) await setTimeout(fault.delay_ms, undefined, { ref: false });
  if (fault.reset === 'before') return closeConnection(bindings, exchange);
  const isReplaced = fault.status !== undefined || fault.body !== undefined;
  const answer = isReplaced ? addSecurityHeaders(replacementResponse(fault, exchange)) : await act();
  if (fault.reset === 'after') return closeConnection(bindings, exchange);
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(fault.headers ?? {})) headers.set(name, value);
  if (fault.truncate !== undefined) return truncateResponse(bindings, answer, headers, fault.truncate);
  return new Response(answer.body, { status: answer.status, headers });
}

/** Returns the response of a fault that replaces the service. */
function replacementResponse({ status = 200, body }: Fault['then'], exchange: Exchange): Response {
  const text = typeof body === 'string' ? body : body === undefined ? null : JSON.stringify(body);
  exchange.responseBody = text;
  const isEmpty = text === null || status === 204 || status === 205 || status === 304;
  const contentType = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
  return new Response(isEmpty ? null : text, {
    status,
    headers: isEmpty ? {} : { 'Content-Type': contentType },
  });
}

function closeConnection({ incoming }: HttpBindings, exchange: Exchange): Response {
  exchange.unanswered = true;
  incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

/** Sends the first bytes of a response and closes the connection, unless the response is short enough to be sent whole. */
async function truncateResponse(
  { incoming, outgoing }: HttpBindings,
  answer: Response,
  headers: Headers,
  bytes: number,
): Promise<Response> {
  const whole = new Uint8Array(await answer.arrayBuffer());
  if (whole.length > 0 && whole.length <= bytes)
    return new Response(whole, { status: answer.status, headers });
  headers.set('Content-Length', String(Math.max(whole.length, bytes + 1)));
  outgoing.writeHead(answer.status, Object.fromEntries(headers));
  outgoing.flushHeaders();
  outgoing.write(whole.subarray(0, bytes), () => incoming.socket.end());
  return RESPONSE_ALREADY_SENT;
}
