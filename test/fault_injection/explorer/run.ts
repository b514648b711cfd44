/** One run of a step by the connector's source, whose calls of Zapier's cache and of the service wait until somebody answers them. */
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { completeBundle } from '@print-and-mail/zapier/handler_event';
import * as zod from 'zod';
import app from '../../../src/index.ts';
import { isCopy, type Order, type Outcome, type Report, type Step, type World } from './world.ts';

/**
 * What may happen to a call instead of a plain answer:
 *
 * - `failed`: it is not done, and the answer is an error.
 * - `lost`: it is done, and the answer is an error.
 * - `late`: the answer is an error, and it is done at some later time.
 * - `refused`: Zapier says that it did not write; the service says that it did not order.
 * - `down`: it is not done, and the answers to it and all later calls of the run's cache are errors.
 * - `empty`: Zapier answers as if nothing was stored.
 * - `repeated`: it is done, and done once more when it is answered, because zapier-platform-core repeats a call without an answer.
 * - `killed`: it is done, and the run ends.
 */
export type Fault = 'failed' | 'lost' | 'late' | 'refused' | 'down' | 'empty' | 'repeated' | 'killed';

interface HttpRequest {
  url: string;
  method: string;
  body?: string | Readable;
}

interface Call {
  label: string;
  faults: readonly Fault[];
  /** Whether it reads a copy of an index. */
  readsCopy: boolean;
  /** Does it, and returns the answer. */
  apply: (world: World) => unknown;
  /** Ends the waiting of the run. @param error thrown if the call failed */
  answer: (fault: Fault | undefined, value: unknown) => void;
}

/** Replaces random text and random keys of the cache by names that are the same in each history with the same runs. */
export interface Names {
  text(text: string): string;
  key(key: string): string;
}

export const letter = 'l-018-2203';
/** What Repeat Order With New File prints, and its ID at the service. */
const document = 'https://files.test/newsletter.pdf';
const newFile = 'f-100-0002';
const apiRoot = 'https://api.letters.test';
process.env.BASE_URL = apiRoot;

/** Longer than a step waits for another one. */
const longTime = 11_000;
/** Zapier ends a run after this time (ms). */
const longestRun = 30_000;

const addedContacts = zod.object({ data: zod.array(zod.looseObject({ name: zod.string() })) });
const platformMessage = zod.object({ message: zod.string() });
const orderRequest = zod.object({ list_id: zod.optional(zod.string()), list: zod.optional(zod.string()) });

/** Entries that the duplicate check does not write. It reads only the placeholders. */
const hashKey = (key: string): string => hash('sha256', JSON.stringify([apiRoot, key]));
const placeholdersKey = hashKey(`placeholders:${letter}`);
const otherKeys = new Set([placeholdersKey, hashKey('filled:amount'), hashKey(`file:${newFile}`)]);

/** The run that is running, whose timers and time the globals use. */
let current: Run | undefined;

/** Replaces timers and the time by those of the current run's world. @returns a function that restores them */
export function useVirtualTime(): () => void {
  const originals = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    now: Date.now,
    performanceNow: performance.now,
    timeout: AbortSignal.timeout,
  };
  const never = new AbortController().signal;
  Reflect.set(globalThis, 'setTimeout', (wake: () => void, milliseconds: number) =>
    current ? current.startTimer(wake, milliseconds) : originals.setTimeout(wake, milliseconds),
  );
  Reflect.set(globalThis, 'clearTimeout', (timer: unknown) => {
    if (timer instanceof Timer) timer.isCleared = true;
    else Reflect.apply(originals.clearTimeout, undefined, [timer]);
  });
  Date.now = () => current?.world.now ?? originals.now();
  performance.now = () => current?.world.now ?? originals.performanceNow.call(performance);
  AbortSignal.timeout = () => never;
  return () => {
    Object.assign(globalThis, { setTimeout: originals.setTimeout, clearTimeout: originals.clearTimeout });
    Date.now = originals.now;
    performance.now = originals.performanceNow;
    AbortSignal.timeout = originals.timeout;
  };
}

