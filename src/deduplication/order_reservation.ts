/** Reserves one order in Zapier's cache: its entry, and the claim that only one step at a time holds. */
import { randomUUID } from 'node:crypto';
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { requestError } from '../api/failure.ts';
import { remainingTime } from '../api/run_time.ts';
import type { AccountCache } from './account_cache.ts';
import { type Window, windows } from './duplicate_window.ts';

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

export type Entry = zod.output<typeof entrySchema>;

export const isWithin = ({ at }: Entry, window: Window): boolean => Date.now() - at < windows[window] * 1000;

/** A run has ended after this time (ms), with or without an answer. */
const longestRun = 30_000;
/** Seconds after which a claim is free again if its run was ended. */
const claimLifetime = 40;
/** How long a step waits for another run's order (ms), and how often it looks. */
const longestWait = 10_000;
const lookInterval = 400;
/** What a run needs (ms) to order after waiting, or to say that it waited in vain. */
const spareTime = 6_000;

export class OrderReservation {
  readonly #z: ZObject;
  readonly #cache: AccountCache;
  readonly #entryKey: string;
  readonly #claimKey: string;
  readonly #run = randomUUID();
  #began = Date.now();
  #hasClaim = false;

  /** @param id the hash of what is printed and who gets it */
  constructor(z: ZObject, cache: AccountCache, id: string) {
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

const stillOrdering = (): Error =>
  requestError(
    'Nothing was ordered: another step is ordering the same letters right now. Run the step again in a minute.',
    { outcome: 'refused', code: 'order_in_progress' },
  );
