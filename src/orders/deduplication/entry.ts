/**
 * The entry of an order in Zapier's cache, kept for a week. It is written just before the order is sent, so an order that was only
 * being prepared never blocks a letter. While a run prepares and sends the order, it holds a claim under a separate key, so that only
 * one of several runs with the same letters orders. A claim expires if its run is ended.
 */
import { randomUUID } from 'node:crypto';
import * as zod from 'zod/mini';
import type { Cache } from '../../cache.ts';
import { attempt } from '../../failure.ts';
import { remainingTime } from '../../run_time.ts';
import { longestWindow } from '../order_options.ts';

const entrySchema = zod.object({
  /**
   * `sent`: the order may exist. Either its run is waiting for the response, or the response was lost.
   * `placed`: the service has confirmed the order.
   * `claimed`: a run is about to send the order. It is not stored here: its claim is.
   */
  phase: zod.enum(['claimed', 'sent', 'placed']),
  /** The run that wrote it. */
  run: zod.string(),
  /** When the order was sent, in milliseconds since 1970. */
  at: zod.number(),
  /** Of a placed order: what a later step with the same letters returns. */
  result: zod._default(zod.record(zod.string(), zod.unknown()), {}),
});

export type Entry = zod.output<typeof entrySchema>;

const claimed = (): Entry => ({ phase: 'claimed', run: '', at: Date.now(), result: {} });

/** Whether an entry counts for a step that looks back so many seconds. */
export const isWithin = ({ at }: { at: number }, seconds: number): boolean =>
  Date.now() - at < seconds * 1000;

/** @param print @param people identify what is printed, and who gets it */
const entryKey = (print: string, people: string): string => `order:${print}:${people}`;

/** @throws if the entry is unusable */
async function readEntry(
  cache: Cache,
  key: string,
  options = { isCleanUp: false },
): Promise<Entry | undefined> {
  const found = await cache.read(key, options);
  return found === undefined ? undefined : zod.parse(entrySchema, found);
}

/** Returns the entry of an order to other people. */
export async function readOther(cache: Cache, print: string, people: string): Promise<Entry | undefined> {
  const key = entryKey(print, people);
  const entry = await readEntry(cache, key);
  if (entry?.phase === 'placed') return entry;
  if ((await cache.readClaim(key)) !== undefined) return claimed();
  // The run may have placed the order and released its claim since the entry was read.
  return readEntry(cache, key);
}

/** Time (ms) that a run needs from its claim to its order. */
const minTimeToOrder = 5_000;

/** One order of this run. */
export class OrderEntry {
  readonly #cache: Cache;
  readonly #key: string;
  readonly #run = randomUUID();
  #at = Date.now();
  /** The entry before this run's. */
  #previous: Entry | undefined;
  #hasClaim = false;

  /** @param print @param people identify what is printed, and who gets it */
  constructor(cache: Cache, print: string, people: string) {
    this.#cache = cache;
    this.#key = entryKey(print, people);
  }

  /**
   * Claims the entry, or waits until the run that holds the claim has placed the order, for ten seconds at most. A claim whose run
   * was ended expires after 40 (`cache.ts`).
   * @returns the entry of an earlier order within the last `seconds`, or a claimed one if another run keeps the claim
   */
  async claim(seconds: number): Promise<Entry | undefined> {
    const counts = (entry: Entry | undefined) => entry !== undefined && isWithin(entry, seconds);
    // If the run ends before Zapier stores the claim, the claim blocks the letters until it expires.
    if (remainingTime(this.#cache.z) < minTimeToOrder) throw new Error('Too little time is left to order.');
    this.#hasClaim = await this.#cache.claim(this.#key, this.#run, async () => {
      const entry = await this.#read();
      return entry?.phase === 'placed' && counts(entry);
    });
    this.#previous = await this.#read();
    if (this.#previous?.phase === 'placed' && counts(this.#previous)) return this.#previous;
    if (!this.#hasClaim) return claimed();
    return counts(this.#previous) ? this.#previous : undefined;
  }

  /** Another run's release that was repeated on its way can take this run's claim away. A third run may have ordered since. */
  async #takeClaimAgain(): Promise<boolean> {
    return (
      (await this.#cache.takeClaim(this.#key, this.#run)) && (await this.#read())?.run === this.#previous?.run
    );
  }

  /** Marks the order as sent. @throws if the mark may not be written, or the claim is lost; the order must not be sent then */
  async markSent(): Promise<void> {
    const holder = await this.#cache.readClaim(this.#key);
    if (holder !== this.#run) this.#hasClaim = holder === undefined && (await this.#takeClaimAgain());
    if (!this.#hasClaim) throw new Error('The claim of the order is lost.');
    this.#at = Date.now();
    try {
      await this.#write({ phase: 'sent', result: {} });
    } catch (error) {
      // The write may have reached the cache although its response was lost.
      await this.restorePrevious();
      throw error;
    }
  }

  /** Records a response that was lost, for an order that was not marked. */
  async recordUnconfirmed(): Promise<void> {
    await attempt(
      this.#cache.z,
      'An order that the letter service did not confirm could not be recorded, so a later step may not recognize its letters.',
      () => this.#write({ phase: 'sent', result: {} }),
    );
  }

  /** Records the order. A failure must not hide that the order exists. */
  async markPlaced(result: Entry['result']): Promise<void> {
    await attempt(
      this.#cache.z,
      `The order ${result.order_id} could not be recorded, so a later step may not recognize its letters or not know that the order was confirmed.`,
      () => this.#write({ phase: 'placed', result }),
    );
  }

  /** Puts back the entry of an earlier order, which still counts for steps that look further back. */
  async restorePrevious(): Promise<void> {
    await attempt(
      this.#cache.z,
      'The mark of an order that was not placed could not be removed, so a later step with the same letters may not order them.',
      async () => {
        const current = await readEntry(this.#cache, this.#key, { isCleanUp: true });
        // A step without the duplicate check has ordered meanwhile.
        if (current && current.run !== this.#run) return;
        if (this.#previous) await this.#write(this.#previous, { isCleanUp: true });
        else await this.#cache.delete(this.#key);
      },
    );
  }

  async releaseClaim(): Promise<void> {
    if (this.#hasClaim) await this.#cache.release(this.#key);
  }

  #read(): Promise<Entry | undefined> {
    return readEntry(this.#cache, this.#key);
  }

  /** @param entry an earlier entry, or what to record for this run */
  #write(
    entry: Pick<Entry, 'phase' | 'result'> & Partial<Entry>,
    { isCleanUp } = { isCleanUp: entry.phase === 'placed' },
  ): Promise<void> {
    const whole = { run: this.#run, at: this.#at, ...entry };
    const secondsLeft = longestWindow - (Date.now() - whole.at) / 1000;
    return this.#cache.write(this.#key, whole, secondsLeft, { isCleanUp });
  }
}
