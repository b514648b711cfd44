/** Recognizes dates and times in text. */

const pattern =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:[T ]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** Returns whether the text is an ISO 8601 date, or a date and time. The time zone is optional. */
export const isTimestamp = (text: string): boolean => pattern.test(text);

/** Returns whether the text is an ISO 8601 date and time that lacks a time zone. */
export function lacksZone(text: string): boolean {
  const [, , , hour, zone] = pattern.exec(text) ?? [];
  return hour !== undefined && zone === undefined;
}

/** Returns whether the text looks like a date in a format for people, such as `3/12/2026 5:30 pm`. */
export const isHumanReadableDate = (text: string): boolean =>
  /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(\D.*)?$/.test(text) ||
  /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d{4}/i.test(text) ||
  /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2},? \d{4}/i.test(text);
