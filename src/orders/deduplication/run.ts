/**
 * What one run that orders stores in Zapier's cache.
 *
 * A run first announces itself: it stores that it is running, who its people are, and a row in the indexes of its print. Only then does
 * it look for others, so of two runs at the same moment at least one finds the other. Just before it sends the order, it marks it as
 * one that may exist. What it stores is its own, so no run can hide another one's order. A run that ordered nothing removes it.
 */
import { randomBytes } from 'node:crypto';
import { outOfTimeError } from '../../api/errors.ts';
import type { Cache } from '../../cache.ts';
import { attempt } from '../../failure.ts';
import type { People } from '../../recipients/identity.ts';
import { remainingTime } from '../../run_time.ts';
import { longestLookBack } from '../order_options.ts';
import type { Earlier } from './decide.ts';
import { keys, type OrderEntry, ownOrder, type Row } from './entries.ts';
import { changeRows, findIndexes, letterKey, readRows } from './indexes.ts';
import { look, readState } from './look.ts';
import { storeMembers } from './people.ts';

/** Time (ms) that a run needs from its announcement to its order. */
const minTimeToOrder = 5_000;
/** Seconds after which a run that was ended no longer counts as running. Zapier ends a run after 30. */
const runLifetime = 40;

export class Run {
  readonly people: People;
  readonly #id = randomBytes(6).toString('base64url');
  readonly #cache: Cache;
  readonly #print: string;
  readonly #indexes: ReturnType<typeof findIndexes>;
  /** The rows of the runs that were announced before this one. */
  #before: readonly Row[] | undefined;
  #order: OrderEntry = { phase: 'unconfirmed', at: 0, result: {}, leftOut: false };
  /** Runs whose rows are not needed once this run is announced (letters) or recorded (lists). */
  #obsolete: readonly string[] = [];
  #isRunning = false;
  #isMarked = false;
  #isCertain = false;

  /** @param hasEvent whether the print has an Event ID */
  constructor(cache: Cache, print: string, people: People, hasEvent: boolean) {
    this.#cache = cache;
    this.#print = print;
    this.people = people;
    this.#indexes = findIndexes(print, people, hasEvent);
  }

  /** The run's ID, if it left people out. */
  get leftOutBy(): string | undefined {
    return this.#order.leftOut ? this.#id : undefined;
  }

  get isAnnounced(): boolean {
    return this.#before !== undefined;
  }

