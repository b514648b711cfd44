/** One HTTP server on this machine's loopback interface, on a port that is free. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as zod from 'zod';

export interface Loopback {
  /** Such as `http://127.0.0.1:41234`. */
  origin: string;
  close(): Promise<void>;
}

export type Answerer = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

const listening = zod.object({ port: zod.number() });

export async function serveLoopback(answer: Answerer): Promise<Loopback> {
  const server = createServer(async (request, response) => {
    try {
      await answer(request, response, new URL(request.url ?? '/', 'http://127.0.0.1'));
    } catch (error) {
      // The one who asked may show no more than "500"; the mistake is this tool's own and must be seen.
      console.error(`The stand-in for Zapier failed to answer ${request.method} ${request.url}:`, error);
      if (response.headersSent || response.destroyed) response.destroy();
      else sendText(response, 500, `The stand-in for Zapier failed: ${error}`);
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
