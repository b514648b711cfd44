/**
 * The sandbox's clock. It follows the machine's clock, is frozen, or is advanced; then everything that falls due on the way
 * happens in order. What is due now happens at once, even while the clock is frozen.
 */
import type { Database } from './database.ts';
import { storageProblem } from './storage_problem.ts';

/** Performs a task that is due. */
export type TaskHandler = (id: string) => Promise<void> | void;

interface ClockState {
  frozen: boolean;
  /** Milliseconds since 1970 while frozen, else the offset from the machine's clock. */
  value: number;
}

/** Maximum number of tasks in progress. */
const maxConcurrent = 128;

/** Queries for due tasks only once this many can start, so that there are fewer queries. */
const batch = 32;

/** When tasks are started again that could not be started because the disk is full (ms). */
const retryInterval = 5000;

/** The longest timer (ms). */
const longestSleep = 86_400_000;

export class Clock {
  readonly #database: Database;
  readonly #tasks = new Map<string, TaskHandler>();
  #inProgress = 0;
  /** Called when more tasks can start, or when none is in progress. */
  #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #state: ClockState;
  #closed = false;
  #advancing = false;
  #isStartPlanned = false;
  /** Makes changes of the time run one after the other. */
  #changes: Promise<void> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
    this.#state = database.get<ClockState>('meta', 'clock') ?? { frozen: false, value: 0 };
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.#state.frozen ? this.#state.value : Date.now() + this.#state.value;
  }

  /** Whether the clock is being advanced. */
  get isAdvancing(): boolean {
    return this.#advancing;
  }

  get frozen(): boolean {
    return this.#state.frozen;
  }

  /** ISO 8601 with a time zone, as in webhooks. */
  get iso(): string {
    return new Date(this.now).toISOString();
  }

  /** ISO 8601 without a time zone, as in an order's timeline. */
  get local(): string {
    return formatLocalTime(this.now);
  }

  /** Registers the handler of a task, which may be due since an earlier process. */
  on(task: string, handler: TaskHandler): void {
    this.#tasks.set(task, handler);
    this.#startSoon();
  }

  /** Schedules a task for a time (ms since 1970). A task that is already due starts after the caller returns. */
  at(time: number, task: string, id: string): void {
    this.#database.schedule(time, task, id);
    this.#startSoon();
  }

  forget(task: string, id: string): void {
    this.#database.unschedule(task, id);
  }

  /** Freezes the clock at a time. What falls due until then happens first. A time in the past undoes nothing. */
  freeze(at: number): Promise<void> {
    return this.#change(async () => {
      if (at > this.now) await this.#advanceTo(at);
      this.#set({ frozen: true, value: at });
    });
  }

  /** Unfreezes the clock. */
  run(): Promise<void> {
    return this.#change(async () => {
      if (this.frozen) this.#set({ frozen: false, value: this.now - Date.now() });
    });
  }

  /** Advances the clock. Resolves when everything that falls due on the way has happened. */
  advance(milliseconds: number): Promise<void> {
    return this.#change(async () => {
      const { frozen } = this.#state;
      const until = this.now + milliseconds;
      await this.#advanceTo(until);
      this.#set(frozen ? { frozen, value: until } : { frozen, value: until - Date.now() });
    });
  }

  /** Resolves when everything that is due is done. */
  async settled(): Promise<void> {
    this.#startDue();
    while (this.#inProgress > 0) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      this.#startDue();
    }
  }

  /** Returns to the machine's time. */
  reset(): void {
    this.#set({ frozen: false, value: 0 });
  }

  /** Starts no more tasks. Does not wait for those in progress. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #change(work: () => Promise<void>): Promise<void> {
    const change = this.#changes.then(work);
    this.#changes = change.catch(() => {
      // The caller of this change gets the error. The next change starts from the current time.
    });
    return change;
  }

  /** Moves from one due time to the next and freezes at each until everything due is done. */
  async #advanceTo(until: number): Promise<void> {
    this.#advancing = true;
    try {
      await this.#advanceThrough(until);
    } finally {
      this.#advancing = false;
    }
  }

  async #advanceThrough(until: number): Promise<void> {
    for (;;) {
      // Not saved: after a crash, only the time at the end of an advance is valid.
      this.#state = { frozen: true, value: this.now };
      await this.settled();
      const next = this.#database.nextDue();
      if (next === undefined || next > until || this.#closed) return;
      this.#state = { frozen: true, value: Math.max(next, this.now) };
    }
  }

  #set(state: ClockState): void {
    this.#state = state;
    this.#database.put('meta', 'clock', state);
    this.#startSoon();
  }

  #startSoon(): void {
    if (this.#isStartPlanned) return;
    this.#isStartPlanned = true;
    setImmediate(() => {
      this.#isStartPlanned = false;
      this.#tryStartDue();
    });
  }

  /** Starts tasks that are due. If the data cannot be saved, tries again later. */
  #tryStartDue(): void {
    try {
      this.#startDue();
    } catch (error) {
      if (storageProblem(error) === undefined) throw error;
      this.#timer = setTimeout(() => this.#tryStartDue(), retryInterval).unref();
    }
  }

  /** Starts tasks that are due, up to the maximum, and sets a timer for the next one. */
  #startDue(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const room = maxConcurrent - this.#inProgress;
    if (room < batch) return;
    for (const { task, id } of this.#database.takeDue(this.now, room)) {
      this.#inProgress += 1;
      void this.#perform(task, id);
    }
    if (this.frozen || this.#inProgress === maxConcurrent) return;
    const next = this.#database.nextDue();
    if (next === undefined) return;
    this.#timer = setTimeout(() => this.#tryStartDue(), Math.min(Math.max(next - this.now, 0), longestSleep));
    this.#timer.unref();
  }

  async #perform(task: string, id: string): Promise<void> {
    try {
      await this.#tasks.get(task)?.(id);
    } catch (error) {
      if (!this.#closed) process.stderr.write(`${task} of ${id} failed: ${String(error)}\n`);
    }
    this.#inProgress -= 1;
    if (this.#inProgress > 0 && maxConcurrent - this.#inProgress < batch) return;
    for (const go of this.#waiting.splice(0)) go();
    this.#startSoon();
  }
}

/** Returns a time (ms since 1970) in ISO 8601 without a zone. */
export const formatLocalTime = (time: number): string => new Date(time).toISOString().slice(0, 19);

const units: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };

/** Returns the milliseconds of a duration such as `3d2h`, or `undefined` if it is invalid or longer than a century. */
export function parseDuration(text: string): number | undefined {
  if (!/^(?:\d+[dhms])+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, count, unit = ''] of text.matchAll(/(\d+)([dhms])/g))
    sum += Number(count) * (units[unit] ?? 0);
  return sum <= 36_525 * 86_400_000 ? sum : undefined;
}

/** Returns the milliseconds since 1970 of an ISO 8601 time, by default in UTC, or `undefined` if it is invalid. */
export function parseIsoTime(text: string): number | undefined {
  const form = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(
    text,
  );
  if (!form) return undefined;
  const [, date, time = '00:00', zone = 'Z'] = form;
  const milliseconds = Date.parse(`${date}T${time}${zone}`);
  const midnight = Date.parse(`${date}T00:00Z`);
  // Date.parse reads February 30 as a day in March.
  const isRealDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().slice(0, 10) === date;
  return Number.isNaN(milliseconds) || !isRealDay ? undefined : milliseconds;
}
