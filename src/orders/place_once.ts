/**
 * Orders letters. All ordering steps use it. It keeps the same letters from being ordered twice; `once/run.ts` says how a run announces
 * itself and marks its order.
 *
 * If the service certainly did not take the order, the run records that. If this is unknown (a timeout, a reset, a server error, an
 * unusable response, a run that Zapier ended), the order counts as unconfirmed: only a person can find out whether it exists. If the cache
 * fails before the order is sent, nothing is ordered, and Zapier runs the step again, unless the check is off.
 */
import type { ZObject } from 'zapier-platform-core';
import type { CreatedList } from '../api/lists.ts';
import type { Cache } from '../cache.ts';
import { explain, getFailure, tryOrLog } from '../failure.ts';
import { hydrators } from '../hydrators.ts';
import { decide, type Earlier, findReached, judge } from '../once/decide.ts';
import {
  describeCanceled,
  describeEarlierOrder,
  findEnd,
  readOrder,
  readPlaced,
  recordAnswer,
} from '../once/earlier_orders.ts';
import type { OrderEntry } from '../once/entries.ts';
import { foundOrderIdField, missingWord, type OrderOptions } from '../once/order_options.ts';
import { Run } from '../once/run.ts';
import {
  describeMoved,
  explainCheckError,
  inProgressError,
  notConfirmedError,
  stopError,
} from '../once/stop_messages.ts';
import type { MergeFieldSummary } from '../recipients/merge_fields.ts';
import { joinWarnings, truncate } from '../text/format.ts';
import { orderResult } from './order.ts';
import { everyoneReachedNote, type OrderPeople } from './order_people.ts';
import { type Placeholders, requireMergeFields } from './placeholders.ts';

/** Letters to order: a saved order, or contents, for some people. */
export interface Letters {
  cache: Cache;
  options: OrderOptions;
  people: OrderPeople;
  placeholders: Placeholders | undefined;
  /** Returns the value by which the duplicate check compares what is printed. */
  identify: () => Promise<unknown>;
  /** Orders the letters. This costs money. */
  place: (list: CreatedList) => Promise<PlacedOrder>;
  /** Remembers which placeholders merge fields filled in. Returns a sentence about gaps that only the order's contents show. */
  remember: (fields: MergeFieldSummary, id: string, contents: unknown) => Promise<string | null>;
}

/** The service's response to an order, and the other values that a later step with the same letters returns. */
interface PlacedOrder {
  order_id: string;
  [key: string]: unknown;
}

/**
 * Orders the letters unless the same letters were already ordered.
 * @returns the result of the step, and the order, unless it could not be read or was canceled
 * @throws a user-facing error if the letters must not or could not be ordered, or an order may exist that was not confirmed
 */
export async function orderLetters(letters: Letters) {
  const { cache, options, people } = letters;
  const { z } = cache;
  const { placed, earlier, unused, moved } = await placeOnce(letters);
  const known = placed ?? earlier?.result;
  if (!known) {
    const warning = joinWarnings([everyoneReachedNote, unused && describeUnused(unused)]);
    const nothing = { order_id: null, letter_count: 0, already_ordered: true, warning };
    return { result: orderResult('nobody-left', nothing) };
  }
  const id = String(known.order_id);
  // Of an order because of which another run left people out, only the ID was found.
  const stored = 'list_id' in known ? known : { ...(await recallOrder(cache, id)), ...known };
  // Read the order for its price and its texts, unless the response to placing it has the price.
  const order = (placed?.invoice_amount ?? null) === null ? await readOrder(z, id) : placed;
  const end = earlier && findEnd(order);
  const { fields } = people;
  const result = orderResult(id, {
    ...stored,
    already_ordered: earlier !== undefined,
    invoice_amount: order?.invoice_amount ?? null,
    preview_pdf: end === 'canceled' ? null : z.dehydrateFile(hydrators.orderPreview, { id }),
    warning: joinWarnings([
      unused && unused !== id && describeUnused(unused),
      moved,
      earlier && describeEarlierOrder(earlier, end, people, options),
      placed && fields && (await letters.remember(fields, id, order?.contents)),
    ]),
  });
  return { order: end ? null : order, result };
}

const recallOrder = (cache: Cache, id: string) =>
  tryOrLog(cache.z, `What is remembered of order ${id} could not be read.`, () => readPlaced(cache, id));

const describeUnused = (id: string): string =>
  `${foundOrderIdField.label} has no effect: no order to these people is waiting for an answer, so order "${truncate(id)}" was not looked up.`;

/** The order of the letters: a new one or an earlier one. Neither if everyone was left out. */
interface Placing {
  placed?: PlacedOrder;
  earlier?: Earlier;
  /** The ID in Found Order ID, if it had no effect. */
  unused?: string | undefined;
  /** A sentence about people who got the letter under another name or address. */
  moved?: string | null | undefined;
}

