/** The entries of the duplicate check in Zapier's cache. docs/decisions/order-deduplication.md explains each one. */
import * as zod from 'zod/mini';
import { mergeFieldSummarySchema } from '../recipients/merge_fields.ts';

/**
 * A run in an index: its ID, the people's ID, its expiry (seconds since 1970), and what its letter prints, if it does not print all
 * merge fields: the hash of one person, or the ID of the stored hashes of several.
 */
const rowSchema = zod.tuple([zod.string(), zod.string(), zod.number()], zod.string());
export type Row = zod.output<typeof rowSchema>;

export const indexSchema = zod.object({ generation: zod.number(), rows: zod.array(rowSchema) });

export const orderSchema = zod.object({
  /**
   * `unconfirmed`: the order may exist. Either its run is waiting for the response, or the response was lost.
   * `placed`: the service has confirmed the order.
   * `renewed`: the run ordered nothing, because all of its people were left out.
   */
  phase: zod.enum(['unconfirmed', 'placed', 'renewed']),
  /** When the order was sent, in milliseconds since 1970. */
  at: zod.number(),
  /** Of a placed order: the values that a later step with the same letters returns. */
  result: zod.record(zod.string(), zod.unknown()),
  /** True if the run left people out. */
  leftOut: zod.boolean(),
  /** The list that the order goes to, and whether the run made it, so that no other order goes to it. */
  list: zod.optional(zod.object({ id: zod.string(), isOwn: zod.boolean() })),
});
export type OrderEntry = zod.output<typeof orderSchema>;

/** The people whom a run left out. */
export const leftOutSchema = zod.object({
  /** A character for each of the run's people, in their order: `ownOrder`, or that of the earlier order that reached the person. */
  reachedBy: zod.string(),
  /** Each earlier order: its ID, its time (milliseconds since 1970), and whether it had exactly the same values. */
  orders: zod.array(zod.tuple([zod.string(), zod.number(), zod.boolean()])),
});

export type LeftOutEntry = zod.output<typeof leftOutSchema>;

/** The character code for the run's own order. The codes after it are for `orders`, in their order. */
export const ownOrder = 48;

/** The people on a list that a step made, and their merge fields. */
export const listSchema = zod.extend(mergeFieldSummarySchema, {
  people: zod.string(),
  /** The ID of the run that left some of the people out of the list. */
  leftOutBy: zod.optional(zod.string()),
});

/** The keys of the entries. The version, such as v4, changes with an entry's format, so that no code reads a format it does not know. */
export const keys = {
  /** Exists while a run prepares and sends its order. */
  running: (run: string) => `v4:running:${run}`,
  order: (run: string) => `v4:order:${run}`,
  leftOut: (run: string) => `v4:left-out:${run}`,
  /** The orders of a letter to several people. */
  lists: (print: string) => `v4:lists:${print}`,
  /** The orders of a letter to single people, in a fixed number of entries. A run for a list reads these, not one entry per person. */
  letters: (print: string, part: number) => `v4:letters:${print}:${part}`,
  /** The orders of a letter to one person with this name and address. */
  letter: (print: string, person: string) => `v4:letter:${print}:${person}`,
  /** The ID comes from the value, so that no run stores another value under it. */
  people: (id: string) => `v4:people:${id}`,
  printed: (id: string) => `v4:printed:${id}`,
  /** The run that an order belongs to. */
  orderId: (id: string) => `v4:order-id:${id}`,
  list: (id: string) => `v4:list:${id}`,
};
