/** Orders letters, or shows in a preview what would be ordered: what all ordering steps have in common. */
import type { Bundle, ZObject } from 'zapier-platform-core';
import type { Order } from '../api/orders.ts';
import * as orders from '../api/orders.ts';
import { isGone, isoDate } from '../api/values.ts';
import type { Cache } from '../cache.ts';
import { attempt } from '../failure.ts';
import { formatTime } from '../format.ts';
import { hydrators } from '../hydrators.ts';
import type { MergeFieldSummary } from '../recipients/merge_fields.ts';
import { isEditorPreview, orderTestField } from '../test_button.ts';
import { findAlreadySent } from './already_sent.ts';
import { identifyPrint } from './deduplication/identity.ts';
import { describeGaps, requireMergeFields } from './gaps.ts';
import { type DuplicateCheck, eventIdField, orderOnceAdvice } from './order_options.ts';
import { everyoneReached, type OrderPeople } from './order_people.ts';
import { type Outcome, type PlacedOrder, placeOnce } from './place_once.ts';
import type { Placeholders, PrintedOrder } from './placeholders.ts';
import { type Checks, previewResult } from './preview.ts';

type TimeZone = Bundle['meta']['timezone'];

/** What an order prints: a saved order, or contents. */
interface Letter {
  /** Undefined if they are unknown. */
  placeholders: Placeholders | undefined;
  /** Returns what is printed, as the duplicate check compares it. */
  identify: () => Promise<unknown>;
  /** Checks for a preview what will be printed for these people. */
  check: (people: OrderPeople, timeZone: TimeZone) => Promise<Checks[]>;
  /** Orders the letters. This costs money. */
  place: (listId: string) => Promise<PlacedOrder>;
  /** Whether the response to the order is the whole order. Otherwise, it is read. */
  isWholeWhenPlaced: boolean;
  /**
   * Remembers which placeholders the merge fields filled in.
   * @returns the placeholders, if only an order shows them
   */
  remember: (fields: MergeFieldSummary, order: PrintedOrder) => Promise<Placeholders | undefined>;
}

/** What a step returns of an order. */
interface OrderResult {
  preview_only: boolean;
  warning: string | null;
  [key: string]: unknown;
}

/**
 * Orders the letters unless the same letters were ordered, or only checks them in a test.
 * @returns the result of the step, and the order if it could be read
 * @throws a user-facing error if nothing was ordered, or an earlier order may exist
 */
export async function orderLetters(
  cache: Cache,
  bundle: Pick<Bundle, 'inputData' | 'meta'>,
  check: DuplicateCheck,
  people: OrderPeople,
  letter: Letter,
): Promise<{ result: OrderResult; order?: object | undefined }> {
  const { z } = cache;
  const timeZone = bundle.meta?.timezone;
  if (isEditorPreview(bundle, orderTestField)) {
    if (people.leaveOut) {
      const print = identifyPrint(await letter.identify(), check.eventId);
      people.leaveOut(await findAlreadySent(cache, print, await people.identify()));
    }
    requireMergeFields(letter.placeholders, people);
    const checks = await letter.check(people, timeZone);
    const letter_count = people.fields?.count ?? null;
    return { result: { ...previewResult(checks), list_id: people.listId, letter_count } };
  }
  const outcome = await placeOnce(z, timeZone, check, {
    leaveOut: people.leaveOut,
    describeOthers: people.describeOthers,
    identify: async () => ({ print: await letter.identify(), people: await people.identify() }),
    prepare: async (run) => {
      requireMergeFields(letter.placeholders, people);
      return people.makeList(run);
    },
    place: async ({ list_id, expires }) => ({
      ...(await letter.place(list_id)),
      list_id,
      ...(expires === undefined ? {} : { list_expires: isoDate(expires) }),
      letter_count: people.fields?.count ?? null,
    }),
  });
  if (!outcome) return { result: nobodyLeft((await people.identify()).id) };
  const { order, result, notes } = await readOutcome(z, outcome, timeZone, letter.isWholeWhenPlaced);
  const { fields } = people;
  if (outcome.placed && fields) {
    const printed = { id: result.order_id, contents: order?.contents };
    const found = await letter.remember(fields, printed);
    if (found) {
      await people.rememberPrinted?.(outcome.run, found);
      notes.push(...describeGaps(found.names, fields, result.order_id));
    }
  }
  return { order, result: { ...result, warning: notes.join(' ') || null } };
}

/** The result if everyone was left out. */
const nobodyLeft = (peopleId: string) => ({
  id: `nobody-left-${peopleId}`,
  order_id: null,
  list_id: null,
  list_expires: null,
  letter_count: 0,
  invoice_amount: null,
  preview_pdf: null,
  already_ordered: true,
  preview_only: false,
  warning: everyoneReached,
});

/** Maximum time (ms) to read the order, on which the letters do not depend. */
const readTimeout = 4_000;

/** How long (ms) the service may not find an order that it has confirmed. */
const laggingTime = 10 * 60_000;

/**
 * Reads the order, which is now at the service, for its price and its texts. If that fails, only these are missing.
 * @returns the order unless it is gone, what the step returns of it, and what the user should know
 */
async function readOutcome(
  z: ZObject,
  { placed, earlier }: Outcome<PlacedOrder>,
  timeZone: TimeZone,
  isWholeWhenPlaced: boolean,
) {
  const stored = placed ?? earlier?.result ?? {};
  const id = String(stored.order_id);
  const whole = isWholeWhenPlaced && (placed?.invoice_amount ?? null) !== null ? placed : undefined;
  const failed = `The order ${id} could not be read, so its price and its texts are unknown.`;
  const read: { order?: Order | PlacedOrder | undefined } | undefined = whole
    ? { order: whole }
    : await attempt(z, failed, async () => ({ order: await orders.get(z, id, readTimeout) }));
  const order = read?.order;
  // An order that was just placed may not be found yet.
  const isCanceled =
    read !== undefined &&
    earlier !== undefined &&
    (order ? isGone(order) : Date.now() - earlier.at > laggingTime);
  return {
    order: isCanceled ? undefined : order,
    result: {
      ...stored,
      id,
      order_id: id,
      already_ordered: earlier !== undefined,
      preview_only: false,
      invoice_amount: order?.invoice_amount ?? null,
      preview_pdf: isCanceled ? null : z.dehydrateFile(hydrators.orderPreview, { id }),
    },
    notes: earlier ? [describeEarlier(earlier.at, id, isCanceled, timeZone)] : [],
  };
}

function describeEarlier(at: number, id: string, isCanceled: boolean, timeZone: TimeZone): string {
  const sent = `Not sent again: ordered on ${formatTime(at, timeZone)} (${id}).`;
  return isCanceled
    ? `${sent} The letter service no longer has this order, or it was canceled. To order again, ${orderOnceAdvice}`
    : `${sent} If this is for a new occasion, use a new ${eventIdField.label}.`;
}