/** Places an order unless the same letters were ordered within the window of the duplicate check. */
async function placeOnce(letters: Letters): Promise<Placing> {
  const { cache, options, people } = letters;
  const { z } = cache;
  const run = await protectCheck(z, options, () => makeRun(letters));
  let phase: OrderEntry['phase'] = 'refused';
  let placed: PlacedOrder | undefined;
  let letter_count: number | null = null;
  try {
    const checked = await protectCheck(z, options, async () => {
      if (options.maxAge > 0 && run) return checkForDuplicates(run, letters);
      if (!people.refusal) await run?.announce();
      return undefined;
    });
    if (checked?.isOver && !checked.earlier) phase = 'renewed';
    if (checked?.isOver) return checked;
    if (people.refusal) throw people.refusal;
    requireMergeFields(letters.placeholders, people);
    const list = await people.makeList(run?.leftOutBy);
    const { list_id } = list;
    letter_count = people.fields?.count ?? null;
    await protectCheck(z, options, async () =>
      run?.mark({ id: list_id, isOwn: people.listId === null }, { letter_count }),
    );
    phase = 'unconfirmed';
    placed = { ...(await letters.place(list)), list_id, letter_count };
    phase = 'placed';
    return { placed, unused: checked?.unused, moved: checked?.moved };
  } catch (error) {
    const failure = getFailure(error);
    // Without a failure, the error is a bug.
    if (phase !== 'unconfirmed' || !failure) throw error;
    if (failure.kind === 'unknown') {
      if (failure.createdId) placed = { order_id: failure.createdId, letter_count };
      throw notConfirmedError(failure, options, run ? missingWord(run.id) : '');
    }
    phase = 'refused';
    throw explain(failure, { 'orders.account_required': { advice: accountAdvice } });
  } finally {
    await run?.end(phase, placed && pickRemembered(placed));
  }
}

const accountAdvice = 'Reconnect as a user who has an account at the letter service.';

type Compared = Pick<Letters, 'cache' | 'options' | 'people' | 'identify'>;

export const makeRun = async ({ cache, options, people, identify }: Compared): Promise<Run> =>
  new Run(cache, await identify(), await people.identify(), options.eventId);

/**
 * Announces the run and decides whether it may order.
 * @returns `isOver` if nothing needs to be ordered, the earlier order if there is one, and what the user should know
 * @throws a user-facing error if another run is ordering, an earlier order may exist, or earlier orders reached some people
 */
async function checkForDuplicates(
  run: Run,
  { cache, options, people }: Letters,
): Promise<Placing & { isOver: boolean }> {
  const { members, columns } = run.people;
  let { found } = options;
  /** The order that the user found, if this run has recorded it. */
  let foundId: string | undefined;
  if (!found) {
    // A letter that was ordered before needs no writes.
    const before = decide(members, await run.lookForLetter(), options, Date.now());
    if (before.kind === 'same') return { isOver: true, earlier: before.order };
  }
  if (people.refusal) throw people.refusal;
  await run.announce();
  for (;;) {
    const earlier = await run.look({ skipsReached: options.leavesOut });
    if (found && (await recordAnswer(cache, members, found, earlier, options))) {
      foundId = found.id;
      found = undefined;
      continue;
    }
    const whole = earlier.find(
      ({ result, same }) => result.order_id === foundId && members.every((person) => same.has(person)),
    );
    if (options.leavesOut && foundId !== undefined && whole) return { isOver: true, earlier: whole };
    const isKnown = earlier.some(({ result }) => result.order_id === found?.id);
    const unused = isKnown ? undefined : found?.id;
    const verdict = judge(members, earlier, options, Date.now());
    const { decision, reached, unreached, moved } = verdict;
    if (decision.kind === 'same') return { isOver: true, earlier: decision.order, unused };
    if (decision.kind === 'wait') {
      if (await run.waitFor(decision.orders)) continue;
      throw inProgressError('another step may be ordering the same letters right now.');
    }
    if (decision.kind === 'stop') {
      const canceled = await describeCanceled(cache.z, findReached(decision.orders, 'people'), people);
      throw stopError(decision, verdict, columns, options, people, canceled);
    }
    const result = {
      isOver: false,
      unused,
      moved: moved.size > 0 ? describeMoved(moved, people, options) : null,
    };
    if (reached.size === 0) return result;
    await run.leaveOut(reached);
    await people.leaveOut?.(reached);
    return { ...result, isOver: unreached.length === 0 };
  }
}

/** Runs a part of the duplicate check. If it fails, nothing is ordered, unless the check is off. */
export function protectCheck<Result>(z: ZObject, { maxAge }: OrderOptions, work: () => Promise<Result>) {
  if (maxAge === 0)
    return tryOrLog(
      z,
      'The duplicate check is unavailable, so later steps may order the same letters again.',
      work,
    );
  return work().catch((error: unknown) => {
    throw explainCheckError(error);
  });
}

const remembered = ['order_id', 'saved_order_id', 'created', 'list_id', 'list_expires', 'letter_count'];

/** Returns the values to store. They are few, because Zapier limits writes; a later step reads the rest from the service. */
const pickRemembered = (placed: PlacedOrder): Record<string, unknown> =>
  Object.fromEntries(remembered.map((key) => [key, placed[key]]));
