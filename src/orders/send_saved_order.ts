/** Sends a saved order to people: what Send Letter, Send Letters to Several People and Send Saved Order to a List have in common. */
import type { Bundle, ZObject } from 'zapier-platform-core';
import * as orders from '../api/orders.ts';
import { isoDate } from '../api/values.ts';
import { Cache } from '../cache.ts';
import type { MergeFieldSummary } from '../recipients/merge_fields.ts';
import type { People } from './deduplication/identity.ts';
import type { DuplicateCheck } from './order_options.ts';
import { readOutcome } from './outcome.ts';
import { placeOnce } from './place_once.ts';
import {
  describeGaps,
  type Placeholders,
  recallPlaceholders,
  rememberPlaceholders,
  requireMergeFields,
} from './placeholders.ts';

interface Sending {
  savedOrderId: string;
  check: DuplicateCheck;
  /** The people, as the duplicate check compares them. */
  identifyPeople: () => Promise<People>;
  /** Returns the merge fields of the people, or undefined if they are unknown. */
  readFields: () => Promise<MergeFieldSummary | undefined>;
  /** How to add a merge field that the letter needs. */
  fieldAdvice: string;
  /** Says who is not one of these people, and how to order letters for the others only. */
  describeOthers?: (reached: ReadonlySet<string>) => string;
  /** Returns the list, and makes it if it does not exist. @param known the letter's placeholders, if they are known */
  prepareList: (
    known: Placeholders | undefined,
  ) => Promise<{ list_id: string; expires?: string | null | undefined }>;
}

/** What an order of a saved order prints, for {@link identifyPrint}. */
export const letterOf = (savedOrderId: string) => ({ saved_order_id: savedOrderId });

/** @throws a user-facing error if nothing was ordered, or an earlier order may exist */
export async function sendSavedOrder(
  z: ZObject,
  bundle: Pick<Bundle, 'meta'>,
  { savedOrderId, check, identifyPeople, readFields, fieldAdvice, describeOthers, prepareList }: Sending,
) {
  const cache = new Cache(z);
  const timeZone = bundle.meta?.timezone;
  let known: Placeholders | undefined;
  let fields: MergeFieldSummary | undefined;
  const outcome = await placeOnce(z, timeZone, check, {
    describeOthers,
    identify: async () => ({ print: letterOf(savedOrderId), people: await identifyPeople() }),
    prepare: async () => {
      [known, fields] = await Promise.all([recallPlaceholders(cache, savedOrderId), readFields()]);
      if (fields) requireMergeFields(known, fields, fieldAdvice);
      return prepareList(known);
    },
    place: async ({ list_id, expires }) => ({
      ...(await orders.resend(z, { saved_order_id: savedOrderId, list_id })),
      list_id,
      ...(expires === undefined ? {} : { list_expires: isoDate(expires) }),
      letter_count: fields?.count ?? null,
    }),
  });
  const { order, result, notes } = await readOutcome(z, outcome, timeZone);
  if (outcome.placed && order?.contents && fields) {
    const names = await rememberPlaceholders(cache, savedOrderId, order, known, fields);
    const gaps = describeGaps(names, fields, result.order_id);
    if (gaps) notes.push(gaps);
  }
  return { created: null, ...result, warning: notes.join(' ') || null };
}
