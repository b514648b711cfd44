/** The runs of one Zap: the latest of them kept, and done one after the other. */
import type { ZapRun } from '../protocol.ts';

/** How many runs of a Zap are kept. */
const length = 100;

export class History {
  /** Newest first. */
  readonly runs: ZapRun[] = [];
  readonly #tell: (news: 'added' | 'further') => void;
  #work: Promise<void> = Promise.resolve();

  /** @param tell is called when a run has been added, and when one has come further */
  constructor(tell: (news: 'added' | 'further') => void) {
    this.#tell = tell;
  }

  /** Shows the run from now on. */
  add(run: ZapRun): void {
    this.runs.unshift(run);
    this.runs.length = Math.min(this.runs.length, length);
    this.#tell('added');
  }

  /** Says that a run has come further. */
  further(): void {
    this.#tell('further');
  }

  /** Does a run's work when that of all runs before is done. @param work must not throw */
  queue(work: () => Promise<void>): void {
    const before = this.#work;
    this.#work = (async () => {
      await before;
      await work();
      this.further();
    })();
  }

  /** Waits until everything that has been queued is done. */
  settled(): Promise<void> {
    return this.#work;
  }
}
