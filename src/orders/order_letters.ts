/** Orders letters, or shows in a preview what would be ordered. All ordering steps use it. */
import type { Cache } from '../cache.ts';
import { joinWarnings } from '../contacts/contact.ts';
import { formatTime, listFirst } from '../format.ts';
import { hydrators } from '../hydrators.ts';
import { describeMissing, findEnd, type OrderEnd, readOrder } from './canceled_orders.ts';
import type { Earlier } from './deduplication/decide.ts';
import { eventIdField, type OrderOptions, orderOnceAdvice } from './order_options.ts';
import { everyoneReachedNote, type OrderPeople } from './order_people.ts';
import { type Letter, leaveOutReached, placeOnce } from './place_once.ts';
import { describeGaps, requireMergeFields } from './placeholders.ts';
import { orderResult, previewResult } from './result.ts';

/**
 * Orders the letters unless the same letters were already ordered. A test only checks them.
 * @returns the result of the step, and the order, unless it could not be read or was canceled
 * @throws a user-facing error if nothing was ordered, or an earlier order may exist
 */
export async function orderLetters(cache: Cache, options: OrderOptions, people: OrderPeople, letter: Letter) {
  const { z } = cache;
  if (options.isPreview) {
    if (options.leavesOut) await leaveOutReached(cache, options, people, letter);
    requireMergeFields(letter.placeholders, people);
    const list = { list_id: people.listId, letter_count: people.fields?.count ?? null };
    return { result: previewResult(await letter.check(), list) };
  }
  const { placed, earlier, run } = await placeOnce(cache, options, people, letter);
  const stored = placed ?? earlier?.result;
  if (!stored) {
    const nothing = { order_id: null, letter_count: 0, already_ordered: true, warning: everyoneReachedNote };
    return { result: orderResult('nobody-left', nothing) };
  }
  const id = String(stored.order_id);
  // Read the order for its price and its texts, unless the response to placing it has the price.
  const order = (placed?.invoice_amount ?? null) === null ? await readOrder(z, id) : placed;
  const end = earlier && findEnd(order, earlier.at);
  const notes = earlier ? [describeEarlierOrder(earlier, id, end, people, options)] : [];
  const { fields } = people;
  if (placed && fields) {
    const found = await letter.remember(fields, { id, contents: order?.contents });
    if (found) {
      await people.rememberPrinted?.(run, found);
      notes.push(...describeGaps(found.names, fields, id));
    }
  }
  const result = orderResult(id, {
    ...stored,
    already_ordered: earlier !== undefined,
    invoice_amount: order?.invoice_amount ?? null,
    preview_pdf: end ? null : z.dehydrateFile(hydrators.orderPreview, { id }),
    warning: joinWarnings(notes),
  });
  return { order: end ? null : order, result };
}

function describeEarlierOrder(
  { at, people: reached }: Earlier,
  id: string,
  end: OrderEnd,
  { namesOf }: OrderPeople,
  { timeZone }: OrderOptions,
): string {
  const names = namesOf?.(reached) ?? [];
  const whose = names.length === 1 ? `Letter to ${names[0]}: ` : '';
  const sent = `${whose}Not sent again: ordered on ${formatTime(at, timeZone)} (${id}).`;
  if (end === 'missing') return `${sent} ${describeMissing(id)}`;
  if (!end) return `${sent} If this is for a new occasion, use a new ${eventIdField.label}.`;
  const who = names.length > 1 ? ` (${listFirst(names, ', ', 5)})` : '';
  return `${sent} Order ${id}${who} was canceled at the letter service. To order again, ${orderOnceAdvice}`;
}
