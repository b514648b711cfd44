/** An operation's `throttle`: at most `limit` runs in each window of `window` seconds. */
import { HandlerError } from './errors.ts';
import { limitKey, type PlannedRun } from './limit_key.ts';

export class Throttle {
  readonly #now: () => number;
  readonly #windows = new Map<string, { start: number; count: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a run. @throws HandlerError named `ThrottledError` if the limit is reached */
  count(run: PlannedRun): void {
    const { throttle } = run.operation.operation;
    if (!throttle) return;
    const { window, limit, scope = ['action', 'account'] } = throttle;
    // Operations with the same configuration share a limit, unless the scope includes `action`.
    const key = `${window}|${limit}|${limitKey(run, throttle.key ?? '', scope)}`;
    const current = this.#windows.get(key);
    const now = this.#now();
    if (!current || now >= current.start + window * 1000) {
      this.#windows.set(key, { start: now, count: 1 });
    } else if (current.count < limit) {
      current.count += 1;
    } else {
      const times = limit === 1 ? 'once' : `${limit} times`;
      const message = `"${run.operation.display.label}" can run only ${times} in ${window} seconds.`;
      const delay = Math.ceil((current.start - now) / 1000 + window);
      throw new HandlerError({
        name: 'ThrottledError',
        message: JSON.stringify({ message, delay }),
        stack: undefined,
      });
    }
  }
}