class Timer {
  readonly wake: () => void;
  readonly due: number;
  isCleared = false;

  constructor(wake: () => void, due: number) {
    this.wake = wake;
    this.due = due;
  }
}

export class Run {
  readonly world: World;
  readonly report: Report;
  /** Calls that are not answered yet, the oldest first. */
  readonly calls: Call[] = [];
  /** Whether the newest of the calls that the run makes at the same time is answered first. */
  answersNewest = false;
  /** Writes that Zapier or the service does after it has answered with an error. */
  readonly late: ((world: World) => void)[] = [];
  /** What the run did and learned, for a person. */
  readonly story: string[];
  /** Identifies what the run knows: the same for runs with the same answers. */
  knowledge = '';
  #timers: Timer[] = [];
  #listCount = 0;
  #isDown = false;
  readonly #names: Names;

  constructor(
    world: World,
    step: Step,
    name: string,
    story: string[],
    names: Names = { text: (text) => text, key: (key) => key.slice(0, 4) },
  ) {
    this.world = world;
    this.story = story;
    this.#names = names;
    this.report = {
      name,
      step,
      start: world.now,
      orders: [],
      isMarked: false,
      keepsMark: false,
      failedAfter: false,
      hasLogged: false,
    };
    world.reports.push(this.report);
  }

  get isOver(): boolean {
    return this.report.outcome !== undefined;
  }

  /** The call to answer next. */
  get next(): Call | undefined {
    return this.answersNewest ? this.calls.at(-1) : this.calls[0];
  }

  /** Whether its next call is the order. */
  get isOrdering(): boolean {
    return this.next?.label === 'POST /v1/orders';
  }

  /** Whether it waits for time to pass. */
  get isAsleep(): boolean {
    return !this.isOver && this.calls.length === 0 && this.#openTimers().length > 0;
  }

