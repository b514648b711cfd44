/** Which of a record's values the page lists. */
import type { Item } from '../../protocol.ts';

/** Leaves out an `id` beside a value with a clearer name, such as `contact_id`, that is the same. */
export const withoutRepeatedIds = (items: readonly Item[]): readonly Item[] =>
  items.filter(({ path, value }) => {
    const [, parent] = /^(.*\.|)id$/.exec(path) ?? [];
    const isClearer = (one: Item) =>
      one.value === value &&
      one.path.startsWith(parent ?? '') &&
      /^\w+_id$/.test(one.path.slice(parent?.length));
    return parent === undefined || !items.some(isClearer);
  });

/** The values that describe what will be mailed, in the order in which users look for them. A key includes the values inside it. */
const findings = [
  'changes',
  'removed',
  'first_contacts',
  'first_envelopes',
  'checked',
  'merge_fields',
  'used_columns',
  'ignored_columns',
  'incomplete',
  'previous_list',
  'restore_note',
  'not_checked',
];

/** What users look for in an order that was placed, or in a list that was replaced. */
const facts = [
  'order_id',
  'invoice_amount',
  'letter_count',
  'preview_pdf',
  'contact_count',
  'previous_count',
];

/** Values that are visible at once if nothing of them says what will arrive. */
const usualCount = 8;

const isWithin = (path: string, key: string): boolean => path === key || path.startsWith(`${key}.`);

export const isFinding = ({ path }: Item): boolean => findings.some((key) => isWithin(path, key));

/**
 * Returns the values that are visible before the user asks for all. Blanks, zeros and what is not so can wait. A preview shows
 * only its findings: its other values are those of the real result, which it does not have.
 */
export function firstItems(items: readonly Item[], isPreview: boolean): readonly Item[] {
  const said = items.filter(({ value, fileUrl }) => !/^(?:false|0)?$/.test(value) || fileUrl !== undefined);
  const pick = (keys: readonly string[]) =>
    keys.flatMap((key) => said.filter(({ path }) => isWithin(path, key)));
  const found = pick(findings);
  // What the preview has checked includes the values of the merge fields.
  if (isPreview && found.length > 0) return found.filter(({ path }) => !isWithin(path, 'merge_fields'));
  const first = found.length > 0 ? [...pick(facts), ...found] : [];
  const files = said.filter(({ fileUrl }) => fileUrl !== undefined);
  const others = [...pick(facts), ...said].slice(0, Math.max(0, usualCount - first.length));
  return [...new Set([...first, ...others, ...files])];
}
