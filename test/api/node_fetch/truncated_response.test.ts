/** Connections that close in the middle of a response. They are real connections, because nock can't do that. */
import { execFile } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Loopback, serveLoopback } from '@print-and-mail/zapier/loopback';
import nock from 'nock';
import { UnitConnector } from '../../support/connector.ts';

beforeAll(() => nock.restore());

let handlers: Record<string, (response: ServerResponse) => unknown> = {};
let service: Loopback;

beforeEach(async () => {
  handlers = {};
  service = await serveLoopback(async (_request, response, { pathname }) => {
    response.setHeader('Connection', 'close');
    handlers[pathname]?.(response);
  });
});

afterEach(() => service.close());

const connector = () => new UnitConnector({ BASE_URL: service.origin });
const findOrder = () => connector().search('find_order', { order_id: 'm-1' });
const findContacts = () => connector().search('find_contacts', { name: 'A' });

/** Sends the Content-Length of the whole body, then half of it, and closes the connection. */
const truncated =
  (status: number, body: Uint8Array | string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    const whole = Buffer.from(body);
    response.writeHead(status, { 'Content-Length': whole.length, ...headers });
    response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
  };
const list = JSON.stringify({
  contacts: Array.from({ length: 2_000 }, (_, index) => ({ contact_id: `c-${index}`, name: 'A' })),
});
const gzipHeader = { 'Content-Encoding': 'gzip' };

it('node-fetch does not notice a truncated response (once this test fails, remove truncated_response.ts)', async () => {
  handlers['/'] = truncated(200, 'whatever');
  // Runs in another process, without a listener on the diagnostics channel.
  const script = `
    const fetch = require('node-fetch');
    fetch(process.argv[1]).then((response) => response.text()).then(
      (text) => console.log('whole', text),
      (error) => console.log('noticed', error.code),
    );
    setTimeout(() => process.exit(), 500);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script, `${service.origin}/`]);
  expect(stdout).toBe('');
});

describe('A truncated response is reported', () => {
  it('if it is read as a whole', async () => {
    handlers['/v1/orders/m-1'] = truncated(200, '{"id":"m-1","name":"whatever"}');
    await expect(findOrder()).rejects.toThrow(
      /closed the connection .* when asked to read .*\(code ECONNRESET\)/,
    );
  });

  it('if it is read as a stream', async () => {
    handlers['/v1/contacts'] = truncated(200, list);
    await expect(findContacts()).rejects.toThrow(
      /closed the connection .* when asked to read .*\(code ECONNRESET\)/,
    );
  });

  it('if it is compressed', async () => {
    handlers['/v1/contacts'] = truncated(200, gzipSync(list), gzipHeader);
    await expect(findContacts()).rejects.toThrow(
      /closed the connection .* when asked to read .*\(code ECONNRESET\)/,
    );
  });
});

describe('A truncated file is reported', () => {
  const truncatedError = (name: string) =>
    new RegExp(
      `^The file at http://127.0.0.1:\\d+/${name} could not be downloaded: the connection to its server failed`,
    );

  it('if it is uploaded with Content-Length', async () => {
    handlers['/a.pdf'] = truncated(200, '%PDF a');
    await expect(connector().create('upload_file', { file: `${service.origin}/a.pdf` })).rejects.toThrow(
      truncatedError('a.pdf'),
    );
  });

  it('if it is uploaded without Content-Length', async () => {
    handlers['/a.pdf'] = (response) => response.write('%PDF a', () => response.destroy());
    await expect(connector().create('upload_file', { file: `${service.origin}/a.pdf` })).rejects.toThrow(
      truncatedError('a.pdf'),
    );
  });

  it('if it is a mailing list', async () => {
    handlers['/list.csv'] = truncated(200, 'name,city');
    const fields = { minimum_contacts: '1', file: `${service.origin}/list.csv` };
    await expect(connector().create('replace_mailing_list', fields)).rejects.toThrow(
      truncatedError('list.csv'),
    );
  });
});

describe('A complete response is read', () => {
  it.each([
    ['uncompressed', list, {}],
    ['compressed', gzipSync(list), gzipHeader],
  ])('%s', async (_how, body, headers) => {
    handlers['/v1/contacts'] = (response) => response.writeHead(200, headers).end(body);
    expect(await findContacts()).toMatchObject([{ match_count: 2_000 }]);
  });
});
