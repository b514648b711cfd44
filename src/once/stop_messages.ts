/** The messages of a step that the duplicate check keeps from ordering. docs/duplicate_letters.md explains them. */
import { Failure, type FailureFacts, getFailure } from '../failure.ts';
import { formatCount, formatTime, listFirst } from '../text/format.ts';
import type { Decision, Earlier } from './decide.ts';
import { eventIdField, foundOrderIdField, type OrderOptions, orderOnceAdvice } from './order_options.ts';

/** Puts "Nothing was ordered" before the reason. Other errors have it after the reason. */
const notOrderedError = (reason: string, facts: Partial<FailureFacts> = {}): Failure =>
  new Failure({
    kind: 'not_done',
    what: `Nothing was ordered by this run: ${reason}`,
    outcome: '',
    ...facts,
  });

/** Explains an error of the duplicate check. A failure that does not come from the cache keeps its message. */
export function explainCheckError(error: unknown): Failure {
  const failure = getFailure(error);
  // A later run would not fix a bug or an unreadable entry, so do not run the step again.
  if (!failure)
    return notOrderedError(
      `the duplicate check cannot read what it remembers of an earlier order. Check your orders at the letter service. To order anyway, ${orderOnceAdvice}`,
      { cause: error },
    );
  if (failure.code === 'zapier.cache_busy')
    return inProgressError('other steps are ordering letters like this one right now.');
  if (!failure.code?.startsWith('zapier.cache_')) return failure;
  const facts = { kind: 'run_again', retryAfter: 60, cause: error } as const;
  return notOrderedError('the duplicate check is unavailable right now.', facts);
}

export const inProgressError = (reason: string): Failure =>
  notOrderedError(reason, { kind: 'run_again', retryAfter: 30 });

const lookForOrderAdvice = `Check your orders at the letter service first. If it is there, enter its ID in ${foundOrderIdField.label} and run the step again. If it is missing, ${orderOnceAdvice}`;

export const notConfirmedError = (failure: Failure, { maxUnconfirmedAge, timeZone }: OrderOptions): Failure =>
  failure.with({
    what: `The letter service did not confirm the order${failure.createdId ? ` "${failure.createdId}"` : ''}${failure.status ? ` (${failure.status})` : ''}, so it may or may not have been placed.`,
    advice:
      maxUnconfirmedAge === 0
        ? 'Check your orders at the letter service first. Run the step again only if the order is missing.'
        : `${lookForOrderAdvice} The same letters are not ordered again until ${formatTime(Date.now() + maxUnconfirmedAge * 1000, timeZone)}.`,
  });

/** How messages describe the people of a step. */
export interface Descriptions {
  /** Returns the names of some of the people, if they are known. */
  namesOf?: (ids: ReadonlySet<string>) => string[];
  /** Says how to write only to the people not yet reached. */
  othersAdvice?: string;
}

export const maxNamed = 5;
const maxNamedOrders = 3;

/**
 * @param people the people of the step who are not left out
 * @param canceled sentences about orders that were canceled since
 */
export function stopError(
  { orders, reached }: Extract<Decision, { kind: 'stop' }>,
  people: readonly string[],
  options: OrderOptions,
  describe: Descriptions,
  canceled: string,
): Failure {
  const placed = orders.filter(({ phase }) => phase === 'placed');
  const unconfirmed = orders.filter(({ phase }) => phase === 'unconfirmed');
  const isEveryone = reached.size === people.length;
  const difference = describeDifference([...reached], orders);
  const [last] = unconfirmed;
  if (last) {
    const until = formatTime(last.at + options.maxUnconfirmedAge * 1000, options.timeZone);
    const unconfirmedPeople = new Set(unconfirmed.flatMap((order) => [...order.people]));
    const othersNote =
      placed.length > 0
        ? `Other people on this list already got the letter (ordered on ${describeOrders(placed, options)}) and would get it again. `
        : '';
    return notOrderedError(
      `an earlier attempt to order the same letters${isEveryone ? '' : ` for ${namePeople(unconfirmedPeople, people, describe)}`}, on ${describeOrders(unconfirmed, options)}, was never confirmed, so that order may exist. ${lookForOrderAdvice} ${othersNote}${difference}Until ${until}, the same letters are not ordered again.`,
    );
  }
  if (isEveryone)
    return notOrderedError(
      `the same letters were ordered on ${describeOrders(placed, options)}. ${difference}${canceled}If this is a new gift, month or edition, use a new ${eventIdField.label}.`,
    );
  const others = new Set(people.filter((person) => !reached.has(person)));
  const { othersAdvice = 'Make a list of only the others, and order the letters for it.' } = describe;
  return notOrderedError(
    `${reached.size} of these ${people.length} people already got the same letter, ordered on ${describeOrders(placed, options)}. ${difference}No letter under this name and address yet: ${namePeople(others, people, describe)}. ${othersAdvice} ${canceled}If all of them should get the letter again, use a new ${eventIdField.label}, or ${orderOnceAdvice}`,
  );
}

/** Stops a run in which everyone is left out, but some people were recognized only by what the letter's last order printed. */
export function onlyPrintedError(
  changed: ReadonlySet<string>,
  people: readonly string[],
  orders: readonly Earlier[],
  options: OrderOptions,
  describe: Descriptions,
): Failure {
  return notOrderedError(
    `everyone on the list already got this letter, ordered on ${describeOrders(orders, options)}, but the data have changed for ${namePeople(changed, people, describe)}. ${describeDifference([...changed], orders)}If it does not print them, enter the columns that it prints in Merge Columns, so that other columns do not count.`,
  );
}

const describeOrders = (orders: readonly Earlier[], { timeZone }: OrderOptions): string => {
  const described = orders.map(
    ({ at, result: { order_id: id } }) => formatTime(at, timeZone) + (id ? ` (${id})` : ''),
  );
  return listFirst([...new Set(described)], ', ', maxNamedOrders);
};

const namePeople = (ids: ReadonlySet<string>, people: readonly string[], { namesOf }: Descriptions): string =>
  listFirst(namesOf?.(ids) ?? [`${ids.size} of these ${people.length} people`], ', ', maxNamed);

/** Returns sentences if people were recognized although some of their values differ. */
function describeDifference(people: readonly string[], orders: readonly Earlier[]): string {
  if (people.every((person) => orders.some(({ same }) => same.has(person)))) return '';
  return `Some values have changed that the letter's last order did not print. If the letter prints them now, use a new ${eventIdField.label}. `;
}

/** Returns a sentence with the people left out and the orders to them, the oldest first, or null if no one was left out. */
export function describeLeftOut(
  names: readonly string[],
  reached: ReadonlyMap<string, Earlier>,
  options: OrderOptions,
  canceled: string,
): string | null {
  if (reached.size === 0) return null;
  const orders = [...new Set(reached.values())].sort((one, other) => one.at - other.at);
  const difference = describeDifference([...reached.keys()], orders);
  const advice = canceled ? '' : `For a new occasion, use a new ${eventIdField.label}.`;
  return `${formatCount(reached.size, 'person', 'people')} already got this letter and ${reached.size === 1 ? 'was' : 'were'} left out: ${listFirst(names, ', ')}. Ordered on ${describeOrders(orders, options)}. ${canceled}${difference || advice}`.trim();
}
