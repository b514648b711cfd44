/** Random Zaps that order letters: what runs at the same time, and what runs later. */
import type { Random } from './random.ts';

/** A step of a Zap. The letters of two steps are the same if the print and the person are. */
export interface Step {
  key: string;
  inputData: Record<string, unknown>;
  print: string;
  /** Unknown until the list is made. */
  people: readonly string[];
  /** Without the duplicate check, a letter may be ordered again. */
  isUnchecked?: boolean;
  /** Whether it may stop because others of its people got the letter. */
  stopsForSome?: boolean;
  /** A step whose result has the list to send to. */
  list?: Step;
}

/** Steps that run at the same time. */
export type Phase = readonly Step[];

export interface Setting {
  random: Random;
  /** The ID of an order to repeat. */
  earlierOrder: string;
  /** The URL of a file. */
  file: string;
}

const address = { street: '1 Main St', city: 'Columbus', state: 'OH', postal_code: '43215' };
const people = (...names: string[]) => names.map((name) => ({ name, ...address }));
const csv = (names: readonly string[]) => ({ recipients: people(...names) });
const names = ['Ann Lee', 'Bob Ray', 'Cid Fox', 'Dee Orr', 'Eve Poe', 'Fay Kim', 'Gus Hay', 'Hal Roy'];
const letters = ['l-001-1001', 'l-001-1002', 'l-001-1003'];

const options = (random: Random) => ({
  duplicate_window: random.pick(['', 'hour', 'day', 'week']),
  ...(random.chance(0.2) ? { event_id: 'gift-1' } : {}),
});
type Options = ReturnType<typeof options>;

const printOf = (letter: string, { event_id = '' }: Options) => `${letter} ${event_id}`.trim();
const copies = (step: Step, count: number): Step[] => Array<Step>(count).fill(step);

const sendLetter = (letter: string, name: string, chosen: Options): Step => ({
  key: 'send_letter',
  inputData: { saved_order_id: letter, name, ...address, ...chosen },
  print: printOf(letter, chosen),
  people: [name],
});

const sendLetters = (
  letter: string,
  list: readonly string[],
  already_sent: string,
  chosen: Options,
): Step => ({
  key: 'send_letters',
  inputData: { saved_order_id: letter, ...csv(list), already_sent, ...chosen },
  print: printOf(letter, chosen),
  people: list,
  stopsForSome: already_sent === 'stop',
});

const createList = (list: readonly string[]): Step => ({
  key: 'create_list',
  inputData: csv(list),
  print: 'a list',
  people: [],
});

/** One letter, often ordered several times at once, by runs that are repeated. */
function oneLetter({ random }: Setting): Phase[] {
  const step = sendLetter(random.pick(letters), random.pick(names), options(random));
  const isUnchecked = random.chance(0.1);
  if (isUnchecked) {
    return [[{ ...step, inputData: { ...step.inputData, duplicate_window: 'off' }, isUnchecked }]];
  }
  return [copies(step, random.pick([1, 1, 2, 3, 4])), ...(random.chance(0.3) ? [[step]] : [])];
}

/** Lists that may share people with each other or with single letters. */
function lists({ random }: Setting): Phase[] {
  const letter = random.pick(letters);
  const chosen = options(random);
  const count = random.between(2, 5);
  const list = sendLetters(letter, names.slice(0, count), 'stop', chosen);
  const other = sendLetters(letter, names.slice(count - 1, count + 2), 'stop', chosen);
  const single = sendLetter(letter, random.pick(names.slice(0, count)), chosen);
  return random.pick([
    [copies(list, random.pick([1, 2, 3]))],
    [[list, other]],
    [[list, single]],
    [[single], [list]],
    [[list], [other]],
  ]);
}

