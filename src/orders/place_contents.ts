/** Orders contents unless the same letters were ordered. Remembers what was printed, to recognize a step that repeats it. */
import type { Bundle, ZObject } from 'zapier-platform-core';
import { AccountCache } from '../account_cache.ts';
import type { OrderRequest } from '../api/orders.ts';
import * as orders from '../api/orders.ts';
import type { DuplicateCheck } from './deduplication/duplicate_check.ts';
import { identifyContents, identifyForm, recallForm, rememberForm } from './deduplication/letter_identity.ts';
import { identifyList } from './deduplication/list_memory.ts';
import { placeOnce } from './deduplication/place_once.ts';
import { orderRecord } from './order.ts';
import { nameRejectedField } from './rejected_field.ts';

interface Contents {
  order: OrderRequest;
  /** The contents with what identifies their files, if not the files' IDs. */
  identified?: OrderRequest['contents'];
  /** The ID of the order that this one repeats. */
  repeats?: string;
  /** Runs if the letters were not ordered before. If it fails, nothing is ordered. */
  prepare?: () => Promise<unknown>;
}

export async function placeContents(
  z: ZObject,
  bundle: Pick<Bundle, 'authData' | 'meta'>,
  duplicateCheck: DuplicateCheck,
  { order, identified = order.contents, repeats, prepare = async () => undefined }: Contents,
) {
  const cache = new AccountCache(z, bundle);
  let form: string | undefined;
  const placed = await placeOnce(z, bundle, duplicateCheck, {
    identify: async () => {
      form = (repeats && (await recallForm(cache, repeats))) || identifyForm(order.contents);
      return {
        print: await identifyContents(cache, form, identified),
        people: await identifyList(cache, order.list),
      };
    },
    prepare,
    place: () =>
      orders.create(z, order).catch((error: unknown) => {
        throw nameRejectedField(error, order);
      }),
  });
  const { already_ordered } = placed;
  const id = String(placed.id);
  if (form && !already_ordered) {
    // Also the earlier order's, so that it is remembered as long as this order counts.
    for (const orderId of repeats === undefined ? [id] : [repeats, id])
      await rememberForm(cache, orderId, form);
  }
  return { ...orderRecord(z, { ...placed, id }), already_ordered, preview_only: false };
}
