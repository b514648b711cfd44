/**
 * The placeholders of a letter that merge fields must fill in. The service returns the text of a saved order only with an
 * order placed from it, so the placeholders found there are remembered for a week.
 */
import * as zod from 'zod/mini';
import type { AccountCache } from '../account_cache.ts';
import * as orders from '../api/orders.ts';
import { attempt } from '../attempt.ts';
import { addressKeys, personKeys } from '../contacts/fields.ts';
import { inputError } from '../inputs.ts';
import {
  blankMergeFieldsAdvice,
  blankMergeFieldsField,
  mergeFieldsField,
  placeholder,
} from '../recipients/merge_fields.ts';
import type { KnownList } from './deduplication/list_memory.ts';
import type { Checks } from './safety.ts';

/** The placeholders that the service fills in from the recipient. */
const recipientPlaceholders: readonly string[] = [...personKeys, ...addressKeys, 'address'];

/** Returns the names of the merge fields that the texts of an order use. */
export function find(contents: unknown): string[] {
  const texts: string[] = [];
  const collect = (value: unknown, key?: string, levels = maxDepth): void => {
    if (typeof value === 'string' && key === 'text') texts.push(value);
    if (typeof value !== 'object' || value === null || levels === 0) return;
    for (const [innerKey, inner] of Object.entries(value)) collect(inner, innerKey, levels - 1);
  };
  collect(contents);
  const names = texts.flatMap((text) =>
    [...text.matchAll(/\{\s*([^{}\s]+)\s*\}/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)].filter((name) => !recipientPlaceholders.includes(name));
}

/** Deeper than the texts of any order. */
const maxDepth = 10;

const listPlaceholders = (names: readonly string[]): string => names.map(placeholder).join(', ');

/** @throws a user-facing error if a person would get a letter with a gap. @param needed undefined if unknown */
export function requireFieldsOfPerson(
  needed: readonly string[] | undefined,
  fields: Readonly<Record<string, unknown>>,
): void {
  const missing = needed?.filter((name) => !Object.hasOwn(fields, name)) ?? [];
  if (missing.length === 0) return;
  throw inputError(
    `The letter has ${listPlaceholders(missing)}, but ${mergeFieldsField.label} has no value for it. No letter was ordered, because it would have a gap there. ${blankMergeFieldsAdvice}`,
  );
}

/** @throws a user-facing error if the letters to a list would have a gap. @param needed undefined if unknown */
export function requireFieldsOfList(
  needed: readonly string[] | undefined,
  list: KnownList | undefined,
): void {
  if (!list || list.allowsBlank) return;
  const missing = needed?.filter((name) => !list.fields.includes(name)) ?? [];
  if (missing.length === 0) return;
  throw inputError(
    `The letter has ${listPlaceholders(missing)}, but the list has no merge field for it. Nothing was ordered, because the letters would have a gap there. Add it in the Create Temporary List step, or choose "${blankMergeFieldsField.choices.send}" there in ${blankMergeFieldsField.label}.`,
  );
}

/** Returns a sentence that names the placeholders without a value, or null. */
export function describeGaps(
  needed: readonly string[] | undefined,
  hasValue: (name: string) => boolean,
): string | null {
  const missing = needed?.filter((name) => !hasValue(name)) ?? [];
  if (missing.length === 0) return null;
  return `The letter was ordered, but ${mergeFieldsField.label} has no value for ${listPlaceholders(missing)}, so nothing is printed there.`;
}

/** @param needed undefined if unknown */
export function check(needed: readonly string[] | undefined): Checks {
  if (!needed)
    return {
      notChecked: ['Which placeholders the letter has: the letter service shows them only in an order.'],
    };
  return {
    checked: [
      needed.length === 0
        ? 'The letter has no placeholders.'
        : `Placeholders in the letter: ${listPlaceholders(needed)}.`,
    ],
  };
}

/** Returns the remembered placeholders of a saved order, or undefined if they are unknown. */
export const recall = (cache: AccountCache, savedOrderId: string): Promise<string[] | undefined> =>
  attempt(cache.z, 'The placeholders of the saved order could not be looked up.', async () => {
    const [found] = await cache.read(memoryKey(savedOrderId));
    return zod.safeParse(zod.array(zod.string()), found).data;
  });

/**
 * Reads the placeholders of a saved order from an order placed from it, and remembers them. The letters are ordered
 * already, so a failure is only logged.
 * @returns undefined if the order could not be read
 */
export async function learn(
  cache: AccountCache,
  savedOrderId: string,
  orderId: unknown,
): Promise<string[] | undefined> {
  const order = await attempt(
    cache.z,
    'The order could not be read to check for unfilled placeholders.',
    () => orders.get(cache.z, String(orderId), readTimeout),
  );
  if (!order?.contents) return undefined;
  const found = find(order.contents);
  const known = await recall(cache, savedOrderId);
  if (known?.join() !== found.join()) {
    await attempt(
      cache.z,
      'The placeholders of the saved order could not be remembered, so the next run will not check them before it orders.',
      () => cache.write(memoryKey(savedOrderId), found, memoryLifetime),
    );
  }
  return found;
}

/** Maximum time (ms) to read the order, which the letter does not depend on. */
const readTimeout = 4_000;

/** Seconds to remember placeholders: a week. */
const memoryLifetime = 7 * 86_400;

const memoryKey = (savedOrderId: string): string => `placeholders:${savedOrderId}`;
