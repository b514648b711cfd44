/**
 * The JSON API between the workbench's page and its server.
 *
 * | request | response |
 * |---|---|
 * | `GET /api/state` | {@link State}: accounts and Zaps; requested again after each change |
 * | `GET /api/changes` | server-sent events, each a {@link Change} |
 * | `POST /api/accounts` | `{ authorizeUrl }` of the consent page, which redirects to `/oauth/return` and from there to `/?connected=ACCOUNT` or `/?failed=MESSAGE` |
 * | `POST /api/accounts/:id/connect` | the same, to reconnect an account; its Zaps keep it |
 * | `POST /api/accounts/:id/test` | {@link Trace} of the connection test |
 * | `DELETE /api/accounts/:id` | 204 |
 * | `POST /api/choices` {@link ChoicesRequest} | {@link ChoicesPage} |
 * | `POST /api/uploads?filename=…` with the file as body | `{ url }`, a value for a file field; it ends with the file's name |
 * | `POST /api/zaps` {@link ZapChange} | {@link ZapState} of a new Zap that is off |
 * | `PUT /api/zaps/:id` {@link ZapChange} | {@link ZapState}; 409 while it is on |
 * | `DELETE /api/zaps/:id` | 204; turns it off first |
 * | `POST /api/zaps/:id/steps/:step/test` | {@link StepTest}: runs one step like the editor's Test button, with the earlier steps' test data |
 * | `POST /api/zaps/:id/steps/:step/preview` | {@link StepRun}: what a test that orders or replaces for real would do; it is not kept as the step's test |
 * | `POST /api/zaps/:id/on`, `…/off` | {@link ZapState}; 422 with a {@link Problem} if the connector refuses |
 * | `POST /api/zaps/:id/poll` | `{ started: number }`, for a polling trigger; a schedule starts a run now |
 * | `POST /api/zaps/:id/release` | 202; starts a run for each held record |
 * | `POST /api/zaps/:id/submit` `Record<string, string>` | 202, for a Zap that starts with a form |
 * | `GET /api/zaps/:id/runs` | `ZapRun[]`, newest first |
 * | `GET /api/runs` | {@link HistoryRun}`[]` of all Zaps, newest first, without traces |
 * | `POST /api/zaps/:id/runs/:run/replay` {@link ReplayRequest} | 202; adds a new run |
 * | `POST /api/zaps/:id/runs/:run/give-up` | 202; a failed run then needs no attention |
 *
 * Every error is a {@link Problem} with a 4xx or 5xx status.
 */
import type { Definition } from '@print-and-mail/zapier/definition';

/** Embedded in the page, so that it renders at once. */
export interface PageData extends State {
  definition: Definition;
  /** The sandbox's console, if the workbench runs against a sandbox. */
  consoleUrl: string | undefined;
  examples: Plan[];
}

export interface Account {
  id: string;
  /** The connection's label, as in Zapier. */
  label: string;
  /** Whether the letter service no longer accepts the connection. */
  isExpired?: boolean;
}

export interface State {
  accounts: Account[];
  zaps: ZapState[];
}

export type Change = { what: 'accounts' } | { what: 'zaps' } | { what: 'runs'; zap: string };

export interface Problem {
  /** For the user. */
  message: string;
  /** The class of a connector's error, such as `AppError`; undefined for the workbench's own errors. */
  kind?: string;
  /** When Zapier retries a throttled step, by the sandbox's clock. */
  retryAt?: string;
  /** The fields to correct, in the order of the steps. */
  fields?: FieldProblem[];
}

export interface FieldProblem {
  /** The step's id. */
  step: string;
  key: string;
  label: string;
  /** Completes a sentence that begins with the label; undefined if a required field is blank. */
  reason?: string;
}

/** A saved Zap. It contains no accounts, secrets or test data. */
export interface Plan {
  name: string;
  description?: string | undefined;
  /** The trigger, then the actions in order. */
  steps: PlannedStep[];
}

/**
 * The values of a step's fields. Text can contain mappings of earlier steps' data: `{{STEP.path}}`, such as
 * `{{1.contact.name}}`; a value that is only a mapping keeps its type (number, file, list). In line items,
 * `{{STEP.list[].name}}` makes one line item for each entry of the list.
 */
export type Values = Record<string, unknown>;

