/** The endpoints of orders, saved orders and proofs. docs/api.md#orders, docs/api.md#saved-orders */
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { Failure, getFailure } from '../failure.ts';
import { unexpectedResponseError } from './errors.ts';
import { type IncomingResponse, path, requestJson, requestStream, undefinedIfNotFound } from './send.ts';
import { identifier, listOf, looseNumber, looseObject, looseText } from './values.ts';

const orderSchema = zod.looseObject({
  id: identifier,
  type: looseText,
  contents: zod.catch(zod.optional(zod.array(zod.looseObject({ type: looseText }))), undefined),
  list: looseText,
  invoice_amount: looseNumber,
  rush: zod.catch(zod.nullish(zod.boolean()), null),
  timeline: looseObject({ created: looseText, mailed: looseText }),
});

const savedOrderSchema = zod.looseObject({ saved_order_id: identifier, created: looseText, name: looseText });

export type Order = zod.output<typeof orderSchema>;
export type SavedOrder = zod.output<typeof savedOrderSchema>;

/** An order to place: new contents, or the contents of an earlier order, which may have keys that are unknown here. */
export interface OrderRequest {
  readonly type: 'order';
  readonly contents: readonly Readonly<Record<string, unknown>>[];
  readonly list: string;
}

/** `POST /v1/orders`: prints and mails contents to a list. This costs money and cannot be undone. */
export const create = (z: ZObject, newOrder: OrderRequest): Promise<Order> =>
  requestJson(z, orderSchema, {
    method: 'POST',
    path: path`/v1/orders`,
    json: newOrder,
    timeout: 20_000,
    purpose: {
      object: 'your order',
      verb: 'place',
      missing: `the list "${newOrder.list}", or something else in your order`,
      scopes: ['orders.write'],
    },
  });

/** The response to ordering a saved order: an `order_id`, or a whole order. Both are read into the same record. */
const createdFromSavedSchema = zod.union([
  zod.pipe(
    zod.looseObject({ order_id: identifier, created: looseText }),
    zod.transform((response) => ({ ...response, id: response.order_id, created: response.created ?? null })),
  ),
  zod.pipe(
    orderSchema,
    zod.transform((whole) => ({ ...whole, order_id: whole.id, created: whole.timeline?.created ?? null })),
  ),
]);

/**
 * `POST /v1/orders`: prints and mails a saved order to a list. This costs money and cannot be undone.
 * @throws a failure of the kind `unknown` if the order may exist: after a server error, some statuses that proxies return, an unusable
 * response, or no response. After any other failure, the order does not exist.
 */
export const createFromSaved = (
  z: ZObject,
  request: { saved_order_id: string; list_id: string },
): Promise<zod.output<typeof createdFromSavedSchema>> =>
  requestJson(z, createdFromSavedSchema, {
    method: 'POST',
    path: path`/v1/orders`,
    json: request,
    timeout: 20_000,
    purpose: {
      object: `the saved order "${request.saved_order_id}" to the list "${request.list_id}"`,
      verb: 'send',
      // The step has only these two IDs, so these are what to check.
      check: 'the saved order and the list at the letter service',
      missing: `the saved order "${request.saved_order_id}" or the list "${request.list_id}"`,
      scopes: ['orders.write'],
    },
  });

/** `GET /v1/orders/{order_id}`. @returns undefined if the order does not exist or the ID is invalid */
export async function get(z: ZObject, id: string, timeout?: number): Promise<Order | undefined> {
  // The paths of these IDs are other endpoints.
  if (/^saved$|\.pdf$/i.test(id)) return undefined;
  return requestJson(z, orderSchema, {
    path: path`/v1/orders/${id}`,
    purpose: readPurpose(`the order "${id}"`),
    timeout,
  }).catch((error: unknown) =>
    getFailure(error)?.code === 'orders.invalid_id' ? undefined : undefinedIfNotFound(error),
  );
}

/** `GET /v1/orders/{order_id}.pdf`: opens the proof. @throws a user-facing error if the response is not a file */
export const downloadPreview = async (z: ZObject, id: string): Promise<IncomingResponse> => {
  const purpose = readPurpose(`the proof of order "${id}"`);
  const response = await requestStream(z, { path: path`/v1/orders/${id}.pdf`, isFile: true, purpose });
  if (response.status !== 200) {
    throw new Failure({ kind: 'run_again', what: `The proof of order "${id}" is not ready yet.` });
  }
  if (/html|json/i.test(response.getHeader('content-type') ?? '')) {
    throw unexpectedResponseError('a web page instead of a PDF', purpose, response.status);
  }
  return response;
};

const savedOrdersSchema = zod.looseObject({ saved_orders: listOf(savedOrderSchema) });

/** `GET /v1/orders/saved`: returns the saved orders, perhaps without older ones. */
export async function listSaved(z: ZObject): Promise<SavedOrder[]> {
  const purpose = readPurpose('your saved orders');
  return (await requestJson(z, savedOrdersSchema, { path: path`/v1/orders/saved`, purpose })).saved_orders;
}

const readPurpose = (object: string) => ({ object, verb: 'read', scopes: ['orders.read'] });
