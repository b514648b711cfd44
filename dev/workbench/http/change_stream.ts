/** Tells every open page what has changed, as server-sent events. */
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Change } from '../protocol.ts';

export class ChangeStream {
  readonly #listeners = new Set<(change: Change) => void>();

  readonly tell = (change: Change): void => {
    for (const listener of this.#listeners) listener(change);
  };

  /** An answer that goes on until the page is closed. */
  stream(c: Context): Response {
    return streamSSE(c, async (stream) => {
      const gone = new Promise<void>((resolve) => stream.onAbort(resolve));
      const listener = (change: Change) => void stream.writeSSE({ data: JSON.stringify(change) });
      this.#listeners.add(listener);
      // Opens the stream at once; the page then knows that it hears everything from here on.
      await stream.write(': listening\n\n');
      await gone;
      this.#listeners.delete(listener);
    });
  }
}
