/** An operation's `lock`: runs with the same key wait for each other. */
import { limitKey, type PlannedRun } from './limit_key.ts';

export class Locks {
  readonly #held = new Map<string, Promise<unknown>>();

  /** Does the work while holding the operation's lock, if it has one. */
  async hold<Result>(run: PlannedRun, work: () => Promise<Result>): Promise<Result> {
    const { lock } = run.operation.operation;
    if (!lock) return work();
    const key = limitKey(run, lock.key, lock.scope ?? []);
    const previous = this.#held.get(key);
    const current = (async () => {
      await previous?.catch(() => {});
      return work();
    })();
    this.#held.set(key, current);
    try {
      return await current;
    } finally {
      if (this.#held.get(key) === current) this.#held.delete(key);
    }
  }
}
