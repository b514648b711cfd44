/**
 * The entries of the duplicate check in Zapier's cache. docs/decisions/order-deduplication.md explains each one. What a run does is
 * written once and never replaced, so a late or repeated write does no harm. Only copies of an index, lists and their people are rewritten.
 */
import * as zod from 'zod/mini';
import { mergeFieldSummarySchema } from '../recipients/merge_fields.ts';

/** Maximum seconds to remember an order: 92 days, the longest that three months can be. */
export const longestLookBack = 92 * 86_400;

/**
 * A run in an index: its ID, its people's ID, a hash of its columns' names (blank if they were not named), and until when it may order
 * (seconds since 1970).
 */
export const rowSchema = zod.tuple([zod.string(), zod.string(), zod.string(), zod.number()]);
export type Row = zod.output<typeof rowSchema>;

/** A copy of an index: the rows before the position `next` that still count, the oldest first. */
export const copySchema = zod.object({ next: zod.number(), rows: zod.array(rowSchema) });

/** A run's order. The run writes it before it orders (the mark, `unconfirmed`), and when it ends. */
export const orderSchema = zod.object({
  /**
   * `unconfirmed`: the order may exist.
   * `placed`: the service has confirmed the order.
   * `refused`: certainly nothing was ordered.
   * `renewed`: nothing was ordered, because all of the run's people were left out.
   */
  phase: zod.enum(['unconfirmed', 'placed', 'refused', 'renewed']),
  /** When the order was sent, or when a run ended without sending one, in milliseconds since 1970. */
  at: zod.number(),
  /** The known values that a later step with the same letters returns. */
  result: zod.record(zod.string(), zod.unknown()),
  /** True if the run left people out. */
  leftOut: zod.boolean(),
  /** The names of the people's merge fields, if the user named them. */
  columns: zod.optional(zod.readonly(zod.array(zod.string()))),
  /** The list that the order goes to, and whether the run made it, so that no other order goes to it. */
  list: zod.optional(zod.object({ id: zod.string(), isOwn: zod.boolean() })),
});
export type OrderEntry = zod.output<typeof orderSchema>;

/** The people whom a run left out. */
export const leftOutSchema = zod.object({
  /** A character for each of the run's people, in their order: `ownOrder`, or that of the earlier order that reached the person. */
  reachedBy: zod.string(),
  /** Each earlier order: its ID, and its time (milliseconds since 1970). */
  orders: zod.array(zod.tuple([zod.string(), zod.number()])),
});

export type LeftOutEntry = zod.output<typeof leftOutSchema>;

/** The character code for the run's own order. The codes after it are for `orders`, in their order. */
export const ownOrder = 48;

/** The people on a list that a step made, and their merge fields. */
export const listSchema = zod.extend(mergeFieldSummarySchema, {
  people: zod.string(),
  /** The names of the merge fields, if the user named them. */
  columns: zod.optional(zod.readonly(zod.array(zod.string()))),
  /** The ID of the run that left some of the people out of the list. */
  leftOutBy: zod.optional(zod.string()),
});

/**
 * The keys of the entries. The version, such as v5, changes with an entry's format, so that no code reads a format it does not know. An
 * optional property needs no new version.
 */
export const keys = {
  /** What a run ordered, or is about to order. */
  mark: (run: string) => `v5:mark:${run}`,
  end: (run: string) => `v5:end:${run}`,
  leftOut: (run: string) => `v5:left-out:${run}`,
  /** What the user says of an order that was never confirmed: the order that was found, or that it is missing. */
  found: (run: string) => `v5:found:${run}`,
  missing: (run: string) => `v5:missing:${run}`,
  /** The user wants to write again to the people of this canceled order. */
  canceled: (order: string) => `v5:canceled:${order}`,
  /** The run that an order belongs to. */
  orderId: (order: string) => `v5:order-id:${order}`,
  /** The indexes of the runs with a letter: those to several people, and those to one person, in 128 parts. */
  lists: (print: string) => `v5:lists:${print}`,
  letters: (print: string, part: number) => `v5:letters:${print}:${part}`,
  /** The ID comes from the members, so that no run stores other members under it. Of their references, the last run's are stored. */
  people: (id: string) => `v5:people:${id}`,
  list: (id: string) => `v5:list:${id}`,
};
