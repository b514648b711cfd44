/** Orders, saved orders and previews (§2.6, §2.7, §4.4). */
import type { RawHttpResponse, ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { unexpectedResponse } from './errors.ts';
import { getFailure } from './failure.ts';
import { path, requestJson, requestOptionalJson, requestStream } from './request.ts';
import { identifier, looseText } from './values.ts';

const order = zod.looseObject({
  id: identifier,
  type: looseText,
  contents: zod.optional(zod.array(zod.looseObject({ type: looseText }))),
  list: looseText,
  invoice_amount: zod.nullish(zod.union([zod.number(), zod.string()])),
  rush: zod.nullish(zod.boolean()),
  timeline: zod.nullish(zod.looseObject({ created: looseText, mailed: looseText })),
});

const savedOrder = zod.looseObject({ saved_order_id: identifier, created: looseText, name: looseText });

export type Order = zod.output<typeof order>;
export type SavedOrder = zod.output<typeof savedOrder>;

/** One printed sheet of an order to be made (§2.6). */
export interface Sheet {
  type: 'sheet';
  file: string;
  paper_type?: string;
  width?: number;
  height?: number;
  color?: boolean;
  duplex?: boolean;
  landscape?: boolean;
  rows?: number;
  cols?: number;
  merge?: Merge[];
}

/** Text merged onto a page of a sheet (§2.6). */
export interface Merge {
  text: string;
  font?: string;
  size?: number;
  color?: string;
  align?: string;
  page?: number;
  x?: number;
  y?: number;
}

/** An envelope of an order to be made (§2.6). */
export interface Envelope {
  type: 'envelope';
  envelope_type: string;
  width?: number;
  height?: number;
  outer: boolean;
  logo?: string;
}

export interface NewOrder {
  type: 'order';
  contents: (Sheet | Envelope)[];
  list: string;
}

/** POST /v1/orders, form A: prints and mails the given contents to a list. It costs money and cannot be called back. */
export const create = (z: ZObject, newOrder: NewOrder): Promise<Order> =>
  requestJson(
    z,
    {
      method: 'POST',
      path: path`/v1/orders`,
      json: newOrder,
      timeout: 20_000,
      purpose: { object: 'your order', verb: 'place', scopes: ['orders.write'] },
    },
    order,
  );

/** The answer to form B: as described, or a whole order. */
const resent = zod.union([
  zod.pipe(
    zod.looseObject({ order_id: identifier, created: looseText }),
    zod.transform((answer) => ({ ...answer, id: answer.order_id, created: answer.created ?? null })),
  ),
  zod.pipe(
    order,
    zod.transform((whole) => ({ ...whole, order_id: whole.id, created: whole.timeline?.created ?? null })),
  ),
]);

/** POST /v1/orders, form B: sends a saved order to another list (§2.7). It costs money and cannot be called back. */
export const resend = (
  z: ZObject,
  request: { saved_order_id: string; list_id: string },
): Promise<zod.output<typeof resent>> =>
  requestJson(
    z,
    {
      method: 'POST',
      path: path`/v1/orders`,
      json: request,
      timeout: 20_000,
      purpose: {
        object: `the saved order "${request.saved_order_id}" to the list "${request.list_id}"`,
        verb: 'send',
        scopes: ['orders.write'],
      },
    },
    resent,
  );

/** Whether `/v1/orders/{id}` is an order: `saved` would be the list of saved orders, and `….pdf` a preview. */
const isOrderId = (id: string): boolean => !/^saved$|\.pdf$/i.test(id);

/** `GET /v1/orders/{order_id}`. @returns undefined if there is no such order, or the id could never be one */
export async function get(z: ZObject, id: string, timeout?: number): Promise<Order | undefined> {
  if (!isOrderId(id)) return undefined;
  try {
    return await requestOptionalJson(
      z,
      {
        method: 'GET',
        path: path`/v1/orders/${id}`,
        purpose: reading(`the order "${id}"`),
        timeout,
        notFoundStatuses: [404, 410],
      },
      order,
    );
  } catch (error) {
    if (getFailure(error)?.code === 'orders.invalid_id') return undefined;
    throw error;
  }
}

/** GET /v1/orders/{id}.pdf: the preview as it would be printed. @throws when something other than a file comes */
export const downloadPreview = async (z: ZObject, id: string): Promise<RawHttpResponse | undefined> => {
  const purpose = reading(`the preview of order "${id}"`);
  const response = await requestStream(z, {
    method: 'GET',
    path: path`/v1/orders/${id}.pdf`,
    allowOtherOrigins: true,
    purpose,
    timeout: 25_000,
  });
  if (/html|json/i.test(response?.getHeader('content-type') ?? '')) {
    throw unexpectedResponse('a web page instead of a PDF', purpose, response?.status);
  }
  return response;
};

/** From this many on the listing may be a subset, and its silence about an id means nothing (§8). */
const completeBelow = 25;

/** GET /v1/orders/saved. `complete` tells whether an id that is not listed surely does not exist. */
export const listSaved = async (z: ZObject): Promise<{ savedOrders: SavedOrder[]; complete: boolean }> => {
  const { saved_orders: savedOrders } = await requestJson(
    z,
    { method: 'GET', path: path`/v1/orders/saved`, purpose: reading('your saved orders') },
    zod.looseObject({ saved_orders: zod.array(savedOrder) }),
  );
  return { savedOrders, complete: savedOrders.length < completeBelow };
};

const reading = (object: string) => ({ object, verb: 'read', scopes: ['orders.read'] });
