/** Reserves one order in Zapier's cache. The order has an entry, and a claim that only one step at a time can hold. */
import { randomUUID } from 'node:crypto';
import type { AccountCache } from '../../account_cache.ts';
import { attempt } from '../../attempt.ts';
import { toText } from '../../inputs.ts';
import { claimLifetime, takeClaim } from './claim.ts';
import type { Window } from './duplicate_check.ts';
import { orderInProgressError } from './errors.ts';
import {
  type Entry,
  entryKey,
  isInProgress,
  isWithin,
  type OrderResponse,
  readEntry,
  secondsLeft,
  writeResponse,
} from './order_entry.ts';

/** How often (ms) a step looks whether another run's order is placed. */
const pollInterval = 400;

export class OrderReservation {
  readonly #cache: AccountCache;
  readonly #entryKey: string;
  readonly #claimKey: string;
  readonly #run = randomUUID();
  #began = Date.now();
  #hasClaim = false;

  /** @param print @param people identify what is printed, and who gets it */
  constructor(cache: AccountCache, print: string, people: string) {
    this.#cache = cache;
    this.#entryKey = entryKey(print, people);
    this.#claimKey = `claim:${this.#entryKey}`;
  }

  /** Claims the entry, and starts a new one unless the previous one is within the window. @returns the previous entry */
  async reserve(window: Window): Promise<Entry | undefined> {
    this.#hasClaim = await takeClaim(this.#cache.z, {
      take: () => this.#cache.writeIfAbsent(this.#claimKey, this.#run, claimLifetime),
      interval: pollInterval,
      isObsolete: async () => {
        const current = await this.#latest();
        return current !== undefined && isWithin(current, window) && !isInProgress(current);
      },
    });
    const previous = await this.#latest();
    if (previous && isWithin(previous, window)) return previous;
    if (!this.#hasClaim) throw orderInProgressError();
    await this.#replaceExpired(previous);
    return previous;
  }

  /** Records the order and the service's response. A failure must not hide that the order exists. */
  async recordOrder(response: OrderResponse): Promise<void> {
    const id = toText(response.id);
    await attempt(
      this.#cache.z,
      `The order ${id} could not be recorded completely, so a later step may not recognize its letters or not know that the order was confirmed.`,
      () => this.#write({ run: this.#run, at: this.#began, order: id }),
    );
    await attempt(
      this.#cache.z,
      `The response to the order ${id} could not be stored, so a later step with the same letters returns only its ID.`,
      () => writeResponse(this.#cache, this.#run, response),
    );
  }

  async recordUnconfirmed(): Promise<void> {
    await attempt(
      this.#cache.z,
      'An order that the letter service did not confirm could not be recorded completely, so a later step may not recognize its letters.',
      () => this.#write({ run: this.#run, at: this.#began, unconfirmed: true }),
    );
  }

  /** Puts back the entry of an earlier order, which still counts for steps with a longer window. */
  async release(previous: Entry | undefined): Promise<void> {
    await attempt(
      this.#cache.z,
      'The reservation of a refused order could not be released, so a later step with the same letters may not order them.',
      () => this.#putBack(previous),
    );
  }

  async releaseClaim(): Promise<void> {
    if (!this.#hasClaim) return;
    await attempt(this.#cache.z, 'A claim could not be released; it expires.', () =>
      this.#cache.delete(this.#claimKey),
    );
  }

  async #replaceExpired(previous: Entry | undefined): Promise<void> {
    this.#began = Date.now();
    const entry = { run: this.#run, at: this.#began };
    try {
      await this.#cache.writeAll(this.#entryKey, entry, secondsLeft(entry));
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

  #latest(): Promise<Entry | undefined> {
    return readEntry(this.#cache, this.#entryKey);
  }

  #write(entry: Entry): Promise<void> {
    return this.#cache.write(this.#entryKey, entry, secondsLeft(entry));
  }
}
