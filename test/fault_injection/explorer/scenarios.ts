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
  /** What happens to the cache before they run. */
  prepare?: (world: World) => void;
  /** How often the steps run before Zapier accepts copies of an index again. */
  reruns?: number;
  /** Runs alone after each of the histories. */
  after?: Step;
  /** How many of its calls fail. */
  afterFaults?: number;
  /** When all of them run again: after these pauses, in each of these ways. */
  again: readonly (readonly Pause[])[];
  /** After every which history they run again: 1 means after each. */
  everyAgain?: number;
}

/** What is wrong with a history, and the history for a person. */
interface Finding {
  problems: string[];
  story: string[];
}

const hour = 3_600_000;
const day = 24 * hour;
const soonAndLater: Scenario['again'] = [['a minute', 'a day', 'two months'], ['a day'], ['two months']];
const manyTimes: Scenario['again'] = [
  ['a day', 'eight days', 'forty days', 'a hundred days'],
  ['forty days'],
];
/** For one step, for two, and for many. */
const alone: Scenario['limits'] = [{ faults: 1, switches: 0 }];
const beside: Scenario['limits'] = [
  { faults: 1, switches: 1 },
  { faults: 1, onlyOrders: true, switches: 2, newestFirst: true },
];
const once: Scenario['limits'] = [{ faults: 0, switches: 0 }];

