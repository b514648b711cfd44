/** A fault: one way in which an HTTP call fails. */
import type { ServerResponse } from 'node:http';
import type { ServiceResponse } from './letter_service.ts';

export interface Injection {
  response: ServerResponse;
  /** Lets the server process the request, and returns the response it would send. */
  handle(): ServiceResponse;
  /** Aborts when the connection closes. */
  closed: AbortSignal;
}

export interface Fault {
  name: string;
  /** The HTTP status that the connector receives, if it receives one. */
  status?: number;
  /** The seconds that the `Retry-After` header asks for. */
  retryAfter?: number;
  /** A GET request to the letter service that fails in this way is sent once more. */
  transient?: true;
  /** Shows only after a timeout, so only `npm run faults` injects it. */
  slow?: true;
  /** zapier-platform-core does not notice it in its own calls to Zapier and waits forever. */
  hangsClient?: true;
  /** The connection is refused, so the request never reaches the server. */
  connectionRefused?: true;
  /** The status says success, but the body is not JSON or has an unexpected shape. */
  malformed?: true;
  inject?(injection: Injection): void | Promise<void>;
}

/** Sends a whole response. */
export function send(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): void {
  response.writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...headers });
  response.end(body);
}

/** The status of a response that also has a body. */
export const successStatus = ({ status }: ServiceResponse): number => (status === 204 ? 200 : status);
