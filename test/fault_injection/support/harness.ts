/**
 * Runs the connector's source in this process with zapier-platform-core's own handler. One loopback server stands in for
 * every server around it and serves any number of test accounts.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { format, inspect } from 'node:util';
// Not from the package's index, which loads the Zapier CLI.
import { HandlerError } from '@print-and-mail/zapier/errors';
import { completeBundle } from '@print-and-mail/zapier/handler_event';
import { handlerFor } from '../../support/one_operation.ts';
import { accountIdOf, requestKind } from './calls.ts';
import type { ServiceResponse } from './letter_service.ts';
import { handleRequest } from './local_servers.ts';
import { type RequestOptions, refuseConnections } from './refused_connections.ts';
import { type Outcome, type Run, realNow, TestAccount } from './test_account.ts';

export const clientId = 'fault-injection';
export const clientSecret = 'client-secret-canary-5b1f';

/** The account of the current run, whose clock `Date.now` returns. */
const currentAccount = new AsyncLocalStorage<TestAccount>();

/** The name of the Zapier connection that uses this access token. */
const connectionOf = (account: TestAccount, accessToken: string = account.token): string =>
  accessToken === account.token ? account.id : `${account.id} ${accessToken}`;

export class Harness {
  readonly #accounts = new Map<string, TestAccount>();
  readonly #server: http.Server;
  origin = '';
  #accountCount = 0;
  /** What the connector printed. */
  readonly consoleOutput: string[] = [];
  readonly #console = { ...console };
  #restoreRequest = () => {};
  /** The connector's environment variables. */
  settings: Record<string, string> = {};
  /** Returns the handler that runs a function of the connector: of its source, unless another version is compared. */
  handlerFor = handlerFor;

  private constructor() {
    this.#server = http.createServer((request, response) => {
      this.#receive(request, response).catch((error: unknown) => {
        // A fault may have closed the connection. Any other error is a bug in the harness.
        if (!response.headersSent && !response.destroyed) response.writeHead(599).end(String(error));
      });
    });
  }

  static async open(): Promise<Harness> {
    const harness = new Harness();
    await new Promise<void>((resolve) => harness.#server.listen(0, '127.0.0.1', () => resolve()));
    const address = harness.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The server has no address.');
    harness.origin = `http://127.0.0.1:${address.port}`;
    harness.settings = {
      BASE_URL: harness.origin,
      AUTH_URL: harness.origin,
      CLIENT_ID: clientId,
      CLIENT_SECRET: clientSecret,
      _ZAPIER_ONE_TIME_SECRET: 'one-time',
      LOGGING_ENDPOINT: `${harness.origin}/log`,
    };
    harness.#restoreRequest = await refuseConnections((options) => harness.#isRefused(options));
    for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      console[name] = (...parts: unknown[]) => void harness.consoleOutput.push(format(...parts));
    }
    Date.now = () => currentAccount.getStore()?.now ?? realNow();
    return harness;
  }

  async close(): Promise<void> {
    this.#restoreRequest();
    Date.now = realNow;
    Object.assign(console, this.#console);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  createAccount(): TestAccount {
    this.#accountCount += 1;
    const account = new TestAccount(this, `account${this.#accountCount}`);
    this.#accounts.set(account.id, account);
    return account;
  }

  /** Removes an account. Thousands of them would fill the memory. */
  removeAccount(account: TestAccount): void {
    this.#accounts.delete(account.id);
  }

  async run(
    account: TestAccount,
    { method, inputData = {}, bundle = {}, command = 'execute' }: Run,
  ): Promise<Outcome> {
    const start = performance.now();
    const elapsed = () => performance.now() - start;
    try {
      const connection = connectionOf(account, bundle.authData?.access_token);
      const { results } = await currentAccount.run(account, this.handlerFor(method), {
        command,
        method,
        bundle: completeBundle({ inputData, ...bundle }, { access_token: account.token }),
        environment: this.settings,
        ...this.#zapierOf(account, connection),
        customLogger: (message: string, data: unknown) =>
          account.logs.push(`${message} ${inspect(data, { depth: 6 })}`),
      });
      return { ok: true, results, milliseconds: elapsed() };
    } catch (error) {
      const { name, message, stack } = error as Error;
      return { ok: false, error: new HandlerError({ name, message, stack }), milliseconds: elapsed() };
    }
  }

  /** Returns how a run reaches Zapier: over HTTP if a fault is to be injected there, and directly otherwise, which is faster. */
  #zapierOf(account: TestAccount, connection: string) {
    if (account.fault?.call.startsWith('zapier ')) {
      return { token: connection, rpc_base: `${this.origin}/rpc` };
    }
    return { rpc: (method: string, ...params: unknown[]) => account.callZapier(connection, method, params) };
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Close each connection. Node has no error listener on an idle one, so a fault there would be reported to the next run.
    response.shouldKeepAlive = false;
    const method = request.method ?? 'GET';
    const url = new URL(request.url ?? '/', this.origin);
    if (url.pathname === '/log') return void response.end();
    const account = this.#accounts.get(accountIdOf(url, request.headers) ?? '');
    if (!account) return void response.writeHead(401).end('{"error":"invalid_token"}');
    const rpcBody = url.pathname === '/rpc' ? await readBody(request) : undefined;
    const call = account.countCall(requestKind(method, url, rpcBody));
    const body = rpcBody ?? (await readBody(request).catch(() => Buffer.alloc(0)));
    const { authorization } = request.headers;
    const token = String(request.headers['x-token']);
    account.sent.push({
      call,
      url: url.href,
      headers: JSON.stringify(request.headers),
      body: body.toString('latin1'),
    });
    const handle = () => handleRequest(account, { method, url, authorization, token, body });
    const fault = account.faultFor(call);
    if (!fault?.inject) return respond(response, handle());
    account.injectedCount += 1;
    const closed = new AbortController();
    response.on('close', () => closed.abort());
    response.on('error', () => closed.abort());
    await fault.inject({ response, handle, closed: closed.signal });
  }

  /** Whether this request is the one whose fault is a refused connection. */
  #isRefused({ method = 'GET', path = '/', headers = {} }: RequestOptions): boolean {
    const url = new URL(path, this.origin);
    // The kind of an RPC call is known only from its body.
    if (url.pathname === '/rpc') return false;
    const [, authorization] = Object.entries(headers).find(([name]) => /^authorization$/i.test(name)) ?? [];
    const id = accountIdOf(url, { authorization: String(authorization) });
    const account = this.#accounts.get(id ?? '');
    if (!account?.fault?.fault.connectionRefused) return false;
    if (account.nextCall(requestKind(method, url)) !== account.fault.call) return false;
    account.injectedCount += 1;
    return true;
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function respond(response: ServerResponse, { status, headers, body }: ServiceResponse): void {
  const length =
    headers['transfer-encoding'] || status === 204 ? {} : { 'content-length': String(body.length) };
  response.writeHead(status, { ...length, ...headers });
  response.end(status === 204 ? undefined : body);
}
