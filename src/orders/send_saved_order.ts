/** Sends a saved order to people: what Send Letter, Send Letters to Several People and Send Saved Order to a List have in common. */
import type { Bundle, ZObject } from 'zapier-platform-core';
import type { Recipient } from '../api/lists.ts';
import * as orders from '../api/orders.ts';
import { isoDate } from '../api/values.ts';
import { Cache } from '../cache.ts';
import type { People } from '../recipients/identity.ts';
import type { MergeFieldSummary } from '../recipients/merge_fields.ts';
import { isEditorPreview, orderTestField } from '../test_button.ts';
import type { Earlier } from './deduplication/decide.ts';
import type { Run } from './deduplication/run.ts';
import { checkPlaceholders, describeGaps, requireMergeFields } from './gaps.ts';
import { showLastOrder } from './letter_preview.ts';
import type { DuplicateCheck } from './order_options.ts';
import { readOutcome } from './outcome.ts';
import { placeOnce } from './place_once.ts';
import { type Placeholders, rememberPlaceholders } from './placeholders.ts';
import { type Checks, previewResult } from './preview.ts';
import * as savedOrder from './saved_order.ts';

interface Letters {
  savedOrderId: string;
  check: DuplicateCheck;
  /** The placeholders of the letter, if they are known. */
  placeholders: Placeholders | undefined;
  /** Returns the people, as the duplicate check compares them. @throws if Zapier's cache does not respond */
  readPeople: () => Promise<People>;
  /** Leaves out the people whom earlier orders reached, instead of stopping. Returns how many people are left. */
  leaveOut?: ((reached: ReadonlyMap<string, Earlier>) => number) | undefined;
  /** Returns the merge fields of the people who are not left out, if they are known. */
  readFields: () => MergeFieldSummary | undefined;
  /** How to add a merge field that the letter needs. */
  fieldAdvice: string;
  /** Says who is not one of these people, and how to order letters for the others only. */
  describeOthers?: (reached: ReadonlySet<string>) => string;
  /** The person whose letter a preview shows. */
  first?: Recipient | undefined;
  /** What a preview says about the people. */
  peopleChecks: Checks;
  /** The ID of the list, or a function that makes one for this order. */
  list: string | ((run: Run | undefined) => Promise<OrderList>);
  /** Remembers what the letter prints for the people. It is known now that it was ordered. */
  rememberPrinted?: (run: Run | undefined, placeholders: Placeholders) => Promise<void>;
}

interface OrderList {
  list_id: string;
  expires?: string | null | undefined;
}

/** What an order of a saved order prints, for {@link identifyPrint}. */
export const letterOf = (savedOrderId: string) => ({ saved_order_id: savedOrderId });

/** Orders the letters, or only checks them in a test. @throws a user-facing error if nothing was ordered, or an earlier order may exist */
export async function sendSavedOrder(z: ZObject, bundle: Bundle, letters: Letters) {
  const { savedOrderId, placeholders, readFields, fieldAdvice, list } = letters;
  const timeZone = bundle.meta?.timezone;
  if (isEditorPreview(bundle, orderTestField)) return preview(z, timeZone, letters);
  const outcome = await placeOnce(z, timeZone, letters.check, {
    describeOthers: letters.describeOthers,
    leaveOut: letters.leaveOut,
    identify: async () => ({ print: letterOf(savedOrderId), people: await letters.readPeople() }),
    prepare: async (run): Promise<OrderList> => {
      const fields = readFields();
      if (fields) requireMergeFields(placeholders, fields, fieldAdvice);
      return typeof list === 'string' ? { list_id: list } : list(run);
    },
    place: async ({ list_id, expires }) => ({
      ...(await orders.createFromSaved(z, { saved_order_id: savedOrderId, list_id })),
      list_id,
      ...(expires === undefined ? {} : { list_expires: isoDate(expires) }),
      letter_count: readFields()?.count ?? null,
    }),
  });
  if (!outcome) return nobodyLeft((await letters.readPeople()).id);
  const fields = readFields();
  const { order, result, notes } = await readOutcome(z, outcome, timeZone);
  if (outcome.placed && order?.contents && fields) {
    const found = await rememberPlaceholders(new Cache(z), savedOrderId, order, placeholders, fields);
    await letters.rememberPrinted?.(outcome.run, found);
    const gaps = describeGaps(found.names, fields, result.order_id);
    if (gaps) notes.push(gaps);
  }
  return { created: null, ...result, warning: notes.join(' ') || null };
}

export const everyoneReached = 'Nothing was ordered: everyone on the list already got this letter.';

/** The result if everyone was left out. */
const nobodyLeft = (peopleId: string) => ({
  id: `nobody-left-${peopleId}`,
  order_id: null,
  created: null,
  list_id: null,
  list_expires: null,
  letter_count: 0,
  invoice_amount: null,
  preview_pdf: null,
  already_ordered: true,
  preview_only: false,
  warning: everyoneReached,
});

/** @throws a user-facing error if letters would have a gap */
async function preview(
  z: ZObject,
  timeZone: Bundle['meta']['timezone'],
  { savedOrderId, placeholders, ...letters }: Letters,
) {
  const fields = letters.readFields();
  if (fields) requireMergeFields(placeholders, fields, letters.fieldAdvice);
  const [saved, last] = await Promise.all([
    savedOrder.check(z, savedOrderId),
    showLastOrder(z, placeholders, { first: letters.first, count: fields?.count, timeZone }),
  ]);
  return {
    ...previewResult(saved, letters.peopleChecks, last, checkPlaceholders(placeholders, fields)),
    created: null,
    list_id: typeof letters.list === 'string' ? letters.list : null,
    letter_count: fields?.count ?? null,
  };
}
