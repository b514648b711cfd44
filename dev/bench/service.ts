/**
 * The letter service of the benchmark, in a separate process. It serves prepared files as fast as possible and discards
 * what it receives.
 */
import { createReadStream, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Preparation } from './protocol.ts';

let prepared: Preparation = {};

/** Large, so that the service takes as little time as possible. */
const chunkSize = 256 * 1024;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://service').pathname;
  const key = `${request.method} ${path}`;
  if (key === 'GET /v1/contacts') return send(response, prepared.list, 'application/json');
  if (key === 'GET /file') return send(response, prepared.file, 'application/pdf');
  const body = await readBody(request, key === 'POST /zapier/rpc');
  if (key === 'POST /zapier/rpc') {
    const { id } = JSON.parse(body);
    const { port } = request.socket.address() as { port: number };
    return json(response, 200, {
      id,
      result: { url: `http://127.0.0.1:${port}/zapier/stash`, fields: { key: 'kept' } },
    });
  }
  if (key === 'POST /zapier/log') return void response.writeHead(204).end();
  if (key === 'POST /zapier/stash') return void response.writeHead(204).end();
  if (key === 'POST /v3/contacts') return json(response, 200, { contact_id: 'c-204-1187' });
  if (key === 'PUT /v1/contacts') return json(response, 200, { contacts: [] });
  if (key === 'POST /v1/files') return json(response, 201, { id: 'f-120-8841', filename: 'newsletter.pdf' });
  json(response, 404, { status: 404, error: 'missing' });
}

async function send(response: ServerResponse, path: string | undefined, type: string): Promise<void> {
  if (!path) throw new Error('no file was prepared');
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': statSync(path).size });
  // The connector may close the connection early.
  await pipeline(createReadStream(path, { highWaterMark: chunkSize }), response).catch(() => undefined);
}

async function readBody(request: IncomingMessage, keep: boolean): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (keep) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.destroy(new Error(String(error))));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
// The benchmark has ended.
process.on('disconnect', () => process.exit());
process.on('message', (preparation: Preparation) => {
  prepared = preparation;
  process.send?.({ prepared: true });
});