  async start(): Promise<void> {
    await this.#continue(() => {
      this.#perform().then(
        (result) => this.#end({ how: 'succeeded', result }),
        (error: Error) =>
          this.#end({
            how: 'failed',
            message: readMessage(error),
            isRepeated: error.name === 'ThrottledError',
          }),
      );
    });
  }

  /** Answers the next call. */
  async answer(fault?: Fault): Promise<void> {
    const call = this.next;
    if (!call) return;
    if (fault) this.#note(fault, call);
    if (fault === 'repeated') {
      call.apply(this.world);
      call.faults = [];
      this.#tell(call, 'is done, and will be repeated');
      return;
    }
    this.calls.splice(this.calls.indexOf(call), 1);
    const isDone = !['failed', 'late', 'refused', 'down', 'empty'].includes(fault ?? '');
    const value = isDone ? call.apply(this.world) : undefined;
    if (fault === 'late') this.late.push((world) => void call.apply(world));
    this.#tell(call, fault ?? JSON.stringify(value) ?? 'nothing');
    if (fault === 'killed') this.#end({ how: 'killed' });
    else await this.#continue(() => call.answer(fault, value));
  }

  doLate(): void {
    this.late.shift()?.(this.world);
    this.story.push(`${this.report.name}: the late call is done`);
  }

  /** Leaves a late call for the time after the history. */
  leaveLate(): void {
    this.world.late.push(...this.late.splice(0, 1));
  }

  /** Wakes the run. @param isAlone whether nothing can have changed, so that it need not be asked again and again */
  async wake(isAlone: boolean): Promise<void> {
    const { world } = this;
    const [timer] = this.#openTimers().sort((one, other) => one.due - other.due);
    if (!timer) return;
    world.now = Math.max(world.now, isAlone ? world.now + longTime : timer.due);
    timer.isCleared = true;
    if (world.now - this.report.start > longestRun) this.#end({ how: 'killed' });
    else await this.#continue(timer.wake);
  }

  /** Runs to the end while nothing else runs. @param order how its order fails, if it does */
  async finish(order?: Fault): Promise<void> {
    await this.start();
    while (!this.isOver) {
      if (this.isAsleep) await this.wake(true);
      else await this.answer(this.isOrdering ? order : undefined);
    }
  }

  startTimer(wake: () => void, milliseconds: number): Timer {
    const timer = new Timer(wake, this.world.now + milliseconds);
    this.#timers.push(timer);
    return timer;
  }

  #openTimers(): Timer[] {
    this.#timers = this.#timers.filter(({ isCleared }) => !isCleared);
    return this.#timers;
  }

  /** Lets the run go on until it waits for an answer or a timer, or ends. */
  async #continue(go: () => void): Promise<void> {
    current = this;
    this.world.now += 1;
    go();
    do await new Promise((resolve) => setImmediate(resolve));
    while (!this.isOver && this.calls.length === 0 && !this.isAsleep);
    current = undefined;
  }

  #end(outcome: Outcome): void {
    if (this.isOver) return;
    this.report.outcome = outcome;
    this.report.end = this.world.now;
    this.calls.length = 0;
    this.story.push(`${this.report.name}: ${JSON.stringify(outcome)}`);
  }

  /** Notes what the fault means for what the run leaves behind. */
  #note(fault: Fault, { label }: Call): void {
    const { report } = this;
    // Zapier's refusal of an entry that is written once is not believed: the run tries again.
    if (fault === 'empty' || fault === 'repeated' || (fault === 'refused' && !label.startsWith('set')))
      return;
    const isDone = fault === 'lost' || fault === 'killed';
    if (fault === 'killed' || fault === 'down') report.keepsMark ||= report.isMarked;
    if (label.startsWith('POST')) return;
    // Of a mark that was not confirmed, the run records that nothing was ordered.
    if (report.isMarked && !isDone && !label.startsWith('mark') && report.answer !== 'placed')
      report.keepsMark = true;
    if (report.answer) report.failedAfter ||= !isDone || fault === 'killed';
  }

  #tell({ label }: Call, what: string): void {
    const told = this.#names.text(`${label} → ${what}`);
    this.knowledge = hash('sha1', `${this.knowledge}\n${told.replace(/\d{13}/g, '')}`, 'base64');
    this.story.push(`${this.report.name}: ${told}`);
  }

  async #perform(): Promise<Record<string, unknown>> {
    const { step } = this.report;
    const perform = app.creates?.[step.key]?.operation.perform;
    if (typeof perform !== 'function') throw new TypeError(`${step.key} has no function`);
    const bundle = completeBundle(
      { inputData: inputFor(step, this.world) },
      { access_token: 'token' },
      { timezone: 'America/New_York' },
    );
    const z = {
      cache: {
        get: (key: string) =>
          this.#callCache(key, 'get', ['failed', 'down', 'empty'], (world) => parse(world.read(key))),
        set: (key: string, value: unknown, seconds: number, _scope: unknown, nx = false) =>
          this.#write(key, JSON.stringify(value), seconds, nx),
      },
      request: (request: HttpRequest) => this.#request(request),
      console: {
        log() {},
        error: (message: string) => this.#log(message),
      },
      dehydrateFile: () => 'a file',
    };
    return Reflect.apply(perform, undefined, [z, bundle]);
  }

  #log(message: string): void {
    this.report.hasLogged = true;
    this.story.push(`${this.report.name} logs: ${message}`);
  }

  #write(key: string, value: string, seconds: number, nx: boolean): Promise<unknown> {
    const isMark = value.includes('"phase":"unconfirmed"') && this.report.answer === undefined;
    if (isMark) this.report.isMarked = true;
    return this.#callCache(
      key,
      `${isMark ? 'mark' : nx ? 'once' : 'set'} ${value} for ${Math.round(seconds / 60)} min`,
      ['failed', 'lost', 'late', 'refused', 'down', 'repeated', 'killed'],
      (world) => world.write(key, value, seconds, nx),
      nx ? null : false,
    );
  }

  /** @param refusal Zapier's answer if it refuses the call */
  #callCache(
    key: string,
    label: string,
    faults: readonly Fault[],
    apply: (world: World) => unknown,
    refusal?: unknown,
  ): Promise<unknown> {
    if (this.#isDown) return Promise.reject(new Error('unavailable'));
    if (otherKeys.has(key) && (key !== placeholdersKey || label !== 'get'))
      return Promise.resolve(apply(this.world));
    return this.#call(
      `${label} (${this.#names.key(key)})`,
      faults,
      apply,
      (fault, value, resolve, reject) => {
        if (fault === 'refused') resolve(refusal);
        else if (fault === 'empty') resolve(null);
        else if (fault) {
          this.#isDown = fault === 'down';
          reject(new Error('unavailable'));
        } else resolve(value);
      },
      label === 'get' && isCopy(this.world.read(key)),
    );
  }

  async #request({ url, method, body: sent = '{}' }: HttpRequest): Promise<unknown> {
    if (url === document) return respondWith('%PDF');
    const path = url.slice(apiRoot.length);
    const label = `${method} ${path}`;
    const { report, world } = this;
    if (path === '/v1/contacts') return respondWith(JSON.stringify(this.#contacts()));
    if (method === 'GET') return respond(200, this.#describeOrder(path.split('/')[3]));
    const body = typeof sent === 'string' ? sent : await readText(sent);
    if (path.startsWith('/v1/files')) return respond(201, { id: newFile, filename: 'newsletter.pdf' });
    if (path === '/v1/orders') {
      return this.#call(
        label,
        ['refused', 'failed', 'lost', 'late', 'killed'],
        () => this.#order(orderRequest.parse(JSON.parse(body))),
        (fault, value, resolve) => {
          report.answer = fault === undefined ? 'placed' : fault === 'refused' ? 'rejected' : 'unknown';
          if (fault === 'refused') resolve(respond(400, { status: 400, error: 'orders.invalid_id' }));
          else resolve(fault ? respond(500) : respond(201, value));
        },
      );
    }
    const apply = () => {
      const [, id] = /^\/v1\/lists\/(.+)\/contacts$/.exec(path) ?? [];
      if (id === undefined) return this.#makeList();
      const { data: contacts } = addedContacts.parse(JSON.parse(body));
      world.lists.set(id, [...(world.lists.get(id) ?? []), ...contacts.map(({ name }) => nameOf(name))]);
      return { contacts: contacts.map((_, index) => ({ id: `r-${index}` })) };
    };
    return this.#call(label, ['failed', 'killed'], apply, (fault, value, resolve) =>
      resolve(fault ? respond(503) : respond(201, value)),
    );
  }

  #call(
    label: string,
    faults: readonly Fault[],
    apply: (world: World) => unknown,
    answer: (
      fault: Fault | undefined,
      value: unknown,
      resolve: (value: unknown) => void,
      reject: (error: Error) => void,
    ) => void,
    readsCopy = false,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const told = this.#names.text(label);
      this.calls.push({
        label: told,
        faults,
        readsCopy,
        apply,
        answer: (fault, value) => answer(fault, value, resolve, reject),
      });
    });
  }

  #makeList(): unknown {
    this.#listCount += 1;
    const id = `l-${this.#id}-${this.#listCount}`;
    this.world.lists.set(id, []);
    return { list_id: id, expires: '2036-01-01' };
  }

  #order({ list_id: sentTo, list = sentTo }: zod.output<typeof orderRequest>): unknown {
    const { world, report } = this;
    const people = world.lists.get(list ?? '') ?? [];
    const order = {
      id: `m-${this.#id}-${report.orders.length + 1}`,
      at: world.now,
      people,
      list: list ?? '',
    };
    report.orders.push(order);
    const created = `${new Date(world.now).toISOString().slice(0, 19)}Z`;
    return sentTo ? { order_id: order.id, created } : { ...this.#describeOrder(order.id), list };
  }

  /** The mailing list, which has the people of the step. */
  #contacts(): unknown {
    const { people } = this.report.step;
    return { contacts: people.map((name) => ({ contact_id: name, name, address: addressOf(name) })) };
  }

  get #id(): string {
    return this.report.name.replaceAll(' ', '-');
  }

  /** Only an order with values prints one. */
  #describeOrder(id = ''): Record<string, unknown> {
    const order = this.world.orders.find((one) => one.id === id);
    const text = this.report.step.values ? '{name}: {amount}' : '{name}';
    const contents = [{ type: 'sheet', merges: [{ text }] }];
    const created = order && new Date(order.at).toISOString().slice(0, 19);
    const timeline = { created };
    return { id, contents, list: order?.list, timeline, invoice_amount: order?.people.length ?? 0 };
  }
}

