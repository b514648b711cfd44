/** The entry of an order in Zapier's cache: when it was started, and its outcome. */
import * as zod from 'zod/mini';
import type { AccountCache } from '../../account_cache.ts';
import { isPlainObject } from '../../inputs.ts';
import { type Window, windows } from './duplicate_check.ts';

const entrySchema = zod.object({
  /** The run that wrote it. */
  run: zod.string(),
  /** When the order was started, in milliseconds since 1970. */
  at: zod.number(),
  /** The ID of the order, once the service has confirmed it. */
  order: zod.optional(zod.string()),
  /** The response was lost or unusable, so the order may exist. */
  unconfirmed: zod.optional(zod.boolean()),
});

export type Entry = zod.output<typeof entrySchema>;

/** What the service returned for an order. */
export type OrderResponse = Record<string, unknown>;

/** A run has ended after this time (ms), with or without a response. */
const maxRunDuration = 30_000;

export const isWithin = ({ at }: Pick<Entry, 'at'>, window: Window): boolean =>
  Date.now() - at < windows[window] * 1000;

/** Whether the outcome of the order is recorded. */
const isSettled = ({ order, unconfirmed }: Entry): boolean => order !== undefined || unconfirmed === true;

export const isInProgress = (entry: Entry): boolean =>
  !isSettled(entry) && Date.now() - entry.at < maxRunDuration;

/** Seconds for which the entry still counts. */
export const secondsLeft = ({ at }: Entry): number => windows.week - (Date.now() - at) / 1000;

/** @param print @param people identify what is printed, and who gets it */
export const entryKey = (print: string, people: string): string => `order:${print}:${people}`;

/** @throws if the entry is unusable */
export async function readEntry(cache: AccountCache, key: string): Promise<Entry | undefined> {
  const found = await cache.read(key);
  const [latest] = found
    .map((value) => zod.parse(entrySchema, value))
    // The outcome may be recorded in only one of the two copies.
    .sort((one, other) => other.at - one.at || Number(isSettled(other)) - Number(isSettled(one)));
  return latest;
}

const responseKey = (run: string): string => `answer:${run}`;

export const writeResponse = (cache: AccountCache, run: string, response: OrderResponse): Promise<void> =>
  cache.shared.write(responseKey(run), response, windows.week);

/** Returns the service's response to the order of this entry, or at least the order's ID. */
export async function readResponse(cache: AccountCache, { run, order }: Entry): Promise<OrderResponse> {
  const [response] = await cache.shared.read(responseKey(run));
  return isPlainObject(response) ? response : { id: order, order_id: order };
}
