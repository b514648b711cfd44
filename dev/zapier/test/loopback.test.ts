import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Cache } from '../cache.ts';
import { type LocalZapier, startLocalZapier } from '../index.ts';
import { serveLoopback } from '../loopback.ts';
import { Rpc } from '../rpc.ts';

let zapier: LocalZapier;
/** Internal errors are printed; none of these requests may cause one. */
let printedErrors: ReturnType<typeof jest.spyOn>;

beforeAll(async () => {
  // The connector is never run.
  zapier = await startLocalZapier({
    connector: fileURLToPath(new URL('./fixture/index.ts', import.meta.url)),
  });
  printedErrors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

beforeEach(() => {
  printedErrors.mockClear();
});

afterEach(() => {
  expect(printedErrors).not.toHaveBeenCalled();
});

afterAll(async () => {
  printedErrors.mockRestore();
  await zapier.close();
});

const port = () => new URL(zapier.origin).port;

/** Sends a request with any headers, including those that `fetch` does not allow. */
const send = (method: string, path: string, headers: Record<string, string> = {}, content = '') =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const outgoing = request(zapier.origin, { method, path, headers, setHost: !('Host' in headers) });
    outgoing.on('error', reject);
    outgoing.on('response', async (response) =>
      resolve({ status: response.statusCode, body: await text(response) }),
    );
    outgoing.end(content);
  });

describe('the server of the local Zapier', () => {
  it.each([
    ['a foreign host', 'evil.example'],
    ['a foreign host with its port', 'evil.example:PORT'],
    ['a host that starts with its address', '127.0.0.1.evil.example:PORT'],
    ['its own address without the port', '127.0.0.1'],
    ['its own address with another port', '127.0.0.1:1'],
    ['an empty host', ''],
  ])('answers 421 to %s', async (_what, host) => {
    const { status, body } = await send('GET', '/logs', { Host: host.replace('PORT', port()) });
    expect({ status, body }).toEqual({
      status: 421,
      body: `This server only answers to 127.0.0.1:${port()} or localhost:${port()}.`,
    });
  });

  it.each(['http://evil.example', 'http://127.0.0.1:1', 'https://127.0.0.1:PORT', 'null'])(
    'answers 403 to a page from %s',
    async (origin) => {
      for (const path of ['/logs', '/rpc', '/upload', '/hooks/x']) {
        const { status } = await send('POST', path, { Origin: origin.replace('PORT', port()) });
        expect(status).toBe(403);
      }
    },
  );

  it.each([
    ['to its address', {}],
    ['to localhost', { Host: 'LocalHost:PORT' }],
    ['from its own origin', { Origin: 'http://localhost:PORT' }],
  ])('answers requests %s', async (_how, headers) => {
    const sent = Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', port())]);
    expect(await send('POST', '/logs', Object.fromEntries(sent))).toEqual({ status: 200, body: '{}' });
  });

  it('answers 400 to an invalid path', async () => {
    expect(await send('GET', '//')).toEqual({ status: 400, body: 'Invalid path.' });
  });
});

describe('an invalid RPC call', () => {
  const invalidCall = 'An RPC call must be a JSON object with "id", "method" and an array "params".';

  it.each(['', '{', '[]', 'null', '{"id":1,"method":"zcache_get"}', '{"id":{},"method":1,"params":{}}'])(
    '(%j) is answered with 400',
    async (body) => {
      expect(await send('POST', '/rpc', {}, body)).toEqual({
        status: 400,
        body: JSON.stringify({ error: invalidCall }),
      });
    },
  );
});

describe('invalid parameters', () => {
  it.each([
    ['zcache_get', [7]],
    ['zcache_set', ['key']],
    ['zcache_set', ['key', 'value', 'soon']],
    ['zcache_delete', []],
    ['set_cursor', [null]],
  ])('of %s (%j) are answered with 400 and the method', async (method, params) => {
    const rpc = new Rpc({
      cache: new Cache(() => 0),
      now: () => 0,
      presign: () => ({ url: '', fields: {} }),
      ownerOf: () => ({ user: 'u', connection: 'c' }),
    });
    expect(rpc.perform('', JSON.stringify({ id: 1, storeKey: 'k', method, params }))).toEqual({
      status: 400,
      body: { id: 1, error: `Invalid parameters for "${method}".` },
    });
  });
});

describe('an invalid upload', () => {
  const form = (parts: Record<string, string>, end = '--b--\r\n') =>
    Object.entries(parts)
      .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${value}\r\n`)
      .join('') + end;
  const file = { 'file; filename=a.txt': 'content' };
  const upload = (type: string, content: string) =>
    send('POST', '/upload', { 'Content-Type': type }, content);
  const multipart = 'multipart/form-data; boundary=b';
  const presign = () => zapier.stash.presign(`${zapier.origin}/upload`).fields;

  it.each([
    ['without a type', '', 'x', /^Upload a file as multipart/],
    ['of another type', 'application/json', '{}', /^Upload a file as multipart/],
    ['without a boundary', 'multipart/form-data', 'x', /^Upload a file as multipart/],
    ['that is not a form', multipart, 'rubbish', /^The form is invalid or incomplete\.$/],
    ['that ends within its file', multipart, form(file, ''), /^The form is invalid or incomplete\.$/],
    ['with an invalid disposition', multipart, form({ 'Content-Disposition': ';;=' }), /Content-Disposition/],
    ['with an invalid type', multipart, form({ 'Content-Type': 'a\u0001b' }), /Content-Type/],
  ])('%s is answered with 400 and the reason', async (_what, type, content, reason) => {
    expect(await upload(type, content)).toEqual({ status: 400, body: expect.stringMatching(reason) });
  });

  it('leaves no file behind, and its form can still be used', async () => {
    const fields = presign();
    const { status } = await upload(multipart, form({ ...fields, 'Content-Type': 'a\u0001b', ...file }));
    expect(status).toBe(400);
    expect((await upload(multipart, form({ key: 'files/x', ...file }))).status).toBe(403);
    expect(await upload(multipart, form({ ...fields, ...file }))).toEqual({ status: 204, body: '' });
    const [stored, ...more] = zapier.stash.list();
    expect(more).toEqual([]);
    const folder = join(stored?.path ?? tmpdir(), '..');
    expect(await readdir(folder)).toHaveLength(1);
  });
});

it('A download that its client closes early is no error', async () => {
  let ended: Promise<unknown> | undefined;
  const server = await serveLoopback(async (_request, response) => {
    ended = pipeline(
      Readable.from(
        (function* () {
          while (true) yield Buffer.alloc(64 * 1024);
        })(),
      ),
      response,
    );
    await ended;
  });
  await new Promise<void>((resolve) => {
    const outgoing = request(server.origin, (response) => {
      response.destroy();
      resolve();
    });
    outgoing.end();
  });
  await expect(ended).rejects.toThrow('Premature close');
  await server.close();
});
