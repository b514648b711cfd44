/** Formats times: relative for reading, exact in the tooltip. */

const units: [limit: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [30 * 86_400, 'day', 86_400],
  [365 * 86_400, 'month', 30 * 86_400],
  [Number.POSITIVE_INFINITY, 'year', 365 * 86_400],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** Returns, for example, “3 days ago” or “in 5 minutes”. */
export function formatRelativeTime(time: number, now: number): string {
  const seconds = (time - now) / 1000;
  const distance = Math.abs(seconds);
  if (distance < 5) return 'just now';
  const [, unit, size] = units.find(([limit]) => distance < limit) ?? [0, 'second' as const, 1];
  return relative.format(Math.round(seconds / size), unit);
}

/** Returns, for example, “Nov 24, 2026, 9:00:00 AM UTC”. */
export const formatTime = (time: number): string => `${exact.format(time)} UTC`;

/** @param now the current time, if it is not the browser's */
export function RelativeTime({ time, now = Date.now() }: { time: string; now?: number }) {
  const milliseconds = parseTime(time);
  return (
    <time dateTime={time} title={formatTime(milliseconds)} class="nowrap">
      {formatRelativeTime(milliseconds, now)}
    </time>
  );
}

/** Parses ISO 8601 into milliseconds since 1970; without a time zone, UTC is assumed. */
export const parseTime = (iso: string): number =>
  Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(iso) || !iso.includes('T') ? iso : `${iso}Z`);
