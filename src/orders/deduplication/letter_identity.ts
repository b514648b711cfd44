/**
 * Identifies letters by what is printed, for the duplicate check. A Zap that runs again creates another list of the same
 * people and uploads the same PDF again, so the IDs of lists and files differ. Zapier's cache maps them to their content.
 */
import { createHash } from 'node:crypto';
import type { AccountCache } from '../../account_cache.ts';
import type { OrderRequest } from '../../api/orders.ts';
import { isPlainObject } from '../../inputs.ts';
import { windows } from './duplicate_check.ts';
import { mapInGroups } from './groups.ts';

/** Seconds to remember an upload. A Zap usually uploads and orders in one run. */
const fileLifetime = 14 * 86_400;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const identifySavedOrder = (savedOrderId: string): unknown => ({ saved_order_id: savedOrderId });

export const rememberFile = (cache: AccountCache, fileId: string, contentHash: string): Promise<void> =>
  cache.write(fileKey(fileId), contentHash, fileLifetime);

/** Identifies contents by the content of each file instead of its ID, if that is known. */
export async function identifyContents(
  cache: AccountCache,
  contents: OrderRequest['contents'],
): Promise<string> {
  const identified = await mapInGroups(contents, async (item) =>
    item.type === 'sheet' && typeof item.file === 'string'
      ? { ...item, file: (await readText(cache, fileKey(item.file))) ?? item.file }
      : item,
  );
  return hashIdentity(identified);
}

/**
 * Identifies the contents of an order that repeats an earlier one. With the same file they are those of the earlier order,
 * to which the service may have added values.
 */
export async function identifyRepeated(
  cache: AccountCache,
  earlier: { id: string; file: unknown },
  contentHash: string,
  contents: OrderRequest['contents'],
): Promise<string> {
  const isSameFile = (await readText(cache, fileKey(String(earlier.file)))) === contentHash;
  const known = isSameFile ? await readText(cache, contentsKey(earlier.id)) : undefined;
  return known ?? identifyContents(cache, contents);
}

/** Remembers what an order prints, as {@link identifyContents} returns it. */
export const rememberContents = (cache: AccountCache, orderId: string, contents: string): Promise<void> =>
  cache.write(contentsKey(orderId), contents, windows.week);

const fileKey = (fileId: string): string => `file:${fileId}`;
const contentsKey = (orderId: string): string => `contents:${orderId}`;

async function readText(cache: AccountCache, key: string): Promise<string | undefined> {
  const found = await cache.read(key);
  return found.find((value) => typeof value === 'string');
}

/** Returns a hash of an identity, such as what an order prints and who gets it. */
export const hashIdentity = (identity: unknown): string => sha256(JSON.stringify(identity, normalizeValue));

/**
 * Returns the same value for spellings that print the same, whatever the order of keys. Keeps leading spaces, which shift
 * the printed text.
 */
const normalizeValue = (key: string, value: unknown): unknown => {
  if (isPlainObject(value)) {
    const entries = Object.entries(value).filter(([, inner]) => inner !== null);
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  }
  if (typeof value !== 'string') return value;
  if (key === 'color') return value.replace('#', '').toLowerCase();
  return value.normalize('NFC').replace(/\r\n?/g, '\n').trimEnd();
};
