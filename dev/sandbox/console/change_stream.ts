/** Reports changes of the sandbox's records as server-sent events; changes in quick succession are sent together. */
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Database } from '../store/database.ts';
import type { Kind } from '../store/records.ts';
import type { Changes } from './protocol.ts';

/** The pause after each event (ms), so that a thousand changes do not make a thousand events. */
const pauseBetweenEvents = 120;
/** How often to send a comment when nothing changes (ms), so that a closed connection is noticed. */
const heartbeatInterval = 20_000;

/** Responds with a stream that stays open until the client closes it. */
export const streamChanges = (c: Context, database: Database): Response => {
  c.header('Cache-Control', 'no-store');
  return streamSSE(c, async (stream) => {
    const pending = new PendingChanges();
    const unwatch = database.watch((kind) => pending.add(kind));
    stream.onAbort(() => {
      unwatch();
      pending.end();
    });
    // Browsers report the connection as open once they receive something.
    await stream.write(': connected\n\n');
    while (!stream.aborted && !stream.closed) {
      const changes = await pending.next();
      if (stream.aborted) break;
      if (changes) await stream.writeSSE({ data: JSON.stringify(changes) });
      else await stream.write(': heartbeat\n\n');
      await stream.sleep(pauseBetweenEvents);
    }
    unwatch();
  });
};

/** Changes that have not been sent yet. */
class PendingChanges {
  #kinds = new Set<Kind>();
  #isAll = false;
  #isEnded = false;
  #wake: (() => void) | undefined;

  /** @param kind undefined for all kinds */
  add(kind: Kind | undefined): void {
    if (kind === undefined) this.#isAll = true;
    else this.#kinds.add(kind);
    this.#wake?.();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  /** Waits for changes and returns them, or undefined when it is time for a heartbeat. */
  async next(): Promise<Changes | undefined> {
    if (this.#isEmpty) await this.#waitForChange();
    if (this.#isEmpty) return undefined;
    const changes: Changes = { kinds: this.#isAll ? 'all' : [...this.#kinds] };
    this.#isAll = false;
    this.#kinds = new Set();
    return changes;
  }

  get #isEmpty(): boolean {
    return !this.#isAll && this.#kinds.size === 0;
  }

  #waitForChange(): Promise<void> {
    if (this.#isEnded) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, heartbeatInterval).unref();
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
    });
  }
}
