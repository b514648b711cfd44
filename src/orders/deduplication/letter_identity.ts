/**
 * Identifies letters by what is printed, for the duplicate check. A Zap that runs again creates another list of the same
 * people and uploads the same PDF again, so the IDs of lists and files differ. Zapier's cache maps them to their content.
 */
import { hash } from 'node:crypto';
import type { AccountCache } from '../../account_cache.ts';
import type { OrderRequest } from '../../api/orders.ts';
import { attempt } from '../../attempt.ts';
import { isPlainObject } from '../../inputs.ts';
import { windows } from './duplicate_check.ts';
import { mapInGroups } from './groups.ts';

/** Seconds to remember an upload. A Zap usually uploads and orders in one run. */
const fileLifetime = 14 * 86_400;

export const identifySavedOrder = (savedOrderId: string): unknown => ({ saved_order_id: savedOrderId });

export const rememberFile = (cache: AccountCache, fileId: string, contentHash: string): Promise<void> =>
  cache.write(fileKey(fileId), contentHash, fileLifetime);

/** Identifies contents without their files, so that orders of different documents have the same form. */
export const identifyForm = (contents: OrderRequest['contents']): string =>
  hashIdentity(contents.map((item) => ({ ...item, file: null })));

/** Identifies contents by their form and the content of each file instead of its ID, if that is known. */
export async function identifyContents(
  cache: AccountCache,
  form: string,
  contents: OrderRequest['contents'],
): Promise<string> {
  const ids = contents.flatMap(({ file }) => (typeof file === 'string' ? [file] : []));
  const files = await mapInGroups(ids, async (id) => (await readText(cache, fileKey(id))) ?? id);
  return hashIdentity([form, files]);
}

/** Lets Repeat Order With New File recognize the order's form, although the service adds values to its contents. */
export const rememberForm = (cache: AccountCache, orderId: string, form: string): Promise<void> =>
  attempt(
    cache.z,
    `What the order ${orderId} prints could not be saved, so a step that repeats it may print the same letters again.`,
    () => cache.write(formKey(orderId), form, windows.week),
  );

export const recallForm = (cache: AccountCache, orderId: string): Promise<string | undefined> =>
  readText(cache, formKey(orderId));

const fileKey = (fileId: string): string => `file:${fileId}`;
const formKey = (orderId: string): string => `form:${orderId}`;

async function readText(cache: AccountCache, key: string): Promise<string | undefined> {
  const found = await cache.read(key);
  return found.find((value) => typeof value === 'string');
}

/** Returns a hash of an identity, such as what an order prints and who gets it. */
export const hashIdentity = (identity: unknown): string =>
  hash('sha256', JSON.stringify(identity, normalizeValue));

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
