/**
 * Keeps the same letters from being ordered twice.
 *
 * Zapier's cache holds one entry for each order, for a week: when the order was begun, and the service's answer. A step
 * compares that time with its own window. While a step decides and orders, it holds a claim on the entry, so that only
 * one of several steps with the same letters orders.
 *
 * If the service surely did not take an order (connection refused, any 4xx), the entry is put back as it was. If that is
 * unknown (timeout, reset, 5xx, an unexpected answer, a run that was ended), the entry stays: the order may exist, and
 * only a person can find out. If the cache does not answer, nothing is ordered.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Bundle, ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { AccountCache } from './account_cache.ts';
import { appendToMessage, getFailure, requestError } from './api/failure.ts';
import { remainingTime } from './api/run_time.ts';
import { type InputData, oneOf } from './inputs.ts';

const windows = { off: 0, hour: 3600, day: 86_400, week: 604_800 } as const;
type Window = keyof typeof windows;

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
    'If the same letters to the same people were already ordered within this time, this step does not order them again and returns the first order.',
} as const;

/** Returns how long the same order is not placed again: a day if the field is blank. */
export const readWindow = (inputData: InputData): Window =>
  oneOf(inputData, duplicateWindowField, ['off', 'hour', 'day', 'week']) ?? 'day';

const entrySchema = zod.object({
  /** The run that wrote it. */
  run: zod.string(),
  /** When the order was begun, in milliseconds since 1970. */
  at: zod.number(),
  /** The answer was lost or made no sense, so the order may exist. */
  unconfirmed: zod.optional(zod.boolean()),
  /** What the service answered. */
  answer: zod.optional(zod.record(zod.string(), zod.unknown())),
});

type Entry = zod.output<typeof entrySchema>;
type Answer = Record<string, unknown>;

/** An order, as {@link placeOnce} needs it. */
interface Order<Prepared, Placed extends Answer> {
  /** Returns what makes two orders the same: what is printed, and who gets it. */
  identify: (cache: AccountCache) => Promise<unknown>;
  /** What must be done before, such as making the list. If it fails, no order was sent. */
  prepare: () => Promise<Prepared>;
  /** Sends the order. */
  place: (prepared: Prepared) => Promise<Placed>;
}

/**
 * Places an order unless the same letters were ordered within the window.
 * @returns the new order's answer, or the first order's with `already_ordered` true
 */
export async function placeOnce<Prepared, Placed extends Answer>(
  z: ZObject,
  bundle: Pick<Bundle, 'authData' | 'meta'>,
  window: Window,
  order: Order<Prepared, Placed>,
): Promise<(Placed | Answer) & { already_ordered: boolean }> {
  // Starts the run's clock, so that the time the cache takes counts.
  remainingTime(z);
  const cache = new AccountCache(z, bundle);
  if (window === 'off') return placeUnprotected(z, cache, order);
  const entries = await orFail(async () => new OrderEntries(z, cache, await order.identify(cache)));
  try {
    const previous = await orFail(() => entries.reserve(window));
    if (!previous || !isWithin(previous, window)) {
      return await placeAndRecord(order, window, entries, () => entries.release(previous));
    }
    if (!previous.answer) throw mayBeOrdered(previous, bundle.meta?.timezone);
    return { ...previous.answer, already_ordered: true };
  } finally {
    await entries.releaseClaim();
  }
}

/** Without protection the order is recorded for other steps if the cache answers, and placed in any case. */
async function placeUnprotected<Prepared, Placed extends Answer>(
  z: ZObject,
  cache: AccountCache,
  order: Order<Prepared, Placed>,
): Promise<Placed & { already_ordered: boolean }> {
  const identity = await order.identify(cache).catch((error: unknown) => {
    z.console.error('An order without protection could not be identified for later steps.', error);
  });
  const entries = identity === undefined ? undefined : new OrderEntries(z, cache, identity);
  return placeAndRecord(order, 'off', entries);
}

async function placeAndRecord<Prepared, Placed extends Answer>(
  { prepare, place }: Order<Prepared, Placed>,
  window: Window,
  entries: OrderEntries | undefined,
  onNotOrdered?: () => Promise<void>,
): Promise<Placed & { already_ordered: boolean }> {
  const prepared = await prepare().catch(async (error: unknown) => {
    await onNotOrdered?.();
    throw error;
  });
  let placed: Placed;
  try {
    placed = await place(prepared);
  } catch (error) {
    const failure = getFailure(error);
    if (failure?.outcome === 'refused') {
      await onNotOrdered?.();
      throw appendToMessage(error, 'Nothing was ordered.');
    }
    await entries?.record({ unconfirmed: true });
    throw failure ? notConfirmed(failure.status, window) : error;
  }
  await entries?.record({ answer: placed });
  return { ...placed, already_ordered: false };
}

/** @throws a user-facing error if the cache does not answer */
async function orFail<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (getFailure(error)) throw error;
    throw requestError(
      'Nothing was ordered: Zapier’s duplicate check is unavailable right now. Run the step again.',
      { outcome: 'refused', code: 'cache_unavailable' },
    );
  }
}

const isWithin = ({ at }: Entry, window: Window): boolean => Date.now() - at < windows[window] * 1000;

/** A run has ended after this time (ms), with or without an answer. */
const longestRun = 30_000;
/** Seconds after which a claim is free again if its run was ended. */
const claimLifetime = 40;
/** How long a step waits for another run's order (ms), and how often it looks. */
const longestWait = 10_000;
const lookInterval = 400;
/** What a run needs (ms) to order after waiting, or to say that it waited in vain. */
const spareTime = 6_000;

