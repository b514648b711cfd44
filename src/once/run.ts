/**
 * The entries of one ordering run in Zapier's cache. docs/decisions/order-deduplication.md says why they are written in this sequence.
 * A run writes only its own entries. Only an order that a user found is recorded for another run, which has ended.
 */
import { hash, randomBytes } from 'node:crypto';
import * as zod from 'zod/mini';
import { outOfTimeError } from '../api/errors.ts';
import { remainingTime } from '../api/run_time.ts';
import { type Cache, cacheFailure } from '../cache.ts';
import { tryOrLog } from '../failure.ts';
import { normalizePrinted, type People } from '../person/identity.ts';
import { isPlainObject } from '../text/values.ts';
import { type Earlier, longestLookBack } from './decide.ts';
import { keys, type LeftOutEntry, type OrderEntry, orderSchema, ownOrder, type Row } from './entries.ts';
import { changeRows, findIndexes, type Indexes, letterKey, readRows } from './indexes.ts';
import { storeMembers, storePrinted } from './known_lists.ts';
import { look, readState } from './look.ts';

/** Time (ms) that must remain for a run to announce itself, so that it can still place its order. */
const minTimeToOrder = 5_000;
/** Seconds after which a run that Zapier ended no longer counts as running. Zapier ends a run after 30. */
const runLifetime = 40;

export class Run {
  readonly people: People;
  readonly #id = randomBytes(6).toString('base64url');
  readonly #cache: Cache;
  readonly #print: string;
  readonly #indexes: Indexes;
  /** The rows of the runs that announced themselves before this one. */
  #before: readonly Row[] | undefined;
  #order: OrderEntry = { phase: 'unconfirmed', at: 0, result: {}, leftOut: false };
  /** The IDs of runs whose rows are obsolete once this run is announced (letters) or has recorded its order (lists). */
  #obsolete: readonly string[] = [];
  #isRunning = false;

  /** @param print what is printed: the ID of a saved order, or contents with the hash of each file */
  constructor(cache: Cache, print: unknown, people: People, eventId: string | undefined) {
    this.people = people;
    this.#cache = cache;
    this.#print = hash('sha256', JSON.stringify([print, eventId ?? null], normalizeValue));
    this.#indexes = findIndexes(this.#print, people, eventId !== undefined);
  }

  /** The run's ID, if it left people out. */
  get leftOutBy(): string | undefined {
    return this.#order.leftOut ? this.#id : undefined;
  }

  get isAnnounced(): boolean {
    return this.#before !== undefined;
  }

