/** Records an order that was never confirmed, after the user has found it at the letter service. */
import type { ZObject } from 'zapier-platform-core';
import * as orders from '../api/orders.ts';
import { isGone } from '../api/values.ts';
import type { Failure } from '../failure.ts';
import { formatTime, truncate } from '../format.ts';
import { inputError } from '../inputs.ts';
import { toText } from '../values.ts';
import type { Earlier } from './deduplication/decide.ts';
import type { Run } from './deduplication/run.ts';
import { foundOrderIdField, type OrderOptions } from './order_options.ts';

/** Maximum time (ms) between the run and the found order if the list does not prove it. A day, because that order's time has no time zone. */
const maxDistance = 86_400_000;

/**
 * Records that the found order is one of the unconfirmed orders. A list that the run itself made proves it. Any other order must have
 * been created within a day of the run.
 * @param unconfirmed at least one order
 * @throws a user-facing error if it is another order
 */
export async function confirmFound(
  z: ZObject,
  run: Run,
  id: string,
  unconfirmed: readonly Earlier[],
  { timeZone }: Pick<OrderOptions, 'timeZone'>,
): Promise<void> {
  const refuse = (reason: string, advice = 'Check the ID, or leave the field blank.'): Failure =>
    inputError(`${foundOrderIdField.label}: order "${truncate(id)}" ${reason}.`, advice);
  const order = await orders.get(z, id);
  if (!order) throw refuse('does not exist in this account');
  if (isGone(order)) throw refuse('was canceled at the letter service');
  const created = order.timeline?.created ?? toText(order.created);
  const distance = ({ at }: Earlier) => Math.abs(Date.parse(created) - at);
  const byList = order.list ? unconfirmed.filter(({ list }) => list?.id === order.list) : unconfirmed;
  if (byList.length === 0) throw refuse('went to another list than the order that was never confirmed');
  const own = order.list ? byList.find(({ list }) => list?.isOwn) : undefined;
  const [nearest] = byList
    .filter((one) => distance(one) <= maxDistance)
    .sort((one, other) => distance(one) - distance(other));
  const found = own ?? nearest;
  if (!found) {
    const when = unconfirmed.map(({ at }) => formatTime(at, timeZone)).join(', ');
    throw refuse(`was not created within a day of the order that was never confirmed (${when})`);
  }
  const result = { order_id: order.id, created: created || null, list_id: found.list?.id ?? null };
  if (!(await run.confirm(found, result))) throw refuse('is already remembered as the order of another run');
}
