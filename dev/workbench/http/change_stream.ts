/** Notifies every open page of changes, as server-sent events. */
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Change } from '../protocol.ts';

export class ChangeStream {
  readonly #listeners = new Set<(change: Change) => void>();

  readonly publish = (change: Change): void => {
    for (const listener of this.#listeners) listener(change);
  };

  /** A response that stays open until the page is closed. */
  respond(c: Context): Response {
    return streamSSE(c, async (stream) => {
      const closed = new Promise<void>((resolve) => stream.onAbort(resolve));
      const listener = (change: Change) => void stream.writeSSE({ data: JSON.stringify(change) });
      this.#listeners.add(listener);
      // Sends the headers at once, so the page knows that it misses nothing from here on.
      await stream.write(': listening\n\n');
      await closed;
      this.#listeners.delete(listener);
    });
  }
}