  /** Returns true if there may be an earlier letter to the person. Of a list, this is known only when it is announced. */
  async isKnown(): Promise<boolean> {
    const { id, members } = this.people;
    if (members.length > 1) return false;
    return (await readRows(this.#cache, letterKey(this.#print, id))).length > 0;
  }

  /** Lets other runs find this one. @throws if Zapier refuses it, or there is too little time to order */
  async announce(): Promise<void> {
    if (remainingTime(this.#cache.z) < minTimeToOrder)
      throw outOfTimeError({ verb: 'place', object: 'the order', scopes: [] });
    this.#isRunning = true;
    await this.#cache.write(keys.running(this.#id), true, runLifetime);
    this.#before = await this.#addRow(this.people);
  }

  /** Stores what the letter prints for the people, which is known only when it was ordered. */
  async rememberPrinted(printed: readonly string[]): Promise<void> {
    await attempt(
      this.#cache.z,
      'The duplicate check could not save what the letter prints, so a change in another column makes new letters.',
      () => this.#addRow({ ...this.people, printed }),
    );
  }

  async #addRow(people: People): Promise<readonly Row[]> {
    await storeMembers(this.#cache, people);
    const isLetter = people.members.length === 1;
    const printed = (isLetter && people.printed) || [];
    return changeRows(this.#cache, this.#indexes, this.#id, (rows, { lifetime }) => [
      [this.#id, people.id, Math.ceil(Date.now() / 1000) + lifetime, ...printed],
      ...rows.filter(([run]) => run !== this.#id && !(isLetter && this.#obsolete.includes(run))),
    ]);
  }

  /** Returns what is remembered of other runs with some of the people. */
  async look(options: { skipsReached: boolean }): Promise<readonly Earlier[]> {
    const { orders, obsolete } = await look(this.#cache, this.#print, this.people, {
      before: this.#before,
      ...options,
    });
    this.#obsolete = obsolete;
    return orders;
  }

  /**
   * Waits until the other runs have ordered or ended.
   * @returns false if they take too long, or if one may wait for this run: a letter to one person gives way to a list
   */
  async waitFor(runs: readonly Earlier[]): Promise<boolean> {
    const givesWay =
      this.isAnnounced && this.people.members.length === 1 && runs.some(({ isList }) => isList);
    if (givesWay) return false;
    return this.#cache.poll(async () => {
      const states = await Promise.all(runs.map(({ run }) => readState(this.#cache, run)));
      return !states.some(({ isPreparing }) => isPreparing);
    });
  }

  /** Remembers for another three months which orders reached the people whom this run leaves out. */
  async leaveOut(reached: ReadonlyMap<string, Earlier>): Promise<void> {
    const orders = [...new Set(reached.values())];
    const positions = new Map(orders.map((order, index) => [order, index + 1]));
    const reachedBy = this.people.members.map((person) => {
      const order = reached.get(person);
      return String.fromCharCode(ownOrder + ((order && positions.get(order)) ?? 0));
    });
    const value = {
      reachedBy: reachedBy.join(''),
      orders: orders.map(({ result, at }) => [String(result.order_id), at]),
    };
    await this.#cache.write(keys.leftOut(this.#id), value, longestLookBack);
    this.#order.leftOut = true;
  }

  /** Marks the order as one that may exist. @throws if it must not be sent, because other runs may not know of it */
  async mark(): Promise<void> {
    this.#order.at = Date.now();
    this.#isMarked = true;
    await this.#write();
    const isRunning = (await this.#cache.read(keys.running(this.#id))) !== undefined;
    if (!isRunning) throw new Error('Zapier has lost that this run is ordering.');
  }

  /** Records what came of the order. */
  async record(phase: OrderEntry['phase'], result: OrderEntry['result'] = {}): Promise<void> {
    Object.assign(this.#order, { phase, result, at: this.#order.at || Date.now() });
    await attempt(
      this.#cache.z,
      `The order ${result.order_id ?? ''} could not be recorded, so a later step may not recognize its letters or not know that the order was confirmed.`,
      async () => {
        await this.#cache.write(keys.order(this.#id), this.#order, longestLookBack, { isCleanUp: true });
        // Without the duplicate check, the run orders although it could not be announced.
        if (!this.isAnnounced) this.#before = await this.#addRow(this.people);
        this.#isCertain = phase !== 'unconfirmed';
      },
    );
  }

  /** Removes what is no longer needed. @param isOrdered false if certainly nothing was ordered */
  async end(isOrdered: boolean): Promise<void> {
    const { z } = this.#cache;
    if (!isOrdered && this.#isMarked)
      await attempt(
        z,
        'The mark of an order that was not placed could not be removed, so a later step with the same letters may not order them.',
        () => this.#cache.delete(keys.order(this.#id)),
      );
    const removed = new Set(this.#isCertain ? this.#obsolete : isOrdered ? [] : [this.#id]);
    await attempt(z, 'An entry of the duplicate check could not be removed; it expires.', async () => {
      // A run that has recorded its order does not count as running.
      if (this.#isRunning && !this.#isCertain) await this.#cache.delete(keys.running(this.#id));
      // The next letter to the person removes the row of this one.
      if (this.isAnnounced && this.people.members.length > 1 && removed.size > 0)
        await changeRows(this.#cache, this.#indexes, this.#id, (rows) =>
          rows.filter(([run]) => !removed.has(run)),
        );
    });
  }

  #write(): Promise<void> {
    return this.#cache.write(keys.order(this.#id), this.#order, longestLookBack);
  }
}
