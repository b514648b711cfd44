/** Runs the steps of a random plan as Zapier does, again and again, and compares what they report with what was ordered. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Cache, completeBundle, HandlerError, type ProcessPool, Rpc } from '@print-and-mail/zapier';
import * as zod from 'zod';
import type { Network, RunRecord, World } from './network.ts';
import { type Phase, plans, type Step } from './plans.ts';
import { Random } from './random.ts';
import { calm, randomClimate, randomWeather, type Weather } from './weather.ts';

/** What the counts of many histories add up to. */
export interface Counts {
  letters: number;
  runs: number;
  killed: number;
  /** Letters that were ordered more than once. */
  twice: number;
  /** Runs that ordered and say that they did not, or say neither that nor that they may have. */
  denied: number;
  /** Successes without an order. */
  pretended: number;
  /** Letters that were not ordered and stay blocked, because a run or the cache failed after its mark or the answer was lost. */
  blocked: number;
  /** The same without such a reason. */
  blockedForNothing: number;
}

export interface Report {
  counts: Counts;
  /** What must never happen. */
  problems: string[];
  /** The runs with their calls, for a person. */
  story: string[];
}

export interface Surroundings {
  network: Network;
  processes: ProcessPool;
  environment: Record<string, string>;
  earlierOrder: string;
  /** Whether nothing takes long, for `npm test`. */
  isFast: boolean;
}

/** Steps that run one after the other. */
export interface Sequence {
  before: readonly Step[];
  step: Step;
  after: readonly Step[];
}

type Ended = { step: Step; record: RunRecord } & (
  | { how: 'succeeded'; results: Results }
  | { how: 'failed'; error: HandlerError }
  | { how: 'killed' }
);

const resultSchema = zod.looseObject({
  list_id: zod.nullish(zod.string()),
  order_id: zod.nullish(zod.string()),
  already_ordered: zod.optional(zod.boolean()),
  warning: zod.nullish(zod.string()),
});
type Results = zod.output<typeof resultSchema>;

/** Runs of one step before the weather is calm. */
const maxStormyRounds = 4;
const maxRounds = 8;

