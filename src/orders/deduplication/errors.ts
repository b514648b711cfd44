/** Why letters were not ordered, or may have been. docs/duplicate_letters.md lists these messages. */
import { Failure } from '../../failure.ts';
import { duplicateWindowField, eventIdField, type Window } from './duplicate_check.ts';
import type { Entry } from './order_entry.ts';

type TimeZone = string | null | undefined;

export const cacheUnavailableError = (): Error =>
  new Failure('Nothing was ordered: the duplicate check is unavailable right now. Run the step again.', {
    outcome: 'no_effect',
    code: 'cache_unavailable',
  });

export const orderInProgressError = (doing = 'is ordering the same letters right now'): Error =>
  new Failure(`Nothing was ordered: another step ${doing}. Run the step again in a minute.`, {
    outcome: 'no_effect',
    code: 'order_in_progress',
  });

export const notConfirmedError = (status: number | undefined, window: Window): Error =>
  new Failure(
    `The letter service did not confirm the order${status ? ` (${status})` : ''}, so it may or may not have been placed. Check your orders at the letter service first. ${
      window === 'off'
        ? 'Run the step again only if the order is missing.'
        : `This step won't place the same order again within the time set in ${duplicateWindowField.label}. If the order is missing, ${orderOnceAdvice}`
    }`,
    { outcome: 'unknown', code: 'order_not_confirmed', status },
  );

export const mayExistError = ({ at, unconfirmed }: Entry, timeZone: TimeZone): Error =>
  new Failure(
    `Nothing was ordered. An earlier ${
      unconfirmed
        ? `attempt to order the same letters, on ${formatTime(at, timeZone)}, was never confirmed`
        : `run began to order the same letters, on ${formatTime(at, timeZone)}; what became of it is not recorded`
    }, so that order may exist. Check your orders at the letter service. If the order is missing, ${orderOnceAdvice}`,
    { outcome: 'no_effect', code: 'order_not_confirmed' },
  );

/** @param reached how many of the people are in the earlier orders */
export function someReachedError(
  { reached, of }: { reached: number; of: number },
  earlier: readonly Entry[],
  timeZone: TimeZone,
): Error {
  const confirmed = earlier.filter(({ order }) => order !== undefined);
  const orders = earlier
    .slice(0, maxNamedOrders)
    .map(({ order, at }) => `${order ?? 'an order that may exist'} of ${formatTime(at, timeZone)}`);
  const more = earlier.length > maxNamedOrders ? ` and ${earlier.length - maxNamedOrders} more` : '';
  return new Failure(
    `Nothing was ordered. ${reached === of ? `All ${of}` : `${reached} of these ${of}`} people ${
      confirmed.length === earlier.length ? 'already got' : 'may already have got'
    } the same letter (${earlier.length === 1 ? 'order' : 'orders'}: ${orders.join(', ')}${more}). ${
      reached === of ? '' : 'Make a list of only the others and order the letters for it. '
    }If all of them should get the letter again, fill in a new ${eventIdField.label}, or ${orderOnceAdvice}`,
    { outcome: 'no_effect', code: 'some_already_ordered' },
  );
}

const maxNamedOrders = 3;

/** How to order despite the entry. The page it names is docs/duplicate_letters.md. */
const orderOnceAdvice = `set ${duplicateWindowField.label} to "${duplicateWindowField.choices.off}" and run the step once. See “When could a letter be sent twice?” in the documentation.`;

/** @returns the time as the user's clock shows it, such as "Mar 12, 2026, 10:00 AM EDT" */
function formatTime(time: number, timeZone: TimeZone): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone: zone,
    }).format(time);
  try {
    return format(timeZone ?? 'UTC');
  } catch {
    return format('UTC');
  }
}
