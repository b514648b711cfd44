/** Points in time as people say them, with the exact one behind it. */

const steps: [limit: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [30 * 86_400, 'day', 86_400],
  [365 * 86_400, 'month', 30 * 86_400],
  [Number.POSITIVE_INFINITY, 'year', 365 * 86_400],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** Such as “3 days ago” or “in 5 minutes”. */
export function relativeTime(time: number, now: number): string {
  const seconds = (time - now) / 1000;
  const distance = Math.abs(seconds);
  if (distance < 5) return 'just now';
  const [, unit, size] = steps.find(([limit]) => distance < limit) ?? ['', 'second' as const, 1];
  return relative.format(Math.trunc(seconds / size), unit);
}

/** Such as “Nov 24, 2026, 9:00:00 AM”, always in UTC. */
export const exactTime = (time: number): string => exact.format(time);

/** @param now the moment that counts as now, when it is not the browser's */
export function RelativeTime({ time, now = Date.now() }: { time: string; now?: number }) {
  const milliseconds = timeOf(time);
  return (
    <time dateTime={time} title={`${exactTime(milliseconds)} UTC`} class="nowrap">
      {relativeTime(milliseconds, now)}
    </time>
  );
}

/** ISO 8601 in milliseconds; a time without a zone is meant in UTC. */
export const timeOf = (iso: string): number =>
  Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(iso) || !iso.includes('T') ? iso : `${iso}Z`);
