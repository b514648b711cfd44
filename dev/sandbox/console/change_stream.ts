/** Reports changes of the sandbox's records as server-sent events. */
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Database } from '../store/database.ts';

/** How often to look for changes (ms), so that a thousand changes do not make a thousand events. */
const interval = 120;

/** Responds with a stream that stays open until the client closes it. Its first event says that it is open. */
export const streamChanges = (c: Context, database: Database): Response =>
  streamSSE(c, async (stream) => {
    let isChanged = true;
    const unwatch = database.watch(() => {
      isChanged = true;
    });
    while (!stream.aborted) {
      if (isChanged) await stream.writeSSE({ data: 'null' });
      isChanged = false;
      await stream.sleep(interval);
    }
    unwatch();
  });
