/** The merge fields of an order. */
import { type PrintedRecipient, recipientsOf } from '../lists/recipients.ts';
import type { Service } from '../service.ts';
import type { Order } from '../store/records.ts';
import { commonMergeFields, placeholdersIn } from './preview/merge.ts';

/** Returns the recipients that the list had when the order was placed. */
export const orderRecipients = (service: Service, { list, quantity }: Order): PrintedRecipient[] =>
  recipientsOf(service, list).slice(0, quantity);

/** Returns the placeholders of the order's merge texts that print nothing because no recipient has such a field. */
export function unfilledMergeFields(service: Service, order: Order): string[] {
  const texts = order.contents.flatMap((item) => (item.type === 'sheet' ? (item.merge ?? []) : []));
  const placeholders = new Set(texts.flatMap(({ text }) => placeholdersIn(text)));
  for (const name of commonMergeFields) placeholders.delete(name);
  if (placeholders.size === 0) return [];
  for (const { metadata } of orderRecipients(service, order))
    for (const name of Object.keys(metadata)) placeholders.delete(name);
  return [...placeholders];
}
