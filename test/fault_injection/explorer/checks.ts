/**
 * What must be true of every history: of what each run says, and when the same steps run again later and nothing fails. It knows from
 * the service who was written to, and reads of a message only what a user would read.
 */
import { Run } from './run.ts';
import type { Order, Report, Step, World } from './world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;
const quarter = 89 * day;
/** Three months are 89 to 92 days. */
const atMost = (time: number): number => (time === quarter ? 93 * day : time);
const windows = { off: 0, hour, day, week, quarter };

/** An order whose letters certainly count as sent for so long (ms) is returned as a success, an older one stops the step. */
const longestSuccess = 2 * day;

/** How long after a history its steps run again. */
export const pauses = {
  'a minute': minute,
  'a day': 25 * hour,
  'eight days': 8 * day,
  'forty days': 40 * day,
  'two months': 60 * day,
  'a hundred days': 100 * day,
};
export type Pause = keyof typeof pauses;

type OrderBy = { order: Order; by: Report };

/** Returns what is wrong with the runs, apart from those before the `first`. */
export function findProblems(world: World, first = 0): string[] {
  return world.reports
    .slice(first)
    .filter(({ step }) => step.key !== 'create_list')
    .flatMap((report) =>
      [...checkOrders(world, report), ...checkWords(world, report)].map(
        (problem) => `${report.name}: ${problem}`,
      ),
    );
}

/** Returns the orders that print the same for the same occasion, the oldest first. */
function ordersLike({ reports }: World, { step }: Report): OrderBy[] {
  return reports
    .filter((by) => isSameLetter(step, by.step) && printsSame(step, by.step))
    .flatMap((by) => by.orders.map((order) => ({ order, by })))
    .sort((one, other) => one.order.at - other.order.at);
}

const isSameLetter = (one: Step, other: Step): boolean =>
  one.eventId === other.eventId && one.letter === other.letter;

/** For a list with other columns than an earlier letter had, the name and the address decide. */
const printsSame = (step: Step, other: Step): boolean =>
  contentsOf(step) === contentsOf(other) &&
  (hasSameValues(step, other) || (step.key === 'send_letters' && columnsOf(step) !== columnsOf(other)));

const columnsOf = ({ values = {} }: Step): string => Object.keys(values).join();

/** Steps that order contents recognize only their own. */
const contentsOf = ({ key }: Step): string =>
  key === 'create_order' || key === 'repeat_order' ? key : 'a saved order';

const hasSameValues = ({ values: one = {} }: Step, { values: other = {} }: Step): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether the service confirmed the order, and Zapier stored that. */
const isRecorded = (by: Report): boolean =>
  by.answer === 'placed' && by.outcome?.how === 'succeeded' && !by.failedAfter;

/**
 * Returns the shortest and the longest time (ms) that an order keeps the step from writing to the same people again. They differ if
 * Zapier did not confirm that it stored the order, which then is remembered as placed or as one that may exist.
 */
function lookBack({ reports }: World, step: Step, { by }: OrderBy): { least: number; most: number } {
  const same = (time: number) => ({ least: time, most: atMost(time) });
  if (step.window === 'off' && !(step.leavesOut && isRecorded(by))) return same(0);
  if (step.eventId !== undefined) return same(quarter);
  const ifPlaced = step.leavesOut ? quarter : windows[step.window];
  if (isRecorded(by)) return same(ifPlaced);
  const ifUnconfirmed = longestDoubt(step);
  // An order that was found counts like one that was confirmed.
  const isFound = reports.some(
    ({ step: { finds, people } }) => finds && people.some((one) => by.step.people.includes(one)),
  );
  if (by.answer !== 'placed' && !isFound) return same(ifUnconfirmed);
  return { least: Math.min(ifPlaced, ifUnconfirmed), most: atMost(Math.max(ifPlaced, ifUnconfirmed)) };
}

/** How long an order that was never confirmed stops the step. */
const longestDoubt = ({ key, eventId, window }: Step): number =>
  key === 'send_letter' && eventId === undefined && window !== 'quarter' ? week : quarter;

/**
 * Whether the run need not know of the order: a step without the duplicate check orders beside others, and if Zapier did not store
 * its order, which its log says.
 */
const mayBeUnknown = (by: Report, { start }: Report): boolean =>
  by.step.window === 'off' && (by.hasLogged || by.failedAfter || (by.end ?? start) >= start);

