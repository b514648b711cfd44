/**
 * Tries every way in which the runs of a scenario can take turns and fail, within a number of faults and of switches between runs.
 * A call that a run makes is a point where another run may go on, where the call may fail, and where the run may end.
 */
import { hash } from 'node:crypto';
import { type Fault, type Names, Run } from './run.ts';
import type { Step, World } from './world.ts';

export interface Limits {
  /** How many calls fail, or runs end early. */
  faults: number;
  /** Whether only orders fail, and no other calls. */
  onlyOrders?: boolean;
  /** Whether Zapier only answers as if a copy of an index was not stored. */
  onlyCopies?: boolean;
  /** How often a run goes on while another one could. It costs nothing if that one waits or has ended. */
  switches: number;
  /** Whether calls that a run makes at the same time are answered in the opposite order. */
  newestFirst?: boolean;
}

/** What happens next: the run, or the late call of the run, that goes on, and how its call fails. */
interface Choice {
  run: number;
  isLate?: boolean;
  /** Whether the late call is left for the time after the history. */
  isLeft?: boolean;
  fault?: Fault | undefined;
}

/** A history that has ended. */
export interface History {
  world: World;
  story: string[];
}

export interface Counts {
  histories: number;
  states: number;
}

/**
 * @param world where every history begins; it is not changed
 * @param steps run at the same time
 * @param check called with each history that ended differently from all before
 */
export async function explore(
  world: World,
  steps: readonly Step[],
  limits: Limits,
  check: (history: History) => Promise<void>,
): Promise<Counts> {
  const seen = new Set<string>();
  const ends = new Set<string>();
  const open: number[][] = [[]];
  const counts = { histories: 0, states: 0 };
  const keys = new Map<string, number>();
  let executions = 0;
  for (let path = open.pop(); path; path = open.pop()) {
    const history = new Execution(world, steps, limits, new HistoryNames(world, keys, executions));
    executions += 1;
    await history.start();
    for (let depth = 0; ; depth += 1) {
      const choices = history.choices();
      if (choices.length === 0) {
        counts.histories += 1;
        const end = history.describeEnd();
        if (!ends.has(end)) {
          ends.add(end);
          await check(history);
        }
        break;
      }
      let index = path[depth];
      if (index === undefined) {
        const state = history.describe();
        if (seen.has(state)) break;
        seen.add(state);
        index = 0;
        const before = path.slice();
        for (let other = choices.length - 1; other > 0; other -= 1) open.push([...before, other]);
        path.push(0);
      }
      const choice = choices[index];
      if (!choice) throw new Error('The same choices led to another history.');
      await history.follow(choice);
    }
  }
  counts.states = seen.size;
  return counts;
}

class Execution implements History {
  readonly world: World;
  readonly story: string[] = [];
  readonly #runs: Run[];
  readonly #left: Limits;
  #last = -1;
  /** By run, how much had happened when it last fell asleep. */
  readonly #asleepSince = new Map<number, number>();
  #happened = 0;
  readonly #names: HistoryNames;

  constructor(world: World, steps: readonly Step[], limits: Limits, names: HistoryNames) {
    this.world = world.copy();
    this.#left = { ...limits };
    this.#names = names;
    this.#runs = steps.map((step) => new Run(this.world, step, step.name, this.story, names.of(step.name)));
  }

  async start(): Promise<void> {
    for (const run of this.#runs) {
      run.answersNewest = this.#left.newestFirst === true;
      await run.start();
    }
  }

