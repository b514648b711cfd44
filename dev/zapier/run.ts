/** One run of a connector's function: what was asked, and everything that is known about how it went. */
import type { Connection } from './connection.ts';
import type { Command, HttpExchange, LogLine, MemoryUse, PlatformBundle } from './event.ts';
import type { PlatformError } from './failure.ts';

/** What is to be run. The connection's account data are put into the bundle unless it brings its own. */
export interface Call {
  /** `execute` unless told otherwise. */
  command?: Command;
  /** The function's path in the definition, such as `creates.create_contact.operation.perform`. */
  method?: string;
  bundle?: PlatformBundle;
  connection?: Connection | undefined;
  /** Keeps the polling cursor of this run apart from others, for a trigger that has `canPaginate`. */
  storeKey?: string;
  /** Whether what breaks the platform's runtime checks fails the run; in production it is only logged. */
  checks?: 'raise' | 'log';
  /** Answers of this many bytes or more are stored instead of sent, up to this limit; -1 stores all. */
  autostash?: number;
}

export type Outcome =
  | { ok: true; results: unknown; status: string; resultsUrl: string | undefined }
  | { ok: false; error: PlatformError };

export interface Run {
  id: string;
  command: Command;
  method: string | undefined;
  bundle: PlatformBundle;
  /** When it began, ISO 8601, by the platform's clock. */
  started: string;
  outcome: Outcome;
  /** 2 when the process had died and the run was given to a fresh one. */
  attempts: number;
  milliseconds: number;
  /** Nothing when the process died. */
  memory: MemoryUse | undefined;
  /** The log as Zapier keeps it: the connector's own lines and one for each HTTP request. */
  logs: LogLine[];
  /** The requests among the log lines, without those to Zapier itself. */
  http: HttpExchange[];
  /** What the process printed meanwhile. */
  output: string;
}

/** The HTTP requests among log lines. @param own the platform's own address, requests to which are left out */
export function httpExchanges(logs: readonly LogLine[], own: string): HttpExchange[] {
  const text = (value: unknown): string | undefined =>
    value === undefined || value === null
      ? undefined
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);
  return logs.flatMap(({ data }) => {
    const url = text(data.request_url);
    // `z.request` and the patched http module both log; the latter skips what the former has seen.
    if (data.log_type !== 'http' || !url || isInternal(url, own)) return [];
    const query = text(data.request_params);
    return [
      {
        method: text(data.request_method) ?? 'GET',
        url: query && !url.includes('?') ? `${url}?${query}` : url,
        status: typeof data.response_status_code === 'number' ? data.response_status_code : undefined,
        requestHeaders: text(data.request_headers),
        requestBody: text(data.request_data),
        responseHeaders: text(data.response_headers),
        responseBody: text(data.response_content),
      },
    ];
  });
}

const isInternal = (url: string, own: string): boolean =>
  ['/rpc', '/upload', '/logs'].some((path) => url.startsWith(own + path));
