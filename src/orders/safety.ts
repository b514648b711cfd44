/** What every action that orders letters has in common: protection against ordering twice and by mistake. */
import { orderTestField } from '../editor_test.ts';
import { formatNumber } from '../format_number.ts';
import { duplicateWindowField, eventIdField } from './deduplication/duplicate_check.ts';
import type { KnownList } from './deduplication/list_memory.ts';

export const fields = [eventIdField, duplicateWindowField, orderTestField] as const;

export const group = { key: 'safety', label: 'Safety' };

/** What a preview found out, in short sentences. */
export interface Checks {
  checked?: string[];
  /** What only the service can check, when the order is placed. */
  notChecked?: string[];
}

/** The order ID in the result of a preview. No real order can have it. */
const previewId = 'not-ordered-preview-only';

/** The part of a preview's result that all ordering actions share. */
export const previewResult = (...checks: Checks[]) => ({
  id: previewId,
  order_id: previewId,
  already_ordered: false,
  preview_only: true,
  checked: checks.flatMap(({ checked = [] }) => checked),
  not_checked: [
    ...checks.flatMap(({ notChecked = [] }) => notChecked),
    'Whether the letter service can print and deliver the letters, and what they cost.',
  ],
});

/** Returns what is known about the list. The service cannot look up lists, so only those that a step made are known. */
export const checkList = (list: KnownList | undefined): Checks =>
  list
    ? {
        checked: [
          list.count === 1 ? 'The list has 1 person.' : `The list has ${formatNumber(list.count)} people.`,
        ],
      }
    : {
        notChecked: ['Whether the list exists and who is on it: the letter service cannot look up lists.'],
      };

export const listField = {
  key: 'list_id',
  label: 'List ID',
  type: 'string',
  required: true,
  placeholder: 'For example l-001-0001',
  helpText:
    'The list to send the letters to. Map it from Create Temporary List. To write to one person, use Send Letter instead.',
} as const;

export const outputFields = [
  { key: 'already_ordered', label: 'Already Ordered', type: 'boolean' as const },
  { key: 'preview_only', label: 'Preview Only', type: 'boolean' as const },
  { key: 'checked', label: 'Checked in the Preview', list: true },
  { key: 'not_checked', label: 'Not Checked in the Preview', list: true },
];
