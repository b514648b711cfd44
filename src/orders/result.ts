/** The result of an ordering step. The result of a preview says what was checked, and what only the service can check. */
import { joinWarnings } from '../contacts/contact.ts';
import { formatNumber, truncate } from '../format.ts';

/** The findings of a preview, in short sentences. Null and undefined are left out. */
export interface Checks {
  /** What the user should know before ordering. */
  warning?: string | null | undefined;
  checked?: readonly (string | null | undefined)[];
  /** Things that only the service can check, when the order is placed. */
  notChecked?: readonly string[];
}

/** Checks that an object of the account, such as a logo, is in a list, which may be incomplete. */
export function checkListed(
  noun: string,
  id: string,
  listed: readonly { id: string; name?: string | null | undefined }[],
): Checks {
  const found = listed.find((one) => one.id === id);
  if (found) return { checked: [`The ${noun} "${found.name?.trim() || id}" exists.`] };
  const unlisted = `it is not among the ${formatNumber(listed.length)} that the letter service lists`;
  return { notChecked: [`Whether the ${noun} "${truncate(id)}" exists: ${unlisted}.`] };
}

interface OrderResult {
  order_id: string | null;
  preview_only: boolean;
  warning: string | null;
  [key: string]: unknown;
}

export const orderResult = (id: string, changes: Partial<OrderResult>): OrderResult => ({
  id,
  order_id: id,
  list_id: null,
  letter_count: null,
  invoice_amount: null,
  preview_pdf: null,
  already_ordered: false,
  preview_only: false,
  warning: null,
  ...changes,
});

/** Returns the result of a preview. No real order can have its ID. */
export const previewResult = (checks: readonly Checks[], changes: Partial<OrderResult>): OrderResult =>
  orderResult('not-ordered-preview-only', {
    preview_only: true,
    warning: joinWarnings(checks.map(({ warning = null }) => warning)),
    checked: checks.flatMap(({ checked = [] }) => checked).filter((one) => typeof one === 'string'),
    not_checked: [
      ...checks.flatMap(({ notChecked = [] }) => notChecked),
      'Whether the letter service can print and deliver the letters, and what they cost.',
    ],
    ...changes,
  });

export const resultSample = {
  id: 'm-310-4471',
  order_id: 'm-310-4471',
  invoice_amount: 93.6,
  list_id: 'l-001-0001',
  letter_count: 80,
  warning: null,
  already_ordered: false,
  preview_only: false,
};

/** What the sample of an ordering step lacks: a proof, and what only a preview returns. */
export const moreOutput = { preview_pdf: '', checked: [], not_checked: [] };

/** The sample of the steps that order a saved order. */
export const sentSample = { ...resultSample, created: '2026-03-12T15:20:00-04:00', list_id: 'l-001-0417' };
