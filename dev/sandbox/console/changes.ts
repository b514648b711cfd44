/** News of what has changed, as server-sent events: many changes at once are told together. */
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Database } from '../database.ts';
import type { Kind } from '../records.ts';
import type { News } from './protocol.ts';

/** After news the next ones wait this long (ms), so that a thousand changes do not make a thousand messages. */
const pause = 120;
/** A line without meaning after this long without news (ms): whoever is gone is noticed. */
const heartbeat = 20_000;

/** Keeps the connection open and tells what changes. */
export const tellChanges = (c: Context, database: Database): Response => {
  c.header('Cache-Control', 'no-store');
  return streamSSE(c, async (stream) => {
    const news = new Gathering();
    const stop = database.watch((kind) => news.add(kind));
    stream.onAbort(() => {
      stop();
      news.end();
    });
    // What makes a browser say that the connection stands.
    await stream.write(': here\n\n');
    while (!stream.aborted && !stream.closed) {
      const told = await news.next();
      if (stream.aborted) break;
      if (told) await stream.writeSSE({ data: JSON.stringify(told) });
      else await stream.write(': still here\n\n');
      await stream.sleep(pause);
    }
    stop();
  });
};

/** Changes that were not told yet. */
class Gathering {
  #kinds = new Set<Kind>();
  #isAll = false;
  #isOver = false;
  #wake: (() => void) | undefined;

  add(kind: Kind | undefined): void {
    if (kind === undefined) this.#isAll = true;
    else this.#kinds.add(kind);
    this.#wake?.();
  }

  end(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  /** What has changed since it was asked last, as soon as there is something; nothing after a long silence. */
  async next(): Promise<News | undefined> {
    if (!this.#hasNews) await this.#silence();
    if (!this.#hasNews) return undefined;
    const news: News = { kinds: this.#isAll ? 'all' : [...this.#kinds] };
    this.#isAll = false;
    this.#kinds = new Set();
    return news;
  }

  get #hasNews(): boolean {
    return this.#isAll || this.#kinds.size > 0;
  }

  #silence(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, heartbeat).unref();
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
    });
  }
}
