/** Sends a saved order: the letter of Send Letter, Send Letters to Several People and Send Saved Order to a List. */
import type { Bundle } from 'zapier-platform-core';
import * as orders from '../api/orders.ts';
import type { Cache } from '../cache.ts';
import { checkPlaceholders } from './gaps.ts';
import { showLastOrder } from './letter_preview.ts';
import { orderLetters } from './order_letters.ts';
import type { DuplicateCheck } from './order_options.ts';
import type { OrderPeople } from './order_people.ts';
import { type Placeholders, rememberPlaceholders } from './placeholders.ts';
import * as savedOrder from './saved_order.ts';

interface SavedLetter {
  savedOrderId: string;
  check: DuplicateCheck;
  /** The placeholders of the letter, if they are known. */
  placeholders: Placeholders | undefined;
}

/** Orders the letters, or only checks them in a test. @throws as {@link orderLetters} does */
export async function sendSavedOrder(
  cache: Cache,
  bundle: Bundle,
  { savedOrderId, check, placeholders }: SavedLetter,
  people: OrderPeople,
) {
  const { z } = cache;
  const { result } = await orderLetters(cache, bundle, check, people, {
    placeholders,
    identify: async () => ({ saved_order_id: savedOrderId }),
    async check({ first, fields, checks }, timeZone) {
      const [saved, last] = await Promise.all([
        savedOrder.check(z, savedOrderId),
        showLastOrder(z, placeholders, { first, count: fields?.count, timeZone }),
      ]);
      return [saved, checks, last, checkPlaceholders(placeholders, fields)];
    },
    place: (list_id) => orders.createFromSaved(z, { saved_order_id: savedOrderId, list_id }),
    isWholeWhenPlaced: false,
    remember: async (fields, order) =>
      order.contents ? rememberPlaceholders(cache, savedOrderId, order, placeholders, fields) : undefined,
  });
  return { created: null, ...result };
}
