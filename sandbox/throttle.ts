/** The throttled world: a client gets 50 API requests in a rolling minute. */
import { Refusal } from './refusal.ts';

const limit = 50;
const window = 60_000;

export class Throttle {
  readonly #times = new Map<string, number[]>();

  /** Counts a request of a client at a time. @throws 429 with Retry-After past the limit */
  count(client: string, now: number): void {
    const recent = (this.#times.get(client) ?? []).filter((time) => time > now - window);
    const [first] = recent;
    if (recent.length >= limit && first !== undefined) {
      this.#times.set(client, recent);
      const wait = Math.max(1, Math.ceil((first + window - now) / 1000));
      throw new Refusal(
        429,
        'too_many_requests',
        `Wait ${wait} seconds.`,
        { limits: { minute: limit } },
        { 'Retry-After': String(wait) },
      );
    }
    this.#times.set(client, [...recent, now]);
  }

  reset(): void {
    this.#times.clear();
  }
}
