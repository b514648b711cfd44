/** Lists problems in an error message. */

const maxListed = 20;

/** Joins the first items and says how many more there are. */
export const listFirst = (items: readonly string[], separator = '; '): string =>
  items.length > maxListed
    ? `${items.slice(0, maxListed).join(separator)}${separator}and ${(items.length - maxListed).toLocaleString('en-US')} more`
    : items.join(separator);
