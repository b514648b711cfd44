/**
 * What goes between Zapier and a connector: the event that its handler is called with, and the report of one run.
 * Everything here travels as JSON, as it does in production.
 */

/** What a connector's functions get as `bundle`; a call gives the parts that matter to it. */
export interface PlatformBundle {
  authData?: Record<string, string>;
  inputData?: Record<string, unknown>;
  inputDataRaw?: Record<string, unknown>;
  meta?: Record<string, unknown>;
  rawRequest?: RawRequest;
  cleanedRequest?: unknown;
  outputData?: unknown;
  subscribeData?: unknown;
  targetUrl?: string;
  /** For the command `request`: what a user typed into the platform's own API Request. */
  request?: { url: string; method?: string; headers?: Record<string, string>; body?: unknown };
}

/** An HTTP request that reached Zapier, as a hook's `perform` sees it. */
export interface RawRequest {
  method: string;
  querystring: string;
  headers: Record<string, string>;
  content: string;
}

/** What the handler is asked to do; `execute` runs the function at the path `method`. */
export type Command = 'execute' | 'validate' | 'definition' | 'request';

/** Everything that Zapier sends with each run, around what this one is about. */
export function wholeBundle(
  { inputData = {}, ...bundle }: PlatformBundle,
  authData: PlatformBundle['authData'],
  meta: PlatformBundle['meta'] = {},
): PlatformBundle {
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
  bundle: PlatformBundle;
  environment: Record<string, string>;
  token: string;
  rpc_base: string;
  storeKey?: string;
  callback_url: string;
  isDeveloper: boolean;
  autostashPayloadOutputLimit?: number;
}

/** A line of the connector's log as Zapier keeps it, secrets already taken out by the platform's core. */
export interface LogLine {
  message: string;
  data: Record<string, unknown>;
}

/** One HTTP request that the connector made during a run, from its log. */
export interface HttpExchange {
  method: string;
  url: string;
  status: number | undefined;
  requestHeaders: string | undefined;
  requestBody: string | undefined;
  responseHeaders: string | undefined;
  responseBody: string | undefined;
}

/** Memory of the process that ran the connector, in bytes, measured right after a run. */
export interface MemoryUse {
  rss: number;
  heapUsed: number;
  external: number;
  arrayBuffers: number;
  /** The most that was ever resident since the process began. */
  peakRss: number;
}

/** What a thrown error carries over the border between two processes. */
export interface ThrownError {
  name: string;
  message: string;
  stack: string | undefined;
}

/** From the child process: it is ready, or it could not load the connector, or an event has been dealt with. */
export type FromRuntime =
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

/** To the child process. */
export interface ToRuntime {
  event: HandlerEvent;
}
