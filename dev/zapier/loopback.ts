/** An HTTP server on a free port of the loopback interface. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as zod from 'zod';

export interface Loopback {
  /** For example `http://127.0.0.1:41234`. */
  origin: string;
  close(): Promise<void>;
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

/** The request is invalid; the message goes into the response. */
export class BadRequest extends Error {}

const serverAddress = zod.object({ port: zod.number() });

/** The error of `pipeline` if the client closes the connection before it has the whole response. */
const closedEarly = zod.looseObject({ code: zod.literal('ERR_STREAM_PREMATURE_CLOSE') });

export async function serveLoopback(handle: RequestHandler): Promise<Loopback> {
  const server = createServer(async (request, response) => {
    try {
      const rejection = rejectForeign(request);
      if (rejection) return sendText(response, rejection.status, rejection.message);
      const base = `http://127.0.0.1:${request.socket.localPort}`;
      if (!URL.canParse(request.url ?? '/', base)) throw new BadRequest('Invalid path.');
      await handle(request, response, new URL(request.url ?? '/', base));
    } catch (error) {
      if (error instanceof BadRequest && !response.headersSent && !response.destroyed) {
        return sendText(response, 400, error.message);
      }
      // A client may close a download that it does not want to its end.
      if (closedEarly.safeParse(error).success) return;
      console.error(`The local Zapier failed to answer ${request.method} ${request.url}:`, error);
      if (response.headersSent || response.destroyed) response.destroy();
      else sendText(response, 500, 'The local Zapier failed. See its output for details.');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = serverAddress.parse(server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/**
 * Rejects requests that a web page could make: through a host name that points to this machine (DNS rebinding), or
 * from another origin. Programs send this server's own address as the host and no origin.
 */
function rejectForeign({
  headers,
  socket,
}: IncomingMessage): { status: number; message: string } | undefined {
  const hosts = [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`];
  if (!hosts.includes((headers.host ?? '').toLowerCase())) {
    return { status: 421, message: `This server only answers to ${hosts.join(' or ')}.` };
  }
  if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`)) {
    return { status: 403, message: 'Pages from other origins cannot use this server.' };
  }
  return undefined;
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
}
