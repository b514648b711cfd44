/** Orders letters, or shows in a preview what would be ordered. All ordering steps use it. */
import type { ZObject } from 'zapier-platform-core';
import type { Cache } from '../cache.ts';
import { joinWarnings } from '../contacts/contact.ts';
import { formatTime, listFirst } from '../format.ts';
import { hydrators } from '../hydrators.ts';
import { describeCanceled, describeMissing, findEnd, readOrder } from './canceled_orders.ts';
import { eventIdField, type OrderOptions, orderOnceAdvice } from './order_options.ts';
import { everyoneReached, type OrderPeople } from './order_people.ts';
import { findAlreadySent, type Letter, type Outcome, placeOnce } from './place_once.ts';
import { describeGaps, requireMergeFields } from './placeholders.ts';
import { orderResult, previewResult } from './result.ts';

/**
 * Orders the letters unless the same letters were already ordered. A test only checks them.
 * @returns the result of the step, and the order if it could be read
 * @throws a user-facing error if nothing was ordered, or an earlier order may exist
 */
export async function orderLetters(cache: Cache, options: OrderOptions, people: OrderPeople, letter: Letter) {
  const { z } = cache;
  if (options.isPreview) {
    if (options.leavesOut) {
      const reached = await findAlreadySent(cache, options, people, letter);
      people.leaveOut?.(reached, await describeCanceled(z, reached, people, options));
    }
    requireMergeFields(letter.placeholders, people);
    const list = { list_id: people.listId, letter_count: people.fields?.count ?? null };
    return { result: previewResult(await letter.check(), list) };
  }
  const outcome = await placeOnce(cache, options, people, letter);
  if (!outcome.placed && !outcome.earlier) {
    const { id } = await people.identify();
    const nothing = { order_id: null, letter_count: 0, already_ordered: true, warning: everyoneReached };
    return { result: orderResult(`nobody-left-${id}`, nothing) };
  }
  const { order, id, result, notes } = await readOutcome(z, outcome, people, options);
  const { fields } = people;
  if (outcome.placed && fields) {
    const found = await letter.remember(fields, { id, contents: order?.contents });
    if (found) {
      await people.rememberPrinted?.(outcome.run, found);
      notes.push(...describeGaps(found.names, fields, id));
    }
  }
  return { order, result: orderResult(id, { ...result, warning: joinWarnings(notes) }) };
}

/**
 * Reads the order for its price and its texts, unless the response to placing it has the price. If that fails, the result lacks them.
 * @returns the order unless it was canceled, its ID, the step's result, and notes for the user
 */
async function readOutcome(
  z: ZObject,
  { placed, earlier }: Outcome,
  people: OrderPeople,
  { timeZone }: OrderOptions,
) {
  const stored = placed ?? earlier?.result ?? {};
  const id = String(stored.order_id);
  const isWhole = (placed?.invoice_amount ?? null) !== null;
  const order = isWhole ? placed : await readOrder(z, id);
  const end = earlier && findEnd(order, earlier.at);
  return {
    order: end ? null : order,
    id,
    result: {
      ...stored,
      order_id: id,
      already_ordered: earlier !== undefined,
      invoice_amount: order?.invoice_amount ?? null,
      preview_pdf: end ? null : z.dehydrateFile(hydrators.orderPreview, { id }),
    },
    notes: earlier ? [describeEarlier()] : [],
  };

  function describeEarlier(): string {
    const names = people.namesOf?.({ has: () => true }) ?? [];
    const whose = names.length === 1 ? `Letter to ${names[0]}: ` : '';
    const sent = `${whose}Not sent again: ordered on ${formatTime(earlier?.at ?? 0, timeZone)} (${id}).`;
    if (end === 'missing') return `${sent} ${describeMissing(id)}`;
    if (!end) return `${sent} If this is for a new occasion, use a new ${eventIdField.label}.`;
    const who = names.length > 1 ? ` (${listFirst(names, ', ', 5)})` : '';
    return `${sent} Order ${id}${who} was canceled at the letter service. To order again, ${orderOnceAdvice}`;
  }
}
