/** Compares what two versions of the connector do in the same step. */
import * as zod from 'zod';
import type { Harness } from '../../test/fault_injection/support/harness.ts';
import acceptedDifferences from './accepted.json' with { type: 'json' };
import type { Case } from './case.ts';
import { inputFor } from './cases.ts';

/** What a run did, by the path of each value: `PUT /v1/contacts contacts.0.name`. */
export type Trace = ReadonlyMap<string, string>;

/** What differs between any two runs: times, the ends of generated names, and the account's own address. */
const withoutChance = (text: string): string =>
  text.replace(
    /\d{4}-\d\d-\d\d[T ][\d:.-]+(?:Z| UTC, [\da-f]{6})?|\b[A-Z][a-z]{2} \d+, \d{4}, [\d:]+ [AP]M \w+|account\d+|127\.0\.0\.1:\d+/g,
    '…',
  );

function flatten(value: unknown, path: string, into: Map<string, string>): void {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    for (const [key, inner] of Object.entries(value)) flatten(inner, `${path} ${key}`, into);
  else into.set(path, withoutChance(JSON.stringify(value) ?? 'undefined'));
}

const parseBody = (body: string): unknown => {
  const text = Buffer.from(body, 'latin1').toString();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/**
 * Runs the steps of a case in a new account with the handlers of a version.
 * @param isVerbose whether results and messages of actions count. Otherwise, only what is written, and whether the step stops
 */
export async function trace(
  harness: Harness,
  handlerFor: Harness['handlerFor'],
  { runs }: Case,
  isVerbose: boolean,
): Promise<Trace> {
  harness.handlerFor = handlerFor;
  const account = harness.createAccount();
  const values = new Map<string, string>();
  for (const [index, run] of runs.entries()) {
    const { path, notice, hours = 0, isTest = false, changed = {} } = run;
    account.clockOffset += hours * 3_600_000;
    Object.assign(account.service.contacts[0] ?? {}, changed);
    const outcome = await account.run({
      method: `${path}.operation.perform`,
      inputData: inputFor(account, run),
      bundle: {
        meta: { isLoadingSample: isTest },
        ...(notice ? { cleanedRequest: notice, rawRequest: requestOf(notice) } : {}),
      },
    });
    const { ok } = outcome;
    values.set(
      `run ${index + 1}${ending}`,
      ok ? 'done' : withoutChance(`${outcome.error.name}: ${outcome.error.message}`),
    );
    if (ok && (isVerbose || !path.startsWith('creates.')))
      flatten(outcome.results, `run ${index + 1} result`, values);
  }
  harness.removeAccount(account);
  for (const { call, url, body } of account.sent) {
    if (!call.startsWith('service ') || call.startsWith('service GET')) continue;
    flatten({ query: new URL(url).search, body: parseBody(body) }, call.replace('service ', ''), values);
  }
  return values;
}

/** The letter service names the event in the query, and what it is about there and in the body. */
function requestOf(notice: Readonly<Record<string, unknown>>) {
  const about = Object.entries(notice).filter(([key]) => /_id$|^event$/.test(key));
  const querystring = new URLSearchParams(
    about.map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
  return { method: 'POST', querystring, headers: {}, content: JSON.stringify(notice) };
}

/** The end of the path of the query, which each call has. */
const called = ' query';

/** The end of the path that says how a run ended: `done`, or the error. */
const ending = ' run ends';

/** Returns true if every run of the step succeeded. */
export const isDone = (values: Trace): boolean =>
  [...values].every(([path, value]) => !path.endsWith(ending) || value === 'done');

export interface Difference {
  path: string;
  before: string | undefined;
  after: string | undefined;
}

/** Returns the values that differ. If only one version stops, that is all; of a call that only one makes, only its query. Two messages differ only if `isVerbose`. */
export function compare(before: Trace, after: Trace, isVerbose: boolean): Difference[] {
  const differences = [...new Set([...before.keys(), ...after.keys()])]
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
    .filter((one) => one.before !== one.after);
  const isEnding = ({ path }: Difference): boolean => path.endsWith(ending);
  const end = differences.find((one) => isEnding(one) && (one.before === 'done' || one.after === 'done'));
  if (end) return [end];
  const calls = differences.filter((one) => one.path.endsWith(called) && !(one.before && one.after));
  const isInCall = ({ path }: Difference): boolean =>
    calls.some((call) => path !== call.path && path.startsWith(call.path.slice(0, -called.length)));
  return differences.filter((one) => !isInCall(one) && (isVerbose || !isEnding(one)));
}

/** A difference that was read and is wanted. */
const acceptedSchema = zod.strictObject({
  /** A regular expression for the kind of the difference, and for the values before and after it: `KIND BEFORE → AFTER`. */
  difference: zod.string().transform((text) => new RegExp(text, 'us')),
  /** Why it is wanted. */
  reason: zod.string(),
});
const accepted = zod.array(acceptedSchema).parse(acceptedDifferences);

/** Whether the difference is one of `accepted.json`, or the test is. */
export const isAccepted = (text: string): boolean => accepted.some(({ difference }) => difference.test(text));

/** Returns the same text for differences of the same kind: without numbers, names and quoted values. */
export function kindOf(runs: Case['runs'], { path, before = '', after = '' }: Difference): string {
  const step = [...new Set(runs.map((run) => run.path))].join(', ');
  if (!path.endsWith(ending))
    return `${step}: ${path.replace(/metadata .*/, 'metadata').replace(/ #?\d+(?= |$)/g, '')}`;
  const general = (text: string): string => text.replace(/["“].*?["”]|\(.*?\)/g, '…').replace(/\d+/g, '#');
  return `${step}: ${general(before)} → ${general(after)}`;
}
