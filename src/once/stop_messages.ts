/** The messages of a step that the duplicate check keeps from ordering. docs/duplicate_letters.md explains them. */
import { Failure, type FailureFacts, getFailure } from '../failure.ts';
import { printedName } from '../person/contact.ts';
import type { ListedRecipient } from '../recipients/collector.ts';
import { mergeColumnsField } from '../recipients/merge_columns.ts';
import { describePeople } from '../text/describe_people.ts';
import { formatCount, formatTime, listFirst, truncate } from '../text/format.ts';
import type { Decision, Earlier, Verdict } from './decide.ts';
import { eventIdField, foundOrderIdField, missingWord, type OrderOptions } from './order_options.ts';

/** Puts "Nothing was ordered" before the reason. Other errors have it after the reason. */
export const notOrderedError = (reason: string, facts: Partial<FailureFacts> = {}): Failure =>
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
      `the duplicate check cannot read what it remembers of an earlier order. Check your orders at the letter service. To order anyway, use a new ${eventIdField.label}.`,
      { cause: error },
    );
  if (failure.code === 'zapier.cache_size')
    return notOrderedError(
      `the duplicate check has too much to remember. ${failure.what} Use a new ${eventIdField.label}, or split the list.`,
      { cause: error },
    );
  if (failure.code !== 'zapier.cache') return failure;
  const facts = { kind: 'run_again', retryAfter: 60, cause: error } as const;
  return notOrderedError('the duplicate check is unavailable right now.', facts);
}

export const inProgressError = (reason: string): Failure =>
  notOrderedError(reason, { kind: 'run_again', retryAfter: 30 });

const adviseLooking = (word: string): string =>
  `Check your orders at the letter service. If the order is there, enter its ID in ${foundOrderIdField.label} and run the step again. If it is still missing after ten minutes, enter ${word} there.`;

/** @param word says that the order is missing */
export const notConfirmedError = (
  failure: Failure,
  { maxUnconfirmedAge, timeZone }: OrderOptions,
  word: string,
): Failure =>
  failure.with({
    what: `The letter service did not confirm the order${failure.createdId ? ` "${failure.createdId}"` : ''}${failure.status ? ` (${failure.status})` : ''}, so it may or may not have been placed.`,
    advice:
      maxUnconfirmedAge === 0
        ? 'Check your orders at the letter service first. Run the step again only if the order is missing.'
        : `${adviseLooking(word)} The same letters are not ordered again until ${formatTime(Date.now() + maxUnconfirmedAge * 1000, timeZone)}.`,
  });

/** How messages describe the people of a step. */
export interface Descriptions {
  /** The people, if they are known. */
  readonly listed?: readonly ListedRecipient[];
  /** Says how to write only to the people not yet reached. */
  othersAdvice?: string;
}

export const maxNamed = 5;
const maxNamedOrders = 3;

/**
 * @param columns the names of the people's merge fields, if the user named them
 * @param canceled sentences about orders that were canceled since
 */
export function stopError(
  { orders, reached }: Extract<Decision, { kind: 'stop' }>,
  { unreached: people, moved }: Pick<Verdict, 'unreached' | 'moved'>,
  columns: readonly string[] | undefined,
  options: OrderOptions,
  describe: Descriptions,
  canceled = '',
): Failure {
  const placed = orders.filter(({ phase }) => phase === 'placed');
  const unconfirmed = orders.filter(({ phase }) => phase === 'unconfirmed');
  const isEveryone = reached.size === people.length;
  const difference = describeDifference([...reached], orders, columns);
  const [last] = unconfirmed;
  if (last) {
    const until = formatTime(last.at + options.maxUnconfirmedAge * 1000, options.timeZone);
    const unconfirmedPeople = new Set(unconfirmed.flatMap((order) => [...order.people]));
    const othersNote =
      placed.length > 0
        ? `Other people on this list already got the letter (ordered on ${describeOrders(placed, options)}) and would get it again. `
        : '';
    return notOrderedError(
      `an earlier attempt to order the same letters${isEveryone ? '' : ` for ${namePeople(unconfirmedPeople, people, describe)}`}, on ${describeOrders(unconfirmed, options)}, was never confirmed, so that order may exist. ${adviseLooking(missingWord(last.run))} ${othersNote}${difference}Until ${until}, the same letters are not ordered again.`,
    );
  }
  if (isEveryone)
    return notOrderedError(
      `the same letters were ordered on ${describeOrders(placed, options)}. ${difference}${canceled}If this is a new gift, month or edition, use a new ${eventIdField.label}.`,
    );
  const others = new Set(people.filter((person) => !reached.has(person) && !moved.has(person)));
  const notes = [
    others.size > 0
      ? `No letter under this name and address yet: ${namePeople(others, people, describe)}.`
      : [],
    moved.size > 0 ? `${describeMoved(moved, describe, options)} ${movedAdvice}` : [],
  ].flat();
  const { othersAdvice } = describe;
  // People can be left out only if it is known that they got the same letter.
  const advice =
    !difference && othersAdvice
      ? othersAdvice
      : 'Make a list of only the others, and order the letters for it.';
  return notOrderedError(
    `${reached.size} of these ${people.length} people already got the same letter, ordered on ${describeOrders(placed, options)}. ${difference}${notes.join(' ')} ${advice} ${canceled}If all of them should get the letter again, use a new ${eventIdField.label}.`,
  );
}