/** Returns an order that reached any of the people before, and must have kept this run from it. */
function checkOrders(world: World, report: Report): string[] {
  const { step } = report;
  const all = ordersLike(world, report);
  return report.orders.flatMap((order) => {
    const strangers = order.people.filter((person) => !step.people.includes(person));
    const earlier = all.slice(
      0,
      all.findIndex((one) => one.order === order),
    );
    const before = earlier.map(({ by }) => by);
    const twice = earlier.flatMap((one) => {
      const counts = (person: string) =>
        isRecorded(one.by) || !isReachedSince(before, one.by, person, { atSameTime: true });
      const again = order.people.filter((person) => one.order.people.includes(person) && counts(person));
      const age = order.at - one.order.at;
      const isKnown =
        !mayBeUnknown(one.by, report) &&
        (hasSameValues(step, one.by.step) || (one.by.end ?? report.start) < report.start);
      return again.length > 0 && isKnown && age < lookBack(world, step, one).least - minute
        ? [`orders a second letter to ${again} with ${order.id}, after ${one.order.id}`]
        : [];
    });
    return [...(strangers.length > 0 ? [`writes to ${strangers}, who are not on its list`] : []), ...twice];
  });
}

/** Compares what the run says with what it did. */
function checkWords(world: World, report: Report): string[] {
  const { outcome, orders, answer, step } = report;
  if (outcome?.how === 'failed') {
    const { message } = outcome;
    const isDenial = /Nothing was ordered/.test(message);
    const isOpen = /may or may not have been placed/.test(message);
    if (answer === 'placed') return [`ordered, and says: ${message}`];
    if (answer === 'unknown' && (isDenial || !isOpen)) return [`may have ordered, and says: ${message}`];
    if (answer !== 'unknown' && !isDenial) return [`ordered nothing, and says: ${message}`];
  }
  if (outcome?.how !== 'succeeded') return [];
  const { order_id: id, already_ordered: isEarlier, letter_count: count, warning } = outcome.result;
  const all = ordersLike(world, report).filter(({ order }) => order.at <= (report.end ?? world.now));
  const named = all.find(({ order }) => order.id === id);
  const isOwn = orders.some((order) => order.id === id);
  const problems: string[] = [];
  if (count !== 0 && !named) problems.push(`succeeds without an order: ${JSON.stringify(outcome.result)}`);
  if (count !== 0 && isOwn === isEarlier) problems.push(`does not say whether ${id} is its own order`);
  if (named && isEarlier) {
    const age = report.start - named.order.at;
    const limit = Math.max(longestSuccess, step.window === 'week' ? week : 0);
    if (age > limit + minute)
      problems.push(`returns ${id} of ${Math.round(age / day)} days ago as a success`);
    if (!hasSameValues(step, named.by.step)) problems.push(`returns ${id}, which has other values`);
  }
  const reached = step.leavesOut ? all : all.filter((one) => one === named);
  const isReached = (person: string) => reached.some(({ order }) => order.people.includes(person));
  const missing = step.people.filter((person) => !isReached(person));
  if (missing.length > 0) problems.push(`succeeds although ${missing} got no letter`);
  const leftOut = orders.length > 0 ? step.people.length > (orders[0]?.people.length ?? 0) : count === 0;
  if (leftOut && !(/m-\S+-1/.test(String(warning)) && /Event ID/.test(String(warning))))
    problems.push(`leaves people out, but names no order or no way out: ${warning}`);
  return problems;
}

/** Returns the runs that may have ordered the letter for some of the people, for all that Zapier stored. */
function findDoubts(world: World, { step, start }: Report): Report[] {
  const longest = longestDoubt(step);
  return world.reports.filter((by) => {
    const isDoubtful = by.answer === 'unknown' || by.keepsMark || (by.answer === 'placed' && !isRecorded(by));
    return (
      isDoubtful &&
      isSameLetter(step, by.step) &&
      (by.end ?? start) <= start &&
      start - by.start < atMost(longest) + hour &&
      step.people.some(
        (person) =>
          by.step.people.includes(person) &&
          !isReachedSince(world.reports, by, person, { atSameTime: false }),
      )
    );
  });
}

/**
 * Whether an order has certainly reached the person since the run.
 * @param atSameTime what holds for an order of another run at the same time, of which nobody can know whether it was the later one
 */
const isReachedSince = (
  reports: readonly Report[],
  { start, end = start, step }: Report,
  person: string,
  { atSameTime }: { atSameTime: boolean },
): boolean =>
  reports.some(
    (by) =>
      isSameLetter(step, by.step) &&
      isRecorded(by) &&
      (atSameTime || by.start >= end) &&
      by.orders.some(({ at, people }) => at > start && people.includes(person)),
  );

/** A run when everything works, and what is wrong with it. */
interface CalmRun {
  report: Report;
  isSuccess: boolean;
  problems: string[];
}

