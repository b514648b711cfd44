/** Which orders of runs count in the totals: each once, unless it was canceled. */
import type { StepRun } from '../protocol.ts';

/** Whether the step took up an order that an earlier run placed but that was not confirmed. */
const isFound = ({ input, record }: StepRun): boolean =>
  typeof input.found_order_id === 'string' && input.found_order_id.trim() === record?.order_id;

/** Returns the letters and the price of the orders that the steps placed or found. An earlier run's letters do not count again. */
export function countOrders(steps: readonly StepRun[]): { letters: number; price: number } {
  const counted = new Map<unknown, StepRun['record']>();
  for (const step of steps) {
    const { record, isReused, isCanceled } = step;
    if (isReused || isCanceled || record?.preview_only === true || typeof record?.order_id !== 'string')
      continue;
    if (record.already_ordered === false || isFound(step)) counted.set(record.order_id, record);
  }
  const orders = [...counted.values()];
  const sum = (of: (record: NonNullable<StepRun['record']>) => unknown) =>
    orders.reduce((total, record) => total + Number((record && of(record)) ?? 0), 0);
  return {
    letters: sum(({ letter_count }) => letter_count),
    price: sum(({ invoice_amount }) => invoice_amount),
  };
}
