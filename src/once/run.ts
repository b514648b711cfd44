/**
 * The entries of one ordering run in Zapier's cache. docs/decisions/order-deduplication.md says why they are written in this sequence:
 * the row in the index, the people left out, the mark before the order, and the end. None is ever replaced.
 */
import { hash, randomBytes } from 'node:crypto';
import * as zod from 'zod/mini';
import { outOfTimeError } from '../api/errors.ts';
import { remainingTime } from '../api/run_time.ts';
import { type Cache, cacheFailure } from '../cache.ts';
import { tryOrLog } from '../failure.ts';
import { normalizePrinted, type People } from '../person/identity.ts';
import { isPlainObject } from '../text/values.ts';
import type { Earlier } from './decide.ts';
import { keys, type LeftOutEntry, longestLookBack, type OrderEntry, ownOrder, rowSchema } from './entries.ts';
import { addRow, dropRows, type Index, indexKey, readIndex } from './indexes.ts';
import { storeMembers } from './known_lists.ts';
import { hashColumns, look } from './look.ts';

/** Time (ms) that must remain for a run to announce itself, so that it can still place its order. */
const minTimeToOrder = 5_000;
/** Seconds in which a run may order after it announced itself. Zapier ends a run after 30. */
const longestRun = 40;

export class Run {
  readonly people: People;
  readonly id = randomBytes(6).toString('base64url');
  readonly #cache: Cache;
  readonly #print: string;
  readonly #key: string;
  #index: Index | undefined;
  /** True once the run's row may have been written. */
  #mayHaveRow = false;
  /** Where the row is, and the rows of the runs that announced themselves before this one. Undefined if this run is not announced. */
  #announced: Awaited<ReturnType<typeof addRow>> | undefined;
  #order: OrderEntry;
  /** The runs that certainly ordered nothing, and those that need no row once this run has its order. */
  #empty: readonly string[] = [];
  #covered: readonly string[] = [];

