/**
 * The service of the bench: a process of its own that sends prepared files as fast as it can and swallows what it is
 * given. It knows nothing of the API but its paths.
 */
import { createReadStream, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Preparation } from './protocol.ts';

let prepared: Preparation = {};

/** Large pieces: what is measured is the other end. */
const pieceSize = 256 * 1024;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://service').pathname;
  const key = `${request.method} ${path}`;
  if (key === 'GET /v1/contacts') return send(response, prepared.list, 'application/json', true);
  if (key === 'GET /file') return send(response, prepared.file, 'application/pdf', true);
  if (key === 'GET /file-of-unknown-length') return send(response, prepared.file, 'application/pdf', false);
  const body = await swallow(request, key === 'POST /rpc');
  if (key === 'POST /rpc') {
    const { id } = JSON.parse(body);
    const { port } = request.socket.address() as { port: number };
    return json(response, 200, {
      id,
      result: { url: `http://127.0.0.1:${port}/stash`, fields: { key: 'kept' } },
    });
  }
  if (key === 'POST /log') return void response.writeHead(204).end();
  if (key === 'POST /stash') return void response.writeHead(204).end();
  if (key === 'POST /v3/contacts') return json(response, 200, { contact_id: 'c-204-1187' });
  if (key === 'PUT /v1/contacts') return json(response, 200, { contacts: [] });
  if (key === 'POST /v1/files') return json(response, 201, { id: 'f-120-8841', filename: 'newsletter.pdf' });
  json(response, 404, { status: 404, error: 'missing' });
}

async function send(
  response: ServerResponse,
  path: string | undefined,
  type: string,
  lengthIsTold: boolean,
): Promise<void> {
  if (!path) throw new Error('no file was prepared');
  response.writeHead(200, {
    'Content-Type': type,
    ...(lengthIsTold ? { 'Content-Length': statSync(path).size } : {}),
  });
  // A reader that has seen enough hangs up, which is no error here.
  await pipeline(createReadStream(path, { highWaterMark: pieceSize }), response).catch(() => undefined);
}

async function swallow(request: IncomingMessage, keep: boolean): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) if (keep) pieces.push(piece);
  return Buffer.concat(pieces).toString();
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
// Nobody is left to be measured for.
process.on('disconnect', () => process.exit());
process.on('message', (preparation: Preparation) => {
  prepared = preparation;
  process.send?.({ prepared: true });
});
