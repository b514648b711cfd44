/** What an ordering step returns: the order as the service shows it now, what it costs, and whether it is new. */
import type { ZObject } from 'zapier-platform-core';
import type { Order } from '../api/orders.ts';
import * as orders from '../api/orders.ts';
import { isGone } from '../api/values.ts';
import { attempt } from '../failure.ts';
import { formatTime } from '../format.ts';
import { hydrators } from '../hydrators.ts';
import type { Earlier } from './deduplication/decide.ts';
import { eventIdField, orderOnceAdvice } from './order_options.ts';
import type { Outcome, PlacedOrder } from './place_once.ts';

/** Maximum time (ms) to read the order, on which the letters do not depend. */
const readTimeout = 4_000;

/** The order of an outcome. */
export interface ReadOutcome {
  /** The order as the service returns it, unless it is gone or could not be read. */
  order: Order | undefined;
  /** What the step knows of it, and the price. */
  result: Record<string, unknown> & { order_id: string };
  /** What the user should know. */
  notes: string[];
}

/**
 * Reads the order of an outcome. A failure only leaves out what the order would show.
 * @param whole the order, if the response to placing it was the whole order
 */
export async function readOutcome(
  z: ZObject,
  { placed, earlier }: Outcome<PlacedOrder>,
  timeZone: string | null | undefined,
  whole?: Order,
): Promise<ReadOutcome> {
  const stored = placed ?? earlier?.result ?? {};
  const id = String(stored.order_id);
  const read =
    whole?.invoice_amount === undefined || whole.invoice_amount === null
      ? await attempt(
          z,
          `The order ${id} could not be read, so its price and its texts are unknown.`,
          async () => ({
            order: await orders.get(z, id, readTimeout),
          }),
        )
      : { order: whole };
  const order = read?.order;
  // An order that was just placed may not be found yet.
  const isOld = earlier !== undefined && Date.now() - earlier.at > laggingTime;
  const isCanceled =
    read !== undefined && (order === undefined ? isOld : earlier !== undefined && isGone(order));
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
    notes: earlier ? [describeEarlier(earlier, id, isCanceled, timeZone)] : [],
  };
}

/** How long (ms) the service may not find an order that it has confirmed. */
const laggingTime = 10 * 60_000;

function describeEarlier(
  { at }: Earlier,
  id: string,
  isCanceled: boolean,
  timeZone: string | null | undefined,
): string {
  const sent = `Not sent again: ordered on ${formatTime(at, timeZone)} (${id}).`;
  return isCanceled
    ? `${sent} The letter service no longer has this order, or it was canceled. To order again, ${orderOnceAdvice}`
    : `${sent} If this is for a new occasion, use a new ${eventIdField.label}.`;
}
