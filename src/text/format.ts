/** Formats numbers, times and values for messages. */

/**
 * Returns a whole number with a comma before every three digits. `toLocaleString` does the same, but its first call takes 20 ms,
 * and the help texts are made when a process starts.
 */
export const formatNumber = (number: number): string => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Returns a price with its currency, such as "$30.80". */
export const formatPrice = (amount: number): string => `$${amount.toFixed(2)}`;

/** Returns "1 letter" or "1,204 letters". */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** Returns a time such as "Mar 12, 2026, 10:00 AM EDT", in UTC if the user's time zone is missing or unknown. */
export function formatTime(time: number, timeZone: string | null | undefined): string {
  const options: Intl.DateTimeFormatOptions = {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  };
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: timeZone ?? 'UTC' }).format(time);
  } catch {
    return formatTime(time, 'UTC');
  }
}

/** Shortens a value for an error message without cutting a surrogate pair in half. */
export function truncate(value: string, maxLength = 80): string {
  if (value.length <= maxLength) return value;
  return `${[...value.slice(0, maxLength)].slice(0, -1).join('')}…`;
}

/** Joins the first items for an error message, and adds how many more there are. @param count of all items, if only the first are given */
export const listFirst = (
  items: readonly string[],
  separator = '; ',
  maxListed = 20,
  count = items.length,
): string =>
  count > maxListed
    ? `${items.slice(0, maxListed).join(separator)}${separator}and ${formatNumber(count - maxListed)} more`
    : items.join(separator);

/** Joins the warnings, or returns null if there are none. */
export const joinWarnings = (warnings: readonly (string | false | null | undefined)[]): string | null =>
  warnings.filter(Boolean).join(' ') || null;
