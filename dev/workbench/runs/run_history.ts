/** The latest runs of one Zap, executed one after the other. */
import type { ZapRun } from '../protocol.ts';

const maxRuns = 100;

export class RunHistory {
  /** Newest first. */
  readonly runs: ZapRun[] = [];
  readonly #onChange: (change: 'added' | 'updated') => void;
  #queue: Promise<void> = Promise.resolve();

  constructor(onChange: (change: 'added' | 'updated') => void) {
    this.#onChange = onChange;
  }

  add(run: ZapRun): void {
    this.runs.unshift(run);
    this.runs.length = Math.min(this.runs.length, maxRuns);
    this.#onChange('added');
  }

  remove(run: ZapRun): void {
    const index = this.runs.indexOf(run);
    if (index >= 0) this.runs.splice(index, 1);
  }

  /** Reports that a run has progressed. */
  notifyProgress(): void {
    this.#onChange('updated');
  }

  /** Executes the work after that of all earlier runs. @param work - must not throw */
  enqueue(work: () => Promise<void>): void {
    const previous = this.#queue;
    this.#queue = (async () => {
      await previous;
      await work();
      this.#onChange('updated');
    })();
  }

  /** Waits until everything in the queue is done. */
  settled(): Promise<void> {
    return this.#queue;
  }
}
