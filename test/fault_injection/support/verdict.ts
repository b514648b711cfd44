/**
 * The judge: what came out of one run in which one call went wrong, held against what the service really did. Anything
 * but "done", "clearly refused" and "not known, look here" is a fault of the connector.
 */
import type { Fault } from './faults.ts';
import { functionsOf, type Scenario, scenariosFor } from './scenarios.ts';
import { kindOf, type Outcome, type Stage, type World } from './stage.ts';

export type Verdict = 'done' | 'refused' | 'not known';

export interface Case {
  scenario: Scenario;
  call: string;
  fault: Fault;
}

export interface Judged {
  verdict: Verdict;
  /** What the connector did wrong, in sentences; empty when it kept its word. */
  complaints: string[];
  sentence: string | undefined;
  milliseconds: number;
}

/** What a run does and leaves behind when nothing goes wrong. */
interface Course {
  calls: readonly string[];
  results: string;
  before: string;
  after: string;
}

/** Zapier gives a run 30 seconds, and the connector promises to leave two of them. */
const allowed = 28_000;

export const titleOf = ({ scenario, call, fault }: Case): string =>
  `${scenario.method} (${scenario.name}), ${call}: ${fault.name}`;

/**
 * Every call of every scenario, met by every fault that can happen to it.
 * @param thorough also attacks what is the same code with the same calls under another name, such as a dropdown that
 * several operations share
 */
export async function casesFor(
  stage: Stage,
  app: unknown,
  faults: readonly Fault[],
  thorough: boolean,
): Promise<{ cases: Case[]; courses: Map<Scenario, Course>; methods: number }> {
  const scenarios = scenariosFor(app);
  const courses = new Map<Scenario, Course>();
  const cases: Case[] = [];
  const functions = functionsOf(app);
  const attacked = new Set<string>();
  for (const scenario of scenarios) {
    const course = await smoothCourse(stage, scenario);
    courses.set(scenario, course);
    const same = [functions.get(scenario.method), scenario.name, ...course.calls].join();
    if (!thorough && attacked.has(same)) continue;
    attacked.add(same);
    for (const call of course.calls) {
      for (const fault of faults) if (canHappen(fault, call, scenario)) cases.push({ scenario, call, fault });
    }
  }
  return { cases, courses, methods: new Set(scenarios.map(({ method }) => method)).size };
}

async function smoothCourse(stage: Stage, scenario: Scenario): Promise<Course> {
  const world = stage.world();
  const run = { method: scenario.method, ...scenario.arrange(world) };
  const before = world.service.snapshot();
  const outcome = await world.run(run);
  if (!outcome.ok)
    throw new Error(`${scenario.method} (${scenario.name}) fails by itself: ${outcome.error.message}`);
  const course = {
    calls: [...world.calls],
    results: comparable(outcome.results, world),
    before,
    after: world.service.snapshot(),
  };
  stage.leave(world);
  return course;
}

/**
 * A file's own server may send any file, so that nothing a body says can be wrong there but that it is a page or nothing.
 * Zapier's own services answer or fail; what else they might say is between them and the platform's core, and a
 * connection to them cannot be refused by name.
 */
function canHappen(fault: Fault, call: string, scenario: Scenario): boolean {
  if (scenario.raw && !fault.slow) return fault.status !== undefined;
  // Whether a question was heard before things went wrong makes no difference.
  if (call.includes(' GET ') && /(after acting|nothing done)$/.test(fault.name)) return false;
  if (call.startsWith('source ')) return !fault.nonsense && fault.name !== 'a redirect to elsewhere';
  if (call.startsWith('zapier ')) {
    if (fault.slow || fault.unnoticed) return fault.name.startsWith('no answer');
    return !fault.refused && !fault.nonsense && !/^(4|a redirect)/.test(fault.name);
  }
  // A file may hold anything, JSON and half of a page included.
  return !(call.endsWith('/download #1') && fault.nonsense);
}

