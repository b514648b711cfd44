/** Runs a scenario with a fault and checks the outcome against what the letter service really did. */
import { callKind } from './calls.ts';
import { type BaselineRun, type Case, comparable } from './cases.ts';
import type { Harness } from './harness.ts';
import type { Scenario } from './scenario.ts';
import type { Outcome, Run, TestAccount } from './test_account.ts';

/** What the connector reports: success, that nothing was done, or that it doesn't know whether something was done. */
export type Verdict = 'succeeded' | 'failed' | 'unknown';

export interface CaseResult {
  verdict: Verdict;
  /** What the connector did wrong. */
  problems: string[];
  milliseconds: number;
}

/** Zapier stops a run after 30 seconds. The connector must finish 2 seconds before that. */
const longestRun = 28_000;

/** A case after its run, as the checks see it. */
interface CaseRun extends Case {
  account: TestAccount;
  baseline: BaselineRun;
  run: Run;
  outcome: Outcome;
  verdict: Verdict;
  /** The state of the account after the run. */
  state: string;
  report(problem: string): void;
}

export async function runCase(
  harness: Harness,
  baselines: Map<Scenario, BaselineRun>,
  testCase: Case,
): Promise<CaseResult> {
  const { scenario, call, fault, once } = testCase;
  const baseline = baselines.get(scenario);
  if (!baseline) throw new Error(`${scenario.method} has no baseline run.`);
  const account = harness.createAccount();
  const run = { method: scenario.method, ...scenario.arrange(account) };
  account.fault = { call, fault, once };
  const outcome = await account.run(run);
  const problems: string[] = [];
  const report = (problem: string) => void problems.push(problem);
  const verdict = verdictOf(outcome);
  const state = account.service.snapshot();
  const caseRun: CaseRun = { ...testCase, account, baseline, run, outcome, verdict, state, report };

  if (account.injectedCount === 0) report('never made the call');
  if (outcome.milliseconds > longestRun) report(`took ${Math.round(outcome.milliseconds)} ms`);
  const uncaught = account.logs.find((line) => line.startsWith('Uncaught'));
  if (uncaught) report(`did not catch an error: ${uncaught.slice(0, 1500)}`);
  if (!isSameState(scenario, state, baseline.before) && state !== baseline.after)
    report('left the account in an unexpected state');
  if (once && !outcome.ok) report(`was not repeated: ${outcome.error.message}`);
  for (const repeated of repeatedWrites(account.calls, baseline.calls)) report(`sent ${repeated}`);
  if (outcome.ok) checkSuccess(caseRun, outcome.results);
  else if (!scenario.raw || !fault.slow) {
    checkMessage(caseRun, outcome.error.message);
    checkErrorClass(caseRun, outcome.error);
    checkClaim(caseRun, outcome.error.message);
  }
  if (scenario.keepsList && !isListSafe(caseRun)) report('lost the previous mailing list');
  await checkSecondRun(caseRun);
  harness.removeAccount(account);
  return { verdict, problems, milliseconds: outcome.milliseconds };
}

const saysUnknown = /not known|don't know whether|may exist|may hold|did not confirm|has not confirmed/;

function verdictOf(outcome: Outcome): Verdict {
  if (outcome.ok) return 'succeeded';
  return saysUnknown.test(outcome.error.message) ? 'unknown' : 'failed';
}

/** A successful run did everything and returns what it returns without a fault. */
function checkSuccess(
  { scenario, call, fault, account, baseline, state, report }: CaseRun,
  results: unknown,
): void {
  const text = comparable(results, account);
  const isExpected = scenario.notFound?.[callKind(call)];
  // Of a response without an end, not even the status counts.
  if (isExpected && !fault.slow && (fault.status === 404 || fault.status === 410)) {
    if (!isExpected(results, fault.status)) report(`returned ${text} for something that does not exist`);
    return;
  }
  if (state !== baseline.after) report('reports success, but nothing was done');
  const mayFail = scenario.bestEffort?.some((name) => name === call || name === callKind(call));
  // zapier-platform-core retries its own calls, so they may succeed in the end.
  if (mayFail || call.startsWith('zapier ')) return;
  if (text !== baseline.results) report(`returned ${text}`);
}

/** Returns the writes to the letter service that were sent more often than without a fault. */
const repeatedWrites = (calls: readonly string[], expected: readonly string[]): string[] =>
  calls.filter(
    (call) =>
      /^service (?!GET )/.test(call) && !expected.includes(call) && expected.includes(`${callKind(call)} #1`),
  );

