/** Truncated compressed bodies. */
import { execFile } from 'node:child_process';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Loopback, serveLoopback } from '@print-and-mail/zapier';
import nock from 'nock';
import { decompress } from '../../../src/api/node_fetch.ts';
import { UnitConnector } from '../../support/connector.ts';

beforeAll(() => nock.restore());

const text = JSON.stringify(Array.from({ length: 5_000 }, (_, index) => index));
const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);
const read = async (body: NodeJS.ReadableStream): Promise<string> => {
  let whole = '';
  for await (const chunk of body) whole += chunk;
  return whole;
};

describe.each([
  ['gzip', gzipSync(text)],
  [' GZIP ', gzipSync(text)],
  ['br', brotliCompressSync(text)],
])('A body compressed with %j', (encoding, bytes) => {
  it('is decompressed', async () => {
    const chunks = [bytes.subarray(0, 1), bytes.subarray(1, 9), bytes.subarray(9)];
    expect(await read(decompress(Readable.from(chunks), encoding))).toBe(text);
  });

  it('fails if it is truncated', async () => {
    await expect(read(decompress(Readable.from([half(bytes)]), encoding))).rejects.toThrow();
  });
});

it.each([undefined, 'identity', 'deflate', 'toString'])(
  'decompress returns a body with the encoding %j unchanged',
  (encoding) => {
    const body = Readable.from(['x']);
    expect(decompress(body, encoding)).toBe(body);
  },
);

describe('A response with a truncated compressed body', () => {
  let server: Loopback;
  beforeEach(async () => {
    server = await serveLoopback(async (_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'application/pdf' });
      response.end(half(gzipSync(text)));
    });
  });
  afterEach(() => server.close());

  it('is an error for a file to upload', async () => {
    const connector = new UnitConnector({ BASE_URL: server.origin });
    const run = connector.create('upload_file', { file: `${server.origin}/a.pdf` });
    await expect(run).rejects.toThrow(/could not be downloaded/);
  });

  it('is an error for a file or the mailing list of the service', async () => {
    const connector = new UnitConnector({ BASE_URL: server.origin });
    const file = connector.run('hydrators.fileContent', { inputData: { id: 'f-1', name: 'a.pdf' } });
    await expect(file).rejects.toThrow(/could not be copied to Zapier/);
    await expect(connector.search('find_contact', { name: 'A' })).rejects.toThrow(/letter service/);
  });

  it('is accepted by node-fetch (once this test fails, remove compressed_body.ts)', async () => {
    const script = `require('node-fetch')(process.argv[1]).then((response) => response.text()).then(console.log)`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script, `${server.origin}/a.pdf`]);
    expect(text.startsWith(stdout.trim())).toBe(true);
  });
});
