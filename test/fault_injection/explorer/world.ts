/** Zapier's cache, the letter service and the time of one history, as plain data that a history can be continued from more than once. */

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

export class World {
  /** Milliseconds since 1970. */
  now: number;
  readonly cache: Map<string, Entry>;
  readonly lists: Map<string, readonly string[]>;
  readonly reports: Report[];

  constructor({
    now = Date.parse('2026-03-12T12:00:00Z'),
    cache = new Map(),
    lists = new Map(),
    reports = [],
  }: Partial<Pick<World, 'now' | 'cache' | 'lists' | 'reports'>> = {}) {
    this.now = now;
    this.cache = cache;
    this.lists = lists;
    this.reports = reports;
  }

  /** Nothing but the reports changes in place. */
  copy(): World {
    const reports = this.reports.map((report) => ({ ...report, orders: [...report.orders] }));
    return new World({ now: this.now, cache: new Map(this.cache), lists: new Map(this.lists), reports });
  }

  get orders(): Order[] {
    return this.reports.flatMap(({ orders }) => orders);
  }

  /** Returns the stored JSON, or undefined. */
  read(key: string): string | undefined {
    const entry = this.cache.get(key);
    return entry && entry.expires > this.now ? entry.value : undefined;
  }

  /** @returns false if there is a value and `nx` is set */
  write(key: string, value: string, seconds: number, nx = false): boolean {
    if (nx && this.read(key) !== undefined) return false;
    this.cache.set(key, { value, expires: this.now + seconds * 1000 });
    return true;
  }
}
