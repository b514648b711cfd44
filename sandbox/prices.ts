/** What an order costs: for each contact its pages and envelopes, half as much again when it is a rush. */
import type { ContentItem } from './records.ts';
import type { Service } from './service.ts';

/** US dollars. */
export const prices = {
  order: 5,
  page: 0.08,
  colorPage: 0.22,
  envelope: 0.12,
  postage: 0.69,
  rush: 1.5,
} as const;

/** In US dollars, to the cent. */
export function invoiceAmount(
  { database }: Service,
  contents: readonly ContentItem[],
  contacts: number,
  rush: boolean,
): number {
  let each: number = prices.postage;
  for (const item of contents) {
    if (item.type === 'envelope') each += prices.envelope;
    else {
      const pages = pageCount(database.blob(item.file));
      const pieces = (item.rows ?? 1) * (item.cols ?? 1);
      each += ((item.color ? prices.colorPage : prices.page) * pages) / pieces;
    }
  }
  const amount = prices.order + each * contacts;
  return Math.round(amount * (rush ? prices.rush : 1) * 100) / 100;
}

/** Pages of a PDF, counted without reading it whole; one for anything else. */
function pageCount(content: Uint8Array | undefined): number {
  if (!content) return 1;
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  return Math.max(1, text.match(/\/Type\s*\/Page(?![a-z])/gi)?.length ?? 1);
}
