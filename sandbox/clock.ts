/**
 * The sandbox's time: it runs with the machine's, stands still, or is advanced. Whatever falls due on the way happens, in
 * order. What is due now happens at once, also while the clock stands still.
 */
import type { Database } from './database.ts';

/** Does one task that fell due; it may take until a webhook's target has answered. */
export type Task = (id: string) => Promise<void> | void;

interface ClockState {
  frozen: boolean;
  /** Milliseconds since 1970 while frozen, else the distance from the machine's clock. */
  value: number;
}

/** As many tasks of one moment are done side by side. */
const sideBySide = 64;

export class Clock {
  readonly #database: Database;
  readonly #tasks = new Map<string, Task>();
  readonly #underWay = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #state: ClockState;

  constructor(database: Database) {
    this.#database = database;
    this.#state = database.get<ClockState>('meta', 'clock') ?? {
      frozen: false,
      value: 0,
    };
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.#state.frozen ? this.#state.value : Date.now() + this.#state.value;
  }

  get frozen(): boolean {
    return this.#state.frozen;
  }

  /** ISO 8601 with zone, as webhooks carry it. */
  get iso(): string {
    return new Date(this.now).toISOString();
  }

  /** ISO 8601 without zone, as an order's timeline carries it (part 2). */
  get local(): string {
    return this.iso.slice(0, 19);
  }

  on(task: string, work: Task): void {
    this.#tasks.set(task, work);
  }

  /** Has a task done after so many milliseconds; with 0 at once, without waiting for it. */
  after(delay: number, task: string, id: string): void {
    this.#database.schedule(this.now + delay, task, id);
    if (delay <= 0) queueMicrotask(() => this.#doDue());
    this.#wake();
  }

  freeze(at: number): void {
    this.#set({ frozen: true, value: at });
    this.#doDue();
  }

  run(): void {
    this.#set({ frozen: false, value: this.now - Date.now() });
    this.#doDue();
  }

  /** Moves the time on; what falls due on the way has happened, each thing at its time, when the promise resolves. */
  async advance(milliseconds: number): Promise<void> {
    const until = this.now + milliseconds;
    const { frozen } = this.#state;
    this.#set({ frozen: true, value: this.now });
    for (;;) {
      await this.settled();
      const due = this.#database.takeDue(until);
      if (!due) break;
      this.#set({ frozen: true, value: Math.max(due.at, this.now) });
      for (let at = 0; at < due.tasks.length; at += sideBySide) {
        await Promise.all(due.tasks.slice(at, at + sideBySide).map((task) => this.#perform(task)));
      }
    }
    this.#set(frozen ? { frozen: true, value: until } : { frozen: false, value: until - Date.now() });
  }

  /** Waits for what is under way at this moment. */
  async settled(): Promise<void> {
    this.#doDue();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  reset(): void {
    this.#set({ frozen: false, value: 0 });
  }

  /** Takes the task list up again, after a start with data from an earlier run for instance. */
  resume(): void {
    this.#doDue();
    this.#wake();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #set(state: ClockState): void {
    this.#state = state;
    this.#database.put('meta', 'clock', state);
    this.#wake();
  }

  #doDue(): void {
    if (this.#closed) return;
    for (let due = this.#database.takeDue(this.now); due; due = this.#database.takeDue(this.now)) {
      for (const task of due.tasks) {
        const work = this.#perform(task).finally(() => this.#underWay.delete(work));
        this.#underWay.add(work);
      }
    }
  }

  async #perform({ task, id }: { task: string; id: string }): Promise<void> {
    await this.#tasks.get(task)?.(id);
  }

  /** While the clock runs, wakes up for the next task; timers cannot sleep longer than some weeks. */
  #wake(): void {
    clearTimeout(this.#timer);
    if (this.#state.frozen || this.#closed) return;
    const next = this.#database.nextDue();
    if (next === undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#doDue();
        this.#wake();
      },
      Math.min(Math.max(next - this.now, 0), 86_400_000),
    );
    this.#timer.unref();
  }
}

/** Milliseconds of a duration such as `3d2h`; nothing when it is none. */
export function duration(text: string): number | undefined {
  if (!/^(\d+[dhms])+$/.test(text)) return undefined;
  const units: Record<string, number> = {
    d: 86_400_000,
    h: 3_600_000,
    m: 60_000,
    s: 1000,
  };
  let sum = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)([dhms])/g))
    sum += Number(count) * (units[unit ?? ''] ?? 0);
  return Number.isSafeInteger(sum) && sum <= 36_525 * 86_400_000 ? sum : undefined;
}