  get #isLetter(): boolean {
    return this.people.members.length === 1;
  }

  /** Returns true if there may be an earlier letter to the person. False for several people: their run is always announced. */
  async mayHaveLetter(): Promise<boolean> {
    const key = letterKey(this.#print, this.people.id);
    return this.#isLetter && (await readRows(this.#cache, key)).length > 0;
  }

  /** Lets other runs find this one. @throws if Zapier refuses the write, or too little time is left to order */
  async announce(): Promise<void> {
    if (remainingTime(this.#cache.z) < minTimeToOrder)
      throw outOfTimeError({ verb: 'place', object: 'the order', scopes: [] });
    this.#isRunning = true;
    await this.#cache.write(keys.running(this.#id), true, runLifetime);
    this.#before = await this.#addRow(this.people);
  }

  /** Stores what the letter prints for the people. Of a new letter, this is known only after its first order. */
  async rememberPrinted(printed: readonly string[] | undefined): Promise<void> {
    const { members, printed: known = members } = this.people;
    if (!printed || printed.join() === known.join()) return;
    await tryOrLog(
      this.#cache.z,
      'The duplicate check could not save what the letter prints, so letters with a change in another column count as new.',
      () => this.#addRow({ ...this.people, printed }),
    );
  }

  /** Adds the run to the indexes, or replaces its row. */
  async #addRow(people: People): Promise<readonly Row[]> {
    await storeMembers(this.#cache, people);
    const printedId = await storePrinted(this.#cache, people);
    const dropped = [this.#id, ...(this.#isLetter ? this.#obsolete : [])];
    return this.#changeRows((rows, lifetime) => [
      [this.#id, people.id, Math.ceil(Date.now() / 1000) + lifetime, ...(printedId ? [printedId] : [])],
      ...rows.filter(([run]) => !dropped.includes(run)),
    ]);
  }

  #changeRows(change: (rows: readonly Row[], lifetime: number) => Row[]): Promise<Row[]> {
    return changeRows(this.#cache, this.#indexes, this.#id, change, this.isAnnounced);
  }

  /** Returns the orders of other runs to some of the people, and the runs that may place one, as {@link look} does. */
  async look(skipsReached: boolean): Promise<readonly Earlier[]> {
    const found = await look(this.#cache, this.#print, this.people, this.#before, skipsReached);
    this.#obsolete = found.obsolete;
    return found.orders;
  }

  /**
   * Waits until the other runs have placed their orders or ended.
   * @returns false if they take too long. Also if this run is for one person and another is for a list, which may be waiting for this run.
   */
  async waitFor(runs: readonly Earlier[]): Promise<boolean> {
    if (this.isAnnounced && this.#isLetter && runs.some(({ isList }) => isList)) return false;
    return this.#cache.poll(async () => {
      const states = await Promise.all(runs.map(({ run }) => readState(this.#cache, run)));
      return !states.some(({ isPreparing }) => isPreparing);
    });
  }

  /** Stores for another three months which orders reached the people whom this run leaves out. */
  async leaveOut(reached: ReadonlyMap<string, Earlier>): Promise<void> {
    const orders = new Map<string, LeftOutEntry['orders'][number]>();
    const reachedBy = this.people.members.map((person) => {
      const earlier = reached.get(person);
      if (!earlier) return String.fromCharCode(ownOrder);
      const { result, at, same } = earlier;
      const order: LeftOutEntry['orders'][number] = [String(result.order_id), at, same.has(person)];
      const key = JSON.stringify(order);
      orders.set(key, order);
      return String.fromCharCode(ownOrder + 1 + [...orders.keys()].indexOf(key));
    });
    const value: LeftOutEntry = { reachedBy: reachedBy.join(''), orders: [...orders.values()] };
    await this.#cache.write(keys.leftOut(this.#id), value, longestLookBack);
    this.#order.leftOut = true;
  }

  /**
   * Marks the order as unconfirmed before it is sent. The first mark expires with the run: if the cache fails before the second one,
   * nothing was sent, and nothing may block the letters.
   * @throws if it must not be sent, because other runs may not find it
   */
  async mark(list: OrderEntry['list']): Promise<void> {
    this.#order = { ...this.#order, at: Date.now(), list };
    await this.#cache.write(keys.order(this.#id), this.#order, runLifetime);
    const isRunning = (await this.#cache.read(keys.running(this.#id))) !== undefined;
    if (!isRunning) throw cacheFailure('unavailable', 'Zapier has lost the entry of this run.');
    await this.#cache.write(keys.order(this.#id), this.#order, longestLookBack);
  }

  /**
   * Records that an unconfirmed order of another run was placed.
   * @returns false if the order is already remembered for another run
   */
  async confirm({ run, at, list }: Earlier, result: OrderEntry['result'] & { order_id: string }) {
    const key = keys.orderId(result.order_id);
    const isNew = await this.#cache.writeIfAbsent(key, run, longestLookBack);
    if (!isNew && (await this.#cache.read(key)) !== run) return false;
    const { leftOut } = zod.parse(orderSchema, await this.#cache.read(keys.order(run)));
    await this.#cache.write(keys.order(run), { phase: 'placed', at, result, leftOut, list }, longestLookBack);
    return true;
  }

  /** Records the outcome of the order, and removes obsolete entries. @param phase undefined if certainly nothing was ordered */
  async end(phase?: OrderEntry['phase'], result: OrderEntry['result'] = {}): Promise<void> {
    const { z } = this.#cache;
    const { at } = this.#order;
    const isStored = await tryOrLog(
      z,
      phase
        ? `The order ${result.order_id ?? ''} could not be recorded, so a later step may not recognize its letters or not know that the order was confirmed.`
        : 'Nothing was ordered, but the duplicate check could not remove its record of the order. A later step with the same letters may stop; it then says how to order them.',
      async () => {
        const key = keys.order(this.#id);
        const order = { ...this.#order, phase, result, at: at || Date.now() };
        if (phase) await this.#cache.write(key, order, longestLookBack, { isCleanUp: true });
        else if (at > 0)
          await this.#cache.delete(key).catch(() =>
            // An entry of a run that ordered nothing blocks no letters.
            this.#cache.write(key, { ...order, phase: 'renewed' }, longestLookBack, { isCleanUp: true }),
          );
        if (phase === 'placed')
          await this.#cache.write(keys.orderId(String(result.order_id)), this.#id, longestLookBack, {
            isCleanUp: true,
          });
        // If the duplicate check is off, the run orders even if it could not be announced.
        if (phase && !this.isAnnounced) this.#before = await this.#addRow(this.people);
        return true;
      },
    );
    const isCertain = isStored === true && phase !== undefined && phase !== 'unconfirmed';
    const removed = isCertain ? this.#obsolete : phase ? [] : [this.#id];
    await tryOrLog(z, 'An entry of the duplicate check could not be removed; it expires.', async () => {
      // A run that has recorded its order does not count as running.
      if (this.#isRunning && !isCertain) await this.#cache.delete(keys.running(this.#id));
      // The row of a letter to one person is removed by the next letter to that person.
      if (this.isAnnounced && !this.#isLetter && removed.length > 0)
        await this.#changeRows((rows) => rows.filter(([run]) => !removed.includes(run)));
    });
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
