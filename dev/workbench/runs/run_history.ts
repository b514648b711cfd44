/** The latest runs of one Zap. They run side by side, as at Zapier. */
import type { ZapRun } from '../protocol.ts';

const maxRuns = 100;

export class RunHistory {
  /** Newest first. */
  readonly runs: ZapRun[] = [];
  readonly #onChange: () => void;
  readonly #active = new Set<Promise<void>>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  add(run: ZapRun): void {
    this.runs.unshift(run);
    this.runs.length = Math.min(this.runs.length, maxRuns);
    this.#onChange();
  }

  remove(run: ZapRun): void {
    const index = this.runs.indexOf(run);
    if (index >= 0) this.runs.splice(index, 1);
  }

  /** Reports that a run has progressed. */
  notifyProgress(): void {
    this.#onChange();
  }

  /** Starts work that `settled` waits for. @param work - must not throw */
  start(work: () => Promise<void>): void {
    const active = work().then(() => {
      this.#active.delete(active);
      this.#onChange();
    });
    this.#active.add(active);
  }

  /** Waits until all work that has started is done. */
  async settled(): Promise<void> {
    while (this.#active.size > 0) await Promise.all(this.#active);
  }
}
