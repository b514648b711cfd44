/** An HTTP client of the sandbox for its tests. It uses nothing of the connector. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach } from '@jest/globals';
import { type Sandbox, type SandboxOptions, startSandbox } from '../server.ts';
import { parseVariants, type Variant } from '../variants.ts';
import { undeclared } from './declared_responses.ts';

export const allScopes = [
  'contacts.read',
  'contacts.write',
  'orders.read',
  'orders.write',
  'pls.files.read',
  'pls.files.write',
  'pls.lists.read',
  'pls.lists.write',
];

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: The JSON has any shape. A test fails if it is not the expected one.
  body: any;
  bytes: Uint8Array;
}

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Closes something after the test. */
export const closeLater = (close: () => Promise<void>): void => {
  closing.push(close);
};

/** Starts a sandbox on a free port, which closes after the test. */
export async function sandbox(options: SandboxOptions = {}): Promise<ServiceClient> {
  const started = await startSandbox({ port: 0, ...options });
  closeLater(() => started.close());
  return new ServiceClient(started, parseVariants(options.variants));
}

export class ServiceClient {
  readonly url: string;
  readonly running: Sandbox;
  readonly #variants: ReadonlySet<Variant> | undefined;
  /** @param variants if given, every response of the API must be one that its endpoint declares with them */
  constructor(running: Sandbox, variants?: ReadonlySet<Variant>) {
    this.running = running;
    this.url = running.url;
    this.#variants = variants;
  }

  /** Sends a request. Sends text and bytes as they are, and anything else as JSON. */
  async send(
    method: string,
    path: string,
    {
      body,
      headers = {},
      token,
    }: { body?: unknown; headers?: Record<string, string>; token?: string | undefined } = {},
  ): Promise<Answer> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: { ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = Buffer.from(bytes).toString('utf8');
    const contentType = response.headers.get('content-type');
    const isJson = contentType?.startsWith('application/json') ?? false;
    const { status } = response;
    const parsed = isJson && text ? JSON.parse(text) : text;
    const problem =
      this.#variants &&
      /^\/v\d\//.test(path) &&
      undeclared({ method, path, status, contentType, body: parsed }, this.#variants);
    if (problem && !(await this.#hasFaults())) throw new Error(`An unexpected response: ${problem}`);
    return { status, headers: response.headers, body: parsed, bytes };
  }

  /** Returns whether there are fault rules, which can respond with anything. */
  async #hasFaults(): Promise<boolean> {
    const response = await fetch(`${this.url}/sandbox/faults`);
    return (await response.text()) !== '[]';
  }

  /** Calls the control API. @throws if the response is an error */
  async control(method: string, path: string, body?: unknown) {
    const answer = await this.send(method, `/sandbox${path}`, { body });
    if (answer.status >= 400) throw new Error(`${method} /sandbox${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async token({
    user = 'demo@example.com',
    client = 'sandbox-client',
    scopes = allScopes,
  }: {
    user?: string;
    client?: string;
    scopes?: string[];
  } = {}): Promise<string> {
    return (await this.control('POST', '/tokens', { user, client, scopes })).access_token;
  }

  /** Returns functions that send requests with an access token, by default the demo user's with all scopes. */
  async as(who: { user?: string; client?: string; scopes?: string[] } = {}) {
    const token = await this.token(who);
    const call = (method: string) => (path: string, body?: unknown) =>
      this.send(method, path, { body, token });
    return { token, get: call('GET'), put: call('PUT'), post: call('POST'), delete: call('DELETE') };
  }

  async advance(duration: string): Promise<void> {
    await this.control('POST', '/clock', { advance: duration });
  }

  /** Waits until everything that is due now is done. */
  settled(): Promise<void> {
    return this.advance('0s');
  }
}

export interface Received {
  method: string;
  url: URL;
  body: string;
  contentType: string | undefined;
}

/** A webhook target that records the requests it receives. */
export class Target {
  readonly received: Received[] = [];
  /** The response to each request in turn. The last one repeats. */
  answers: (number | ((request: IncomingMessage, response: ServerResponse) => void))[] = [204];
  #origin = '';

  static async open(...answers: Target['answers']): Promise<Target> {
    const target = new Target();
    if (answers.length > 0) target.answers = answers;
    const server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (piece) => {
        body += piece;
      });
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        target.received.push({
          method,
          url: new URL(url, target.#origin),
          body,
          contentType: headers['content-type'],
        });
        const [answer = 204] = target.answers.length > 1 ? target.answers.splice(0, 1) : target.answers;
        if (typeof answer === 'number') response.writeHead(answer).end('thank you');
        else answer(request, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    target.#origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    closeLater(
      () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    );
    return target;
  }

  get url(): string {
    return `${this.#origin}/hook`;
  }

  /** The received notifications without pings. */
  get events(): Received[] {
    return this.received.filter(({ url }) => url.searchParams.get('event') !== 'ping');
  }
}

/** Returns the URL of a target where nothing listens. */
export async function unreachableTarget(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/hook`;
}

/** Returns the path that creates a subscription. */
export const following = (event: string, target: string): string =>
  `/v1/hooks?event=${encodeURIComponent(event)}&target=${encodeURIComponent(target)}`;

export const addressUpdate = 'contacts.address_update.v1';
export const orderComplete = 'orders.order_complete.v1';
export const orderShipped = 'orders.order_shipped.v1';
