/** Zapier's cache, the letter service and the time of one history, as plain data that a history can be continued from more than once. */
import * as zod from 'zod';

/** A step of a Zap that orders the letter, or makes a list for one. */
export interface Step {
  /** Names its runs. */
  name: string;
  key:
    | 'send_letter'
    | 'send_letters'
    | 'resend_saved_order'
    | 'create_order'
    | 'repeat_order'
    | 'create_list';
  people: readonly string[];
  window: 'off' | 'hour' | 'day' | 'week' | 'quarter';
  /** Whether it leaves out those who already got the letter, instead of stopping. */
  leavesOut?: boolean;
  eventId?: string;
  /** Further columns or merge fields, with the same value for everyone. */
  values?: Readonly<Record<string, string>>;
  /** Prints its people as a standardized address writes them. */
  isCorrected?: boolean;
  /** The saved order. Default: the same one for all steps. */
  letter?: string;
  /** Whether the user enters the ID of the last order, whose answer was lost. */
  finds?: boolean;
  /** What the user enters in Found Order ID. */
  found?: string;
  /** The name of the step that made its list. Without one, Repeat Order With New File writes to the whole mailing list. */
  madeBy?: string;
}

/** An order at the service. */
export interface Order {
  id: string;
  at: number;
  people: readonly string[];
  list: string;
}

export type Outcome =
  | { how: 'succeeded'; result: Readonly<Record<string, unknown>> }
  | { how: 'failed'; message: string; isRepeated: boolean }
  | { how: 'killed' };

/** What really happened in a run, which the step may not know. */
export interface Report {
  name: string;
  step: Step;
  start: number;
  /** Until the run ends, undefined. */
  outcome?: Outcome;
  end?: number;
  orders: Order[];
  /** What the service answered to the order: unknown if the answer was lost. */
  answer?: 'placed' | 'rejected' | 'unknown';
  /** Whether the run has tried to mark its order as sent. */
  isMarked: boolean;
  /** Whether the mark may stay although nothing was ordered, because Zapier failed to remove it. */
  keepsMark: boolean;
  /** Whether a call of the cache failed after the order. */
  failedAfter: boolean;
  /** Whether the run has logged that something could not be remembered. */
  hasLogged: boolean;
}

interface Entry {
  /** JSON. */
  value: string;
  expires: number;
}

const copySchema = zod.object({ next: zod.number() });

/** Whether the entry is a copy of an index. */
export const isCopy = (value: string | undefined): boolean => value?.startsWith('{"next":') === true;

export class World {
  /** Milliseconds since 1970. */
  now: number;
  readonly cache: Map<string, Entry>;
  readonly lists: Map<string, readonly string[]>;
  readonly reports: Report[];
  /** Writes of the cache that are done after the history. */
  readonly late: ((world: World) => void)[];
  /** Whether Zapier refuses to store copies of an index. */
  refusesCopies = false;

  constructor({
    now = Date.parse('2026-03-12T12:00:00Z'),
    cache = new Map(),
    lists = new Map(),
    reports = [],
    late = [],
  }: Partial<Pick<World, 'now' | 'cache' | 'lists' | 'reports' | 'late'>> = {}) {
    this.now = now;
    this.cache = cache;
    this.lists = lists;
    this.reports = reports;
    this.late = late;
  }

  /** Nothing but the reports changes in place. */
  copy(): World {
    const reports = this.reports.map((report) => ({ ...report, orders: [...report.orders] }));
    const { now, cache, lists, late } = this;
    const copy = new World({ now, cache: new Map(cache), lists: new Map(lists), reports, late: [...late] });
    copy.refusesCopies = this.refusesCopies;
    return copy;
  }

  get orders(): Order[] {
    return this.reports.flatMap(({ orders }) => orders);
  }

  count(matches: (value: string) => boolean): number {
    return [...this.cache.values()].filter(({ value }) => matches(value)).length;
  }

  /** Loses entries, as Zapier may. @param count how many of them, the first written first */
  evict(matches: (value: string) => boolean, count = Number.POSITIVE_INFINITY): void {
    const lost = [...this.cache].filter(([, { value }]) => matches(value)).slice(0, count);
    for (const [key] of lost) this.cache.delete(key);
  }

  /** Loses one or both of the copies of each index: those with the most rows before them. */
  evictCopies(count: 1 | 2): void {
    const copies = [...this.cache].filter(([, { value }]) => isCopy(value));
    const positions = copies
      .map(([, { value }]) => copySchema.parse(JSON.parse(value)).next)
      .sort((one, other) => other - one);
    const least = positions[count - 1] ?? 0;
    for (const [key, { value }] of copies)
      if (copySchema.parse(JSON.parse(value)).next >= least) this.cache.delete(key);
  }

  /** Returns the stored JSON, or undefined. */
  read(key: string): string | undefined {
    const entry = this.cache.get(key);
    return entry && entry.expires > this.now ? entry.value : undefined;
  }

  /** @returns false if there is a value and `nx` is set */
  write(key: string, value: string, seconds: number, nx = false): boolean {
    if (nx && this.read(key) !== undefined) return false;
    if (this.refusesCopies && isCopy(value)) return false;
    this.cache.set(key, { value, expires: this.now + seconds * 1000 });
    return true;
  }
}
