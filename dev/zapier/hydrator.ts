/** Fetches dehydrated values: at once, or for files when a later step reads them. */
import { randomUUID } from 'node:crypto';
import * as zod from 'zod';
import type { Connection } from './connection.ts';
import { isDehydrated, readHydration, replaceDehydrated } from './hydration.ts';
import type { Runner } from './runner.ts';

/** Milliseconds for which a result is cached, as at Zapier. */
const cacheLifetime = 300_000;

export class Hydrator {
  readonly #secret: string;
  readonly #runner: Runner;
  readonly #origin: () => string;
  readonly #now: () => number;
  readonly #lazyFiles = new Map<string, () => Promise<string>>();
  readonly #cached = new Map<string, { value: Promise<unknown>; expires: number }>();

  /** @param parts `secret` is the one with which the connector signs dehydrated values */
  constructor(parts: { secret: string; runner: Runner; origin: () => string; now: () => number }) {
    this.#secret = parts.secret;
    this.#runner = parts.runner;
    this.#origin = parts.origin;
    this.#now = parts.now;
  }

  /** Returns a copy of `value` with all dehydrated values fetched. A file becomes its URL. */
  hydrate(value: unknown, connection?: Connection): Promise<unknown> {
    return replaceDehydrated(value, (dehydrated) => this.#fetch(dehydrated, connection));
  }

  /**
   * Returns a URL for a dehydrated file; the file is fetched when the URL is read.
   * @throws if the signature is wrong
   */
  createLazyFile(dehydrated: string, connection?: Connection): string {
    readHydration(dehydrated, this.#secret);
    const id = randomUUID();
    const fetchFile = async () => zod.string().parse(await this.#fetch(dehydrated, connection));
    this.#lazyFiles.set(id, this.#runner.keepListener(fetchFile));
    return `${this.#origin()}/hydrate/${id}`;
  }

  /** Returns the function that fetches a lazy file and returns the URL of its content. */
  findLazyFile(id: string): (() => Promise<string>) | undefined {
    return this.#lazyFiles.get(id);
  }

  /** Returns whether a value is a dehydrated file with a valid signature. */
  isDehydratedFile(value: unknown): value is string {
    if (!isDehydrated(value)) return false;
    try {
      return readHydration(value, this.#secret).type === 'file';
    } catch {
      return false;
    }
  }

  async #fetch(dehydrated: string, connection: Connection | undefined): Promise<unknown> {
    const { method, bundle, cacheExpiration } = readHydration(dehydrated, this.#secret);
    const key = JSON.stringify([method, bundle, connection?.id]);
    const cached = this.#cached.get(key);
    if (cached && cached.expires > this.#now()) return cached.value;
    const value = this.#runner.run({ method, bundle: { inputData: bundle }, connection });
    const lifetime = cacheExpiration === undefined ? cacheLifetime : cacheExpiration * 1000;
    this.#cached.set(key, { value, expires: this.#now() + lifetime });
    try {
      return await value;
    } catch (error) {
      this.#cached.delete(key);
      throw error;
    }
  }
}
