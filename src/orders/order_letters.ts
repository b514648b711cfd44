/** Orders letters, or shows in a preview what would be ordered. All ordering steps use it. */
import type { Bundle, ZObject } from 'zapier-platform-core';
import type { Cache } from '../cache.ts';
import { joinWarnings } from '../contacts/contact.ts';
import { explain } from '../failure.ts';
import { formatTime, listFirst } from '../format.ts';
import { hydrators } from '../hydrators.ts';
import type { MergeFieldSummary } from '../recipients/merge_fields.ts';
import { isEditorPreview, orderTestField } from '../test_button.ts';
import { describeCanceled, describeMissing, findEnd, readOrder } from './canceled_orders.ts';
import type { Earlier } from './deduplication/decide.ts';
import { type DuplicateCheck, eventIdField, orderOnceAdvice } from './order_options.ts';
import { everyoneReached, type OrderList, type OrderPeople } from './order_people.ts';
import { findAlreadySent, type Outcome, type PlacedOrder, placeOnce } from './place_once.ts';
import { describeGaps, type Placeholders, requireMergeFields } from './placeholders.ts';
import { type Checks, orderResult, previewResult } from './result.ts';
import type { TimeZone } from './stop_messages.ts';

/** The letter that an order prints: a saved order, or contents. */
interface Letter {
  /** Undefined if they are unknown. */
  placeholders: Placeholders | undefined;
  /** Returns the value by which the duplicate check compares letters. */
  identify: () => Promise<unknown>;
  /** For a preview, checks what will be printed, and for whom. */
  check: () => Promise<Checks[]>;
  /** Orders the letters. This costs money. */
  place: (list: OrderList) => Promise<PlacedOrder>;
  /**
   * Remembers the placeholders that merge fields filled in.
   * @returns the placeholders of a letter whose text only an order shows
   */
  remember: (
    fields: MergeFieldSummary,
    order: { id: string; contents: unknown },
  ) => Promise<Placeholders | undefined>;
}

/**
 * Orders the letters unless the same letters were already ordered. A test only checks them.
 * @returns the result of the step, and the order if it could be read
 * @throws a user-facing error if nothing was ordered, or an earlier order may exist
 */
export async function orderLetters(
  cache: Cache,
  bundle: Pick<Bundle, 'inputData' | 'meta'>,
  check: DuplicateCheck,
  people: OrderPeople,
  letter: Letter,
) {
  const { z } = cache;
  const timeZone = bundle.meta?.timezone;
  const identify = async () => ({ print: await letter.identify(), people: await people.identify() });
  const canceled = (reached: ReadonlyMap<string, Earlier>) => describeCanceled(z, reached, people);
  const leaveOut =
    people.leaveOut &&
    (async (reached: ReadonlyMap<string, Earlier>) => people.leaveOut?.(reached, await canceled(reached)));
  if (isEditorPreview(bundle, orderTestField)) {
    await leaveOut?.(await findAlreadySent(z, { ...(await identify()), eventId: check.eventId }));
    requireMergeFields(letter.placeholders, people);
    const list = { list_id: people.listId, letter_count: people.fields?.count ?? null };
    return { result: previewResult(await letter.check(), list) };
  }
  const outcome = await placeOnce(z, check, {
    timeZone,
    makesList: people.listId === null,
    namesOf: people.namesOf,
    leaveOut,
    describeUnreached: people.describeUnreached,
    describeCanceled: canceled,
    identify,
    prepare: async (run) => {
      requireMergeFields(letter.placeholders, people);
      return people.makeList(run);
    },
    place: async (list) => ({
      ...(await letter.place(list).catch((error: unknown) => {
        throw explain(error, { 'orders.account_required': { advice: reconnectWithAccount } });
      })),
      list_id: list.list_id,
      letter_count: people.fields?.count ?? null,
    }),
  });
  if (!outcome.placed && !outcome.earlier) {
    const { id } = await people.identify();
    const nothing = { order_id: null, letter_count: 0, already_ordered: true, warning: everyoneReached };
    return { result: orderResult(`nobody-left-${id}`, nothing) };
  }
  const { order, id, result, notes } = await readOutcome(z, outcome, people, timeZone);
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

const reconnectWithAccount = 'Reconnect as a user who has an account at the letter service.';

/**
 * Reads the order for its price and its texts, unless the response to placing it has the price. If that fails, the result lacks them.
 * @returns the order unless it was canceled, its ID, the step's result, and notes for the user
 */
async function readOutcome(
  z: ZObject,
  { placed, earlier }: Outcome<PlacedOrder>,
  people: OrderPeople,
  timeZone: TimeZone,
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
