/** Orders and saved orders. See docs/api.md#orders. */
import type * as zod from 'zod';
import { pageCountOf } from '../files/page_count.ts';
import { type Endpoint, endpoint, type Input, nothing } from '../http/endpoint.ts';
import { readJson } from '../http/request_body.ts';
import { ServiceError, shorten } from '../http/service_error.ts';
import { validate } from '../http/validation.ts';
import { findAnyList, recipientsOf } from '../lists/recipients.ts';
import type { Service } from '../service.ts';
import type { ContentItem, EnvelopeType, Order, SavedOrder, StoredFile } from '../store/records.ts';
import { getPreview } from './preview.ts';
import { invoiceAmount } from './prices.ts';
import { scheduleProduction } from './production.ts';
import {
  newOrderSchema,
  orderRequestSchema,
  orderSchema,
  resendSchema,
  resentSchema,
  savedOrdersSchema,
} from './schemas.ts';

const codes = {
  missing: 'orders.missing_attribute',
  format: 'orders.invalid_type',
  invalid: 'orders.invalid_data',
};

/** Only the newest saved orders are listed. */
const maxListedSavedOrders = 25;

/** Form A is an entire order. Form B, which has a `saved_order_id`, is a saved order for a list. */
type OrderRequest =
  | { form: 'A'; order: zod.output<typeof newOrderSchema> }
  | { form: 'B'; resend: zod.output<typeof resendSchema> };

const newOrder: Input<OrderRequest> = {
  body: orderRequestSchema,
  async read(c) {
    const body = await readJson(c, { ...codes, missing: 'orders.invalid_type' });
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new ServiceError(400, 'orders.invalid_type', 'The body must be a JSON object.');
    if ('saved_order_id' in body) return { form: 'B', resend: validate(resendSchema, body, codes) };
    if (!('type' in body) || body.type !== 'order')
      throw new ServiceError(400, 'orders.invalid_type', 'The attribute type must be order.', {
        attribute: 'type',
      });
    return { form: 'A', order: validate(newOrderSchema, body, codes) };
  },
};

export const orderEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/v1/orders',
    summary: 'Orders letters: new ones (form A, 200) or those of a saved order (form B, 201)',
    scope: 'orders.write',
    takes: newOrder,
    answers: { 200: orderSchema, 201: resentSchema },
    async handleAsync({ service, account, input }) {
      if (input.form === 'B') {
        const { saved_order_id: id, list_id: list } = input.resend;
        const saved = ifOwned(service.database.get<SavedOrder>('saved_order', id), account);
        if (!saved) throw invalidId('saved_order_id', id);
        const order = await placeOrder(
          service,
          account,
          saved.contents,
          findList(service, account, list, 'list_id'),
          saved.rush,
        );
        return { status: 201, json: { order_id: order.id, created: `${order.timeline.created}Z` } };
      }
      const { contents, list, rush } = input.order;
      contents.forEach((item, index) => {
        checkReferences(service, account, item, `contents[${index}]`);
      });
      const sized = contents.map((item) => withSize(service, item));
      const order = await placeOrder(service, account, sized, findList(service, account, list, 'list'), rush);
      return { status: 200, json: serializeOrder(order) };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/orders/saved',
    summary: `Lists the ${maxListedSavedOrders} newest saved orders`,
    scope: 'orders.read',
    takes: nothing,
    answers: { 200: savedOrdersSchema },
    handle: ({ service, account }) => ({
      status: 200,
      json: {
        saved_orders: service.database
          .list<SavedOrder>('saved_order', account)
          .sort((one, other) => Date.parse(other.created) - Date.parse(one.created))
          .slice(0, maxListedSavedOrders)
          .map(({ saved_order_id, created, name }) => ({ saved_order_id, created, name })),
      },
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/v1/orders/{id}.pdf',
    summary: 'Returns the preview of an order',
    scope: 'orders.read',
    takes: nothing,
    answers: { 200: { mediaType: 'application/pdf' } },
    async handleAsync({ service, account, id }) {
      const order = find(service, account, id);
      return {
        status: 200,
        content: await getPreview(service, order),
        headers: {
          'Content-Type': 'application/pdf',
          'Content-Disposition': `inline; filename="${order.id}.pdf"`,
        },
      };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/orders/{order_id}',
    summary: 'Returns an order',
    scope: 'orders.read',
    takes: nothing,
    answers: { 200: orderSchema },
    handle({ service, account, id }) {
      const { list, ...order } = serializeOrder(find(service, account, id));
      return { status: 200, json: service.variants.has('order-without-list') ? order : { ...order, list } };
    },
  }),
];

/** Returns the order as the API shows it. */
export const serializeOrder = ({ id, contents, list, invoice_amount, rush, timeline }: Order) => ({
  type: 'order',
  id,
  contents,
  list,
  invoice_amount,
  rush,
  timeline,
});

function find({ database }: Service, account: string, id: string): Order {
  const order = ifOwned(database.get<Order>('order', id), account);
  if (order) return order;
  throw new ServiceError(404, 'orders.not_found', `The order ${shorten(id)} does not exist.`);
}

const ifOwned = <T extends { account: string }>(record: T | undefined, account: string): T | undefined =>
  record?.account === account ? record : undefined;

/** Returns whether the text cannot be an id. */
const isMalformed = (id: string): boolean => !/^[\w.-]+$/.test(id);

const invalidId = (attribute: string, id: string): ServiceError =>
  new ServiceError(
    400,
    'orders.invalid_id',
    `The attribute ${attribute} has an unknown ID: ${shorten(id)}.`,
    {
      attribute,
    },
  );

function findList(service: Service, account: string, id: string, attribute: string): string {
  const list = findAnyList(service, account, id);
  if (list) return list.id;
  throw invalidId(attribute, id);
}

function checkReferences({ database }: Service, account: string, item: ContentItem, at: string): void {
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
function withSize({ database }: Service, item: ContentItem): ContentItem {
  if (item.type === 'sheet') return item;
  const type = database.get<EnvelopeType>('envelope_type', item.envelope_type);
  return { ...item, width: item.width ?? type?.width, height: item.height ?? type?.height };
}

async function placeOrder(
  service: Service,
  account: string,
  contents: ContentItem[],
  list: string,
  rush: boolean,
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
    };
    database.put('order', order.id, order, account);
    scheduleProduction(service, order);
    return order;
  });
}
