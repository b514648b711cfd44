/**
 * What goes between the workbench's page and its server, as JSON. The server does everything that is Zapier's part through
 * `platform/`, that is, through the platform's own handler; the page only shows what it is told here.
 *
 * | request | answer |
 * |---|---|
 * | `GET /api/connector` | {@link Connector} |
 * | `GET /api/state` | {@link State}: accounts and Zaps; asked again after each change |
 * | `GET /api/changes` | server-sent events; each is a {@link Change} |
 * | `POST /api/accounts` | `{ authorizeUrl }`: the consent page to go to; it comes back to `/oauth/return`, which leads to `/?connected=ACCOUNT` or `/?failed=SENTENCE` |
 * | `POST /api/accounts/:id/connect` | the same for an account whose access has ended: it stays the account of its Zaps |
 * | `POST /api/accounts/:id/test` | {@link Trace} of the connection's test |
 * | `DELETE /api/accounts/:id` | 204 |
 * | `POST /api/fields` {@link FieldsRequest} | {@link Form} |
 * | `POST /api/choices` {@link ChoicesRequest} | {@link ChoicesPage} |
 * | `POST /api/uploads?filename=…` with the file as the body | `{ url }`, which a file field can hold |
 * | `GET /api/examples` | `Plan[]` that come with the workbench |
 * | `POST /api/zaps` {@link ZapChange} | {@link ZapState}: a new Zap, off (also for opening a saved file) |
 * | `PUT /api/zaps/:id` {@link ZapChange} | {@link ZapState}; 409 while it is on |
 * | `DELETE /api/zaps/:id` | 204; turns it off first |
 * | `GET /api/zaps/:id/file` | the {@link Plan} as a file to save |
 * | `POST /api/zaps/:id/steps/:step/test` | {@link StepTest}: runs one step as the editor's Test button does, with the earlier steps' samples |
 * | `POST /api/zaps/:id/on`, `…/off` | {@link ZapState}; 422 with {@link Problem} when the connector refuses |
 * | `POST /api/zaps/:id/poll` | `{ started: number }`, for a trigger that polls |
 * | `POST /api/zaps/:id/submit` `Record<string, string>` | 202, for a Zap that begins with a form |
 * | `GET /api/zaps/:id/runs` | `ZapRun[]`, newest first |
 * | `POST /api/zaps/:id/runs/:run/again` | 202: all steps once more, with what started that run |
 *
 * Every refusal is a {@link Problem} with a 4xx status.
 */

/** The compiled definition, as the platform's handler gives it, and where things are. */
export interface Connector {
  definition: unknown;
  /** The sandbox's console, when the workbench was started with a sandbox. */
  consoleUrl: string | undefined;
}

export interface Account {
  id: string;
  /** As Zapier would list it. */
  label: string;
}

export interface State {
  accounts: Account[];
  zaps: ZapState[];
}

export type Change = { what: 'accounts' } | { what: 'zaps' } | { what: 'runs'; zap: string };

export interface Problem {
  /** A sentence for the user. */
  message: string;
  /** The platform's class of a connector's error, such as `AppError`, or none for the workbench's own sentences. */
  kind?: string;
  /** Fields to see to, in the order of the steps: required ones that are blank, and reason values. */
  fields?: FieldProblem[];
}

export interface FieldProblem {
  /** The step's id. */
  step: string;
  key: string;
  label: string;
  /** What is wrong with it when it is not blank, as the end of a sentence that begins with the label. */
  reason?: string;
}

/** A Zap as it is saved: no account, no secret, no sample. */
export interface Plan {
  name: string;
  /** What one has to know of it beside its steps. */
  description?: string | undefined;
  /** The first is what starts the Zap; those after it are done in order. */
  steps: PlannedStep[];
}

/**
 * The values of a step's fields. A text can have values of earlier steps in it: `{{STEP.path}}`, such as
 * `{{1.contact.name}}`; a value that is nothing but one such mapping keeps its kind (number, file, list). In a field inside
 * line items, `{{STEP.list[].name}}` gives one line item for each entry of the list.
 */
