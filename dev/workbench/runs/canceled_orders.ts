/** Which orders were canceled at the sandbox since a run placed them. Nothing in the run shows it. */
import * as zod from 'zod';
import type { ZapRun } from '../protocol.ts';

const orders = zod.array(zod.object({ order_id: zod.string(), state: zod.string() }));

/** Returns none without a sandbox, or if it does not respond: its own page says so. */
export async function canceledOrders(sandboxUrl: string | undefined): Promise<ReadonlySet<string>> {
  if (sandboxUrl === undefined) return new Set();
  try {
    const response = await fetch(`${sandboxUrl}/sandbox/orders`, { signal: AbortSignal.timeout(2_000) });
    const all = orders.parse(await response.json());
    return new Set(all.filter(({ state }) => state === 'canceled').map(({ order_id }) => order_id));
  } catch {
    return new Set();
  }
}

export const markCanceled = <Run extends ZapRun>(
  runs: readonly Run[],
  canceled: ReadonlySet<string>,
): Run[] =>
  runs.map((run) => ({
    ...run,
    steps: run.steps.map((step) =>
      canceled.has(String(step.record?.order_id)) ? { ...step, isCanceled: true } : step,
    ),
  }));
