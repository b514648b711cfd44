/** Compares what two versions of the connector do in the same step. */
import type { Harness } from '../../test/fault_injection/support/harness.ts';
import { type Case, inputFor } from './cases.ts';

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
 * Runs the step in a new account with the handlers of a version.
 * @param isVerbose whether results and messages count. Otherwise, only what is written, and whether the step stops
 */
export async function trace(
  harness: Harness,
  handlerFor: Harness['handlerFor'],
  one: Case,
  isVerbose: boolean,
): Promise<Trace> {
  harness.handlerFor = handlerFor;
  const account = harness.createAccount();
  Object.assign(account.service.contacts[0] ?? {}, { address: one.storedAddress });
  const values = new Map<string, string>();
  for (const run of one.runsAgain ? ['first', 'second'] : ['first']) {
    const outcome = await account.run({
      method: `${one.path}.operation.perform`,
      inputData: inputFor(account, one),
      bundle: { meta: { isLoadingSample: one.isTest } },
    });
    const { ok } = outcome;
    values.set(
      `${run}${ending}`,
      ok ? 'done' : withoutChance(`${outcome.error.name}: ${outcome.error.message}`),
    );
    if (ok && isVerbose) flatten(outcome.results, `${run} result`, values);
  }
  harness.removeAccount(account);
  for (const { call, url, body } of account.sent) {
    if (!call.startsWith('service ') || call.startsWith('service GET')) continue;
    flatten({ query: new URL(url).search, body: parseBody(body) }, call.replace('service ', ''), values);
  }
  return values;
}

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

/** Returns the values that differ. If only one version stops, that is all. Two messages differ only if `isVerbose`. */
export function compare(before: Trace, after: Trace, isVerbose: boolean): Difference[] {
  const differences = [...new Set([...before.keys(), ...after.keys()])]
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
    .filter((one) => one.before !== one.after);
  const isEnding = ({ path }: Difference): boolean => path.endsWith(ending);
  const end = differences.find((one) => isEnding(one) && (one.before === 'done' || one.after === 'done'));
  if (end) return [end];
  return isVerbose ? differences : differences.filter((one) => !isEnding(one));
}

/** Returns the same text for differences of the same kind: without numbers, names and quoted values. */
export function kindOf(step: string, { path, before = '', after = '' }: Difference): string {
  if (!path.endsWith(ending))
    return `${step}: ${path.replace(/metadata .*/, 'metadata').replace(/ #?\d+(?= |$)/g, '')}`;
  const general = (text: string): string => text.replace(/["“].*?["”]|\(.*?\)/g, '…').replace(/\d+/g, '#');
  return `${step}: ${general(before)} → ${general(after)}`;
}