/** zapier-platform-core's errors carry JSON. */
const readMessage = ({ message }: Error): string => {
  const text = message.startsWith('{') ? message : JSON.stringify({ message });
  return platformMessage.parse(JSON.parse(text)).message;
};

const parse = (value: string | undefined): unknown => (value === undefined ? null : JSON.parse(value));

const respond = (status: number, data?: unknown) => ({
  status,
  data,
  content: data === undefined ? '' : JSON.stringify(data),
  getHeader: () => undefined,
  request: {},
});

/** A response whose body is read as a stream. */
const respondWith = (text: string) => ({
  ...respond(200),
  body: Readable.from([Buffer.from(text)]),
  getHeader: (name: string) => (name === 'content-length' ? String(text.length) : undefined),
});

function inputFor(step: Step, world: World) {
  const { key, people, window, leavesOut, eventId, values = {}, madeBy } = step;
  const letterFields = {
    saved_order_id: step.letter ?? letter,
    duplicate_window: window,
    event_id: eventId,
    found_order_id: step.found ?? (step.finds ? findLost(world)?.id : undefined),
  };
  const recipients = people.map((name) => describePerson(name, step));
  if (key === 'send_letter') return { ...letterFields, ...recipients[0], merge_fields: values };
  if (key === 'create_list') return { recipients, merge_fields: values };
  if (key === 'repeat_order') {
    const list = madeBy === undefined ? { everyone: true } : { list_id: `l-${madeBy}-1` };
    return { ...letterFields, ...list, order_id: 'm-100-0001', file: document };
  }
  if (key === 'create_order') {
    const sheets = [{ file: 'f-100-0001', width: '8.5', height: '11', paper_type: 'p-001-0001' }];
    return { ...letterFields, list_id: `l-${madeBy}-1`, sheets };
  }
  if (key === 'resend_saved_order') return { ...letterFields, list_id: `l-${madeBy}-1` };
  return {
    ...letterFields,
    recipients,
    merge_fields: values,
    already_sent: leavesOut ? 'leave_out' : 'stop',
  };
}

/** Returns the name as the steps have it, also if it was printed in capitals. */
const nameOf = (printed: string): string =>
  printed === printed.toUpperCase()
    ? printed.toLowerCase().replace(/\b\w/g, (letter) => letter.toUpperCase())
    : printed;

/** Returns the newest order whose answer was lost. */
export const findLost = ({ reports }: World): Order | undefined =>
  reports
    .filter(({ answer }) => answer !== 'placed')
    .flatMap(({ orders }) => orders)
    .at(-1);

const describePerson = (name: string, { isCorrected }: Step) =>
  isCorrected
    ? {
        name: name.toUpperCase(),
        ...{
          street: `${name.charCodeAt(0)} MAIN STREET`,
          city: 'COLUMBUS',
          state: 'Ohio',
          postal_code: '43215-0001',
        },
      }
    : { name, ...addressOf(name) };

const addressOf = (name: string) => ({
  street: `${name.charCodeAt(0)} Main St`,
  city: 'Columbus',
  state: 'OH',
  postal_code: '43215',
});