const describeOrders = (orders: readonly Earlier[], { timeZone }: OrderOptions): string => {
  const described = orders.map(
    ({ at, result: { order_id: id } }) => formatTime(at, timeZone) + (id ? ` (${id})` : ''),
  );
  return listFirst([...new Set(described)], ', ', maxNamedOrders);
};

/** Returns the names of some of the people, if they are known. */
export const namesOf = ({ listed }: Descriptions, ids: ReadonlySet<string>): string[] | undefined =>
  listed?.filter(({ id }) => ids.has(id)).map(({ recipient }) => truncate(printedName(recipient)));

const namePeople = (ids: ReadonlySet<string>, people: readonly string[], describe: Descriptions): string =>
  listFirst(namesOf(describe, ids) ?? [`${ids.size} of these ${people.length} people`], ', ', maxNamed);

/** Returns the people whom the orders may have reached with other values. */
export const findUncertain = (people: readonly string[], orders: readonly Earlier[]): string[] =>
  people.filter((person) => !orders.some(({ same }) => same.has(person)));

/** Says why people were recognized by name and address only. Returns a blank text if all of their values are the same. */
function describeDifference(
  people: readonly string[],
  orders: readonly Earlier[],
  columns: readonly string[] = [],
): string {
  const uncertain = findUncertain(people, orders);
  const order = orders.find((one) => uncertain.some((person) => one.people.has(person)));
  if (!order) return '';
  const some = formatCount(uncertain.length, 'person', 'people');
  if (order.whyUncertain === 'lost')
    return `Zapier no longer remembers who got it, so anyone on the list may have. `;
  if (order.whyUncertain === 'unnamed')
    return `We can't tell whether the letters to ${some} are the same, because the columns that the letter prints were not named: enter them in ${mergeColumnsField.label}, also in Create Temporary List. `;
  const tell = (what: string, names: readonly string[], others: readonly string[]) => {
    const known = others.map((name) => name.toLowerCase());
    const changed = names.filter((name) => !known.includes(name.toLowerCase()));
    return changed.length > 0
      ? `${what}: ${listFirst(
          changed.map((name) => truncate(name)),
          ', ',
        )}. `
      : '';
  };
  const { columns: before = [] } = order;
  return `The letter does not print the same columns as then, so ${some} would get it again. ${tell('New', columns, before)}${tell('No longer there', before, columns)}If they should not, enter the earlier columns in ${mergeColumnsField.label}. `;
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
  const advice = canceled || `For a new occasion, use a new ${eventIdField.label}.`;
  return `${formatCount(reached.size, 'person', 'people')} already got this letter and ${reached.size === 1 ? 'was' : 'were'} left out: ${listFirst(names, ', ')}. Ordered on ${describeOrders(orders, options)}. ${advice}`.trim();
}

/** Returns a sentence about people who got the letter under another name or address. */
export function describeMoved(
  moved: ReadonlyMap<string, Earlier>,
  { listed = [] }: Descriptions,
  { timeZone }: OrderOptions,
): string {
  const findings = listed.flatMap(({ id, place, recipient }) => {
    const order = moved.get(id);
    const what = `got this letter under another name or address on ${formatTime(order?.at ?? 0, timeZone)}`;
    return order ? [{ place: `${place} with reference ${truncate(recipient.external_id ?? '')}`, what }] : [];
  });
  return describePeople(findings);
}

export const movedAdvice =
  'A new name or address counts as a new person: take anyone who should not get it again off the list.';
