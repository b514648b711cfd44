/** Downloads without Content-Length and without an end. They use real connections, because nock reads memory that an upload reuses. */
import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type Loopback, readBody, sendJson, serveLoopback } from '@print-and-mail/zapier/loopback';
import nock from 'nock';
import { UnitConnector } from '../support/connector.ts';

let service: Loopback;
const received: { length: string | undefined; body: string }[] = [];
let closed = 0;
const compressed = gzipSync('%PDF-1');
const pieces = ['%P', 'DF-1.7', 'x'.repeat(30), 'y'.repeat(70_000), 'z'.repeat(100_000)];

beforeAll(async () => {
  nock.restore();
  service = await serveLoopback(async (request, response, { pathname, searchParams }) => {
    response.setHeader('Connection', 'close');
    if (pathname === '/v1/files') {
      received.push({ length: request.headers['content-length'], body: await readBody(request) });
      sendJson(response, 201, { id: 'f-1' });
    } else if (pathname === '/compressed.pdf') {
      response
        .writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': compressed.length })
        .end(compressed);
    } else if (pathname === '/pieces.pdf') {
      if (searchParams.has('stated')) response.setHeader('Content-Length', pieces.join('').length);
      for (const piece of pieces) {
        response.write(piece);
        await setTimeout(1);
      }
      response.end();
    } else if (pathname === '/endless.csv') {
      const stated = searchParams.has('stated') ? { 'Content-Length': 60_000_000 } : {};
      response.writeHead(200, stated);
      sendWithoutEnd(response, 'x'.repeat(64 * 1024));
    } else if (pathname === '/v1/contacts') {
      response.write('{"contacts":[{"contact_id":"c-1"}');
      sendWithoutEnd(response, ',{"contact_id":"c-2"}'.repeat(3_000));
    } else if (pathname === '/v1/files/f-1/download') {
      response.writeHead(403);
      sendWithoutEnd(response, 'x'.repeat(64 * 1024));
    } else {
      const encoding = searchParams.get('encoding');
      if (encoding) response.setHeader('Content-Encoding', encoding);
      response.write('%PDF');
      response.end('-1');
    }
  });
});

afterAll(() => service.close());

function sendWithoutEnd(response: ServerResponse, piece: string): void {
  response.on('close', () => {
    closed += 1;
  });
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
}

/** Without closing it, this would wait for the run's time limit of 25 seconds. */
async function connectionIsClosed(): Promise<void> {
  while (closed === 0) await setTimeout(5);
  closed = 0;
}

it.each([
  'plain.pdf',
  'compressed.pdf',
  // Names that servers state although the file is not compressed.
  'plain.pdf?encoding=identity',
  'plain.pdf?encoding=utf-8',
  'plain.pdf?encoding=aws-chunked',
])('Upload File sends the length of the uncompressed file: %s', async (name) => {
  received.length = 0;
  const connector = new UnitConnector({ BASE_URL: service.origin });
  expect(await connector.create('upload_file', { file: `${service.origin}/${name}` })).toMatchObject({
    file_id: 'f-1',
    filename: name.split('?')[0],
  });
  expect(received).toEqual([{ length: '6', body: '%PDF-1' }]);
});

it.each(['', '?stated'])(
  'Upload File remembers the hash of the whole file, which arrives in pieces: %s',
  async (query) => {
    received.length = 0;
    const connector = new UnitConnector({ BASE_URL: service.origin });
    const write = jest.spyOn(connector.cache, 'set');
    await connector.create('upload_file', { file: `${service.origin}/pieces.pdf${query}` });
    expect(received).toEqual([{ length: String(pieces.join('').length), body: pieces.join('') }]);
    expect(write.mock.calls.map(([, , value]) => value)).toEqual([
      JSON.stringify(`${hash('sha256', pieces.join(''))} pieces.pdf`),
    ]);
  },
);

it.each(['?stated', ''])(
  'The connection of a file that is too large is closed: %s',
  async (query) => {
    const connector = new UnitConnector({ BASE_URL: service.origin });
    await expect(
      connector.create('replace_mailing_list', {
        minimum_contacts: 1,
        file: `${service.origin}/endless.csv${query}`,
        dry_run: true,
      }),
    ).rejects.toThrow(/is larger than 50 MB/);
    await connectionIsClosed();
  },
  15_000,
);

it('The connection of the mailing list is closed when enough contacts are read', async () => {
  const connector = new UnitConnector({ BASE_URL: service.origin });
  expect(await connector.trigger('mail_returned', 'performList')).toHaveLength(3);
  await connectionIsClosed();
}, 15_000);

it('An error response without an end is reported after its beginning', async () => {
  const connector = new UnitConnector({ BASE_URL: service.origin });
  const step = { inputData: { id: 'f-1', name: 'a.pdf' } };
  await expect(connector.run('hydrators.fileContent', step)).rejects.toThrow(
    /^This connection doesn't have permission to read the file "f-1"\./,
  );
}, 15_000);
