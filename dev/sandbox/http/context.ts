/** A request on its way through the sandbox. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** Hono's context of a request to the sandbox. */
export type SandboxContext = Context<SandboxEnv>;

export interface SandboxEnv {
  Bindings: HttpBindings & { exchange: Exchange };
}

/** What the request log records beyond method, path and status. */
export interface Exchange {
  client: string | null;
  requestBody: Uint8Array | null;
  responseBody: Uint8Array | string | null;
  /** Whether the connection was closed without a response. */
  unanswered: boolean;
}