const [ann, bob, cid, dee] = ['Ann Lee', 'Bob Ray', 'Cid Orr', 'Dee Ash'] as const;
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
const isRow = (value: string): boolean => /^\["[\w-]{8}",/.test(value);
const leaveOut = { leavesOut: true, window: 'quarter' } as const;

export const scenarios: Readonly<Record<string, Scenario>> = {
  'Send Letter twice': {
    steps: [letterTo(ann), letterTo(ann, { name: 'copy' })],
    limits: beside,
    again: soonAndLater,
  },
  'Send Letter twice with an Event ID': {
    steps: [letterTo(ann, { eventId: 'gift 1' }), letterTo(ann, { name: 'copy', eventId: 'gift 1' })],
    limits: beside,
    again: [['a minute', 'a day', 'two months'], ['a day', 'eight days'], ['forty days']],
  },
  'a list and a letter to one of its people': {
    steps: [listOf([ann, bob]), letterTo(ann)],
    limits: beside,
    again: soonAndLater,
  },
  'a list and a letter, long after another letter': {
    before: [{ step: letterTo(ann, { name: 'old' }), ago: 100 * day }],
    steps: [listOf([ann, bob]), letterTo(ann)],
    limits: beside,
    again: [['a minute', 'a day']],
  },
  'lists that share people': {
    steps: [listOf([ann, bob], { window: 'week' }), listOf([bob, cid], { name: 'other', window: 'week' })],
    limits: beside,
    again: soonAndLater,
  },
  'a list of two days ago again, and a letter to one of its people': {
    before: [{ step: listOf([ann, bob], { name: 'old' }), ago: 2 * day + hour }],
    steps: [listOf([ann, bob]), letterTo(ann)],
    limits: [{ faults: 0, switches: 3 }],
    again: soonAndLater,
  },
  'Leave them out: lists that share people': {
    steps: [listOf([ann, bob], leaveOut), listOf([bob, cid], { name: 'other', ...leaveOut })],
    limits: beside,
    again: [['a minute', 'a day', 'two months'], ['eight days']],
  },
  'Leave them out: a list that has grown, and a letter': {
    before: [{ step: listOf([ann, bob], { name: 'old', ...leaveOut }), ago: 3 * day }],
    steps: [listOf([ann, bob, cid], leaveOut), letterTo(cid)],
    limits: beside,
    again: [['a minute', 'a day', 'two months'], ['eight days']],
  },
  'Leave them out after a lost answer': {
    before: [{ step: listOf([ann, bob, cid], { name: 'old', ...leaveOut }), ago: day, order: 'lost' }],
    steps: [listOf([ann, bob, cid, dee], leaveOut)],
    limits: alone,
    again: soonAndLater,
  },
  'Stop after a lost answer': {
    before: [{ step: listOf([ann, bob, cid], { name: 'old' }), ago: day, order: 'failed' }],
    steps: [listOf([ann, bob, cid, dee]), letterTo(ann)],
    limits: [{ faults: 0, switches: 1 }],
    again: soonAndLater,
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
  'Off beside a step with the check': {
    steps: [letterTo(ann), letterTo(ann, { name: 'off', window: 'off' })],
    limits: beside,
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
    again: [['a minute', 'a day']],
  },
  'Easter letters to lists and to one person': {
    steps: [listOf([ann, bob], { eventId: 'Easter', ...leaveOut }), letterTo(ann, { eventId: 'Easter' })],
    limits: beside,
    again: [['a minute', 'eight days', 'forty days'], ['a hundred days']],
  },
  'a list that stops, beside one that leaves people out': {
    steps: [
      listOf([ann, bob], { window: 'quarter' }),
      listOf([bob, ann, cid], { name: 'other', ...leaveOut }),
    ],
    limits: beside,
    again: [['a minute', 'eight days', 'a hundred days'], ['forty days']],
  },
  'letters with other merge fields': {
    before: [
      { step: letterTo(ann, { name: 'old', values: { amount: '5' }, window: 'quarter' }), ago: 40 * day },
    ],
    steps: [
      letterTo(ann, { values: { amount: '7' }, window: 'quarter' }),
      letterTo(ann, { name: 'again', values: { amount: '5' }, window: 'quarter' }),
    ],
    limits: alone,
    again: [['a minute', 'eight days', 'a hundred days'], ['forty days']],
  },
  'a letter of eight days ago, with 130 others in between': {
    before: [
      { step: listOf([bob, cid], { name: 'old list', window: 'quarter' }), ago: 9 * day },
      { step: letterTo(ann, { name: 'old', window: 'quarter' }), ago: 8 * day },
      ...Array.from({ length: 130 }, (_, index) => ({
        step: letterTo(`Person ${index}`, { name: `letter ${index}` }),
        ago: 4 * day,
      })),
    ],
    steps: [letterTo(ann, { window: 'quarter' }), listOf([bob, dee, 'Person 7'], leaveOut)],
    limits: alone,
    again: [['a minute', 'eight days', 'forty days'], ['a hundred days']],
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
  'Repeat Order to everyone twice': {
    steps: ['repeat', 'copy'].map((name) => ({
      name,
      key: 'repeat_order',
      people: [ann, bob],
      window: 'week',
    })),
    limits: beside,
    again: [['a minute', 'eight days']],
  },
  'Repeat Order to a list and to everyone on it and more': {
    before: [{ step: { name: 'made', key: 'create_list', people: [ann, bob], window: 'day' }, ago: hour }],
    steps: [
      { name: 'repeat', key: 'repeat_order', people: [ann, bob], window: 'week', madeBy: 'made' },
      { name: 'everyone', key: 'repeat_order', people: [ann, bob, cid], window: 'week' },
    ],
    limits: beside,
    again: [['a minute', 'eight days']],
  },
  'three steps at once': {
    steps: [listOf([ann, bob]), letterTo(ann), letterTo(bob, { name: 'other' })],
    limits: [{ faults: 0, switches: 2 }],
    again: [['a minute', 'a day']],
  },
  'a list and a letter after 130 refused lists and 130 refused letters': {
    before: [
      { step: listOf([ann, bob], { name: 'old' }), ago: 20 * hour },
      ...Array.from({ length: 130 }, (_, index) => [
        {
          step: listOf([`Person ${index}`, dee], { name: `list ${index}` }),
          ago: 10 * hour,
          order: 'refused' as const,
        },
        {
          step: letterTo(`Person ${index}`, { name: `letter ${index}` }),
          ago: 10 * hour,
          order: 'refused' as const,
        },
      ]).flat(),
    ],
    steps: [listOf([bob, cid]), letterTo(ann)],
    limits: once,
    again: [['a minute']],
  },
  'a list that grows every day for a hundred days': {
    before: Array.from({ length: 100 }, (_, index) => ({
      step: listOf(
        [ann, bob, ...Array.from({ length: Math.floor(index / 3) }, (_none, more) => `Person ${more}`)],
        { name: `day ${index}`, ...leaveOut },
      ),
      ago: (100 - index) * day,
    })),
    steps: [listOf([ann, bob, cid, 'Person 1', 'Person 20'], leaveOut)],
    limits: alone,
    again: [['a minute', 'a day', 'two months'], ['eight days']],
  },
  'corrected spellings, in a list and in a letter': {
    before: [{ step: listOf([ann, bob], { name: 'old', ...leaveOut }), ago: day }],
    steps: [
      listOf([ann, bob, cid], { ...leaveOut, isCorrected: true }),
      letterTo(ann, { window: 'quarter', isCorrected: true }),
    ],
    limits: [{ faults: 0, switches: 2 }, ...alone],
    again: manyTimes,
  },
  'Found Order ID, beside new people': {
    before: [{ step: listOf([ann, bob], { name: 'old', ...leaveOut }), ago: 10 * day, order: 'lost' }],
    steps: [listOf([ann, bob, cid], { ...leaveOut, finds: true })],
    limits: alone,
    again: manyTimes,
  },
  'Found Order ID after a letter': {
    before: [{ step: letterTo(ann, { name: 'old' }), ago: 3 * day, order: 'lost' }],
    steps: [letterTo(ann, { finds: true, window: 'quarter' }), listOf([ann, bob], { window: 'week' })],
    limits: alone,
    again: manyTimes,
  },
  'Found Order ID for a list of another step': {
    before: [
      { step: { name: 'made', key: 'create_list', people: [ann, bob], window: 'day' }, ago: 6 * hour },
      {
        step: { name: 'old', key: 'resend_saved_order', people: [ann, bob], window: 'day', madeBy: 'made' },
        ago: 5 * hour,
        order: 'lost',
      },
    ],
    steps: [
      {
        ...{ name: 'list', key: 'resend_saved_order', people: [ann, bob], window: 'day', madeBy: 'made' },
        finds: true,
      },
    ],
    limits: alone,
    again: [['a minute', 'eight days', 'forty days']],
  },
  'a list of one of another step': {
    before: [
      { step: { name: 'made', key: 'create_list', people: [ann], window: 'day' }, ago: 8 * day + hour },
      {
        step: { name: 'old', key: 'resend_saved_order', people: [ann], window: 'day', madeBy: 'made' },
        ago: 8 * day,
      },
    ],
    steps: [listOf([ann, cid], leaveOut)],
    limits: alone,
    again: manyTimes,
  },
  'a list with another column than its last letter had': {
    before: [{ step: listOf([ann, bob], { name: 'old', ...leaveOut, values: { amount: '5' } }), ago: day }],
    steps: [
      listOf([ann, bob], { name: 'same', window: 'quarter', values: { amount: '5' } }),
      listOf([ann, bob, cid], { ...leaveOut, values: { amount: '5', total: '9' } }),
    ],
    limits: alone,
    again: soonAndLater,
  },
  'a list and a letter after a race of two': {
    steps: [listOf([ann, bob], leaveOut), letterTo(ann)],
    after: listOf([ann, bob, cid], { name: 'after', ...leaveOut }),
    limits: [{ faults: 0, switches: 1 }],
    again: [['a minute', 'a day']],
  },
  'a letter after a race of two letters': {
    steps: [letterTo(ann), letterTo(ann, { name: 'copy' })],
    after: letterTo(ann, { name: 'after' }),
    limits: [{ faults: 0, switches: 2 }],
    again: [['a minute', 'eight days']],
  },
  ...Object.fromEntries(
    (['nothing', 'the first copy', 'both copies', 'a position'] as const).flatMap((lost) =>
      ([letterTo, listOf] as const).map((make) => {
        const toMany = make === listOf;
        const step = toMany ? listOf([ann, bob], leaveOut) : letterTo(ann);
        const scenario: Scenario = {
          before: [
            {
              step: toMany
                ? listOf([ann, bob], { name: 'old', ...leaveOut })
                : letterTo(ann, { name: 'old' }),
              ago: 20 * hour,
            },
            ...Array.from({ length: 200 }, (_, index) => ({
              step: toMany
                ? listOf([cid, `Person ${index}`], {
                    name: `other ${index}`,
                    ...leaveOut,
                    values: { day: String(index) },
                  })
                : letterTo(ann, { name: `other ${index}`, values: { day: String(index) } }),
              ago: 19 * hour,
            })),
          ],
          prepare(world) {
            if (lost === 'a position') world.evict(isRow, 1);
            else if (lost === 'the first copy') world.evictCopies(1);
            else if (lost === 'both copies') world.evictCopies(2);
          },
          steps: [step],
          limits: lost === 'nothing' ? [...alone, { faults: 2, onlyCopies: true, switches: 0 }] : alone,
          again: [['a minute']],
        };
        return [`an index of 200 ${toMany ? 'lists' : 'letters'} that has lost ${lost}`, scenario];
      }),
    ),
  ),
  'a letter of which Zapier refuses the copies, 50 times': {
    before: [{ step: letterTo(ann, { name: 'old', values: { day: '1' } }), ago: hour }],
    prepare: (world) => {
      world.refusesCopies = true;
    },
    steps: [letterTo(ann)],
    reruns: 50,
    limits: once,
    again: [['a minute']],
  },
};

/**
 * Explores the scenario.
 * @returns counts, and the shortest history with each kind of problem
 */
export async function runScenario({
  before = [],
  prepare,
  reruns = 0,
  steps,
  after,
  afterFaults = 1,
  limits,
  again,
  everyAgain = 1,
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
    prepare?.(world);
    const positions = world.count(isRow);
    for (let rerun = 0; rerun < reruns; rerun += 1)
      for (const step of steps) await new Run(world, step, `${step.name} ${rerun}`, past).finish();
    const added = world.count(isRow) - positions;
    world.refusesCopies = false;
    const first = world.reports.length;
    const findings = new Map<string, Finding>();
    const add = (problems: string[], story: string[]) => {
      const kind = (problems[0] ?? '').replace(/m-\S+|\d+/g, '');
      const known = findings.get(kind);
      if (!known || known.story.length > story.length) findings.set(kind, { problems, story });
    };
    const wrong = findProblems(world);
    if (wrong.length > 0) add(wrong, past);
    // An index that grew with each rerun would soon be too long to read.
    if (reruns > 0 && added > steps.length) add([`the reruns added ${added} positions`], past);
    const counts = { histories: 0, states: 0 };
    let checked = 0;
    const check = async (history: History) => {
      checked += 1;
      const problems = findProblems(history.world, first);
      if (problems.length > 0) add(problems, [...past, ...history.story]);
      if (after) {
        const later = history.world.copy();
        later.now += 60_000;
        const isLast = later.reports.length;
        const counted = await explore(later, [after], { faults: afterFaults, switches: 0 }, async (end) => {
          const wrong = findProblems(end.world, isLast);
          if (wrong.length > 0) add(wrong, [...past, ...history.story, ...end.story]);
          for (const when of again) {
            const story: string[] = [];
            const more = await checkLater(end.world, [...steps, after], when, story);
            if (more.length > 0) add(more, [...past, ...history.story, ...end.story, ...story]);
          }
        });
        counts.histories += counted.histories;
        counts.states += counted.states;
      }
      for (const when of checked % everyAgain === 1 % everyAgain ? again : []) {
        const story: string[] = [];
        const more = await checkLater(history.world, steps, when, story);
        if (more.length > 0) add(more, [...past, ...history.story, ...story]);
      }
    };
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
