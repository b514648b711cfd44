import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Cache } from '../cache.ts';
import { type LocalZapier, startLocalZapier } from '../index.ts';
import { serveLoopback } from '../loopback.ts';
import { Rpc } from '../rpc.ts';

let zapier: LocalZapier;
/** Internals are told on the console; nothing here may come to that. */
let complaints: ReturnType<typeof jest.spyOn>;

beforeAll(async () => {
  // No run is made, so no process of a connector starts.
  zapier = await startLocalZapier({
    connector: fileURLToPath(new URL('./fixture/index.ts', import.meta.url)),
  });
  complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

beforeEach(() => {
  complaints.mockClear();
});

afterEach(() => {
  expect(complaints).not.toHaveBeenCalled();
});

afterAll(async () => {
  complaints.mockRestore();
  await zapier.close();
});

const port = () => new URL(zapier.origin).port;

/** A request with any headers, also those that `fetch` sets by itself. */
const ask = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
  new Promise<{ status: number | undefined; said: string }>((resolve, reject) => {
    const asking = request(zapier.origin, { method, path, headers, setHost: !('Host' in headers) });
    asking.on('error', reject);
    asking.on('response', async (response) =>
      resolve({ status: response.statusCode, said: await text(response) }),
    );
    asking.end(body);
  });

describe('the port of the stand-in for Zapier', () => {
  it.each([
    ['another name', 'evil.example'],
    ['another name with its port', 'evil.example:PORT'],
    ['a name that begins like its own', '127.0.0.1.evil.example:PORT'],
    ['its own address without the port', '127.0.0.1'],
    ['its own address with another port', '127.0.0.1:1'],
    ['nothing', ''],
  ])('answers 421 to who asks %s', async (_what, host) => {
    const { status, said } = await ask('GET', '/logs', { Host: host.replace('PORT', port()) });
    expect({ status, said }).toEqual({
      status: 421,
      said: `This server only answers to 127.0.0.1:${port()} or localhost:${port()}.`,
    });
  });

  it.each(['http://evil.example', 'http://127.0.0.1:1', 'https://127.0.0.1:PORT', 'null'])(
    'answers 403 to a page of %s',
    async (origin) => {
      for (const path of ['/logs', '/rpc', '/upload', '/hooks/x']) {
        const { status } = await ask('POST', path, { Origin: origin.replace('PORT', port()) });
        expect(status).toBe(403);
      }
    },
  );

  it.each([
    ['by its address', {}],
    ['as localhost', { Host: 'LocalHost:PORT' }],
    ['with an origin of its own', { Origin: 'http://localhost:PORT' }],
  ])('answers who asks %s', async (_how, headers) => {
    const told = Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', port())]);
    expect(await ask('POST', '/logs', Object.fromEntries(told))).toEqual({ status: 200, said: '{}' });
  });

  it('answers a path that is none with a sentence', async () => {
    expect(await ask('GET', '//')).toEqual({ status: 400, said: 'Invalid path.' });
  });
});

describe('a call of the connector that is rubbish', () => {
  const noCall = 'A call is a JSON object with "id", "method" and a list of "params".';

  it.each(['', '{', '[]', 'null', '{"id":1,"method":"zcache_get"}', '{"id":{},"method":1,"params":{}}'])(
    'as %j is answered with 400 and what a call is',
    async (body) => {
      expect(await ask('POST', '/rpc', {}, body)).toEqual({ status: 400, said: noCall });
    },
  );
});

describe('the parameters of a call', () => {
  it.each([
    ['zcache_get', [7]],
    ['zcache_set', ['key']],
    ['zcache_set', ['key', 'value', 'soon']],
    ['zcache_delete', []],
    ['set_cursor', [null]],
  ])('of %s that are %j are refused with 400 and the name of the call', async (method, params) => {
    const rpc = new Rpc({
      cache: new Cache(() => 0),
      stash: zapier.stash,
      now: () => 0,
      uploadUrl: () => '',
      ownerOf: () => ({ user: 'u', connection: 'c' }),
    });
    const server = await serveLoopback((asked, response) => rpc.answer(asked, response));
    const body = JSON.stringify({ id: 1, storeKey: 'k', method, params });
    const answer = await fetch(server.origin, { method: 'POST', body });
    const said = await answer.json();
    await server.close();
    expect({ status: answer.status, said }).toEqual({
      status: 400,
      said: { id: 1, error: `The parameters of the call "${method}" are not what it takes.` },
    });
  });
});

describe('an upload that is rubbish', () => {
  const form = (parts: Record<string, string>, end = '--b--\r\n') =>
    Object.entries(parts)
      .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${value}\r\n`)
      .join('') + end;
  const file = { 'file; filename=a.txt': 'content' };
  const upload = (type: string, body: string) => ask('POST', '/upload', { 'Content-Type': type }, body);
  const multipart = 'multipart/form-data; boundary=b';
  const given = () => zapier.stash.presign(`${zapier.origin}/upload`).fields;

  it.each([
    ['of no type', '', 'x', /^A file is uploaded with a form/],
    ['of another type', 'application/json', '{}', /^A file is uploaded with a form/],
    ['without a boundary', 'multipart/form-data', 'x', /^A file is uploaded with a form/],
    ['that is no form', multipart, 'rubbish', /^The form could not be read to its end\.$/],
    ['that breaks off in its file', multipart, form(file, ''), /^The form could not be read to its end\.$/],
    ['with an odd disposition', multipart, form({ 'Content-Disposition': ';;=' }), /Content-Disposition/],
    ['with an odd type', multipart, form({ 'Content-Type': 'a\u0001b' }), /Content-Type/],
  ])('%s is answered with 400 and a sentence', async (_what, type, body, sentence) => {
    const { status, said } = await upload(type, body);
    expect({ status, said }).toEqual({ status: 400, said: expect.stringMatching(sentence) });
  });

  it('leaves no file behind, and the form that was given out can still be used', async () => {
    const fields = given();
    const { status } = await upload(multipart, form({ ...fields, 'Content-Type': 'a\u0001b', ...file }));
    expect(status).toBe(400);
    expect((await upload(multipart, form({ key: 'files/x', ...file }))).status).toBe(403);
    expect(await upload(multipart, form({ ...fields, ...file }))).toEqual({ status: 204, said: '' });
    const [stored, ...more] = zapier.stash.list();
    expect(more).toEqual([]);
    const folder = join(stored?.path ?? tmpdir(), '..');
    expect(await readdir(folder)).toHaveLength(1);
  });
});
