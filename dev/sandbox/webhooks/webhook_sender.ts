/** Sends one HTTP POST to a webhook's target. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** How long a target can take to respond (ms). */
export const attemptTimeout = 10_000;

const agents = {
  'http:': new HttpAgent({ keepAlive: true, maxSockets: 64, timeout: attemptTimeout }),
  'https:': new HttpsAgent({ keepAlive: true, maxSockets: 64, timeout: attemptTimeout }),
};

/** The status, or why there was no response. */
export interface Outcome {
  status?: number;
  error?: string;
}

/**
 * Sends JSON, or an empty body for `undefined`. Does not follow redirects and ignores the response's body.
 * Connections are reused. If the target has closed one in the meantime, the request is sent again on a new one.
 */
export async function post(url: string, body: unknown, timeout = attemptTimeout): Promise<Outcome> {
  const first = await send(url, body, timeout);
  return first.stale ? (await send(url, body, timeout)).outcome : first.outcome;
}

/** The error of an attempt that timed out. */
export const noResponse = `no response within ${attemptTimeout / 1000} seconds`;

function send(url: string, body: unknown, timeout: number): Promise<{ outcome: Outcome; stale: boolean }> {
  const { promise, resolve } = Promise.withResolvers<{ outcome: Outcome; stale: boolean }>();
  const content = body === undefined ? '' : JSON.stringify(body);
  const isSecure = /^https:/i.test(url);
  const options = {
    method: 'POST',
    agent: agents[isSecure ? 'https:' : 'http:'],
    headers: {
      'User-Agent': 'letter-service-sandbox',
      'Content-Length': Buffer.byteLength(content),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
  };
  let timer: NodeJS.Timeout | undefined;
  const settle = (outcome: Outcome, stale = false): void => {
    clearTimeout(timer);
    resolve({ outcome, stale });
  };
  try {
    const request = isSecure ? httpsRequest(url, options) : httpRequest(url, options);
    request.once('response', (response) => {
      settle({ status: response.statusCode ?? 0 });
      discardBody(response);
    });
    request.once('error', (error) =>
      settle({ error: reasonOf(error) }, request.reusedSocket && isClosed(error)),
    );
    timer = setTimeout(() => {
      settle({ error: noResponse });
      request.destroy();
    }, timeout);
    // Does not keep the process running.
    timer.unref();
    request.end(content);
  } catch (error) {
    settle({ error: reasonOf(error) });
  }
  return promise;
}

/** Reads a short response to its end, so that the connection can be reused, and closes the connection of a long one. */
function discardBody(response: IncomingMessage): void {
  let size = 0;
  response.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > 64 * 1024) response.destroy();
  });
  response.on('error', () => {
    // Only the status matters, and it is already known.
  });
  const timer = setTimeout(() => response.destroy(), attemptTimeout).unref();
  response.once('close', () => clearTimeout(timer));
}

const isClosed = (error: Error): boolean =>
  'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'failed';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'message' in error ? String(error.message) : 'failed';
}
