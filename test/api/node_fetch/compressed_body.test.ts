/** Compressed bodies. They are real connections, because nock leaves decompression to its caller. */
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Loopback, serveLoopback } from '@print-and-mail/zapier/loopback';
import nock from 'nock';
import { UnitConnector } from '../../support/connector.ts';

const rows = Array.from({ length: 400 }, (_, index) => `Ann Lee ${index},${index} Elm St,Boise,ID,83702`);
const list = ['Name,Street,City,State,Zip', ...rows].join('\n');
const contacts = JSON.stringify({
  contacts: Array.from({ length: 400 }, (_, index) => ({ contact_id: `c-${index}`, name: 'A' })),
});
const compressions = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  'Deflate ': deflateRawSync,
  br: brotliCompressSync,
};
const cases = Object.entries(compressions);

let service: Loopback;
let respond: (response: ServerResponse, pathname: string) => unknown;

beforeAll(async () => {
  nock.restore();
  service = await serveLoopback(async (_request, response, { pathname }) => {
    response.setHeader('Connection', 'close');
    respond(response, pathname);
  });
});
afterAll(() => service.close());

const replace = () =>
  new UnitConnector({ BASE_URL: service.origin }).create('replace_mailing_list', {
    minimum_contacts: 1,
    file: `${service.origin}/list.csv`,
    dry_run: true,
  });
const findContacts = () =>
  new UnitConnector({ BASE_URL: service.origin }).search('find_contacts', { name: 'A', limit: '1000' });

/** Serves the file list with this encoding, and an empty mailing list. */
const serveList = (encoding: string, body: Buffer) => {
  respond = (response, pathname) => {
    if (pathname === '/v1/contacts') return response.end('{"contacts":[]}');
    return response
      .writeHead(200, {
        'Content-Type': 'text/csv',
        'Content-Encoding': encoding,
        'Content-Length': body.length,
      })
      .end(body);
  };
};

describe('A compressed file', () => {
  it.each(cases)('is read to its end: %s', async (encoding, compress) => {
    serveList(encoding, compress(list));
    expect(await replace()).toMatchObject({ contact_count: 400 });
  });

  it.each(cases)(
    'has failed if its data breaks off, although the response is complete: %s',
    async (encoding, compress) => {
      const whole = compress(list);
      for (const length of [whole.length - 1, whole.length / 2, 20]) {
        serveList(encoding, whole.subarray(0, length));
        await expect(replace()).rejects.toThrow(
          /list.csv could not be downloaded: it breaks off .* Run the step again/,
        );
      }
    },
  );

  it('may have several members, and bytes behind its end', async () => {
    const half = Math.floor(list.length / 2);
    serveList(
      'gzip',
      Buffer.concat([gzipSync(list.slice(0, half)), gzipSync(list.slice(half)), Buffer.alloc(9)]),
    );
    expect(await replace()).toMatchObject({ contact_count: 400 });
    serveList('deflate', Buffer.concat([deflateSync(list), Buffer.from('more')]));
    expect(await replace()).toMatchObject({ contact_count: 400 });
  });

  it.each(['utf-8', 'identity', 'aws-chunked'])(
    'is read as it is if its encoding is no compression: %s',
    async (encoding) => {
      serveList(encoding, Buffer.from(list));
      expect(await replace()).toMatchObject({ contact_count: 400 });
    },
  );
});

it('A compressed list of contacts whose data breaks off is no shorter list', async () => {
  const whole = gzipSync(contacts);
  respond = (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(whole);
  expect(await findContacts()).toMatchObject([{ count: 400 }]);
  respond = (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(whole.subarray(0, -9));
  await expect(findContacts()).rejects.toThrow('closed the connection before the response was complete');
});