  /** Returns what may happen next, first what happens if nothing fails and no run is interrupted. */
  choices(): Choice[] {
    const isReady = (run: Run) => run.calls.length > 0;
    const ready = this.#runs.flatMap((run, index) => (isReady(run) ? [index] : []));
    const asleep = this.#runs.flatMap((run, index) => (run.isAsleep ? [index] : []));
    const late = this.#runs.flatMap((run, index) => (run.late.length > 0 ? [index] : []));
    const goesOn = ready.includes(this.#last);
    const maySwitch = !goesOn || this.#left.switches > 0;
    const others = maySwitch ? ready.filter((index) => index !== this.#last) : [];
    const awake = goesOn ? [this.#last, ...others] : others;
    const wakes = awake.length === 0 || (goesOn && maySwitch && this.#left.switches > 0) ? asleep : [];
    return [
      ...awake.map((run) => ({ run })),
      ...wakes.map((run) => ({ run })),
      ...(maySwitch ? late.map((run) => ({ run, isLate: true })) : []),
      ...(ready.length + asleep.length === 0 ? late.map((run) => ({ run, isLate: true, isLeft: true })) : []),
      ...awake.flatMap((run) =>
        this.#left.faults > 0 ? this.#faultsOf(this.#runs[run]).map((fault) => ({ run, fault })) : [],
      ),
    ];
  }

  #faultsOf(run: Run | undefined): readonly Fault[] {
    if (this.#left.onlyCopies) return run?.next?.readsCopy ? ['empty'] : [];
    const mayFail = run?.next && (run.isOrdering || !this.#left.onlyOrders);
    return mayFail ? run.next.faults : [];
  }

  async follow({ run: index, isLate, isLeft, fault }: Choice): Promise<void> {
    const run = this.#runs[index];
    if (!run) throw new RangeError('There is no such run.');
    const last = this.#runs[this.#last];
    const isSwitch = (index !== this.#last || isLate) && last !== undefined && last.calls.length > 0;
    if (isSwitch) this.#left.switches -= 1;
    if (fault) this.#left.faults -= 1;
    if (isLeft) run.leaveLate();
    else if (isLate) run.doLate();
    else if (run.isAsleep) await run.wake(this.#asleepSince.get(index) === this.#happened);
    else await run.answer(fault);
    if (!isLate) this.#last = index;
    if (run.isAsleep) this.#asleepSince.set(index, this.#happened);
    else this.#happened += 1;
  }

  /** Identifies the state: histories with the same one go on alike. */
  describe(): string {
    const runs = this.#runs.map((run) => [
      run.knowledge,
      run.calls.map(({ label, faults }) => `${label} ${faults.length}`),
      run.isAsleep && this.#asleepSince.get(this.#runs.indexOf(run)) === this.#happened,
      [run.late.length, this.world.late.length],
      run.report.outcome?.how,
    ]);
    return this.#hash([runs, this.#last, this.#left, this.#describeWorld()]);
  }

  /** Identifies what the runs left behind. */
  describeEnd(): string {
    return this.#hash([
      this.#runs.map(({ report }) => report),
      this.#describeWorld(),
      this.world.late.length,
    ]);
  }

  #describeWorld(): unknown {
    const seconds = Math.floor(this.world.now / 1000);
    const entries = [...this.world.cache].filter(([, { expires }]) => expires > this.world.now);
    const cache = entries
      .map(([key, { value, expires }]) => [this.#names.key(key), value, Math.floor(expires / 1000)])
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
    return [seconds, cache, this.world.orders.map(({ id }) => id)];
  }

  /** Times count by their order, and to the second. */
  #hash(state: unknown): string {
    const text = this.#names.text(JSON.stringify(state));
    const times = [...new Set(text.match(/\b\d{13}\b/g))].sort();
    const told = text.replace(/\b\d{13}\b/g, (time) => `${time.slice(0, 10)}#${times.indexOf(time)}`);
    return hash('sha1', told, 'base64');
  }
}

/** A UUID, or a string of eight characters in JSON, or in JSON as a value of JSON, that is no word. */
const random =
  /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|(?<=")(?![A-Z]?[a-z_]{7,8}\b)[\w-]{8}(?=\\?")/g;

/** Names what is random after the run that used it first. What is there before the history, or in several histories, keeps its name. */
class HistoryNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  /** The number of the first history with each key. */
  readonly #keys: Map<string, number>;
  readonly #history: number;

  constructor(before: World, keys: Map<string, number>, history: number) {
    this.#keys = keys;
    this.#history = history;
    for (const [key, { value }] of before.cache) {
      this.#names.set(key, key);
      for (const [text] of value.matchAll(random)) this.#names.set(text, text);
    }
  }

  of(run: string): Names {
    return { text: (text) => this.text(text, run), key: (key) => this.key(key, run) };
  }

  text(text: string, run = ''): string {
    return text.replace(random, (one) => this.#name(one, run));
  }

  key(key: string, run = ''): string {
    const first = this.#keys.get(key) ?? this.#history;
    this.#keys.set(key, first);
    const name = this.#name(key, run);
    return first === this.#history ? name : key.slice(0, 9);
  }

  #name(text: string, run: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const count = (this.#counts.get(run) ?? 0) + 1;
    this.#counts.set(run, count);
    const name = `${run}#${count}`;
    this.#names.set(text, name);
    return name;
  }
}
