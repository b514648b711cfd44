/**
 * AWS Lambda freezes the connector's process between runs, and the service or a proxy closes idle connections in the
 * meantime. The next run must not use one of them.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const program = fileURLToPath(new URL('../../dev/zapier/connector_process.ts', import.meta.url));
const connector = fileURLToPath(new URL('../../dist/index.js', import.meta.url));

/** Zapier's cache, which keeps everything. */
const cache = new Map<string, string>();
function answerRpc({ id, method, params }: { id: number; method: string; params: [string, string] }) {
  const [key, value] = params;
  if (method === 'zcache_get') return { id, result: cache.get(key) ?? null };
  if (method === 'zcache_set') cache.set(key, value);
  return { id, result: true };
}

let service: Server;
let root = '';
let lambda: ChildProcess;

beforeAll(async () => {
  service = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      response.setHeader('Content-Type', 'application/json');
      response.end(
        request.url?.startsWith('/rpc')
          ? JSON.stringify(answerRpc(JSON.parse(body)))
          : JSON.stringify({ id: 'm-1', contact_id: 'c-1', order_id: 'm-1', created: '2026-03-12' }),
      );
    });
  });
  service.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = service.address();
  root = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  lambda = fork(program, [connector], {
    env: { PATH: process.env.PATH },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // The connector logs that the empty cache has lost its entries.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await once(lambda, 'message');
});

afterAll(async () => {
  lambda.kill('SIGKILL');
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});

const run = (method: string, inputData: Record<string, unknown>) => {
  const event = {
    command: 'execute',
    method,
    bundle: { authData: { access_token: 'a-token-of-a-test' }, inputData, inputDataRaw: inputData, meta: {} },
    environment: {
      BASE_URL: root,
      AUTH_URL: root,
      CLIENT_ID: 'client',
      CLIENT_SECRET: 'a-secret-of-a-test',
      LOGGING_ENDPOINT: `${root}/log`,
    },
    token: 'token',
    rpc_base: `${root}/rpc`,
    isDeveloper: false,
  };
  lambda.send({ event });
  return once(lambda, 'message');
};

/** Freezes the process, sends it the next event, closes its idle connections and resumes it. */
async function runAfterFreeze(method: string, inputData: Record<string, unknown>) {
  lambda.kill('SIGSTOP');
  const result = run(method, inputData);
  service.closeIdleConnections();
  // One turn of the event loop, in which both reach the frozen process.
  await new Promise((resolve) => setImmediate(resolve));
  lambda.kill('SIGCONT');
  return result;
}

it.each([
  ['searches.find_order.operation.perform', { order_id: 'm-1' }],
  ['creates.create_contact.operation.perform', { name: 'Ann' }],
  [
    'creates.resend_saved_order.operation.perform',
    { saved_order_id: 'l-1', list_id: 'l-2', duplicate_window: 'off', editor_test: 'order' },
  ],
])('A run after a freeze opens a new connection: %s', async (method, inputData) => {
  for (let round = 0; round < 5; round += 1) {
    const [report] = await runAfterFreeze(method, inputData);
    expect(report).toMatchObject({ kind: 'done' });
    expect(report).not.toHaveProperty('error');
  }
});
