/** The schedule that starts a Zap by the sandbox's clock, as Schedule by Zapier does by the real one. */
import type { InputField } from '@print-and-mail/zapier/definition';
import type { PlannedStep } from '../protocol.ts';

export type ScheduleStep = Extract<PlannedStep, { kind: 'schedule' }>;

/** The fields of the step's form. */
export const scheduleFields: InputField[] = [
  {
    key: 'every',
    label: 'How Often',
    default: 'day',
    choices: [
      { value: 'day', label: 'Every day' },
      { value: 'month', label: 'Every month, on the 1st' },
    ],
    helpText:
      'By the clock of the sandbox: advance it in the console, and the Zap runs once for the day that it is then.',
  },
];

export const scheduleOutputs = [
  { key: 'date', label: 'Date' },
  { key: 'day', label: 'Month and Day' },
  { key: 'month', label: 'Year and Month' },
  { key: 'year', label: 'Year' },
  { key: 'id', label: 'ID', hidden: true },
];

/** The day in the formats of the recipes, for which a Zap needs Formatter by Zapier: `2026-03-12`, `03-12`, `2026-03`, `2026`. */
export function scheduleRecord(now: number) {
  // Swedish dates are ISO dates.
  const date = new Date(now).toLocaleDateString('sv');
  return { id: date, date, day: date.slice(5), month: date.slice(0, 7), year: date.slice(0, 4) };
}

/** The day or the month; a new one starts a run. */
export const periodOf = ({ values }: ScheduleStep, now: number): string =>
  scheduleRecord(now)[values.every === 'month' ? 'month' : 'date'];
