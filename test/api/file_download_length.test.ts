/** Files whose length only their end tells, over real connections: an upload gives back memory that nock would still look at. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Loopback, readBody, sendJson, serveLoopback } from '@print-and-mail/zapier';
import nock from 'nock';
import { UnitConnector } from '../support/connector.ts';

let service: Loopback;
const received: { length: string | undefined; body: string }[] = [];
const packed = gzipSync('PDF-1');

beforeAll(async () => {
  nock.restore();
  service = await serveLoopback(async (request, response, { pathname }) => {
    response.setHeader('Connection', 'close');
    if (pathname === '/v1/files') {
      received.push({ length: request.headers['content-length'], body: await readBody(request) });
      sendJson(response, 201, { id: 'f-1' });
    } else if (pathname === '/packed.pdf') {
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': packed.length }).end(packed);
    } else {
      response.write('PDF');
      response.end('-1');
    }
  });
});

afterAll(() => service.close());

it.each(['plain.pdf', 'packed.pdf'])('a file is uploaded with its own length: %s', async (name) => {
  received.length = 0;
  const connector = new UnitConnector({ BASE_URL: service.origin });
  expect(await connector.create('upload_file', { file: `${service.origin}/${name}` })).toMatchObject({
    file_id: 'f-1',
    filename: name,
  });
  expect(received).toEqual([{ length: '5', body: 'PDF-1' }]);
});
