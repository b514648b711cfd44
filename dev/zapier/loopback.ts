/** One HTTP server on this machine's loopback interface, on a port that is free. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as zod from 'zod';

export interface Loopback {
  /** Such as `http://127.0.0.1:41234`. */
  origin: string;
  close(): Promise<void>;
}

export type Answerer = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

/** What was asked makes no sense; the message is for whoever asked. */
export class BadRequest extends Error {}

const listening = zod.object({ port: zod.number() });

export async function serveLoopback(answer: Answerer): Promise<Loopback> {
  const server = createServer(async (request, response) => {
    try {
      const stranger = strangerIn(request);
      if (stranger) return sendText(response, stranger.status, stranger.sentence);
      const base = 'http://127.0.0.1';
      if (!URL.canParse(request.url ?? '/', base)) throw new BadRequest('The path is none.');
      await answer(request, response, new URL(request.url ?? '/', base));
    } catch (error) {
      if (error instanceof BadRequest && !response.headersSent && !response.destroyed)
        return sendText(response, 400, error.message);
      // The mistake is this tool's own and must be seen here; to whoever asked, its insides say nothing.
      console.error(`The stand-in for Zapier failed to answer ${request.method} ${request.url}:`, error);
      if (response.headersSent || response.destroyed) response.destroy();
      else sendText(response, 500, 'The stand-in for Zapier failed; its output says why.');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = listening.parse(server.address());
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
 * What is wrong with where a request comes from. A page elsewhere could point a name of its own at this machine, or
 * send forms to this port; programs name the address that they were given, and no origin.
 */
function strangerIn({ headers, socket }: IncomingMessage): { status: number; sentence: string } | undefined {
  const own = [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`];
  if (!own.includes((headers.host ?? '').toLowerCase()))
    return { status: 421, sentence: `This port answers only as ${own.join(' or ')}.` };
  if (headers.origin !== undefined && !own.some((host) => headers.origin === `http://${host}`))
    return { status: 403, sentence: 'Pages of other addresses cannot ask for anything here.' };
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
