/** The messages of a step that the duplicate check keeps from ordering. docs/duplicate_letters.md explains them. */
import type { Bundle } from 'zapier-platform-core';
import { isCacheFailure } from '../../cache.ts';
import { Failure, type FailureFacts, getFailure } from '../../failure.ts';
import { formatTime } from '../../format.ts';
import { duplicateWindowField, eventIdField, orderOnceAdvice } from '../order_options.ts';
import type { Decision, Earlier } from './decide.ts';

export type TimeZone = Bundle['meta']['timezone'];

/** Puts "Nothing was ordered" before the reason. Other errors have it after the reason. */
const notOrderedBecause = (reason: string): string => `Nothing was ordered by this run: ${reason}`;

const notOrdered = (reason: string, facts: Partial<FailureFacts> = {}): Failure =>
  new Failure({ kind: 'not_done', what: notOrderedBecause(reason), outcome: '', ...facts });

/** Explains an error of the duplicate check. A failure that does not come from the cache keeps its message. */
export function explainCheckError(error: unknown): Failure {
  const failure = getFailure(error);
  // A later run would not fix a bug or an unreadable entry, so do not run the step again.
  if (!failure) {
    return notOrdered(
      `the duplicate check cannot read what it remembers of an earlier order. Check your orders at the letter service. To order anyway, ${orderOnceAdvice}`,
      { cause: error },
    );
  }
  const what = notOrderedBecause('the duplicate check is unavailable right now.');
  return isCacheFailure(failure) ? failure.with({ what, outcome: '' }) : failure;
}

export const inProgressError = (doing: string): Failure =>
  notOrdered(`another step ${doing}.`, { kind: 'run_again', retryAfter: 30 });

export const notConfirmedError = (failure: Failure, isChecked: boolean): Failure =>
  failure.with({
    what: `The letter service did not confirm the order${failure.status ? ` (${failure.status})` : ''}, so it may or may not have been placed.`,
    advice: `Check your orders at the letter service first. ${
      isChecked
        ? `This step won't place the same order again within the time set in ${duplicateWindowField.label}. If the order is missing, ${orderOnceAdvice}`
        : 'Run the step again only if the order is missing.'
    }`,
  });

/**
 * @param people the people of the step who are not left out
 * @param describeUnreached names the people not yet reached, and says how to write to them
 * @param canceled sentences about orders that were canceled since
 */
export function stopError(
  { orders, reached }: Extract<Decision, { kind: 'stop' }>,
  people: readonly string[],
  timeZone: TimeZone,
  {
    describeUnreached,
    leavesOut,
    canceled,
  }: {
    describeUnreached?: ((reached: ReadonlySet<string>) => string) | undefined;
    leavesOut: boolean;
    canceled: string;
  },
): Failure {
  const [newest] = orders;
  const isWhole = orders.length === 1 && reached.size === people.length;
  const unconfirmed = orders.find(({ phase }) => phase === 'unconfirmed');
  if (unconfirmed && (leavesOut || isWhole)) {
    return notOrdered(
      `an earlier attempt to order the same letters, on ${formatTime(unconfirmed.at, timeZone)}, was never confirmed, so that order may exist. Check your orders at the letter service. If the order is missing, ${orderOnceAdvice}`,
    );
  }
  const difference = describeDifference([...reached], orders);
  if (isWhole && newest) {
    return notOrdered(
      `the same letters were ordered on ${formatTime(newest.at, timeZone)} (${newest.result.order_id}). ${difference}${canceled}If this is a new gift, month or edition, use a new ${eventIdField.label}.`,
    );
  }
  const named = orders
    .slice(0, maxNamedOrders)
    .map(
      ({ phase, result, at }) =>
        `${phase === 'placed' ? result.order_id : 'an order that may exist'} of ${formatTime(at, timeZone)}`,
    );
  const andMore = orders.length > maxNamedOrders ? ` and ${orders.length - maxNamedOrders} more` : '';
  const isEveryone = reached.size === people.length;
  const subject = isEveryone
    ? `all ${people.length} people`
    : `${reached.size} of these ${people.length} people`;
  const verb = unconfirmed ? 'may already have got' : 'already got';
  const listAdvice = isEveryone ? '' : 'Make a list of only the others and order the letters for it. ';
  const othersAdvice = unconfirmed
    ? 'Check your orders at the letter service first. '
    : (describeUnreached?.(reached) ?? listAdvice);
  return notOrdered(
    `${subject} ${verb} the same letter (${orders.length === 1 ? 'order' : 'orders'}: ${named.join(', ')}${andMore}). ${difference}${othersAdvice}${canceled}If all of them should get the letter again, use a new ${eventIdField.label}, or ${orderOnceAdvice}`,
  );
}

const maxNamedOrders = 3;

/** Returns a sentence if people were recognized although some of their values differ. */
export function describeDifference(people: readonly string[], orders: readonly Earlier[]): string {
  const isSame = people.every((person) => orders.some(({ same }) => same.has(person)));
  return isSame
    ? ''
    : 'Other values differ, which the letter did not print (it may have been edited since). ';
}