/** A list that grows, and leaves out who got the letter; sometimes in overlapping runs, with letters by other steps in between. */
function growingList({ random }: Setting): Phase[] {
  const letter = random.pick(letters);
  const chosen = options(random);
  const order = [...names].sort(() => random.next() - 0.5);
  const phases: Phase[] = [];
  for (let count = random.between(1, 2); count <= order.length; count += random.between(0, 2) || 1) {
    const whole = sendLetters(letter, order.slice(0, count), 'leave_out', chosen);
    const others = [
      ...(random.chance(0.3)
        ? [sendLetters(letter, order.slice(random.between(0, count), count + 1), 'leave_out', chosen)]
        : []),
      ...(random.chance(0.2) ? [sendLetter(letter, random.pick(order), chosen)] : []),
      ...(random.chance(0.2) ? [whole] : []),
    ].filter(({ people }) => people.length > 0);
    phases.push([whole, ...others]);
  }
  return phases.slice(0, 4);
}

/** A list by one step, letters by the next. */
function listAndOrder({ random }: Setting): Phase[] {
  const letter = random.pick(letters);
  const chosen = options(random);
  const people = names.slice(0, random.between(1, 4));
  const list = createList(people);
  const order: Step = {
    key: 'resend_saved_order',
    inputData: { saved_order_id: letter, ...chosen },
    print: printOf(letter, chosen),
    people,
    list,
    stopsForSome: true,
  };
  const [first = ''] = people;
  const single = { ...sendLetter(letter, first, chosen), stopsForSome: true };
  return [[list], copies(order, random.pick([1, 2, 3])), ...(random.chance(0.3) ? [[single]] : [])];
}

/** Contents to a list of the account. */
function newOrder({ random }: Setting): Phase[] {
  const chosen = options(random);
  const list_id = random.pick(['l-001-0001', 'l-001-0002']);
  const step: Step = {
    key: 'create_order',
    inputData: {
      list_id,
      sheets: [{ file: 'f-001-0001', paper_type: 'p-001-0001', width: '8.5', height: '11' }],
      outer_envelope_type: 'e-001-0001',
      ...chosen,
    },
    print: printOf('contents', chosen),
    people: [list_id],
  };
  return [copies(step, random.pick([1, 2, 3])), [step]];
}

/** The newsletter of a month: another file, printed as before, to a list or to everyone. */
function repeatedOrder({ random, earlierOrder, file }: Setting): Phase[] {
  const chosen = options(random);
  const print = printOf('newsletter', chosen);
  const inputData = { order_id: earlierOrder, file, ...chosen };
  const people = names.slice(0, random.between(1, 3));
  const list = createList(people);
  const toEveryone: Step = {
    key: 'repeat_order',
    inputData: { ...inputData, everyone: true },
    print,
    people: everyone,
  };
  const toList: Step = { key: 'repeat_order', inputData, print, people, list, stopsForSome: true };
  return random.chance(0.5)
    ? [copies(toEveryone, random.pick([1, 2])), [toEveryone]]
    : [[list], copies(toList, random.pick([1, 2])), [toList]];
}

/** Stands for the people of the mailing list, whose names the plan does not know. */
const everyone = ['everyone'];

export const plans = { oneLetter, lists, growingList, listAndOrder, newOrder, repeatedOrder } as const;

/** Steps of which one has a single failure, by name. */
export const sequences = {
  'Send Letter': {
    before: [],
    step: sendLetter('l-001-1002', 'Ann Lee', { duplicate_window: '' }),
    after: [sendLetters('l-001-1002', ['Ann Lee', 'Bob Ray'], 'leave_out', { duplicate_window: '' })],
  },
  'Send Letters with leave_out': {
    before: [sendLetter('l-001-1002', 'Ann Lee', { duplicate_window: '' })],
    step: sendLetters('l-001-1002', ['Ann Lee', 'Bob Ray', 'Cid Fox'], 'leave_out', { duplicate_window: '' }),
    after: [
      sendLetters('l-001-1002', ['Cid Fox', 'Dee Orr'], 'leave_out', { duplicate_window: '' }),
      sendLetters('l-001-1002', names, 'leave_out', { duplicate_window: '' }),
    ],
  },
};
