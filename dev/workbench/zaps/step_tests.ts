/** The latest test of each step of a Zap. */
import type { PlannedStep, StepTest } from '../protocol.ts';

interface StoredTest {
  test: StepTest;
  /** The step and the account as they were tested. */
  tested: string;
}

export class StepTests {
  /** By step id. */
  readonly #tests = new Map<string, StoredTest>();

  of(stepId: string): StepTest | undefined {
    return this.#tests.get(stepId)?.test;
  }

  store(step: PlannedStep, account: string | undefined, test: StepTest): void {
    this.#tests.set(step.id, { test, tested: describeTested(step, account) });
  }

  /** Keeps the tests of the steps that still run the same operation, because their data can still be mapped. */
  keepMatching(before: readonly PlannedStep[], now: readonly PlannedStep[]): void {
    const operations = new Map(now.map((step) => [step.id, operationOf(step)]));
    for (const step of before) {
      if (operations.get(step.id) !== operationOf(step)) this.#tests.delete(step.id);
    }
  }

  /** Returns the tests by step id. After a change of the step or the account, its test is outdated. */
  list(steps: readonly PlannedStep[], account: string | undefined): Record<string, StepTest> {
    return Object.fromEntries(
      steps.flatMap((step): [string, StepTest][] => {
        const stored = this.#tests.get(step.id);
        if (!stored) return [];
        const isOutdated = stored.tested !== describeTested(step, account);
        return [[step.id, isOutdated ? { ...stored.test, isOutdated } : stored.test]];
      }),
    );
  }
}

const operationOf = (step: PlannedStep): string =>
  step.kind === 'form' ? JSON.stringify(step.fields) : `${step.kind} ${'key' in step ? step.key : ''}`;

const describeTested = (step: PlannedStep, account: string | undefined): string =>
  JSON.stringify([step, account]);
