/** An operation's `lock`: runs with the same key wait for each other, but not longer than its timeout. */
import { HandlerError } from './errors.ts';
import { limitKey, type PlannedRun } from './limit_key.ts';

/** Seconds for which a run holds a lock that sets no timeout, and the longest that Zapier allows. */
const defaultTimeout = 30;
const maxTimeout = 180;

interface HeldLock {
  /** By the clock of the local Zapier. */
  expires: number;
  /** Resolves when the run has ended or the lock has expired. */
  free: Promise<void>;
  release(): void;
}

export class Locks {
  readonly #now: () => number;
  readonly #whenTaken: 'wait' | 'hold';
  readonly #held = new Map<string, HeldLock>();

  /** @param whenTaken whether a run waits for the lock or fails with a `ThrottledError`, so that it is held */
  constructor(now: () => number, whenTaken: 'wait' | 'hold' = 'wait') {
    this.#now = now;
    this.#whenTaken = whenTaken;
  }

  /** Does the work while holding the operation's lock, if it has one. @throws HandlerError if the run is to be held */
  async hold<Result>(run: PlannedRun, work: () => Promise<Result>): Promise<Result> {
    const { lock } = run.operation.operation;
    if (!lock) return work();
    const key = limitKey(run, lock.key, lock.scope ?? []);
    for (let taken = this.#held.get(key); taken; taken = this.#held.get(key)) {
      if (this.#whenTaken === 'hold') throw takenError(run, taken.expires - this.#now());
      await taken.free;
    }
    const { release } = this.#take(key, Math.min(lock.timeout ?? defaultTimeout, maxTimeout) * 1000);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Lets waiting runs through if the clock has moved past the timeout of a lock. */
  releaseExpired(): void {
    for (const { expires, release } of this.#held.values()) if (expires <= this.#now()) release();
  }

  #take(key: string, milliseconds: number): HeldLock {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => lock.release(), milliseconds).unref();
    const lock: HeldLock = {
      expires: this.#now() + milliseconds,
      free: promise,
      release: () => {
        clearTimeout(timer);
        if (this.#held.get(key) === lock) this.#held.delete(key);
        resolve();
      },
    };
    this.#held.set(key, lock);
    return lock;
  }
}

const takenError = ({ operation }: PlannedRun, milliseconds: number): HandlerError =>
  new HandlerError({
    name: 'ThrottledError',
    message: JSON.stringify({
      message: `Another run of "${operation.display.label}" holds the lock.`,
      delay: Math.ceil(milliseconds / 1000),
    }),
    stack: undefined,
  });
