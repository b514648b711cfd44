/** A client of the sandbox's control API. */
import * as zod from 'zod';

const deliveryIds = zod.object({ deliveries: zod.array(zod.string()) });
const tokenAnswer = zod.object({ access_token: zod.string() });
const delivery = zod.looseObject({ id: zod.string(), event: zod.string(), state: zod.string() });
const loggedRequest = zod.looseObject({
  method: zod.string(),
  path: zod.string(),
  query: zod.unknown(),
  status: zod.number(),
});

/** The scopes that the connector asks for by default. */
export const defaultScopes = [
  'contacts.read',
  'contacts.write',
  'orders.read',
  'orders.write',
  'pls.files.read',
  'pls.files.write',
  'pls.lists.write',
];

export interface FaultRule {
  match?: { method?: string; path?: string };
  nth?: number;
  probability?: number;
  then: {
    status?: number;
    headers?: Record<string, string>;
    body?: unknown;
    delay_ms?: number;
    reset?: 'before' | 'after';
    truncate?: number;
  };
}

export class Control {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Any call under /sandbox. @throws if the sandbox answers with an error */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}/sandbox${path}`, {
      method,
      headers: { Origin: this.url, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`The sandbox answered ${method} /sandbox${path} with ${response.status}: ${text}`);
    return text ? JSON.parse(text) : undefined;
  }

  async token(user = 'demo@example.com', client = 'sandbox-client', scopes = defaultScopes): Promise<string> {
    return tokenAnswer.parse(await this.call('POST', '/tokens', { user, client, scopes })).access_token;
  }

  async revoke(token: string): Promise<void> {
    await this.call('DELETE', `/tokens/${encodeURIComponent(token)}`);
  }

  /** Moves the clock forward, for example by `3d2h`, and waits for everything that is due by then. */
  async advance(duration: string): Promise<void> {
    await this.call('POST', '/clock', { advance: duration });
  }

  async freeze(time: string): Promise<void> {
    await this.call('POST', '/clock', { freeze: time });
  }

  /** Moves an order to its next state. */
  async advanceOrder(id: string): Promise<unknown> {
    return this.call('POST', `/orders/${encodeURIComponent(id)}/advance`);
  }

  /** `address-update`, `mail-returned`, `order-complete`, `shipped` or `raw`. @returns the IDs of the deliveries */
  async event(name: string, body: object = {}): Promise<string[]> {
    return deliveryIds.parse(await this.call('POST', `/events/${name}`, body)).deliveries;
  }

  async deliveries() {
    return zod.array(delivery).parse(await this.call('GET', '/deliveries'));
  }

  /** Returns the log of API requests, with secrets masked. */
  async requests() {
    return zod.array(loggedRequest).parse(await this.call('GET', '/requests'));
  }

  async fault(rule: FaultRule): Promise<void> {
    await this.call('POST', '/faults', rule);
  }

  async clearFaults(): Promise<void> {
    await this.call('DELETE', '/faults');
  }

  async reset(): Promise<void> {
    await this.call('POST', '/reset');
  }
}
