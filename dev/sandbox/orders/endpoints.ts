/** Orders and saved orders. See docs/api.md#orders. */
import type * as zod from 'zod';
import { type Endpoint, endpoint, type Input, nothing } from '../http/endpoint.ts';
import { readJson } from '../http/request_body.ts';
import { ServiceError, shorten } from '../http/service_error.ts';
import { validate } from '../http/validation.ts';
import type { Service } from '../service.ts';
import type { Order, SavedOrder } from '../store/records.ts';
import { checkReferences, findList, ifOwned, invalidId, placeOrder, withSize } from './placement.ts';
import { getPreview } from './preview.ts';
import {
  newOrderSchema,
  orderRequestSchema,
  orderSchema,
  renderingSchema,
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
  async read(c, _, { variants }) {
    const body = await readJson(c, { ...codes, missing: 'orders.invalid_type' });
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new ServiceError(400, 'orders.invalid_type', 'The body must be a JSON object.');
    if ('saved_order_id' in body) {
      const isOrder = variants.has('form-b-first') && 'list' in body && !('list_id' in body);
      const resend = isOrder ? { ...body, list_id: body.list } : body;
      return { form: 'B', resend: validate(resendSchema, resend, codes) };
    }
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
        const order = await placeOrder(service, account, {
          ...saved,
          list: findList(service, account, list, 'list_id'),
        });
        return { status: 201, json: { order_id: order.id, created: `${order.timeline.created}Z` } };
      }
      const { contents, list, rush } = input.order;
      contents.forEach((item, index) => {
        checkReferences(service, account, item, `contents[${index}]`);
      });
      const order = await placeOrder(service, account, {
        contents: contents.map((item) => withSize(service, item)),
        list: findList(service, account, list, 'list'),
        rush,
      });
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
    answers: { 200: { mediaType: 'application/pdf' }, 202: renderingSchema },
    async handleAsync({ service, account, id }) {
      const order = find(service, account, id);
      if (service.variants.has('slow-previews') && isNew(service, order))
        return { status: 202, json: { status: 'rendering' } };
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
      const { variants } = service;
      const found = find(service, account, id);
      const { list, ...order } = serializeOrder(found);
      return {
        status: 200,
        json: {
          ...order,
          ...(variants.has('order-without-list') ? {} : { list }),
          ...(found.state === 'canceled' ? { canceled: true } : {}),
          ...(variants.has('form-b-first') ? { saved_order_id: found.saved_order_id } : {}),
        },
      };
    },
  }),
];

/** With the variant `slow-previews`, how long the preview of a new order takes (ms). */
const renderingTime = 10_000;

const isNew = ({ clock }: Service, { state, since = 0 }: Order): boolean =>
  state === 'created' && clock.now < since + renderingTime;

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

/** @throws 404 if the order does not exist, or is canceled without the variant `canceled-marked` */
function find({ database, variants }: Service, account: string, id: string): Order {
  const order = ifOwned(database.get<Order>('order', id), account);
  if (order && (order.state !== 'canceled' || variants.has('canceled-marked'))) return order;
  throw new ServiceError(404, 'orders.not_found', `The order ${shorten(id)} does not exist.`);
}
