/** One call of the connector's handler: the request for it and the report about it. */
import type { Connection } from './connection.ts';
import type { HandlerError } from './errors.ts';
import type { Bundle, Command, LogLine, MemoryUse } from './handler_event.ts';
import type { HttpExchange } from './http_log.ts';

/** What to run. The connection's auth data is used unless the bundle has its own. */
export interface HandlerCall {
  /** Default: `execute`. */
  command?: Command;
  /** The function's path in the definition, such as `creates.create_contact.operation.perform`. */
  method?: string;
  bundle?: Bundle;
  connection?: Connection | undefined;
  /** Identifies the cursor of a trigger with `canPaginate`. */
  storeKey?: string;
  /** Whether a failed check of zapier-platform-core fails the run, as in the editor, or is only logged. */
  checks?: 'raise' | 'log';
}

export type Outcome =
  | { ok: true; results: unknown; status: string; resultsUrl: string | undefined }
  | { ok: false; error: HandlerError };

export interface HandlerRun {
  id: string;
  command: Command;
  method: string | undefined;
  bundle: Bundle;
  /** ISO 8601, by the clock of the local Zapier. */
  started: string;
  outcome: Outcome;
  /** 2 if the first process died and the run was repeated in a new one. */
  attempts: number;
  milliseconds: number;
  /** Undefined if the process died. */
  memory: MemoryUse | undefined;
  /** The log as Zapier stores it: the connector's own lines and one line for each HTTP request. */
  logs: LogLine[];
  /** The HTTP requests in the log, except those to Zapier itself. */
  http: HttpExchange[];
  /** What the process printed during the run. */
  output: string;
}