/** Runs the step when everything works. Nothing may keep its letters back but an order, or one that may exist. */
async function runCalmly(world: World, step: Step, name: string, story: string[]): Promise<CalmRun> {
  const first = world.reports.length;
  const run = new Run(world, step, name, story);
  await run.finish();
  const { report } = run;
  const { outcome, start } = report;
  const problems = findProblems(world, first);
  if (outcome?.how === 'succeeded') return { report, isSuccess: true, problems };
  const message = outcome?.how === 'failed' ? outcome.message : 'killed';
  const reached = ordersLike(world, report).filter(({ order }) =>
    step.people.some((person) => order.people.includes(person)),
  );
  const doubts = findDoubts(world, report);
  const isWithin = (one: OrderBy, margin: number) =>
    start - one.order.at < lookBack(world, step, one).most + margin;
  const isJustified = /may exist|never confirmed|may already have got/.test(message)
    ? doubts.length > 0
    : reached.some(
        (one) => isWithin(one, 10 * minute) && !(step.leavesOut && hasSameValues(step, one.by.step)),
      );
  if (outcome?.how !== 'failed' || outcome.isRepeated || !isJustified)
    problems.push(`${name}: is stopped for nothing: ${message}`);
  const whole = reached.find(
    (one) =>
      isRecorded(one.by) &&
      isWithin(one, -hour) &&
      start - one.order.at < longestSuccess - hour &&
      hasSameValues(step, one.by.step) &&
      step.people.every((person) => one.order.people.includes(person)),
  );
  if (whole && doubts.length === 0)
    problems.push(`${name}: does not return ${whole.order.id}, which reached everyone: ${message}`);
  return { report, isSuccess: false, problems };
}

/** Does what the message or the warning names, and returns what is wrong then. */
async function tryWaysOut(world: World, { step, name, outcome }: Report, story: string[]): Promise<string[]> {
  if (outcome?.how === 'killed' || step.window === 'off') return [];
  const message = outcome?.how === 'failed' ? outcome.message : String(outcome?.result.warning);
  const [word] = /missing-[a-z0-9]{8}/.exec(message) ?? [];
  // The user says only what is true.
  const isPlaced = world.reports.some(
    (by) => isSameLetter(step, by.step) && by.orders.length > 0 && !isRecorded(by),
  );
  const isMissing = word !== undefined && !isPlaced;
  const ways = [
    ...(isMissing ? [{ way: 'missing', pause: 11 * minute, changes: { found: word } }] : []),
    ...(/new Event ID/.test(message) ? [{ way: 'a new Event ID', changes: { eventId: 'new' } }] : []),
    ...(/choose "Leave them out"/.test(message)
      ? [{ way: 'Leave them out', changes: { leavesOut: true } }]
      : []),
  ];
  const problems: string[] = [];
  for (const { way, changes, pause: wait = 0 } of ways) {
    const fork = world.copy();
    const told = [`--- as the message says: ${way}`];
    const runs: { now: string; step: Step; pause: number }[] = [
      { now: way, step: { ...step, ...changes }, pause: wait },
      // The next runs are as before, also of the same list with more people, and of another one.
      { now: 'and changed back', step, pause: minute },
      { now: 'with one more', step: { ...step, people: [...step.people, 'Zoe Poe'] }, pause: day },
      { now: 'as another list', step: { ...step, people: [step.people[0] ?? '', 'Yan Fox'] }, pause: day },
    ].slice(0, way !== 'missing' ? 1 : step.key === 'send_letters' ? undefined : 2);
    const found: string[] = [];
    for (const { now, step: next, pause } of runs) {
      fork.now += pause;
      let { report, isSuccess, problems: more } = await runCalmly(fork, next, `${name} ${now}`, told);
      // Another order may be missing, too.
      for (let again = 0; now === 'missing' && !isSuccess && again < 3; again += 1) {
        const { outcome: stopped } = report;
        const [another] = /missing-[a-z0-9]{8}/.exec(stopped?.how === 'failed' ? stopped.message : '') ?? [];
        const answered = another === undefined ? next : { ...next, found: another };
        ({ report, isSuccess, problems: more } = await runCalmly(fork, answered, `${name} ${now}`, told));
      }
      found.push(...more);
      const mustOrder = next.leavesOut || next.people === step.people;
      if (!isSuccess && mustOrder) found.push(`${name}: the way out "${way}" does not help`);
      const missing = next.people.filter(
        (person) => !report.orders.some(({ people }) => people.includes(person)),
      );
      if (now === way && !next.leavesOut && isSuccess && missing.length > 0)
        found.push(`${name}: "${way}" does not write to ${missing}`);
    }
    if (found.length > 0) story.push(...told);
    problems.push(...found);
  }
  return problems;
}

/**
 * Runs the steps again, one after the other, after each of the pauses. Tries what the messages after the first one say.
 * @param story gets what happens
 * @returns what is wrong
 */
export async function checkLater(
  before: World,
  steps: readonly Step[],
  when: readonly Pause[],
  story: string[],
): Promise<string[]> {
  const world = before.copy();
  const start = world.now;
  const problems: string[] = [];
  for (const [index, pause] of when.entries()) {
    world.now = Math.max(world.now + minute, start + pauses[pause]);
    story.push(`--- ${pause} later`);
    for (const step of steps) {
      const { report, problems: found } = await runCalmly(world, step, `${step.name} ${pause} later`, story);
      problems.push(...found);
      if (index === 0) problems.push(...(await tryWaysOut(world, report, story)));
    }
    for (const write of world.late.splice(0)) {
      write(world);
      story.push('--- a late call is done');
    }
  }
  return problems;
}
