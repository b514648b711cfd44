/** The cases to run: every fault at every HTTP call of every scenario. */
import { functionsOf } from './app_functions.ts';
import { callKind } from './calls.ts';
import type { Fault } from './fault.ts';
import type { Harness } from './harness.ts';
import type { Scenario } from './scenario.ts';
import { scenariosFor } from './scenarios.ts';
import type { TestAccount } from './test_account.ts';

export interface Case {
  scenario: Scenario;
  call: string;
  fault: Fault;
  /** The fault ends before the call is sent again. */
  once?: true;
}

/** A run of a scenario without a fault. */
export interface BaselineRun {
  calls: readonly string[];
  results: string;
  before: string;
  after: string;
}

export const titleOf = ({ scenario, call, fault, once }: Case): string =>
  `${scenario.method} (${scenario.name}), ${call}: ${fault.name}${once ? ', once' : ''}`;

/** Returns the cases for these faults. Functions that do the same with the same calls, such as dropdowns, are tested once. */
export async function casesFor(
  harness: Harness,
  app: unknown,
  faults: readonly Fault[],
): Promise<{ cases: Case[]; baselines: Map<Scenario, BaselineRun>; functionCount: number }> {
  const scenarios = scenariosFor(app);
  const jobs = functionsOf(app);
  const baselines = new Map<Scenario, BaselineRun>();
  const cases: Case[] = [];
  const seen = new Set<string>();
  for (const scenario of scenarios) {
    const baseline = await runBaseline(harness, scenario);
    baselines.set(scenario, baseline);
    const signature = [jobs.get(scenario.method), scenario.name, ...baseline.calls].join();
    if (seen.has(signature)) continue;
    seen.add(signature);
    for (const call of baseline.calls) {
      for (const fault of faults) {
        if (!canHappen(fault, call, scenario)) continue;
        cases.push({ scenario, call, fault });
        const canRecover = fault.transient && call.startsWith('service GET ') && !scenario.raw;
        if (canRecover) cases.push({ scenario, call, fault, once: true });
      }
    }
  }
  return { cases, baselines, functionCount: new Set(scenarios.map(({ method }) => method)).size };
}

async function runBaseline(harness: Harness, scenario: Scenario): Promise<BaselineRun> {
  const account = harness.createAccount();
  const run = { method: scenario.method, ...scenario.arrange(account) };
  const before = account.service.snapshot();
  const outcome = await account.run(run);
  if (!outcome.ok) {
    throw new Error(
      `${scenario.method} (${scenario.name}) fails without a fault: ${outcome.error.message} What the letter service knows is in letter_service.ts and service_data.ts in test/fault_injection/support/; its events are those of docs/api.md#events.`,
    );
  }
  const baseline = {
    calls: [...account.calls],
    results: comparable(outcome.results, account),
    before,
    after: account.service.snapshot(),
  };
  harness.removeAccount(account);
  return baseline;
}

/** Whether a fault is possible at this call and can make a difference there. */
function canHappen(fault: Fault, call: string, scenario: Scenario): boolean {
  if (scenario.raw && !fault.slow) return fault.status !== undefined;
  // It makes no difference whether the server processed a GET request before the fault.
  if (call.includes(' GET ') && /(after processing|not processed)$/.test(fault.name)) return false;
  // The server of a file may send any body.
  if (call.startsWith('source ')) return !fault.malformed && fault.name !== 'a redirect to another origin';
  // Zapier's own services respond or fail. zapier-platform-core handles any other response.
  if (call.startsWith('zapier ')) {
    if (fault.slow || fault.hangsClient) return fault.name.startsWith('no response');
    return !fault.connectionRefused && !fault.malformed && !/^(4|a redirect)/.test(fault.name);
  }
  // A downloaded file may have any content.
  return !(callKind(call).endsWith('/download') && fault.malformed);
}

/** Returns the results as text, without the parts that differ between runs: ids, times and file URLs. */
export function comparable(results: unknown, account: TestAccount): string {
  return (JSON.stringify(results) ?? 'nothing')
    .replaceAll(account.id, 'account')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC, [\da-f]+/g, 'now')
    .replace(/hydrate\|\|\|.*?\|\|\|hydrate/g, 'a file');
}
