import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { discardTime } from '../../http/request_body.ts';
import { closeLater, sandbox } from '../service_client.ts';

interface Outcome {
  status: number | undefined;
  /** Whether the connection was used before. */
  isReused: boolean;
  connection: string | undefined;
}

/** Returns a function that sends requests over a single connection. */
async function singleConnection() {
  const service = await sandbox();
  const token = await service.token();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  closeLater(async () => agent.destroy());
  return (method: string, path: string, given: Record<string, string> = {}, body?: Uint8Array) =>
    new Promise<Outcome>((resolve, reject) => {
      const length = body ? { 'Content-Length': body.length } : {};
      const headers = { Authorization: `Bearer ${token}`, ...length, ...given };
      const sending = request(service.url + path, { agent, method, headers });
      sending.once('response', (response) => {
        const { statusCode: status, headers } = response;
        response.resume().once('error', reject);
        response.once('end', () =>
          resolve({ status, isReused: sending.reusedSocket, connection: headers.connection }),
        );
      });
      sending.once('error', reject);
      sending.end(body);
    });
}

/** Changes how long (ms) the sandbox waits for the rest of a body. */
function waitForRest(time: number): void {
  const { setTimeout: start } = globalThis;
  jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((run, delay) => start(run, delay === discardTime ? time : delay));
}

afterEach(() => {
  jest.restoreAllMocks();
});

const mebibyte = 1024 * 1024;

/** Decodes to 160 MiB, and ends with 5 MiB that need not be decoded. */
function compressed(): Buffer {
  const part = gzipSync(Buffer.alloc(40 * mebibyte));
  return Buffer.concat([part, part, part, part, randomBytes(5 * mebibyte)]);
}
const zeros = (count: number) => () => Buffer.alloc(count * mebibyte);

describe('the connection can be used for the next request after', () => {
  it.each<[string, number, Record<string, string>, () => Uint8Array]>([
    ['413 for a compressed body', 413, { 'Content-Encoding': 'gzip' }, compressed],
    ['413 for any other body', 413, {}, zeros(65)],
    ['400 for a body that does not match its encoding', 400, { 'Content-Encoding': 'gzip' }, zeros(8)],
    ['415 for an unknown encoding', 415, { 'Content-Encoding': 'zip' }, zeros(5)],
    ['401 for a long body', 401, { Authorization: 'Bearer unknown' }, zeros(5)],
  ])('%s', async (_what, status, headers, body) => {
    // A busy machine may need longer for a large body.
    waitForRest(50_000);
    const send = await singleConnection();
    expect(await send('PUT', '/v1/contacts', headers, body())).toMatchObject({ status });
    expect(await send('GET', '/v1/contacts')).toMatchObject({ status: 200, isReused: true });
  });
});

it('the connection is closed if the rest of a refused body does not arrive', async () => {
  waitForRest(50);
  const send = await singleConnection();
  const headers = { 'Content-Length': '1000', Authorization: 'Bearer unknown' };
  expect(await send('PUT', '/v1/contacts', headers, new Uint8Array(1))).toMatchObject({
    status: 401,
    connection: 'close',
  });
});