export class History {
  readonly #at: Surroundings;
  readonly #world: World;
  readonly #made = new Map<Step, { id: string; hasCacheFailed: boolean }>();
  readonly #ended: Ended[] = [];
  readonly #problems: string[] = [];
  readonly #story: string[] = [];
  readonly #counts: Counts = {
    letters: 0,
    runs: 0,
    killed: 0,
    twice: 0,
    denied: 0,
    pretended: 0,
    blocked: 0,
    blockedForNothing: 0,
  };
  #clock = 0;

  constructor(at: Surroundings) {
    this.#at = at;
    const now = () => Date.now() + this.#clock;
    const cache = new Cache(now);
    const rpc = new Rpc({
      cache,
      now,
      presign: () => {
        throw new Error('No file is stored.');
      },
      ownerOf: () => ({ user: 'user-1', connection: 'connection-1' }),
    });
    this.#world = { cache, rpc, lists: new Map(), orders: [], late: new Set() };
  }

  /** Runs a random plan in random weather. */
  static async random(at: Surroundings, seed: number): Promise<Report> {
    const random = new Random(seed);
    const plan = random.pick(Object.keys(plans) as (keyof typeof plans)[]);
    const file = `${at.network.origin}/file.pdf`;
    const phases = plans[plan]({ random, earlierOrder: at.earlierOrder, file });
    const climate = randomClimate(random, at.isFast);
    const history = new History(at);
    history.#tell(`seed ${seed}: ${plan}`);
    const weather = () => randomWeather(random, climate, at.isFast);
    for (const phase of phases) await history.#runPhase(phase, random, weather);
    return history.#finish(phases.flat());
  }

  /** Runs one of the steps in this weather, the earlier ones in calm weather, and all of them once more. */
  static async single(
    at: Surroundings,
    { before, step, after }: Sequence,
    weather: Weather,
  ): Promise<Report> {
    const history = new History(at);
    for (const one of before) await history.#run(one, calm);
    await history.#run(step, weather);
    return history.#finish([...before, step, ...after]);
  }

  /** Runs the steps at the same time, and those that Zapier or a person runs again later. */
  async #runPhase(phase: Phase, random: Random, weather: () => Weather): Promise<void> {
    let open = phase.filter(({ list }) => list === undefined || this.#made.has(list));
    for (let round = 1; open.length > 0 && round <= maxRounds; round += 1) {
      const ended = await Promise.all(
        open.map(async (step) => {
          const first = round > maxStormyRounds ? calm : weather();
          await delay(random.between(0, this.#at.isFast ? 5 : 800));
          const outcome = await this.#run(step, first);
          // Zapier repeats a run once if its process died.
          return outcome.how === 'killed' ? this.#run(step, { ...first, death: undefined }) : outcome;
        }),
      );
      open = ended
        .filter((one) => isHeld(one) || random.chance(one.how === 'succeeded' ? 0.1 : 0.4))
        .map(({ step }) => step);
      await this.#pass(random.pick([30_000, 60_000]));
    }
  }

  /** Lets time pass when nothing runs. Only the cache notices. */
  async #pass(milliseconds: number): Promise<void> {
    await Promise.allSettled(this.#world.late);
    this.#clock += milliseconds;
  }

  async #run(step: Step, weather: Weather): Promise<Ended> {
    const { network, processes, environment } = this.#at;
    const record: RunRecord = {
      token: randomUUID(),
      weather,
      world: this.#world,
      print: step.print,
      calls: [],
      cacheCalls: new Map(),
      hasCacheFailed: false,
      isOver: false,
      wasKilled: false,
      isMarked: false,
    };
    const madeList = step.list && this.#made.get(step.list);
    const inputData = { ...step.inputData, ...(madeList ? { list_id: madeList.id } : {}) };
    this.#counts.runs += 1;
    network.start(record);
    const report = await processes
      .run({
        command: 'execute',
        method: `creates.${step.key}.operation.perform`,
        bundle: completeBundle(
          { inputData },
          { access_token: record.token },
          { timezone: 'America/New_York' },
        ),
        environment,
        token: record.token,
        rpc_base: `${network.origin}/rpc`,
        isDeveloper: false,
      })
      .catch((error: Error) => error);
    network.end(record);
    // The process was killed for its run before this one, a moment too late.
    if (report instanceof Error && record.calls.length === 0) return this.#run(step, weather);
    const ended = this.#read(step, record, report);
    this.#ended.push(ended);
    this.#check(ended);
    return ended;
  }

  #read(step: Step, record: RunRecord, report: Awaited<ReturnType<ProcessPool['run']>> | Error): Ended {
    if (report instanceof Error) {
      this.#counts.killed += 1;
      if (!record.wasKilled) this.#problem(`${step.key} ended without being killed: ${report.message}`);
      return { step, record, how: 'killed' };
    }
    if (report.error) return { step, record, how: 'failed', error: new HandlerError(report.error) };
    const results = resultSchema.parse(report.results);
    if (step.key === 'create_list') this.#noteList(step, record, results);
    return { step, record, how: 'succeeded', results };
  }

  /** Another list with the same people is recognized if the cache stored who is on both. */
  #noteList(step: Step, record: RunRecord, { list_id }: Results): void {
    const known = this.#made.get(step);
    if (!list_id || (known && (known.hasCacheFailed || record.hasCacheFailed))) return;
    this.#made.set(step, { id: list_id, hasCacheFailed: record.hasCacheFailed });
  }

  /** Compares what one run says with what it ordered. */
  #check(ended: Ended): void {
    const { step, record } = ended;
    const { orders } = this.#world;
    const own = orders.filter(({ run }) => run === record);
    const said = describe(ended);
    this.#tell(
      `${step.key} (${step.people.join(', ')}): ${said}`,
      ...record.calls.map((call) => `    ${call}`),
    );
    if (ended.how === 'killed' || step.key === 'create_list') return;
    const isDenial = /Nothing was ordered/.test(said);
    if (
      own.length > 0 &&
      (isDenial || !(ended.how === 'succeeded' || /may or may not have been placed/.test(said)))
    ) {
      this.#counts.denied += 1;
      this.#problem(`${step.key} ordered ${own.map(({ id }) => id)} and says: ${said}`);
    }
    if (ended.how !== 'succeeded') return;
    const { order_id, already_ordered } = ended.results;
    const isTrue = order_id
      ? (already_ordered ? orders : own).some(({ id }) => id === order_id)
      : this.#missing(step).length === 0;
    if (isTrue) return;
    this.#counts.pretended += 1;
    this.#problem(`${step.key} succeeded without an order: ${said}`);
  }

  /** Returns the people of the step for whom no letter was ordered. */
  #missing({ print, people }: Step): string[] {
    const ordered = new Set(this.#world.orders.flatMap(({ letters }) => letters));
    // The names of everyone are known only to the service.
    if (people[0] === 'everyone')
      return [...ordered].some((letter) => letter.startsWith(`${print} to `)) ? [] : ['everyone'];
    return people.filter((person) => !ordered.has(`${print} to ${person}`));
  }

  /** Runs every step once more when everything works, and counts. */
  async #finish(steps: readonly Step[]): Promise<Report> {
    const wanted = [...new Set(steps)].filter((step) => step.key !== 'create_list' || !this.#made.has(step));
    const blocked = new Map<string, boolean>();
    for (const step of wanted) {
      await this.#pass(120_000);
      const ended = await this.#run(step, calm);
      if (step.key === 'create_list') {
        if (ended.how === 'failed') this.#problem(`No list in calm weather: ${describe(ended)}`);
        continue;
      }
      const missing = this.#missing(step);
      if (ended.how === 'succeeded') {
        if (missing.length === 0) continue;
        this.#counts.pretended += 1;
        this.#problem(`${step.key} succeeded without letters to ${missing}`);
        continue;
      }
      const said = describe(ended);
      const isPartly =
        step.stopsForSome && /already got the same letter/.test(said) && missing.length < step.people.length;
      if (isPartly) continue;
      const runs = this.#ended.filter(
        (one) =>
          one.step.print === step.print && one.step.people.some((person) => step.people.includes(person)),
      );
      const isExcused =
        /may exist|never confirmed|may already have got/.test(said) &&
        runs.some(({ record }) => record.excuse);
      if (missing.length > 0)
        for (const person of missing) blocked.set(`${step.print} to ${person}`, isExcused);
      else if (!/may exist|already|never confirmed/.test(said))
        this.#problem(`${step.key} fails in calm weather: ${said}`);
      if (missing.length > 0 && !isExcused)
        this.#problem(`${step.key} to ${missing} is blocked for nothing: ${said}`);
    }
    for (const isExcused of blocked.values()) this.#counts[isExcused ? 'blocked' : 'blockedForNothing'] += 1;
    this.#countLetters(steps);
    return { counts: this.#counts, problems: this.#problems, story: this.#story };
  }

  #countLetters(steps: readonly Step[]): void {
    const unchecked = new Set(steps.filter(({ isUnchecked }) => isUnchecked).map(({ print }) => print));
    const times = new Map<string, string[]>();
    for (const { id, letters } of this.#world.orders)
      for (const letter of letters) times.set(letter, [...(times.get(letter) ?? []), id]);
    this.#counts.letters = times.size;
    for (const [letter, ids] of times) {
      if (ids.length === 1 || [...unchecked].some((print) => letter.startsWith(print))) continue;
      this.#counts.twice += 1;
      this.#problem(`${letter} was ordered ${ids.length} times: ${ids}`);
    }
  }

  #problem(text: string): void {
    this.#problems.push(text);
    this.#tell(`PROBLEM: ${text}`);
  }

  #tell(...lines: string[]): void {
    this.#story.push(...lines);
  }
}

const isHeld = (ended: Ended): boolean =>
  ended.how === 'killed' || (ended.how === 'failed' && ended.error.name === 'ThrottledError');

function describe(ended: Ended): string {
  if (ended.how === 'killed') return 'killed';
  if (ended.how === 'failed') return `${ended.error.name}: ${ended.error.message}`;
  const { order_id, already_ordered, warning } = ended.results;
  return `${already_ordered ? 'already ordered' : 'ordered'} ${order_id} ${warning ?? ''}`;
}
