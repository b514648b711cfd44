/** Lists problems in an error message. */
import { formatNumber } from '../format_number.ts';

const maxListed = 20;

/** Joins the first items and says how many more there are. */
export const listFirst = (items: readonly string[], separator = '; '): string =>
  items.length > maxListed
    ? `${items.slice(0, maxListed).join(separator)}${separator}and ${formatNumber(items.length - maxListed)} more`
    : items.join(separator);
