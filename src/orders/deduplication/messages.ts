/** What a step says if the duplicate check keeps it from ordering. docs/duplicate_letters.md explains these messages. */
import type { Bundle } from 'zapier-platform-core';
import { runsAgain } from '../../api/errors.ts';
import { Failure, type FailureDetails } from '../../failure.ts';
import { formatTime } from '../../format.ts';
import { eventIdField, orderOnceAdvice } from '../order_options.ts';
import type { Earlier } from './decide.ts';

export type TimeZone = Bundle['meta']['timezone'];

/** Says that nothing was ordered before the reason, not after it as other errors do. */
const notOrdered = (reason: string, details: Partial<FailureDetails> = {}): Failure =>
  new Failure(`Nothing was ordered by this run: ${reason}`, {
    kind: 'not_done',
    saysWhatWasDone: true,
    ...details,
  });

export const unavailableError = (cause: unknown): Failure =>
  notOrdered(`the duplicate check is unavailable right now. ${runsAgain}`, {
    kind: 'run_again',
    retryAfter: 60,
    cause,
  });

export const unreadableError = (cause: unknown): Failure =>
  notOrdered(
    `the duplicate check cannot read what it remembers of an earlier order. Check your orders at the letter service. To order anyway, ${orderOnceAdvice}`,
    { cause },
  );

export const inProgressError = (doing: string): Failure =>
  notOrdered(`another step ${doing}. Zapier runs this step again in half a minute.`, {
    kind: 'run_again',
    retryAfter: 30,
  });

export const mayExistError = ({ at }: Earlier, timeZone: TimeZone): Failure =>
  notOrdered(
    `an earlier attempt to order the same letters, on ${formatTime(at, timeZone)}, was never confirmed, so that order may exist. Check your orders at the letter service. If the order is missing, ${orderOnceAdvice}`,
  );

/** @param people all people of the step */
export function olderOrderError(order: Earlier, people: readonly string[], timeZone: TimeZone): Failure {
  const time = formatTime(order.at, timeZone);
  return notOrdered(
    `the same letters were ordered on ${time} (${order.result.order_id}). ${describeDifference(people, [order])}If this is a new gift, month or edition, or that order was canceled, use a new ${eventIdField.label}.`,
  );
}

/**
 * @param people all people of the step
 * @param orders the newest first
 * @param others how to write to the others
 */
export function someReachedError(
  people: readonly string[],
  { orders, reached }: { orders: readonly Earlier[]; reached: ReadonlySet<string> },
  others: string,
  timeZone: TimeZone,
): Failure {
  const isCertain = orders.every(({ phase }) => phase === 'placed');
  const named = orders
    .slice(0, maxNamedOrders)
    .map(
      ({ phase, result, at }) =>
        `${phase === 'placed' ? result.order_id : 'an order that may exist'} of ${formatTime(at, timeZone)}`,
    );
  const more = orders.length > maxNamedOrders ? ` and ${orders.length - maxNamedOrders} more` : '';
  const who =
    reached.size === people.length
      ? `all ${people.length} people`
      : `${reached.size} of these ${people.length} people`;
  const got = isCertain ? 'already got' : 'may already have got';
  return notOrdered(
    `${who} ${got} the same letter (${orders.length === 1 ? 'order' : 'orders'}: ${named.join(', ')}${more}). ${describeDifference([...reached], orders)}${others}Canceled orders count, too. If all of them should get the letter again, use a new ${eventIdField.label}, or ${orderOnceAdvice}`,
  );
}

const maxNamedOrders = 3;

/** Says that people are recognized although some of their values differ. */
export function describeDifference(people: readonly string[], orders: readonly Earlier[]): string {
  const isSame = people.every((person) => orders.some(({ same }) => same.has(person)));
  return isSame
    ? ''
    : 'Other values differ, which the letter did not print (it may have been edited since). ';
}
