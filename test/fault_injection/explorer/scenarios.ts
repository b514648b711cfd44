/** What is explored: steps that run at the same time, after what other steps did before. */
import { checkLater, findProblems, type Pause } from './checks.ts';
import { type Counts, explore, type History, type Limits } from './explore.ts';
import { type Fault, Run, useVirtualTime } from './run.ts';
import { type Step, World } from './world.ts';

export interface Scenario {
  /** What ran alone before, with what happened to its order. */
  before?: readonly { step: Step; ago: number; order?: Fault }[];
  steps: readonly Step[];
  limits: readonly Limits[];
  /** When all of them run again: after these pauses, in each of these ways. */
  again: readonly (readonly Pause[])[];
}

/** What is wrong with a history, and the history for a person. */
interface Finding {
  problems: string[];
  story: string[];
}

const hour = 3_600_000;
const day = 24 * hour;
const soonAndLater: Scenario['again'] = [['a minute', 'a day', 'two months'], ['a day'], ['two months']];
/** For one step, and for two. */
const alone: Scenario['limits'] = [{ faults: 1, switches: 0 }];
const beside: Scenario['limits'] = [
  { faults: 1, switches: 1 },
  { faults: 1, onlyOrders: true, switches: 2, newestFirst: true },
];

const [ann, bob] = ['Ann Lee', 'Bob Ray'] as const;
const letterTo = (person: string, changes: Partial<Step> = {}): Step => ({
  name: 'letter',
  key: 'send_letter',
  people: [person],
  window: 'day',
  ...changes,
});
const listOf = (people: readonly string[], changes: Partial<Step> = {}): Step => ({
  name: 'list',
  key: 'send_letters',
  people,
  window: 'day',
  ...changes,
});

export const scenarios: Readonly<Record<string, Scenario>> = {
  'Send Letter twice': {
    steps: [letterTo(ann), letterTo(ann, { name: 'copy' })],
    limits: beside,
    again: [['a minute']],
  },
  'the same list after a refused order': {
    before: [
      { step: listOf([ann, bob], { name: 'old', window: 'week' }), ago: 3 * day },
      { step: listOf([ann, bob], { name: 'refused', window: 'day' }), ago: day, order: 'refused' },
    ],
    steps: [listOf([ann, bob], { window: 'week' })],
    limits: alone,
    again: soonAndLater,
  },
  'Off for a list, after a lost answer': {
    before: [{ step: listOf([ann, bob], { name: 'old', eventId: 'May' }), ago: 10 * day, order: 'lost' }],
    steps: [listOf([ann, bob], { name: 'off', window: 'off', eventId: 'May' })],
    limits: alone,
    again: soonAndLater,
  },
  'a list of another step, and a letter to one of its people': {
    before: [{ step: { name: 'made', key: 'create_list', people: [ann, bob], window: 'day' }, ago: hour }],
    steps: [
      { name: 'list', key: 'resend_saved_order', people: [ann, bob], window: 'day', madeBy: 'made' },
      letterTo(bob),
    ],
    limits: beside,
    again: [['a minute']],
  },
  'Create Order twice': {
    before: [{ step: { name: 'made', key: 'create_list', people: [ann, bob], window: 'day' }, ago: hour }],
    steps: ['order', 'copy'].map((name) => ({
      name,
      key: 'create_order',
      people: [ann, bob],
      window: 'week',
      madeBy: 'made',
    })),
    limits: alone,
    again: [['a minute', 'eight days']],
  },
};

/**
 * Explores the scenario.
 * @returns counts, and the shortest history with each kind of problem
 */
export async function runScenario({
  before = [],
  steps,
  limits,
  again,
}: Scenario): Promise<Counts & { findings: Finding[] }> {
  const restoreTime = useVirtualTime();
  try {
    const world = new World();
    const { now } = world;
    const past: string[] = [];
    for (const { step, ago, order } of before) {
      world.now = now - ago;
      await new Run(world, step, step.name, past).finish(order);
    }
    world.now = now;
    const first = world.reports.length;
    const findings = new Map<string, Finding>();
    const add = (problems: string[], story: string[]) => {
      const kind = (problems[0] ?? '').replace(/m-\S+|\d+/g, '');
      const known = findings.get(kind);
      if (!known || known.story.length > story.length) findings.set(kind, { problems, story });
    };
    const wrong = findProblems(world);
    if (wrong.length > 0) add(wrong, past);
    const check = async (history: History) => {
      const problems = findProblems(history.world, first);
      if (problems.length > 0) add(problems, [...past, ...history.story]);
      for (const when of again) {
        const story: string[] = [];
        const more = await checkLater(history.world, steps, when, story);
        if (more.length > 0) add(more, [...past, ...history.story, ...story]);
      }
    };
    const counts = { histories: 0, states: 0 };
    for (const limit of limits) {
      const { histories, states } = await explore(world, steps, limit, check);
      counts.histories += histories;
      counts.states += states;
    }
    return { ...counts, findings: [...findings.values()] };
  } finally {
    restoreTime();
  }
}