/** An error message is a complete sentence without markup, data, code or secrets. */
function checkMessage({ account, report }: CaseRun, message: string): void {
  const technical =
    /[<>{}]|\bat (?:\S+ \()?\S+:\d+:\d+|\\n|\bundefined\b|\[object|NaN|\bnull\b|TypeError|[A-Z]\w+Error\b/;
  if (technical.test(message)) report(`shows technical text: ${message}`);
  if (!/^["“\p{Lu}]/u.test(message) || !/[.!?…”"]$/.test(message)) report(`is not a sentence: ${message}`);
  if (message.length > 700) report(`is too long: ${message}`);
  if (message.includes(account.token)) report(`shows the access token: ${message}`);
}

/** Zapier reconnects, delays or stops a run depending on the error class. */
function checkErrorClass(
  { scenario, call, fault, report }: CaseRun,
  { name, delay }: { name: string; delay?: number | undefined },
): void {
  if (!call.startsWith('service ')) return;
  const isRead = call.includes(' GET ');
  // The list of a letter that was not ordered costs nothing, so the whole step can run again after an outage.
  const isUnusedList = /send_letters?\./.test(scenario.method) && call.startsWith('service POST /v1/lists');
  const isOutage = fault.status === undefined ? !fault.malformed : [502, 503, 504].includes(fault.status);
  // Files may be redirected to a file storage, which cannot be reached here.
  const isLostFile = scenario.method.startsWith('hydrators.') && fault.name.startsWith('a redirect');
  const mayRunAgain =
    fault.status === 429 ||
    fault.connectionRefused ||
    isLostFile ||
    (isRead && [408, 425, 503].includes(fault.status ?? 0)) ||
    (isUnusedList && isOutage && !fault.name.startsWith('a redirect'));
  const expected = fault.status === 401 ? 'ExpiredAuthError' : mayRunAgain ? 'ThrottledError' : 'AppError';
  if (name !== expected) report(`throws ${name} instead of ${expected}`);
  if (fault.retryAfter !== undefined && Math.abs((delay ?? 0) - fault.retryAfter) > 2) {
    report(`retries after ${delay} seconds instead of ${fault.retryAfter}`);
  }
  if (fault.status === 429 && fault.retryAfter === undefined && delay !== undefined) {
    report(`retries after ${delay} seconds, which the service did not ask for`);
  }
}

/** An error claims that nothing was done only if that is certain, and says so if it is. */
function checkClaim(
  { scenario, call, fault, baseline, verdict, state, report }: CaseRun,
  message: string,
): void {
  const hasChanged = !isSameState(scenario, state, baseline.before);
  if (hasChanged && verdict === 'failed') report('claims that nothing was done, but something was');
  const mayBeProxy = !call.includes(' GET ') && [408, 409, 425, 499].includes(fault.status ?? 0);
  const isCertain =
    fault.connectionRefused ||
    (fault.status !== undefined && fault.status >= 400 && fault.status < 500 && !mayBeProxy);
  if (!hasChanged && isCertain && !fault.slow && verdict === 'unknown') {
    report('does not say that nothing was done');
  }
  const isWrite = !call.includes(' GET ') && call.startsWith('service ');
  if (!isWrite || isCertain || verdict !== 'failed') return;
  // An unused temporary list or file costs nothing. The error of a step that orders only needs to say that nothing was ordered.
  const isHarmless =
    call.startsWith('service POST /v1/lists') ||
    (scenario.leavesFile && call.startsWith('service POST /v1/files'));
  if (!isHarmless) report('claims that nothing was done, which it cannot know');
  else if (!scenario.method.includes('create_list') && !/nothing was ordered/i.test(message)) {
    report('does not say that nothing was ordered');
  }
}

/** Whether nothing has changed, apart from files that the scenario may leave behind. */
function isSameState({ leavesFile }: Scenario, state: string, before: string): boolean {
  if (!leavesFile) return state === before;
  const withoutFiles = (text: string) => JSON.stringify({ ...JSON.parse(text), files: [] });
  return withoutFiles(state) === withoutFiles(before);
}

/** Whether the previous list is still at the service, or in a stored file whose URL is in the result or the error. */
function isListSafe({ account, baseline, outcome, state }: CaseRun): boolean {
  const previous = contactsIn(baseline.before);
  if (contactsIn(state) === previous) return true;
  const isStored = account.storedFiles.some(({ content }) => contactsIn(content) === previous);
  const output = JSON.stringify(outcome.ok ? outcome.results : outcome.error.message);
  return isStored && output.includes(`/stash/${account.id}-1`);
}

/** Returns the property `contacts` of a JSON text, as JSON. */
function contactsIn(text: string): string | undefined {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null && 'contacts' in value
    ? JSON.stringify(value.contacts)
    : undefined;
}

/** A second run without a fault does not order or subscribe twice. */
async function checkSecondRun({
  scenario,
  call,
  account,
  baseline,
  run,
  verdict,
  report,
}: CaseRun): Promise<void> {
  if (!scenario.once) return;
  account.clearFault();
  // A step waits while another step's order is pending. Move the clock forward so that this one doesn't.
  account.clockOffset += 60_000;
  const before = createdCount(account.service);
  const again = await account.run(run);
  const after = createdCount(account.service);
  if (after > createdCount(JSON.parse(baseline.after))) report('was done twice');
  if (scenario.once === 'subscription') {
    if (!again.ok) report(`fails when it runs again: ${again.error.message}`);
    return;
  }
  const saysUnknownAgain = !again.ok && saysUnknown.test(again.error.message);
  // If Zapier's cache failed, the connector cannot know whether it reserved the order.
  const isKnowable = call.startsWith('service ');
  if (verdict === 'failed' && !again.ok && (isKnowable || !saysUnknownAgain)) {
    report(`failed and cannot be ordered again: ${again.error.message}`);
  }
  if (verdict === 'succeeded' && after > before) report('was ordered again');
  if (verdict === 'unknown' && !saysUnknownAgain) report('hides that the order may exist');
}

const createdCount = ({ orders, subscriptions }: { orders: unknown[]; subscriptions: unknown[] }): number =>
  orders.length + subscriptions.length;
