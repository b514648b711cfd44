/** The last order that a connection placed, as a sample for the editor. The API cannot list orders. */
import type { Cache } from '../cache.ts';
import { attempt } from '../failure.ts';
import { toText } from '../values.ts';
import { week } from './order_options.ts';

const key = 'last_order';

export const rememberLastOrder = (cache: Cache, id: string): Promise<void> =>
  attempt(cache.z, `The order ${id} could not be remembered as a sample for the editor.`, () =>
    cache.write(key, id, week, { isCleanUp: true }),
  );

/** Returns the order's ID, or undefined if none is known. */
export const recallLastOrder = (cache: Cache): Promise<string | undefined> =>
  attempt(cache.z, 'The last order could not be looked up, so the sample is made up.', async () => {
    return toText(await cache.read(key)) || undefined;
  });