class OrderEntries {
  readonly #z: ZObject;
  readonly #cache: AccountCache;
  readonly #entryKey: string;
  readonly #claimKey: string;
  readonly #run = randomUUID();
  #began = Date.now();
  #hasClaim = false;

  constructor(z: ZObject, cache: AccountCache, identity: unknown) {
    const id = hashOf(identity);
    this.#z = z;
    this.#cache = cache;
    this.#entryKey = `order:${id}`;
    this.#claimKey = `claim:${id}`;
  }

  /** Claims the entry and marks the order as begun. @returns the entry before, which stays if it is within the window */
  async reserve(window: Window): Promise<Entry | undefined> {
    this.#hasClaim = await this.#waitForClaim(window);
    const previous = await this.#latest();
    if (previous && isWithin(previous, window)) return previous;
    if (!this.#hasClaim) throw stillOrdering();
    await this.#replaceExpired(previous);
    return previous;
  }

  /** Records the outcome of the order. A failure must not hide that the order exists. */
  async record(outcome: Pick<Entry, 'answer' | 'unconfirmed'>): Promise<void> {
    await this.#attempt('The outcome of an order could not be recorded for later steps.', () =>
      this.#write({ run: this.#run, at: this.#began, ...outcome }),
    );
  }

  /** Puts back the entry of an earlier order, which still counts for steps with a longer window. */
  async release(previous: Entry | undefined): Promise<void> {
    await this.#attempt('The reservation of a refused order could not be released.', () =>
      this.#putBack(previous),
    );
  }

  async releaseClaim(): Promise<void> {
    if (!this.#hasClaim) return;
    await this.#attempt('A claim could not be released; it expires.', () =>
      this.#cache.delete(this.#claimKey),
    );
  }

  /** @returns false if another run still has the claim, or has recorded its order */
  async #waitForClaim(window: Window): Promise<boolean> {
    const waitsSince = performance.now();
    while (!(await this.#cache.writeIfAbsent(this.#claimKey, this.#run, claimLifetime))) {
      const current = await this.#latest();
      if (current && isWithin(current, window) && !isOnItsWay(current)) return false;
      if (performance.now() - waitsSince > longestWait || remainingTime(this.#z) < spareTime) return false;
      await new Promise((resolve) => setTimeout(resolve, lookInterval));
    }
    return true;
  }

  async #replaceExpired(previous: Entry | undefined): Promise<void> {
    this.#began = Date.now();
    try {
      await this.#write({ run: this.#run, at: this.#began });
    } catch (error) {
      await this.release(previous);
      throw error;
    }
  }

  async #putBack(previous: Entry | undefined): Promise<void> {
    const current = await this.#latest();
    // A step without protection has ordered meanwhile.
    if (current && current.run !== this.#run) return;
    if (previous) await this.#write(previous);
    else await this.#cache.delete(this.#entryKey);
  }

  async #latest(): Promise<Entry | undefined> {
    const found = await this.#cache.read(this.#entryKey);
    const [latest] = found
      .map((value) => zod.parse(entrySchema, value))
      .sort((one, other) => other.at - one.at);
    return latest;
  }

  #write(entry: Entry): Promise<void> {
    return this.#cache.write(this.#entryKey, entry, windows.week - (Date.now() - entry.at) / 1000);
  }

  async #attempt(complaint: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#z.console.error(complaint, error);
    }
  }
}

const isOnItsWay = ({ at, answer, unconfirmed }: Entry): boolean =>
  !answer && !unconfirmed && Date.now() - at < longestRun;

const notConfirmed = (status: number | undefined, window: Window): Error =>
  requestError(
    `The letter service did not confirm the order${status ? ` (${status})` : ''}, so it may or may not have been placed. Check your orders at the letter service first. ${
      window === 'off'
        ? 'Run the step again only if the order is missing.'
        : `This step does not place the same order again before the time under ${duplicateWindowField.label} is over. ${wayOut}`
    }`,
    { outcome: 'unknown', code: 'order_not_confirmed', status },
  );

const mayBeOrdered = ({ at }: Entry, timeZone: string | null | undefined): Error =>
  requestError(
    `Nothing was ordered. An earlier attempt to order the same letters, on ${formatTime(at, timeZone)}, was never confirmed, so that order may exist. Check your orders at the letter service. ${wayOut}`,
    { outcome: 'refused', code: 'order_not_confirmed' },
  );

/** How to order in spite of the entry. The page it names is docs/duplicate_letters.md. */
const wayOut = `If the order is missing, set ${duplicateWindowField.label} to "${duplicateWindowField.choices.off}" and run the step once. See “When could a letter be sent twice?” in the documentation.`;

const stillOrdering = (): Error =>
  requestError(
    'Nothing was ordered: another step is ordering the same letters right now. Run the step again in a minute.',
    { outcome: 'refused', code: 'order_in_progress' },
  );

/** @returns the time as the user's clock shows it, such as "Mar 12, 2026, 10:00 AM EDT" */
function formatTime(time: number, timeZone: string | null | undefined): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone: zone,
    }).format(time);
  try {
    return format(timeZone ?? 'UTC');
  } catch {
    return format('UTC');
  }
}

const hashOf = (identity: unknown): string =>
  createHash('sha256').update(JSON.stringify(identity, normalizeForHash)).digest('hex');

/** Treats spellings that look the same on paper as one. */
const normalizeForHash = (key: string, value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  if (key === 'color') return value.replace('#', '').toLowerCase();
  return value.normalize('NFC').replace(/\r\n?/g, '\n').trimEnd();
};
