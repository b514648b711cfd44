/** The price of an order: printed pages, envelopes and postage of each letter, and a surcharge for a rush. */
import type { ContentItem } from '../store/records.ts';

/** US dollars. */
export const prices = {
  order: 5,
  page: 0.08,
  colorPage: 0.22,
  envelope: 0.12,
  postage: 0.73,
  foreignPostage: 1.65,
} as const;

/** The price of a rush is the normal price times this. */
export const rushFactor = 1.5;

/**
 * Returns the price in US dollars, to the cent.
 * @param pagesOf how many pages a file has
 * @param countries the country of each letter's address, blank for the United States
 */
export function invoiceAmount(
  contents: readonly ContentItem[],
  pagesOf: (file: string) => number,
  countries: readonly string[],
  rush: boolean,
): number {
  const letters = countries.length;
  let sum: number = prices.order;
  for (const item of contents) {
    if (item.type === 'envelope') sum += prices.envelope * letters;
    else {
      // Letters share a sheet that is divided into a grid.
      const sheets = Math.ceil(letters / ((item.rows ?? 1) * (item.cols ?? 1)));
      sum += (item.color ? prices.colorPage : prices.page) * pagesOf(item.file) * sheets;
    }
  }
  for (const country of countries) sum += country === '' ? prices.postage : prices.foreignPostage;
  return Math.round(sum * (rush ? rushFactor : 1) * 100) / 100;
}
