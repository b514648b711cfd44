/** Connections that end in the middle. They are real ones, because nock's never do. */
import { execFile } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Loopback, serveLoopback } from '@print-and-mail/zapier';
import nock from 'nock';
import { UnitConnector } from '../../support/connector.ts';

beforeAll(() => nock.restore());

let answers: Record<string, (response: ServerResponse) => unknown> = {};
let service: Loopback;

beforeEach(async () => {
  answers = {};
  service = await serveLoopback(async (_request, response, { pathname }) => {
    response.setHeader('Connection', 'close');
    answers[pathname]?.(response);
  });
});

afterEach(() => service.close());

const connector = () => new UnitConnector({ BASE_URL: service.origin });
const findOrder = () => connector().search('find_order', { order_id: 'm-1' });
const findContacts = () => connector().search('find_contacts', { name: 'A' });

/** Announces the whole, sends half of it, and ends the connection. */
const cutOff =
  (status: number, body: Uint8Array | string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    const whole = Buffer.from(body);
    response.writeHead(status, { 'Content-Length': whole.length, ...headers });
    response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
  };
const list = JSON.stringify({
  contacts: Array.from({ length: 2_000 }, (_, index) => ({ contact_id: `c-${index}`, name: 'A' })),
});
const zipped = { 'Content-Encoding': 'gzip' };

it('is no longer needed once node-fetch itself notices that a response breaks off', async () => {
  answers['/'] = cutOff(200, 'whatever');
  // A process of its own, in which nobody listens to the diagnostics channel.
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

describe('an answer that breaks off is told as such', () => {
  it('when it is read at once', async () => {
    answers['/v1/orders/m-1'] = cutOff(200, '{"id":"m-1","name":"whatever"}');
    await expect(findOrder()).rejects.toThrow(/closed the connection .* when asked to read .*\(ECONNRESET\)/);
  });

  it('when it is read as a stream', async () => {
    answers['/v1/contacts'] = cutOff(200, list);
    await expect(findContacts()).rejects.toThrow(
      /closed the connection .* when asked to read .*\(ECONNRESET\)/,
    );
  });

  it('when it is unpacked on the way', async () => {
    answers['/v1/contacts'] = cutOff(200, gzipSync(list), zipped);
    await expect(findContacts()).rejects.toThrow(
      /closed the connection .* when asked to read .*\(ECONNRESET\)/,
    );
  });
});

describe('a file that breaks off is not passed on as a whole one', () => {
  const brokenOff = (name: string) =>
    new RegExp(
      `^The file at http://127.0.0.1:\\d+/${name} could not be downloaded: the connection to its server failed`,
    );

  it('when it is uploaded, and its length is known', async () => {
    answers['/a.pdf'] = cutOff(200, 'a PDF');
    await expect(connector().create('upload_file', { file: `${service.origin}/a.pdf` })).rejects.toThrow(
      brokenOff('a.pdf'),
    );
  });

  it('when it is uploaded, and its length is not known', async () => {
    answers['/a.pdf'] = (response) => response.write('a PDF', () => response.destroy());
    await expect(connector().create('upload_file', { file: `${service.origin}/a.pdf` })).rejects.toThrow(
      brokenOff('a.pdf'),
    );
  });

  it('when it is a list', async () => {
    answers['/list.csv'] = cutOff(200, 'name,city');
    const fields = { minimum_contacts: '1', file: `${service.origin}/list.csv` };
    await expect(connector().create('replace_mailing_list', fields)).rejects.toThrow(brokenOff('list.csv'));
  });
});

describe('an answer that comes to its end is read', () => {
  it.each([
    ['plain', list, {}],
    ['packed', gzipSync(list), zipped],
  ])('%s', async (_how, body, headers) => {
    answers['/v1/contacts'] = (response) => response.writeHead(200, headers).end(body);
    expect(await findContacts()).toMatchObject([{ match_count: 2_000 }]);
  });
});