export async function judge(stage: Stage, courses: Map<Scenario, Course>, one: Case): Promise<Judged> {
  const { scenario, call, fault } = one;
  const course = courses.get(scenario);
  if (!course) throw new Error(`No course is known for ${scenario.method}.`);
  const world = stage.world();
  const run = { method: scenario.method, ...scenario.arrange(world) };
  world.fault = { call, fault };
  const outcome = await world.run(run);
  const complaints: string[] = [];
  const complain = (what: string) => complaints.push(what);
  if (world.struck === 0) complain('the call was never made');
  if (outcome.milliseconds > allowed) complain(`took ${Math.round(outcome.milliseconds)} ms`);

  const uncaught = world.logs.find((line) => line.startsWith('Uncaught'));
  if (uncaught) complain(`let an error go uncaught: ${uncaught.slice(0, 1500)}`);
  const state = world.service.snapshot();
  if (state !== course.before && state !== course.after) complain('left the account as it should never be');
  const sentence = outcome.ok ? undefined : outcome.error.message;
  const verdict = verdictOf(outcome);
  if (outcome.ok) checkDone({ world, course, one, results: outcome.results, state, complain });
  else if (!scenario.raw || !fault.slow) {
    checkSentence(outcome.error.message, world, complain);
    checkClass(outcome, one, complain);
    checkHonesty({ verdict, sentence: outcome.error.message, course, one, state, complain });
  }
  if (scenario.keepsList && !(await listIsSafe(world, course, outcome))) complain('the old list is gone');
  await checkAgain({ world, course, one, run, verdict, complain });
  stage.leave(world);
  return { verdict, complaints, sentence, milliseconds: outcome.milliseconds };
}

const unsure = /not known|don't know whether|may exist|may hold|did not confirm|has not confirmed/;

const verdictOf = (outcome: Outcome): Verdict =>
  outcome.ok ? 'done' : unsure.test(outcome.error.message) ? 'not known' : 'refused';

interface Doing {
  world: World;
  course: Course;
  one: Case;
  results: unknown;
  state: string;
  complain(what: string): void;
}

/** A run that says "done" did all of it, and says what it says when nothing goes wrong. */
function checkDone({ world, course, one, results, state, complain }: Doing): void {
  const { scenario, call, fault } = one;
  const absent = scenario.absent?.[kindOf(call)];
  if (absent && (fault.status === 404 || fault.status === 410)) {
    if (!absent(results, fault.status))
      complain(`answered ${comparable(results, world)} for something that is gone`);
    return;
  }
  if (state !== course.after) complain('says that it was done, and it was not');
  const overcome = scenario.bestEffort?.some((one) => one === call || one === kindOf(call));
  // A request that Zapier's own client sends again after a failure comes to the same end.
  if (overcome || call.startsWith('zapier ')) return;
  if (comparable(results, world) !== course.results) complain(`answered ${comparable(results, world)}`);
}

