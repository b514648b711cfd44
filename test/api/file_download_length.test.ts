/** Uploads of files without Content-Length. They use real connections, because nock reads memory that an upload reuses. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Loopback, readBody, sendJson, serveLoopback } from '@print-and-mail/zapier';
import nock from 'nock';
import { UnitConnector } from '../support/connector.ts';

let service: Loopback;
const received: { length: string | undefined; body: string }[] = [];
const compressed = gzipSync('PDF-1');

beforeAll(async () => {
  nock.restore();
  service = await serveLoopback(async (request, response, { pathname }) => {
    response.setHeader('Connection', 'close');
    if (pathname === '/v1/files') {
      received.push({ length: request.headers['content-length'], body: await readBody(request) });
      sendJson(response, 201, { id: 'f-1' });
    } else if (pathname === '/compressed.pdf') {
      response
        .writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': compressed.length })
        .end(compressed);
    } else {
      response.write('PDF');
      response.end('-1');
    }
  });
});

afterAll(() => service.close());

it.each(['plain.pdf', 'compressed.pdf'])(
  'Upload File sends the length of the uncompressed file: %s',
  async (name) => {
    received.length = 0;
    const connector = new UnitConnector({ BASE_URL: service.origin });
    expect(await connector.create('upload_file', { file: `${service.origin}/${name}` })).toMatchObject({
      file_id: 'f-1',
      filename: name,
    });
    expect(received).toEqual([{ length: '5', body: 'PDF-1' }]);
  },
);