export type PlannedStep =
  | { id: string; kind: 'form'; fields: FormField[] }
  /** `values` are those of `scheduleFields`. */
  | { id: string; kind: 'schedule'; values: Values }
  /** `values` are those of `filterFields`. */
  | { id: string; kind: 'filter'; values: Values }
  | { id: string; kind: 'triggers' | 'searches' | 'creates'; key: string; values: Values }
  /** `createValues` are for the action that runs if the search finds nothing. */
  | { id: string; kind: 'searchOrCreates'; key: string; values: Values; createValues: Values };

/** A field of the form that starts a Zap. */
export interface FormField {
  key: string;
  label: string;
  /** Prefills the form and serves as test data. */
  example: string;
  /**
   * Default: text. A file is a URL: from `POST /api/uploads`, any other, or a path within the workbench that begins with
   * `/`.
   */
  type?: 'text' | 'file' | undefined;
}

export interface ZapChange {
  plan: Plan;
  /** Used by all steps. */
  account?: string | undefined;
}

export interface ZapState {
  id: string;
  plan: Plan;
  isOn: boolean;
  /** Used by all steps. */
  account: string | undefined;
  /** The latest test of each step, by step id. */
  tests: Record<string, StepTest>;
  /** The data that each step provides for mapping, by step id: from its test, else from the definition's sample. */
  outputs: Record<string, Item[]>;
  runs: number;
  activeRuns: number;
  /** Runs that failed and were neither replayed nor given up. */
  failedRuns: number;
  heldRuns: number;
  /** New records that started no run, because one poll returned more than 100 of them. */
  heldRecords: number;
}

export interface ChoicesRequest {
  kind: 'triggers' | 'searches' | 'creates';
  key: string;
  field: string;
  account: string;
  /** The current values; their mappings are replaced by the test data of the steps before this one. */
  values: Values;
  zap: string;
  step: string;
  /** From the previous page. */
  pagingToken?: string | undefined;
}

export interface ChoicesPage {
  results: { id: string; label: string }[];
  pagingToken?: string;
}

/** One call of a connector function. */
export interface Trace {
  method: string;
  started: string;
  milliseconds: number;
  input: unknown;
  output?: unknown;
  problem?: Problem;
  http: {
    method: string;
    url: string;
    status?: number;
    requestBody?: string;
    responseBody?: string;
  }[];
  logs: string[];
}

/** The result of one step. */
export interface StepRun {
  step: string;
  /**
   * `nothing`: a search found nothing. `filtered`: a filter's conditions are not met. `held`: the step was throttled and
   * will be retried.
   */
  outcome: 'done' | 'nothing' | 'filtered' | 'failed' | 'skipped' | 'held';
  /** The values with their mappings resolved. */
  input: Values;
  /** The same for `createValues` of a search-or-create. */
  createInput?: Values;
  /** The output that later steps can map. */
  record?: Record<string, unknown>;
  /** The record's values with labels, in the order of the output fields. */
  items: Item[];
  /** Short remarks on a step that succeeded, such as `already ordered`. */
  notes?: string[];
  /** Whether a replay took the result from the earlier run instead of running the step. */
  isReused?: boolean;
  /** Whether the order of the step was canceled at the sandbox since. */
  isCanceled?: boolean;
  problem?: Problem;
  traces: Trace[];
}

export interface Item {
  path: string;
  label: string;
  value: string;
  /** Opens a file of the connector. */
  fileUrl?: string;
  /** Whether a preview does not have the value, but a run of the Zap will. */
  isLater?: boolean;
}

export interface StepTest extends StepRun {
  at: string;
  /** Whether the step's fields or account have changed since. */
  isOutdated?: boolean;
  /**
   * Where a trigger's record comes from: the service's latest, one that the connector made of data of the account, or the
   * definition's sample.
   */
  origin?: 'recent' | 'example' | 'sample';
}

export interface ZapRun {
  id: string;
  at: string;
  outcome: 'done' | 'stopped' | 'failed' | 'running' | 'held';
  /** Why the run stopped, if no step of it shows the reason. */
  stopReason?: string;
  /** When a held run is retried, by the sandbox's clock. */
  heldUntil?: string;
  /** The trigger's key, `form` or `schedule`. A run can only be replayed while the Zap has the same trigger. */
  startedBy: string;
  /** The id of the run that this one replays. */
  replayOf?: string;
  /** Whether the user settled a failed run without a replay. */
  isGivenUp?: boolean;
  steps: StepRun[];
}

export interface HistoryRun extends ZapRun {
  /** The Zap's id. */
  zap: string;
}

export interface ReplayRequest {
  from: 'start' | 'failed step';
  /** New texts of the trigger's data, by path, for a replay from the start. */
  changes?: Record<string, string> | undefined;
}