/** A sentence for a person: no markup, no data, no trace of the program, no secret, and with an end. */
function checkSentence(sentence: string, world: World, complain: (what: string) => void): void {
  if (
    /[<>{}]|\bat (?:\S+ \()?\S+:\d+:\d+|\\n|\bundefined\b|\[object|NaN|\bnull\b|TypeError|[A-Z]\w+Error\b/.test(
      sentence,
    )
  ) {
    complain(`shows what is no sentence: ${sentence}`);
  }
  if (!/^["“A-Z]/.test(sentence) || !/[.!?…”"]$/.test(sentence))
    complain(`is no whole sentence: ${sentence}`);
  if (sentence.length > 700) complain(`goes on too long: ${sentence}`);
  if (sentence.includes(world.token)) complain(`shows the token: ${sentence}`);
}

/** The platform does the right thing with an error only when it is of the right class. */
function checkClass(outcome: Outcome, { call, fault }: Case, complain: (what: string) => void): void {
  if (outcome.ok || !call.startsWith('service ')) return;
  const { name, delay } = outcome.error;
  const wanted =
    fault.status === 401 ? 'ExpiredAuthError' : fault.status === 429 ? 'ThrottledError' : 'AppError';
  if (name !== wanted) complain(`is a ${name}, not a ${wanted}`);
  if (fault.retryAfter !== undefined && Math.abs((delay ?? 0) - fault.retryAfter) > 2) {
    complain(`asks to be run again after ${delay} seconds, not ${fault.retryAfter}`);
  }
  if (fault.status === 429 && fault.retryAfter === undefined && delay !== undefined) {
    complain(`made up a time to wait: ${delay}`);
  }
}

/** What was done is never called refused, and what surely was not done is not called unknown. */
function checkHonesty({
  verdict,
  sentence,
  course,
  one: { call, fault },
  state,
  complain,
}: Pick<Doing, 'course' | 'one' | 'state' | 'complain'> & { verdict: Verdict; sentence: string }): void {
  const changed = state !== course.before;
  if (changed && verdict === 'refused') complain('says that nothing was done, and it was');
  const sure = fault.refused || (fault.status !== undefined && fault.status >= 400 && fault.status < 500);
  const endless = fault.slow === true;
  if (!changed && sure && !endless && verdict === 'not known') complain('does not say that nothing was done');
  const isChange = !call.includes(' GET ') && call.startsWith('service ');
  if (!isChange || sure || verdict !== 'refused') return;
  // A temporary list that may be left behind costs nothing and expires; whether a letter was ordered is what counts.
  const isTemporaryList = call.startsWith('service POST /v1/lists');
  if (!isTemporaryList) complain('claims to know what cannot be known');
  else if (!/(?:nothing|no letter) was ordered/i.test(sentence))
    complain('does not say that nothing was ordered');
}

/** The old list is at the service, or in a file of which the answer or the sentence gives the address. */
async function listIsSafe(world: World, course: Course, outcome: Outcome): Promise<boolean> {
  const before: unknown = JSON.parse(course.before);
  const now: unknown = JSON.parse(world.service.snapshot());
  const old = JSON.stringify(contactsOf(before));
  if (JSON.stringify(contactsOf(now)) === old) return true;
  const kept = world.stored.some(({ content }) => JSON.stringify(contactsOf(JSON.parse(content))) === old);
  const told = JSON.stringify(outcome.ok ? outcome.results : outcome.error.message);
  return kept && told.includes(`/stash/${world.id}-1`);
}

const contactsOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'contacts' in value ? value.contacts : undefined;

/** The user, or the platform, runs the step again, and now all goes well. */
async function checkAgain({
  world,
  course,
  one: { scenario, call },
  run,
  verdict,
  complain,
}: Pick<Doing, 'world' | 'course' | 'one' | 'complain'> & {
  run: Parameters<World['run']>[0];
  verdict: Verdict;
}): Promise<void> {
  if (!scenario.once) return;
  world.heal();
  // A step that finds an order on its way waits to see what comes of it, and nobody wants to wait for that here.
  world.ahead += 60_000;
  const { orders, subscriptions } = world.service;
  const before = orders.length + subscriptions.length;
  const again = await world.run(run);
  const made = orders.length + world.service.subscriptions.length - before;
  const total = world.service.orders.length + world.service.subscriptions.length;
  const smooth = JSON.parse(course.after);
  if (total > smooth.orders.length + smooth.subscriptions.length) complain('was done twice');
  if (scenario.once === 'subscription' && !again.ok) complain(`cannot be done again: ${again.error.message}`);
  if (scenario.once === 'order') {
    // Whether a reservation was made before Zapier's cache failed is nothing that the connector can know.
    const knowable = call.startsWith('service ');
    if (verdict === 'refused' && !again.ok && (knowable || !unsure.test(again.error.message))) {
      complain(`was refused and cannot be ordered again: ${again.error.message}`);
    }
    if (verdict === 'done' && made > 0) complain('was ordered again');
    if (verdict === 'not known' && (again.ok || !unsure.test(again.error.message))) {
      complain('hides that the order may exist');
    }
  }
}

/** Results without what differs from run to run: times, and the addresses of stored files. */
function comparable(results: unknown, world: World): string {
  return (JSON.stringify(results) ?? 'nothing')
    .replaceAll(world.id, 'w')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now')
    .replace(/hydrate\|\|\|.*?\|\|\|hydrate/g, 'a file');
}
