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

/** As many tasks are under way side by side. */
const sideBySide = 128;

/** Tasks are taken up when there is room for as many, so that each look at the list is worth its while. */
const batch = 32;

/** No timer sleeps longer than this (ms); the clock looks again then. */
const longestSleep = 86_400_000;

export class Clock {
  readonly #database: Database;
  readonly #tasks = new Map<string, Task>();
  #underWay = 0;
  /** Told when there is room for more, or nothing left under way. */
  #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #state: ClockState;
  #closed = false;
  #advancing = false;
  #looking = false;
  /** Changes of the time, one after the other. */
  #changes: Promise<void> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
    this.#state = database.get<ClockState>('meta', 'clock') ?? { frozen: false, value: 0 };
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.#state.frozen ? this.#state.value : Date.now() + this.#state.value;
  }

  /** Whether the time is being moved on. */
  get isAdvancing(): boolean {
    return this.#advancing;
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
    return formatLocalTime(this.now);
  }

  on(task: string, work: Task): void {
    this.#tasks.set(task, work);
  }

  /** Has a task done at a time (ms since 1970); what is due already is begun as soon as the caller is done. */
  at(time: number, task: string, id: string): void {
    this.#database.schedule(time, task, id);
    this.#lookSoon();
  }

  forget(task: string, id: string): void {
    this.#database.unschedule(task, id);
  }

  /** Stops the time there. What falls due until then happens first; a time in the past undoes nothing. */
  freeze(at: number): Promise<void> {
    return this.#change(async () => {
      if (at > this.now) await this.#walk(at);
      this.#set({ frozen: true, value: at });
    });
  }

  /** Lets the time go on from where it is. */
  run(): Promise<void> {
    return this.#change(async () => {
      if (this.frozen) this.#set({ frozen: false, value: this.now - Date.now() });
    });
  }

  /** Moves the time on; what falls due on the way has happened, each thing at its time, when the promise resolves. */
  advance(milliseconds: number): Promise<void> {
    return this.#change(async () => {
      const { frozen } = this.#state;
      const until = this.now + milliseconds;
      await this.#walk(until);
      this.#set(frozen ? { frozen, value: until } : { frozen, value: until - Date.now() });
    });
  }

  /** Waits until nothing that is due is left to do. */
  async settled(): Promise<void> {
    this.#look();
    while (this.#underWay > 0) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      this.#look();
    }
  }

  /** Back to the machine's time. */
  reset(): void {
    this.#set({ frozen: false, value: 0 });
  }

  /** Begins nothing more, and waits for nothing. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #change(work: () => Promise<void>): Promise<void> {
    const change = this.#changes.then(work);
    this.#changes = change.catch(() => {
      // Who asked for this change is told; the next one starts from where the clock is.
    });
    return change;
  }

  /** From one due moment to the next. The clock stands still at each until everything is done. */
  async #walk(until: number): Promise<void> {
    this.#advancing = true;
    try {
      await this.#walkTo(until);
    } finally {
      this.#advancing = false;
    }
  }

  async #walkTo(until: number): Promise<void> {
    for (;;) {
      // Not written down: only where the walk ends is a time to come back to.
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
    this.#lookSoon();
  }

  #lookSoon(): void {
    if (this.#looking) return;
    this.#looking = true;
    setImmediate(() => {
      this.#looking = false;
      this.#look();
    });
  }

  /** Begins what is due, as far as there is room, and sets the alarm for what comes next. */
  #look(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const room = sideBySide - this.#underWay;
    if (room < batch) return;
    for (const { task, id } of this.#database.takeDue(this.now, room)) {
      this.#underWay += 1;
      void this.#perform(task, id);
    }
    if (this.frozen || this.#underWay === sideBySide) return;
    const next = this.#database.nextDue();
    if (next === undefined) return;
    this.#timer = setTimeout(() => this.#look(), Math.min(Math.max(next - this.now, 0), longestSleep));
    this.#timer.unref();
  }

  async #perform(task: string, id: string): Promise<void> {
    try {
      await this.#tasks.get(task)?.(id);
    } catch (error) {
      if (!this.#closed) process.stderr.write(`${task} of ${id} failed: ${String(error)}\n`);
    }
    this.#underWay -= 1;
    if (this.#underWay > 0 && sideBySide - this.#underWay < batch) return;
    for (const go of this.#waiting.splice(0)) go();
    this.#lookSoon();
  }
}

/** Returns a time (ms since 1970) in ISO 8601 without a zone. */
export const formatLocalTime = (time: number): string => new Date(time).toISOString().slice(0, 19);

const units: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };

/** Milliseconds of a duration such as `3d2h`, a century at most; nothing when it is none. */
export function duration(text: string): number | undefined {
  if (!/^(?:\d+[dhms])+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, count, unit = ''] of text.matchAll(/(\d+)([dhms])/g))
    sum += Number(count) * (units[unit] ?? 0);
  return sum <= 36_525 * 86_400_000 ? sum : undefined;
}

/** Milliseconds since 1970 of an ISO 8601 time; one without a zone is meant in UTC. Nothing when it is none. */
export function isoTime(text: string): number | undefined {
  const form = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(
    text,
  );
  if (!form) return undefined;
  const [, date, time = '00:00', zone = 'Z'] = form;
  const milliseconds = Date.parse(`${date}T${time}${zone}`);
  const midnight = Date.parse(`${date}T00:00Z`);
  // The 30th of February is read as a day in March.
  const isRealDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().slice(0, 10) === date;
  return Number.isNaN(milliseconds) || !isRealDay ? undefined : milliseconds;
}
