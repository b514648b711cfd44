/** Points in time as text. */

const pattern =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:[T ]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** Whether a text is a date or a date and time of ISO 8601, with or without a zone. */
export const isTimestamp = (text: string): boolean => pattern.test(text);

/** Whether a text tells a time of day without saying where. A date alone is fine. */
export function lacksZone(text: string): boolean {
  const [, , , hour, zone] = pattern.exec(text) ?? [];
  return hour !== undefined && zone === undefined;
}

/** Whether a text looks like a date or time in a form that only people read, such as `3/12/2026 5:30 pm`. */
export const isLocalTime = (text: string): boolean =>
  /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(\D.*)?$/.test(text) ||
  /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d{4}/i.test(text) ||
  /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2},? \d{4}/i.test(text);
