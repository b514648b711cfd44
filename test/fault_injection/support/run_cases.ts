import { type Case, casesFor, titleOf } from './cases.ts';
import type { Fault } from './fault.ts';
import type { Harness } from './harness.ts';
import { runCase, type Verdict } from './run_case.ts';

interface Report {
  problems: string[];
  /** The number of possible cases, of which `choose` may leave some out. */
  caseCount: number;
  summary: string;
}

/**
 * Runs the cases for these faults.
 * @param concurrency how many cases run at the same time
 * @param choose returns the cases to run
 */
export async function runCases(
  harness: Harness,
  app: unknown,
  faults: readonly Fault[],
  concurrency: number,
  choose = (cases: readonly Case[]): readonly Case[] => cases,
): Promise<Report> {
  const { cases, baselines, functionCount } = await casesFor(harness, app, faults);
  const chosen = choose(cases);
  const queue = [...chosen];
  const counts: Record<Verdict, number> = { succeeded: 0, failed: 0, unknown: 0 };
  const problems: string[] = [];
  let longest = 0;
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const title = titleOf(next);
      const result = await runCase(harness, baselines, next);
      counts[result.verdict] += 1;
      longest = Math.max(longest, result.milliseconds);
      problems.push(...result.problems.map((problem) => `${title}: ${problem}`));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const summary =
    `${chosen.length} of ${cases.length} cases for ${functionCount} functions: ` +
    `${counts.succeeded} succeeded, ${counts.failed} failed, ${counts.unknown} unknown; ` +
    `the longest run took ${Math.round(longest)} ms.\n`;
  return { problems, caseCount: cases.length, summary };
}
