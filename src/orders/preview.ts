/** The result of an ordering step that orders nothing: what was checked, and what only the service can check. */
import type { OrderRequest } from '../api/orders.ts';
import { joinWarnings } from '../contacts/contact.ts';
import { formatCount } from '../format.ts';
import { isBlank } from '../values.ts';

type Item = OrderRequest['contents'][number];

/** What a preview found out, in short sentences. Null and undefined are left out. */
export interface Checks {
  /** What the user should know before ordering. */
  warning?: string | null | undefined;
  checked?: readonly (string | null | undefined)[];
  /** What only the service can check, when the order is placed. */
  notChecked?: readonly string[];
}

/** The order ID in the result of a preview. No real order can have it. */
const previewId = 'not-ordered-preview-only';

/** The part of a preview's result that all ordering steps share. */
export const previewResult = (checks: readonly Checks[]) => ({
  id: previewId,
  order_id: previewId,
  already_ordered: false,
  preview_only: true,
  warning: joinWarnings(checks.map(({ warning = null }) => warning)),
  checked: checks.flatMap(({ checked = [] }) => checked).filter((one) => typeof one === 'string'),
  not_checked: [
    ...checks.flatMap(({ notChecked = [] }) => notChecked),
    'Whether the letter service can print and deliver the letters, and what they cost.',
  ],
  invoice_amount: null,
  preview_pdf: null,
});

/** Describes what an order prints, item by item. */
export function checkItems(contents: readonly Item[]): Checks {
  const sheets = contents.filter(({ type }) => type === 'sheet');
  const envelopes = contents.filter(({ type }) => type === 'envelope');
  return {
    checked: [
      ...sheets.flatMap((sheet, index) => {
        const texts = Array.isArray(sheet.merge) ? sheet.merge.length : 0;
        const name = sheets.length === 1 ? 'Sheet' : `Sheet ${index + 1}`;
        return [
          `${name}: ${describeSheet(sheet)}.`,
          ...(texts > 0 ? [`${name} has ${formatCount(texts, 'merge text')}.`] : []),
        ];
      }),
      ...envelopes.map((item) => `${item.outer ? 'Outer' : 'Return'} envelope: ${describeEnvelope(item)}.`),
      ...(envelopes.some(({ outer }) => outer) ? [] : ['There is no outer envelope.']),
    ],
  };
}

/** Describes a sheet in a few words, such as `file f-120-8841, 8.5 × 11 inches, color, double-sided`. */
export const describeSheet = (sheet: Item): string =>
  [
    `file ${sheet.file}`,
    sizeOf(sheet),
    isBlank(sheet.color) ? undefined : sheet.color ? 'color' : 'black and white',
    isBlank(sheet.duplex) ? undefined : sheet.duplex ? 'double-sided' : 'single-sided',
    sheet.landscape ? 'landscape' : undefined,
    sheet.paper_type ? `paper ${sheet.paper_type}` : undefined,
  ]
    .filter(Boolean)
    .join(', ');

const describeEnvelope = (item: Item): string =>
  [item.envelope_type, sizeOf(item), item.logo ? `logo ${item.logo}` : undefined].filter(Boolean).join(', ');

const sizeOf = ({ width, height }: Item): string | undefined =>
  width && height ? `${width} × ${height} inches` : undefined;

/** The output fields of the ordering steps, besides those of the order. */
export const outcomeOutputFields = [
  { key: 'list_id', label: 'List ID' },
  { key: 'letter_count', label: 'Number of Letters', type: 'integer' as const },
  { key: 'warning', label: 'Warning' },
  { key: 'already_ordered', label: 'Already Ordered', type: 'boolean' as const },
  { key: 'preview_only', label: 'Preview Only', type: 'boolean' as const },
  { key: 'checked', label: 'Checked in the Preview', list: true },
  { key: 'not_checked', label: 'Not Checked in the Preview', list: true },
];
