/**
 * What Zapier sends to a connector's handler and what comes back from the process that runs it. Everything here is
 * JSON, as in production.
 */

/** The `bundle` that a connector's functions receive; a caller fills in the parts that matter to it. */
export interface Bundle {
  authData?: Record<string, string>;
  inputData?: Record<string, unknown>;
  inputDataRaw?: Record<string, unknown>;
  meta?: Record<string, unknown>;
  rawRequest?: RawRequest;
  cleanedRequest?: unknown;
  outputData?: unknown;
  subscribeData?: unknown;
  targetUrl?: string;
  /** For the command `request`: the request that a user entered in API Request. */
  request?: { url: string; method?: string; headers?: Record<string, string>; body?: unknown };
}

/** A webhook request, as a hook trigger's `perform` sees it. */
export interface RawRequest {
  method: string;
  querystring: string;
  headers: Record<string, string>;
  content: string;
}

/** What the handler should do; `execute` runs the function at the path `method`. */
export type Command = 'execute' | 'validate' | 'definition' | 'request';

/** Adds everything else that Zapier sends with each bundle. */
export function completeBundle(
  { inputData = {}, ...bundle }: Bundle,
  authData: Bundle['authData'],
  meta: Bundle['meta'] = {},
): Bundle {
  return {
    authData,
    inputDataRaw: inputData,
    ...bundle,
    inputData,
    meta: {
      isLoadingSample: false,
      isFillingDynamicDropdown: false,
      isPopulatingDedupe: false,
      isBulkRead: false,
      limit: -1,
      page: 0,
      ...meta,
      ...bundle.meta,
    },
  };
}

/** The event that the connector's handler is called with. */
export interface HandlerEvent {
  command: Command;
  method?: string;
  bundle: Bundle;
  environment: Record<string, string>;
  token: string;
  rpc_base: string;
  storeKey?: string;
  isDeveloper: boolean;
}

/** A line of the connector's log as Zapier stores it; zapier-platform-core has already masked secrets. */
export interface LogLine {
  message: string;
  data: Record<string, unknown>;
}

/** Memory of the connector's process right after a run, in bytes. */
export interface MemoryUse {
  rss: number;
  heapUsed: number;
  external: number;
  arrayBuffers: number;
  /** The highest `rss` since the process started. */
  peakRss: number;
}

/** A thrown error, as sent between two processes. */
export interface ThrownError {
  name: string;
  message: string;
  stack: string | undefined;
}

/** A message from the child process: it is ready, it failed to load the connector, or it has handled an event. */
export type MessageFromProcess =
  | { kind: 'ready' }
  | { kind: 'broken'; error: ThrownError }
  | {
      kind: 'done';
      results?: unknown;
      status?: string;
      resultsUrl?: string;
      error?: ThrownError;
      logs: LogLine[];
      output: string;
      milliseconds: number;
      memory: MemoryUse;
    };

/** A message to the child process. */
export interface MessageToProcess {
  event: HandlerEvent;
  /** How far the local Zapier's clock is ahead of the machine's (ms). */
  clockOffset?: number;
}
