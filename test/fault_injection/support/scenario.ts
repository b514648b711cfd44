/** A scenario: one way to run a function of the app definition. */
import type { Run, TestAccount } from './test_account.ts';

export interface Scenario {
  /** The function's path in the definition. */
  method: string;
  /** What distinguishes this scenario from the others of the same function. */
  name: string;
  arrange(account: TestAccount): Omit<Run, 'method'>;
  /** Calls that may fail without the run failing. */
  bestEffort?: readonly string[];
  /** Calls for which 404 and 410 mean "does not exist", with a check of the run's results in that case. */
  notFound?: Record<string, (results: unknown, status: number) => boolean>;
  /** What a second run after a failed one must not create again. */
  once?: 'order' | 'subscription';
  /** The user wrote the request, so the response is passed on and zapier-platform-core reports connection errors. */
  raw?: true;
  /** Whether a failed run may leave an upload behind. An unused file costs nothing. */
  leavesFile?: true;
  /** Whether the previous mailing list must survive any fault. */
  keepsList?: true;
}

/** Returns a scenario that needs only input data. */
export const scenario = (
  method: string,
  inputData: Record<string, unknown> = {},
  options: Partial<Scenario> = {},
): Scenario => ({
  method,
  name: 'default',
  arrange: () => ({ inputData }),
  ...options,
});

export const isEmpty = (results: unknown): boolean => Array.isArray(results) && results.length === 0;
