/** One HTTP POST to a webhook's target, and what came of it. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** A target that has not answered after this long has failed (ms). */
export const tryTimeout = 10_000;

const agents = {
  'http:': new HttpAgent({ keepAlive: true, maxSockets: 64, timeout: tryTimeout }),
  'https:': new HttpsAgent({ keepAlive: true, maxSockets: 64, timeout: tryTimeout }),
};

/** The status, or in words what kept the target from answering. */
export interface Outcome {
  status?: number;
  error?: string;
}

/**
 * POSTs JSON, or nothing for `undefined`. Redirects are not followed, and the answer's body is not kept.
 * Connections are used again; one that the target has closed meanwhile is replaced by a new one.
 */
export async function post(url: string, body: unknown, timeout = tryTimeout): Promise<Outcome> {
  const first = await send(url, body, timeout);
  return first.stale ? (await send(url, body, timeout)).outcome : first.outcome;
}

/** The error of a try without a response. */
export const noAnswer = `no answer within ${tryTimeout / 1000} seconds`;

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
      skim(response);
    });
    request.once('error', (error) =>
      settle({ error: reasonOf(error) }, request.reusedSocket && isClosed(error)),
    );
    timer = setTimeout(() => {
      settle({ error: noAnswer });
      request.destroy();
    }, timeout);
    // Nobody waits for a target once the sandbox has ended.
    timer.unref();
    request.end(content);
  } catch (error) {
    settle({ error: reasonOf(error) });
  }
  return promise;
}

/** Reads a short answer to its end, so that the connection can be used again, and breaks off a long one. */
function skim(response: IncomingMessage): void {
  let size = 0;
  response.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > 64 * 1024) response.destroy();
  });
  response.on('error', () => {
    // The status is known, and nothing else of the answer matters.
  });
  const timer = setTimeout(() => response.destroy(), tryTimeout).unref();
  response.once('close', () => clearTimeout(timer));
}

const isClosed = (error: Error): boolean =>
  'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'failed';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'message' in error ? String(error.message) : 'failed';
}
