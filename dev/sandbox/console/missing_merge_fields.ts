/** Finds merge fields that print as nothing, because recipients have no value for them. */
import { orderRecipients } from '../orders/merge_fields.ts';
import { commonMergeFields, placeholdersIn } from '../orders/preview/merge.ts';
import type { Service } from '../service.ts';
import type { Order } from '../store/records.ts';
import type { MissingMergeField } from './protocol.ts';

export function missingMergeFields(service: Service, order: Order): MissingMergeField[] {
  const texts = order.contents.flatMap((item) => (item.type === 'sheet' ? (item.merge ?? []) : []));
  const placeholders = new Set(texts.flatMap(({ text }) => placeholdersIn(text)));
  for (const field of commonMergeFields) placeholders.delete(field);
  if (placeholders.size === 0) return [];
  const recipients = orderRecipients(service, order);
  return [...placeholders]
    .map((name) => ({
      name,
      recipients: recipients.filter(({ metadata }) => (metadata[name] ?? '') === '').length,
    }))
    .filter((field) => field.recipients > 0);
}
