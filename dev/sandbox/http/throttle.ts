/** The variant `throttled`: 50 requests for each access token in a rolling minute of the sandbox's time. */
import { ServiceError } from './service_error.ts';

const limit = 50;
const windowLength = 60_000;

export class Throttle {
  readonly #times = new Map<string, number[]>();

  /** Counts a request. @throws 429 with Retry-After past the limit; rejected requests do not count */
  count(token: string, now: number): void {
    const recent = (this.#times.get(token) ?? []).filter((time) => time > now - windowLength && time <= now);
    this.#times.set(token, recent);
    const [first] = recent;
    if (recent.length < limit || first === undefined) {
      recent.push(now);
      return;
    }
    const wait = Math.max(1, Math.ceil((first + windowLength - now) / 1000));
    throw new ServiceError(
      429,
      'too_many_requests',
      `More than ${limit} requests in a minute. Wait ${wait} ${wait === 1 ? 'second' : 'seconds'}.`,
      { limit_exceeded: 'minute', limits: { minute: limit } },
      { 'Retry-After': String(wait) },
    );
  }

  reset(): void {
    this.#times.clear();
  }
}