export type Values = Record<string, unknown>;

export type PlannedStep =
  | { id: string; kind: 'form'; fields: FormField[] }
  | { id: string; kind: 'triggers' | 'searches' | 'creates'; key: string; values: Values }
  /** `createValues` are those of the action that is done when the search finds nothing. */
  | { id: string; kind: 'searchOrCreates'; key: string; values: Values; createValues: Values };

/** A field of the form that starts a Zap. */
export interface FormField {
  key: string;
  label: string;
  /** What is filled in when the form is opened, and the step's sample. */
  example: string;
  /**
   * What is asked for; text when left out. The answer to a file is its address: the one that `POST /api/uploads` gave, any
   * other, or one within the workbench that begins with `/`.
   */
  type?: 'text' | 'file' | undefined;
}

export interface ZapChange {
  plan: Plan;
  /** The account of all its steps. */
  account?: string | undefined;
}

export interface ZapState {
  id: string;
  plan: Plan;
  isOn: boolean;
  /** The account of all its steps. */
  account: string | undefined;
  /** The latest test of each step, by the step's id. */
  tests: Record<string, StepTest>;
  /**
   * What each step outputs to later ones for mapping, by the step's id: the items of its test, or, before one, of the
   * sample in the definition; of a form, its fields with their examples.
   */
  outputs: Record<string, Item[]>;
  runs: number;
  /** How it was last turned on or off: the calls by which the connector subscribed, or why it could not. */
  lastSwitch?: SwitchLog | undefined;
}

export interface SwitchLog {
  to: 'on' | 'off';
  at: string;
  traces: Trace[];
  problem?: Problem | undefined;
}

export interface FieldsRequest {
  kind: 'triggers' | 'searches' | 'creates';
  key: string;
  account?: string;
  /** What is filled in so far, with mappings replaced by samples, because dynamic fields depend on it. */
  values: Values;
  /** With a Zap and a step, mappings are replaced by the samples of the Zap's steps before that one. */
  zap?: string;
  step?: string;
}

/** Input fields exactly as the definition has them, dynamic ones included. */
export interface Form {
  fields: unknown[];
  groups: { key: string; label?: string; emphasize?: boolean }[];
}

export interface ChoicesRequest extends FieldsRequest {
  field: string;
  /** From the page before. */
  pagingToken?: string;
  /** What the user has typed to narrow the list, for a field that searches at the service. */
  search?: string;
}

export interface ChoicesPage {
  results: { id: string; label: string }[];
  pagingToken?: string;
}

/** One call of a connector's function, with everything a maintainer wants to see. */
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

/** What came of one step: what the user sees, and the calls behind it. */
export interface StepRun {
  step: string;
  /**
   * `nothing` for a search that found nothing and a trigger with nothing to list; the latter's record is then the
   * definition's own sample.
   */
  outcome: 'done' | 'nothing' | 'failed' | 'skipped';
  /** The values with their mappings replaced. */
  input: Values;
  /** The same for `createValues` of a search-or-create. */
  createInput?: Values;
  /** The record that later steps can map. */
  record?: Record<string, unknown>;
  /** The record as Zapier lists it: labelled, in the order of the output fields, and the path to map each by. */
  items: Item[];
  /** What was not as usual about an action that worked, such as `already ordered`; a few words each. */
  notes?: string[];
  problem?: Problem;
  traces: Trace[];
}

export interface Item {
  path: string;
  label: string;
  /** As shown; long ones are shortened by the page. */
  value: string;
  /** A file to open, for a file of the connector. */
  fileUrl?: string;
}

export interface StepTest extends StepRun {
  at: string;
}

export interface ZapRun {
  id: string;
  at: string;
  outcome: 'done' | 'stopped' | 'failed' | 'running';
  /** The trigger's key, or `form`: a Zap that begins with something else by now cannot do the run again. */
  startedBy: string;
  /** The id of the run that this one does again. */
  repeats?: string;
  steps: StepRun[];
}