  /** @param print what is printed: the ID of a saved order, or contents with the hash of each file */
  constructor(cache: Cache, print: unknown, people: People, eventId: string | undefined) {
    this.people = people;
    this.#cache = cache;
    this.#print = hash('sha256', JSON.stringify([print, eventId ?? null], normalizeValue));
    this.#key = indexKey(this.#print, people);
    const { columns } = people;
    this.#order = {
      phase: 'unconfirmed',
      at: 0,
      result: {},
      leftOut: false,
      columns: columns && [...columns],
    };
  }

  /** The run's ID, if it left people out. */
  get leftOutBy(): string | undefined {
    return this.#order.leftOut ? this.id : undefined;
  }

  get #isLetter(): boolean {
    return this.people.members.length === 1;
  }

  /** Returns earlier letters to the same person. None for several people. Other runs cannot see this one yet, so it must not order. */
  async lookForLetter(): Promise<readonly Earlier[]> {
    if (!this.#isLetter) return [];
    this.#index = await readIndex(this.#cache, this.#key);
    const { rows } = this.#index;
    return rows.some(([, people]) => people === this.people.id) ? this.look({ skipsLists: true }, rows) : [];
  }

  /** Lets other runs find this one. @throws if Zapier refuses the write, or too little time is left to order */
  async announce(): Promise<void> {
    if (remainingTime(this.#cache.z) < minTimeToOrder)
      throw outOfTimeError({ verb: 'place', object: 'the order', scopes: [] });
    await storeMembers(this.#cache, this.people);
    await this.#addRow();
  }

  async #addRow(): Promise<void> {
    const { id, columns } = this.people;
    const index = this.#index ?? (await readIndex(this.#cache, this.#key));
    const mayOrderUntil = Math.ceil(Date.now() / 1000) + longestRun;
    this.#mayHaveRow = true;
    this.#announced = await addRow(this.#cache, this.#key, index, [
      this.id,
      id,
      hashColumns(columns),
      mayOrderUntil,
    ]);
  }

  /** Returns the orders of other runs to some of the people, and the runs that may place one, as {@link look} does. */
  async look(
    options: Parameters<typeof look>[4],
    rows: Parameters<typeof look>[3] = this.#announced?.before,
  ): Promise<readonly Earlier[]> {
    const { orders, empty, covered } = await look(this.#cache, this.#print, this.people, rows, options);
    this.#empty = empty;
    this.#covered = covered;
    return orders;
  }

  /**
   * Waits until the other runs have placed their orders or ended.
   * @returns false if they take too long. Also if this run is for one person and another is for a list, which may be waiting for this run.
   */
  async waitFor(runs: readonly Earlier[]): Promise<boolean> {
    if (this.#isLetter && runs.some(({ isList }) => isList)) return false;
    return this.#cache.poll(async () => {
      const ends = await Promise.all(runs.map(({ run }) => this.#cache.read(keys.end(run))));
      return ends.every((end, index) => end !== undefined || Date.now() >= (runs[index]?.at ?? 0));
    });
  }

  /** Stores for another three months which orders reached the people whom this run leaves out. */
  async leaveOut(reached: ReadonlyMap<string, Earlier>): Promise<void> {
    const orders = new Map<string, LeftOutEntry['orders'][number]>();
    const reachedBy = this.people.members.map((person) => {
      const earlier = reached.get(person);
      if (!earlier) return String.fromCharCode(ownOrder);
      const order: LeftOutEntry['orders'][number] = [String(earlier.result.order_id), earlier.at];
      const key = JSON.stringify(order);
      orders.set(key, order);
      return String.fromCharCode(ownOrder + 1 + [...orders.keys()].indexOf(key));
    });
    const value: LeftOutEntry = { reachedBy: reachedBy.join(''), orders: [...orders.values()] };
    await this.#cache.storeOnce(keys.leftOut(this.id), value, longestLookBack);
    this.#order.leftOut = true;
  }

  /** Marks the order as one that may exist, before it is sent. @throws if it must not be sent, because other runs may not find it */
  async mark(list: OrderEntry['list'], result: OrderEntry['result']): Promise<void> {
    const row = zod.safeParse(
      rowSchema,
      await this.#cache.read(`${this.#key}:${this.#announced?.position}`),
    ).data;
    if (row?.[0] !== this.id) throw cacheFailure('Zapier has lost the entry of this run.');
    this.#order = { ...this.#order, at: Date.now(), result, list };
    await this.#cache.storeOnce(keys.mark(this.id), this.#order, longestLookBack);
  }

  /** Records how the run ended, and leaves rows that no longer matter out of the copies of the index. */
  async end(phase: OrderEntry['phase'], result = this.#order.result): Promise<void> {
    const cache = this.#cache;
    const mayOrder = phase === 'placed' || phase === 'unconfirmed';
    if (!this.#mayHaveRow && !mayOrder) return;
    const order = { ...this.#order, phase, result, at: this.#order.at || Date.now() };
    const isStored = await tryOrLog(
      cache.z,
      mayOrder
        ? `The order${result.order_id ? ` ${result.order_id}` : ''} could not be recorded, so a later step may order the same letters again, or say that this order was never confirmed.`
        : 'Nothing was ordered, but the duplicate check could not record that. A later step with the same letters may stop; it then says how to order them.',
      async () => {
        await cache.storeOnce(keys.end(this.id), order, longestLookBack, { isCleanUp: true });
        if (phase === 'placed')
          await cache.storeOnce(keys.orderId(String(result.order_id)), this.id, longestLookBack, {
            isCleanUp: true,
          });
        // If the duplicate check is off, the run orders even if it could not be announced.
        if (!this.#announced && mayOrder) await this.#addRow();
        return true;
      },
    );
    const isCovering = isStored && (phase === 'placed' || phase === 'renewed');
    const isEmpty = isStored && phase === 'refused' && !order.leftOut;
    const dropped = [...this.#empty, ...(isCovering ? this.#covered : []), ...(isEmpty ? [this.id] : [])];
    const { position } = this.#announced ?? {};
    if (position !== undefined && dropped.length > 0)
      await tryOrLog(cache.z, 'The index of the duplicate check could not be shortened.', () =>
        dropRows(cache, this.#key, dropped, position),
      );
  }
}

/** Makes values equal if they print the same, in whatever order their keys are. Keeps leading spaces, which shift printed text. */
const normalizeValue = (key: string, value: unknown): unknown => {
  if (isPlainObject(value)) {
    const entries = Object.entries(value).filter(([, inner]) => inner !== null);
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  }
  if (typeof value !== 'string') return value;
  return key === 'color' ? value.replace('#', '').toLowerCase() : normalizePrinted(value).trimEnd();
};
