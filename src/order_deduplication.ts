/**
 * No letter twice. Before an order is placed, its content and list are reserved in the platform's cache; a second order
 * for the same within the chosen window finds the reservation and is not placed.
 *
 * When the service surely did not get an order (refused connection, any 4xx), the reservation is given back. When nobody
 * can know (time-out, reset, 5xx, an answer that makes no sense), it stays: then the order may exist, and only a person
 * who looks can tell. Without the cache nothing is ordered at all.
 *
 * A reservation lasts as long as its own step's window. It is kept for the longer windows too, each under a key of its own, so
 * that a step that looks back further than the one that ordered finds the order as well. An order without protection asks
 * nobody before; what came of it is kept for all who do.
 */
import { createHash, randomUUID } from 'node:crypto';
import { errors, type ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { getFailure, requestError } from './api/errors.ts';
import { lazy } from './api/lazy.ts';
import { remainingTime } from './api/request.ts';
import { withTimeout } from './api/with_timeout.ts';
import { type InputData, oneOf } from './inputs.ts';
import { baseUrl } from './settings.ts';

const windows = { off: 0, hour: 3600, day: 86_400, week: 604_800 } as const;
type Window = keyof typeof windows;
const allWindows = ['off', 'hour', 'day', 'week'] as const satisfies readonly Window[];

const milliseconds = (window: Window): number => windows[window] * 1000;

const longerThan = (window: Window): Window[] => allWindows.filter((one) => windows[one] > windows[window]);

export const duplicateWindowField = {
  key: 'duplicate_window',
  label: 'Do Not Send Twice Within',
  type: 'string',
  default: 'day',
  choices: {
    off: 'No protection: send every time',
    hour: 'An hour',
    day: 'A day',
    week: 'A week',
  },
  group: 'safety',
  helpText:
    'When the same letters were already ordered for the same list within this time, they are not ordered again: the step answers with the first order.',
} as const;

/** How long the same order is not placed again; a day unless the user says otherwise. */
export const readWindow = (inputData: InputData): Window =>
  oneOf(inputData, duplicateWindowField, allWindows) ?? 'day';

/** What makes two orders the same. */
interface Order {
  /** Fingerprint of the connection that orders. */
  account: string;
  /** The letters: a saved order, or contents. */
  content: unknown;
  list: string;
}

const reservation = lazy(() =>
  zod.object({
    ticket: zod.string(),
    /** When it was made, in milliseconds since 1970. */
    at: zod.number(),
    /** When nothing is kept from being ordered by it any more, in milliseconds since 1970. */
    until: zod.number(),
    /** Its answer was lost, or made no sense: nobody will know before a person has looked. */
    unconfirmed: zod.optional(zod.boolean()),
    /** What the service answered; nothing while that is not known. */
    answer: zod.optional(zod.record(zod.string(), zod.unknown())),
  }),
);

type Reservation = zod.output<ReturnType<typeof reservation>>;
type Answer = Record<string, unknown>;

/**
 * Places an order unless the same one was placed within the window.
 * @param place sends the order, once @returns its answer, or the first order's with `already_ordered` true
 */
export async function placeOnce<Placed extends Answer>(
  z: ZObject,
  order: Order,
  window: Window,
  place: () => Promise<Placed>,
): Promise<(Placed | Answer) & { already_ordered: boolean }> {
  // From here on time is counted: what the cache takes is no longer there for the order.
  remainingTime(z);
  const key = keyOf(order);
  const { first, held } = await reserve(z, key, window);
  if (first) {
    const settled = await settledSoon(z, key, first);
    // It was given back: the first order was refused, and nobody has ordered.
    if (!settled) return placeOnce(z, order, window, place);
    if (!settled.answer) throw maybeOrdered(settled);
    return { ...settled.answer, already_ordered: true };
  }
  let placed: Placed;
  try {
    placed = await placeOrExplain(place, window);
  } catch (error) {
    if (getFailure(error)?.outcome !== 'refused')
      await keepOutcome(z, key, window, { ...held.own, unconfirmed: true });
    else if (window !== 'off') await giveBack(z, key, window, held);
    throw error;
  }
  await keepOutcome(z, key, window, { ...held.own, answer: placed });
  return { ...placed, already_ordered: false };
}

/** An order is answered within this time (ms), or its run has ended without a word. */
const runTime = 30_000;
/** How long a step waits for another one's order (ms), and how long from one look to the next. */
const waitsFor = 10_000;
const betweenLooks = 400;

/**
 * The reservation of an order that is on its way right now, as soon as one knows what came of it; that of an older one as
 * it is. @returns nothing when it was given back
 */
async function settledSoon(z: ZObject, key: string, first: Reservation): Promise<Reservation | undefined> {
  let current = first;
  const began = performance.now();
  while (!current.answer && !current.unconfirmed) {
    const isOnItsWay = Date.now() - current.at < runTime;
    if (!isOnItsWay || performance.now() - began > waitsFor || remainingTime(z) < spareTime) return current;
    await new Promise((resolve) => setTimeout(resolve, betweenLooks));
    const seen = read(await withTimeout(z, z.cache.get(key)).catch(() => current));
    if (!seen) return undefined;
    if (seen.ticket === first.ticket) current = seen;
  }
  return current;
}

/** What a run needs (ms) to say that it has waited in vain, or to order after all. */
const spareTime = 6_000;

/** A reservation that was made, and those that it took the place of. */
interface Held {
  own: Reservation;
  elapsed?: Reservation;
  /** What stood there for each of the longer windows. */
  longer?: (Reservation | undefined)[];
}

type Reserved = { first: Reservation; held?: never } | { first?: never; held: Held };

/** @returns the reservation that was there first, or the one that was made; without protection it is made and not kept */
async function reserve(z: ZObject, key: string, window: Window): Promise<Reserved> {
  const at = Date.now();
  const own: Reservation = { ticket: randomUUID(), at, until: at + milliseconds(window) };
  if (window === 'off') return { held: { own } };
  try {
    const places = [key, ...[window, ...longerThan(window)].map((one) => forWindow(key, one))];
    const found = await Promise.all(places.map((place) => withTimeout(z, z.cache.get(place))));
    const [existing, shorter, ...longer] = found.map(read);
    const [latest] = [existing, shorter]
      .flatMap((one) => (one && at - one.at < milliseconds(window) ? [one] : []))
      .sort((one, other) => other.at - one.at);
    if (latest) return { first: latest };
    const reserved = existing
      ? await supersede(z, key, existing, own, milliseconds(window))
      : await take(z, key, own);
    if (!reserved.held) return reserved;
    const held = { ...reserved.held, longer };
    await announce(z, key, window, held);
    return { held };
  } catch {
    throw new errors.Error(
      'Nothing was ordered: Zapier’s memory, which keeps letters from being sent twice, did not answer. Run the step again.',
      'cache_unavailable',
    );
  }
}

async function take(z: ZObject, key: string, own: Reservation): Promise<Reserved> {
  if (await keepIfFirst(z, key, own)) return { held: { own } };
  // Somebody was faster, or the answer to an attempt of our own got lost on the way and the platform tried again.
  const winner = read(await withTimeout(z, z.cache.get(key)));
  if (!winner) throw new Error('the reservation was not kept');
  return winner.ticket === own.ticket ? { held: { own } } : { first: winner };
}

/** Keeps it for the longer windows before the order is sent, so that it is found there whatever becomes of this run. */
async function announce(z: ZObject, key: string, window: Window, held: Held): Promise<void> {
  try {
    await keepForLonger(z, key, window, held.own);
  } catch (error) {
    await giveBack(z, key, window, held);
    throw error;
  }
}

async function keepForLonger(z: ZObject, key: string, window: Window, kept: Reservation): Promise<void> {
  const kinds = longerThan(window);
  // None is under way any more when the first failure is told.
  const results = await Promise.allSettled(
    kinds.map((one) => keep(z, forWindow(key, one), { ...kept, until: kept.at + milliseconds(one) })),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/**
 * Takes the place of a reservation that was made for a longer window than this step's and is over for this step. Deleting
 * it would let two steps that saw it at the same time delete each other's, so the place after it is reserved instead.
 * For steps with the longer window it goes on as long as the elapsed one would have.
 */
async function supersede(
  z: ZObject,
  key: string,
  elapsed: Reservation,
  fresh: Reservation,
  window: number,
): Promise<Reserved> {
  const own = { ...fresh, until: Math.max(fresh.until, elapsed.until) };
  const place = placeAfter(key, elapsed);
  if (!(await keepIfFirst(z, place, own))) {
    const winner = read(await withTimeout(z, z.cache.get(place)));
    if (!winner) throw new Error('the reservation was not kept');
    if (winner.ticket !== own.ticket) {
      const current = read(await withTimeout(z, z.cache.get(key)));
      const first = current?.ticket === winner.ticket ? current : winner;
      // It may be over as well, when it could not be kept under the key itself. One that is in its own place leads nowhere.
      const isOver = fresh.at - first.at >= window && first.ticket !== elapsed.ticket;
      return isOver ? supersede(z, key, first, fresh, window) : { first };
    }
  }
  await keep(z, key, own);
  return { held: { own, elapsed } };
}

/** Where steps with this window find the order of a step with a shorter one, or without protection. */
const forWindow = (key: string, window: Window): string => `${key}:${window}`;

const placeAfter = (key: string, { ticket }: Reservation): string => `${key}:${ticket}`;

/** Seconds that a reservation still has, which the platform's cache takes whole and above zero. */
const secondsLeft = ({ until }: Reservation): number => Math.max(1, Math.ceil((until - Date.now()) / 1000));

const keep = (z: ZObject, key: string, kept: Reservation): Promise<unknown> =>
  withTimeout(z, z.cache.set(key, kept, secondsLeft(kept)));

const keepIfFirst = async (z: ZObject, key: string, kept: Reservation): Promise<boolean> =>
  (await withTimeout(z, z.cache.set(key, kept, secondsLeft(kept), undefined, true))) === true;

const read = (value: unknown): Reservation | undefined => {
  const parsed = zod.safeParse(reservation(), value);
  return parsed.success && Number.isFinite(new Date(parsed.data.at).getTime()) ? parsed.data : undefined;
};

async function placeOrExplain<Placed>(place: () => Promise<Placed>, window: Window): Promise<Placed> {
  try {
    return await place();
  } catch (error) {
    const failure = getFailure(error);
    if (failure?.outcome !== 'unknown') throw error;
    throw requestError(
      `The letter service did not confirm the order${failure.status ? ` (${failure.status})` : ''}: it may exist or not. Look at the orders in your account there. ${
        window === 'off'
          ? 'Run the step again only if the order is missing.'
          : `This step will not order the same letters for this list again until the time chosen under ${duplicateWindowField.label} is over; if the order is missing, run it once with "${duplicateWindowField.choices.off}".`
      }`,
      { ...failure, code: 'order_not_confirmed' },
    );
  }
}

const maybeOrdered = ({ at }: Reservation): Error =>
  requestError(
    `Nothing was ordered now: a step began to order the same letters for this list at ${new Date(at).toISOString()}, and what came of that is not known, so that order may exist. Look at the orders in your account there. If it is missing, set ${duplicateWindowField.label} to "${duplicateWindowField.choices.off}" and run the step once.`,
    { outcome: 'refused', code: 'order_not_confirmed' },
  );

/** A reservation that cannot be given back only makes a later step ask to look; that must not hide the refusal. */
async function giveBack(
  z: ZObject,
  key: string,
  window: Window,
  { elapsed, longer = [] }: Held,
): Promise<void> {
  const remove = (place: string) => withTimeout(z, z.cache.delete(place));
  try {
    await Promise.all(
      longerThan(window).map((one, index) => {
        const before = longer[index];
        return before ? keep(z, forWindow(key, one), before) : remove(forWindow(key, one));
      }),
    );
    // Last of all, because others may be waiting for it.
    if (elapsed) {
      // Letters were sent under the elapsed one, which still counts for steps with a longer window.
      await keep(z, key, elapsed);
      await remove(placeAfter(key, elapsed));
    } else await remove(key);
  } catch (error) {
    z.console.error('The reservation of an order that was refused could not be given back.', error);
  }
}

/** The order exists now, or may exist; that this could not be kept must not hide it. */
async function keepOutcome(z: ZObject, key: string, window: Window, kept: Reservation): Promise<void> {
  try {
    const own = window === 'off' ? undefined : keep(z, key, kept);
    await Promise.all([own, keepForLonger(z, key, window, kept)]);
  } catch (error) {
    z.console.error('What came of an order could not be kept for later steps.', error);
  }
}

const keyOf = ({ account, content, list }: Order): string =>
  `order:${createHash('sha256')
    .update(JSON.stringify([baseUrl(), account, content, list], asPrinted))
    .digest('hex')}`;

/** Two ways of writing what looks the same on paper are one. */
const asPrinted = (key: string, value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  if (key === 'color') return value.replace('#', '').toLowerCase();
  return value.normalize('NFC').replace(/\r\n?/g, '\n').trimEnd();
};
