/** The service responds before it has read the whole file, and then closes, resets or keeps the connection. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness } from './support/harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await Harness.open();
});

afterAll(async () => {
  await harness.close();
});

const services: [string, RegExp, (request: IncomingMessage, response: ServerResponse) => unknown][] = [
  [
    'responds with 413 and closes the connection',
    /Make the file smaller|don't know whether/,
    (_request, response) => rejectFile(response, { keepAlive: false }),
  ],
  [
    'responds with 413 and resets the connection',
    /Make the file smaller|don't know whether/,
    ({ socket }, response) => rejectFile(response, { afterwards: () => socket.resetAndDestroy() }),
  ],
  [
    'responds with 413 and reads the rest',
    /Make the file smaller/,
    (request, response) => rejectFile(response, { afterwards: () => request.resume() }),
  ],
  ['resets the connection', /don't know whether/, ({ socket }) => socket.resetAndDestroy()],
  [
    'resets the connection in the middle of its response',
    /don't know whether/,
    ({ socket }, response) => {
      response.writeHead(201, { 'content-type': 'application/json' });
      response.write('{"id":"f-1",', () => socket.resetAndDestroy());
    },
  ],
];

function rejectFile(response: ServerResponse, { keepAlive = true, afterwards = () => {} }): void {
  response.shouldKeepAlive = keepAlive;
  response.writeHead(413, { 'content-type': 'application/json', 'content-length': '21' });
  response.end('{"error":"too-large"}', afterwards);
}

describe('Upload File', () => {
  it.each(services)('fails with a clear message if the service %s', async (_behavior, message, listener) => {
    const service = http.createServer(listener);
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', () => resolve()));
    const address = service.address();
    const settings = { ...harness.settings };
    harness.settings.BASE_URL = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    try {
      for (const [size, chunked] of [
        [70_000, false],
        [70_000, true],
        [3_000_000, false],
        [3_000_000, true],
      ] as const) {
        const account = harness.createAccount();
        const file = account.serveFile('a.pdf', { content: Buffer.alloc(size, '%PDF'), chunked });
        const outcome = await account.run({
          method: 'creates.upload_file.operation.perform',
          inputData: { file },
        });
        expect(outcome.ok ? 'succeeded' : outcome.error.message).toMatch(message);
        // Node may report a late socket error as uncaught.
        await nextTurn();
        expect(account.logs.filter((line) => line.startsWith('Uncaught'))).toEqual([]);
        harness.removeAccount(account);
      }
    } finally {
      Object.assign(harness.settings, settings);
      service.closeAllConnections();
      await new Promise((resolve) => service.close(resolve));
    }
  });
});
