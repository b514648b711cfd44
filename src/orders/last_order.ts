/** The last order that a connection placed, as a sample for the editor. The service lists no orders. */
import type { AccountCache } from '../account_cache.ts';
import { attempt } from '../attempt.ts';
import { toText } from '../inputs.ts';

const key = 'last_order';
/** Seconds to remember it: a week. */
const lifetime = 7 * 86_400;

export const rememberLastOrder = (cache: AccountCache, id: string): Promise<void> =>
  attempt(cache.z, `The order ${id} could not be remembered as a sample for the editor.`, () =>
    cache.write(key, id, lifetime),
  );

/** Returns the order's ID, or undefined if none is known. */
export const recallLastOrder = (cache: AccountCache): Promise<string | undefined> =>
  attempt(cache.z, 'The last order could not be looked up, so the sample is made up.', async () => {
    const [id] = await cache.read(key);
    return toText(id) || undefined;
  });
