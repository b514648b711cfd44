/** Leaves out people who already got the letter, so that a list that grows every day is mailed only to new people. */
import { formatCount, formatNumber, formatTime, listFirst } from '../format.ts';
import { inputError } from '../inputs.ts';
import { maxComparedPeople } from '../recipients/identity.ts';
import type { Earlier } from './deduplication/decide.ts';
import { eventIdField, type OrderOptions } from './order_options.ts';
import { describeDifference } from './stop_messages.ts';

export const alreadySentField = {
  key: 'already_sent',
  label: 'If Someone Already Got the Letter',
  type: 'string',
  default: 'stop',
  choices: { stop: 'Stop: order nothing', leave_out: 'Leave them out' },
  group: 'safety',
  helpText: 'What to do if people on the list already got this letter, up to three months ago.',
} as const;

/** @throws a user-facing error if the list has too many people to compare */
export function requireComparable(count: number): void {
  if (count <= maxComparedPeople) return;
  throw inputError(
    `The list has ${formatNumber(count)} people, and "${alreadySentField.choices.leave_out}" compares at most ${formatNumber(maxComparedPeople)}.`,
    `Split the list, or choose "${alreadySentField.choices.stop}".`,
  );
}

/**
 * Returns a sentence with the people left out and the date of the first order to them, or null if no one was left out.
 * @param canceled sentences about orders that were canceled since
 */
export function describeLeftOut(
  names: readonly string[],
  reached: ReadonlyMap<string, Earlier>,
  { timeZone }: OrderOptions,
  canceled: string,
): string | null {
  if (reached.size === 0) return null;
  const orders = [...new Set(reached.values())].sort((one, other) => one.at - other.at);
  const ids = [...new Set(orders.map(({ result }) => String(result.order_id)))];
  const since = formatTime(orders[0]?.at ?? 0, timeZone);
  return `Left out, because they already got this letter: ${listFirst(names, ', ')}. ${formatCount(reached.size, 'person', 'people')}, ${ids.length === 1 ? 'ordered' : 'first ordered'} on ${since} (${ids.length === 1 ? 'order' : 'orders'} ${listFirst(ids, ', ', 3)}). ${canceled}${describeDifference([...reached.keys()], orders) || `For a new occasion, use a new ${eventIdField.label}.`}`.trim();
}
