/** Finds placeholders that no merge field fills in. The service returns a letter's text only with a placed order. */
import type { ZObject } from 'zapier-platform-core';
import type { Recipient } from '../api/lists.ts';
import * as orders from '../api/orders.ts';
import { addressKeys, personKeys } from '../contacts/fields.ts';
import { mergeFieldsField, placeholder } from '../recipients/merge_fields.ts';

/** The placeholders that the service fills in from the recipient. */
const recipientPlaceholders: readonly string[] = [...personKeys, ...addressKeys, 'address'];

/**
 * Returns a sentence that names the placeholders, or null. The letter is ordered already, so a failure to read the order
 * is only logged.
 */
export async function findUnfilledPlaceholders(
  z: ZObject,
  orderId: unknown,
  { metadata = {} }: Recipient,
): Promise<string | null> {
  let order: orders.Order | undefined;
  try {
    order = await orders.get(z, String(orderId), readTimeout);
  } catch (error) {
    z.console.error('The order could not be read to check for unfilled placeholders.', error);
  }
  const unfilled = placeholdersIn(order?.contents)
    .filter((name) => !recipientPlaceholders.includes(name) && !Object.hasOwn(metadata, name))
    .map(placeholder);
  if (unfilled.length === 0) return null;
  const names = [...new Set(unfilled)].join(', ');
  return `The letter was ordered, but ${mergeFieldsField.label} has no value for ${names}, so nothing is printed there.`;
}

/** Maximum time (ms) to read the order, which the letter does not depend on. */
const readTimeout = 4_000;

function placeholdersIn(contents: unknown): string[] {
  const texts: string[] = [];
  const collect = (value: unknown, key?: string): void => {
    if (typeof value === 'string' && key === 'text') texts.push(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [innerKey, inner] of Object.entries(value)) collect(inner, innerKey);
  };
  collect(contents);
  return texts.flatMap((text) => [...text.matchAll(/\{\s*([^{}\s]+)\s*\}/g)].map(([, name = '']) => name));
}
