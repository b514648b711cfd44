/** Checks values of any type, and converts them to text. */

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Maximum nesting to read. Deeper values could overflow the stack. */
const maxDepth = 32;

const isBlankAt = (value: unknown, levels: number): boolean => {
  if (Array.isArray(value)) return levels > 0 && value.every((inner) => isBlankAt(inner, levels - 1));
  return value === undefined || value === null || (typeof value !== 'object' && String(value).trim() === '');
};

export const isBlank = (value: unknown): boolean => isBlankAt(value, maxDepth);

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/** Returns a value as text: empty for null and undefined, JSON for an object or a list unless it is nested too deep. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'object') return isDeeper(value, maxDepth) ? '…' : JSON.stringify(value);
  return String(value);
}

/** A replacement for `Map.groupBy`, which Node 20 lacks. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
