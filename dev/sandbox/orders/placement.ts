/** Checks what a new order refers to, and places it. */
import { pageCountOf } from '../files/page_count.ts';
import { ServiceError, shorten } from '../http/service_error.ts';
import { findAnyList, recipientsOf } from '../lists/recipients.ts';
import type { Service } from '../service.ts';
import type { ContentItem, EnvelopeType, Order, StoredFile } from '../store/records.ts';
import { invoiceAmount } from './prices.ts';
import { scheduleProduction } from './production.ts';

export const ifOwned = <T extends { account: string }>(
  record: T | undefined,
  account: string,
): T | undefined => (record?.account === account ? record : undefined);

/** Returns whether the text cannot be an id. */
const isMalformed = (id: string): boolean => !/^[\w.-]+$/.test(id);

export const invalidId = (attribute: string, id: string): ServiceError =>
  new ServiceError(
    400,
    'orders.invalid_id',
    `The attribute ${attribute} has an unknown ID: ${shorten(id)}.`,
    {
      attribute,
    },
  );

/** Returns the ID of the account's list. @throws 400 if it does not exist or has expired */
export function findList(service: Service, account: string, id: string, attribute: string): string {
  const list = findAnyList(service, account, id);
  if (list) return list.id;
  throw invalidId(attribute, id);
}

/** @throws 400 if a file, font, logo, paper type or envelope type does not exist */
export function checkReferences({ database }: Service, account: string, item: ContentItem, at: string): void {
  if (item.type === 'envelope') {
    if (!database.get('envelope_type', item.envelope_type))
      throw invalidId(`${at}.envelope_type`, item.envelope_type);
    if (item.logo !== undefined && !ifOwned(database.get<{ account: string }>('logo', item.logo), account))
      throw invalidId(`${at}.logo`, item.logo);
    return;
  }
  if (isMalformed(item.file)) throw invalidId(`${at}.file`, item.file);
  if (!ifOwned(database.get<StoredFile>('file', item.file), account))
    throw new ServiceError(400, 'orders.unknown_file', `The file ${item.file} does not exist.`, {
      attribute: `${at}.file`,
    });
  if (!database.get('paper_type', item.paper_type)) throw invalidId(`${at}.paper_type`, item.paper_type);
  for (const [index, { font }] of (item.merge ?? []).entries()) {
    if (isMalformed(font)) throw invalidId(`${at}.merge[${index}].font`, font);
    if (!database.get('font', font))
      throw new ServiceError(400, 'orders.unknown_font', `The font ${shorten(font)} does not exist.`, {
        attribute: `${at}.merge[${index}].font`,
      });
  }
}

/** Fills in the dimensions of an envelope from its type. */
export function withSize({ database }: Service, item: ContentItem): ContentItem {
  if (item.type === 'sheet') return item;
  const type = database.get<EnvelopeType>('envelope_type', item.envelope_type);
  return { ...item, width: item.width ?? type?.width, height: item.height ?? type?.height };
}

export async function placeOrder(
  service: Service,
  account: string,
  { contents, list, rush, saved_order_id }: Pick<Order, 'contents' | 'list' | 'rush' | 'saved_order_id'>,
): Promise<Order> {
  const { database, clock, newId } = service;
  const pages = new Map<string, number>();
  for (const item of contents)
    if (item.type === 'sheet') pages.set(item.file, await pageCountOf(service, item.file));
  return database.atomically(() => {
    // While the pages were counted, a file may have been deleted.
    contents.forEach((item, index) => {
      checkReferences(service, account, item, `contents[${index}]`);
    });
    const countries = recipientsOf(service, list).map(({ address }) => address.country);
    const order: Order = {
      id: newId('m'),
      account,
      contents,
      list,
      rush,
      invoice_amount: invoiceAmount(contents, (file) => pages.get(file) ?? 1, countries, rush),
      state: 'created',
      timeline: { created: clock.local, mailed: null },
      quantity: countries.length,
      ...(saved_order_id === undefined ? {} : { saved_order_id }),
    };
    database.put('order', order.id, order, account);
    scheduleProduction(service, order);
    return order;
  });
}
