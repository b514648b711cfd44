/** Reserves one order in Zapier's cache. The order has an entry, and a claim that only one step at a time can hold. */
import { randomUUID } from 'node:crypto';
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import type { AccountCache } from '../../account_cache.ts';
import { remainingTime } from '../../api/run_time.ts';
import { requestError } from '../../failure.ts';
import { isPlainObject, toText } from '../../inputs.ts';
import { type Window, windows } from './duplicate_check.ts';

const entrySchema = zod.object({
  /** The run that wrote it. */
  run: zod.string(),
  /** When the order was started, in milliseconds since 1970. */
  at: zod.number(),
  /** The ID of the order, once the service has confirmed it. */
  order: zod.optional(zod.string()),
  /** The response was lost or unusable, so the order may exist. */
  unconfirmed: zod.optional(zod.boolean()),
});

export type Entry = zod.output<typeof entrySchema>;

/** What the service returned for an order. */
export type Answer = Record<string, unknown>;

export const isWithin = ({ at }: Entry, window: Window): boolean => Date.now() - at < windows[window] * 1000;

/** A run has ended after this time (ms), with or without an answer. */
const maxRunDuration = 30_000;
/** Seconds after which a claim is free again if its run was ended. */
const claimLifetime = 40;
/** How long a step waits for another run's order (ms), and how often it looks. */
const maxWait = 10_000;
const pollInterval = 400;
/** How often Zapier may refuse the claim, and the time (ms) in between. */
const maxRefusals = 3;
const refusalInterval = 50;
/** Time (ms) that must remain after waiting, to place the order or to report that another step is ordering. */
const minTimeAfterWait = 6_000;

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

  /** Claims the entry, and starts a new one unless the previous one is within the window. @returns the previous entry */
  async reserve(window: Window): Promise<Entry | undefined> {
    this.#hasClaim = await this.#waitForClaim(window);
    const previous = await this.#latest();
    if (previous && isWithin(previous, window)) return previous;
    if (!this.#hasClaim) throw orderInProgressError();
    await this.#replaceExpired(previous);
    return previous;
  }

  /** Records the order and the service's response. A failure must not hide that the order exists. */
  async recordOrder(answer: Answer): Promise<void> {
    const id = toText(answer.id);
    await this.#attempt(
      `The order ${id} could not be recorded completely, so a later step may not recognize its letters or not know that the order was confirmed.`,
      () => this.#write({ run: this.#run, at: this.#began, order: id }),
    );
    await this.#attempt(
      `The response to the order ${id} could not be stored, so a later step with the same letters returns only its ID.`,
      () => this.#cache.writeShared(answerKey(this.#run), answer, windows.week),
    );
  }

  async recordUnconfirmed(): Promise<void> {
    await this.#attempt(
      'An order that the letter service did not confirm could not be recorded completely, so a later step may not recognize its letters.',
      () => this.#write({ run: this.#run, at: this.#began, unconfirmed: true }),
    );
  }

  /** Puts back the entry of an earlier order, which still counts for steps with a longer window. */
  async release(previous: Entry | undefined): Promise<void> {
    await this.#attempt(
      'The reservation of a refused order could not be released, so a later step with the same letters may not order them.',
      () => this.#putBack(previous),
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
    for (let refusals = 0; ; ) {
      const outcome = await this.#cache.writeIfAbsent(this.#claimKey, this.#run, claimLifetime);
      if (outcome === 'written') return true;
      const current = await this.#latest();
      if (current && isWithin(current, window) && !isInProgress(current)) return false;
      // One refusal may mean that the other run has just released its claim.
      refusals = outcome === 'refused' ? refusals + 1 : 0;
      if (refusals === maxRefusals) throw new Error('Zapier refused to store a claim.');
      if (performance.now() - waitsSince > maxWait || remainingTime(this.#z) < minTimeAfterWait) return false;
      await new Promise((resolve) =>
        setTimeout(resolve, outcome === 'refused' ? refusalInterval : pollInterval),
      );
    }
  }

  async #replaceExpired(previous: Entry | undefined): Promise<void> {
    this.#began = Date.now();
    const entry = { run: this.#run, at: this.#began };
    try {
      await this.#cache.writeBoth(this.#entryKey, entry, secondsLeft(entry));
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
      // Of the same order, the outcome may be recorded in one place only.
      .sort((one, other) => other.at - one.at || Number(isSettled(other)) - Number(isSettled(one)));
    return latest;
  }

  #write(entry: Entry): Promise<void> {
    return this.#cache.write(this.#entryKey, entry, secondsLeft(entry));
  }

  async #attempt(failureMessage: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#z.console.error(failureMessage, error);
    }
  }
}

const answerKey = (run: string): string => `answer:${run}`;

/** Returns the service's response to the order of this entry, or at least the order's ID. */
export async function readAnswer(cache: AccountCache, { run, order }: Entry): Promise<Answer> {
  const answer = await cache.readShared(answerKey(run));
  return isPlainObject(answer) ? answer : { id: order, order_id: order };
}

const secondsLeft = ({ at }: Entry): number => windows.week - (Date.now() - at) / 1000;

/** Whether it is recorded what became of the order. */
const isSettled = ({ order, unconfirmed }: Entry): boolean => order !== undefined || unconfirmed === true;

const isInProgress = (entry: Entry): boolean => !isSettled(entry) && Date.now() - entry.at < maxRunDuration;

const orderInProgressError = (): Error =>
  requestError(
    'Nothing was ordered: another step is ordering the same letters right now. Run the step again in a minute.',
    { outcome: 'no_effect', code: 'order_in_progress' },
  );
