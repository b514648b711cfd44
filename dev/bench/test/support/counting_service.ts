/** A minimal letter service that records its requests and counts bytes. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';

export interface CountingService {
  root: string;
  /** `METHOD /path` of each request, in order. */
  requests: string[];
  /** The lines of Zapier's HTTP log. */
  logged: string[];
  /** The bytes of uploads that it received. */
  received: number;
  /** The bytes of the mailing list that it sent. */
  sent: number;
  /** The bytes that its file server had sent before it began to read the upload. */
  sentBeforeTaking: number;
  close(): void;
}

/** The contents of the service. */
export interface Holdings {
  /** The number of contacts; the one at `index` has the external ID `donor-${index}`. */
  contacts?: number;
  /** The size of the file to upload in bytes. */
  file?: number;
  /** Whether the file server sends `Content-Length`. */
  lengthIsTold?: boolean;
  /** Whether it reads an upload only after its file server has stopped sending. */
  takesLate?: boolean;
}

const contact = (index: number) => ({
  contact_id: `c-100-${index}`,
  external_id: `donor-${index}`,
  name: 'Maria Miller',
  greeting: 'Maria',
  file_as: 'Miller, Maria',
  company: null,
  address: {
    street: `${index} Market Street`,
    city: 'Columbus',
    state: 'OH',
    postal_code: '43215',
    country: '',
  },
});

const order = { type: 'order', id: 'm-310-4471', contents: [], invoice_amount: 1, rush: false, timeline: {} };

const answers: Record<string, unknown> = {
  'POST /v3/contacts': contact(1),
  'GET /v1/contacts/c-100-1': contact(1),
  'PUT /v1/contacts': { contacts: [] },
  'POST /v1/files': { id: 'f-120-8841', filename: 'newsletter.pdf' },
  'GET /v1/files/f-120-8841': { id: 'f-120-8841', filename: 'newsletter.pdf', download_href: '/x' },
  'GET /v1/hooks': {
    events: { 'contacts.address_update.v1': {}, 'orders.order_complete.v1': {} },
    subscriptions: [],
  },
  'POST /v1/hooks': { id: 'h-100-0001', event: 'contacts.address_update.v1', target: 'x', href: '/x' },
  'POST /v1/orders': { order_id: 'm-310-4471', created: '2026-03-13T09:30:00Z' },
  'GET /v1/orders/m-310-4471': order,
  'GET /v1/orders/saved': { saved_orders: [{ saved_order_id: 'l-1', name: 'Newsletter', created: null }] },
  'GET /v1/logos': { data: [{ id: 'l-9', name: 'Church', type: 'logo' }], links: {}, type: 'list' },
};

export async function startCountingService(holdings: Holdings = {}): Promise<CountingService> {
  const { contacts = 3, file = 1_000, lengthIsTold = true, takesLate = false } = holdings;
  const service: CountingService = {
    root: '',
    requests: [],
    logged: [],
    received: 0,
    sent: 0,
    sentBeforeTaking: 0,
    close: () => void server.close(),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', service.root);
    const key = `${request.method} ${pathname}`;
    if (pathname === '/zapier/rpc') return json(response, rpc(JSON.parse(await textOf(request))));
    if (pathname === '/zapier/log') {
      const lines = (await textOf(request)).trim().split('\n');
      service.logged.push(...lines.filter((line) => line.includes('"log_type":"http"')));
      return void response.writeHead(204).end();
    }
    if (pathname === '/zapier/stash') {
      await textOf(request);
      return void response.writeHead(204).end();
    }
    service.requests.push(key);
    if (key === 'GET /v1/contacts') return send(response, list(contacts));
    if (key === 'GET /file') {
      if (lengthIsTold) response.setHeader('Content-Length', file);
      response.setHeader('Content-Type', 'application/pdf');
      return send(response, pdfOf(file));
    }
    if (key === 'POST /v1/files' && takesLate) service.sentBeforeTaking = await standstill();
    for await (const piece of request) if (key === 'POST /v1/files') service.received += piece.length;
    if (request.method === 'DELETE') return void response.writeHead(204).end();
    if (key === 'POST /v3/contacts/c-100-1') return void response.writeHead(204).end();
    if (key in answers) return json(response, answers[key]);
    response.writeHead(404).end();
  }

  /** Waits until the file server has stopped sending. @returns the bytes that it has sent */
  async function standstill(): Promise<number> {
    for (let before = -1; service.sent > before; await setTimeout(150)) before = service.sent;
    return service.sent;
  }

  const cache = new Map<unknown, unknown>();

  function rpc({ id, method, params = [] }: { id: string; method: string; params?: unknown[] }): unknown {
    if (method === 'get_presigned_upload_post_data') {
      return { id, result: { url: `${service.root}/zapier/stash`, fields: { key: 'kept' } } };
    }
    const [key, value, , , isOnlyIfAbsent] = params;
    if (method === 'zcache_get') return { id, result: cache.get(key) ?? null };
    if (method === 'zcache_delete') return { id, result: cache.delete(key) };
    if (isOnlyIfAbsent === true && cache.has(key)) return { id, result: false };
    cache.set(key, value);
    return { id, result: true };
  }

  /** The connector may close the connection early. */
  const send = (response: ServerResponse, pieces: Iterable<Buffer>): Promise<void> =>
    pipeline(counted(pieces), response).catch(() => undefined);

  function* counted(pieces: Iterable<Buffer>): Generator<Buffer> {
    for (const piece of pieces) {
      service.sent += piece.length;
      yield piece;
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  service.root = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return service;
}

/** Returns a list of about that many contacts. All but the last repeat, because generating them takes long. */
function* list(count: number): Generator<Buffer> {
  const size = Math.min(256, count);
  const piece = (first: number) =>
    JSON.stringify(Array.from({ length: size }, (_, at) => contact(first + at))).slice(1, -1);
  const repeated = Buffer.from(`${piece(0)},`);
  yield Buffer.from('{"contacts":[');
  for (let left = count; left >= 2 * size; left -= size) yield repeated;
  yield Buffer.from(`${piece(count - size)}]}`);
}

function* pdfOf(size: number): Generator<Buffer> {
  const piece = Buffer.alloc(64 * 1024, '%PDF');
  for (let at = 0; at < size; at += piece.length) yield piece.subarray(0, Math.min(piece.length, size - at));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}
