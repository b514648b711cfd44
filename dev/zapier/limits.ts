/** `lock` and `throttle`: what Zapier lets only one run at a time do, or only so many in a while. */
import type { CacheOwner } from './cache.ts';
import type { Entry } from './definition.ts';
import { PlatformError } from './failure.ts';

interface Place {
  kind: string;
  entry: Entry;
  inputData: Record<string, unknown>;
  owner: CacheOwner;
}

export class Limits {
  readonly #now: () => number;
  readonly #held = new Map<string, Promise<unknown>>();
  readonly #started = new Map<string, number[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Runs when the lock of this operation is free and the throttle lets it. @throws a ThrottledError when it does not */
  async run<Result>(place: Place, work: () => Promise<Result>): Promise<Result> {
    const { lock } = place.entry.operation;
    this.#countIn(place);
    if (!lock) return work();
    const name = [
      place.kind,
      place.entry.key,
      ...scoped(place, lock.scope),
      render(lock.key, place.inputData),
    ].join('|');
    const before = this.#held.get(name);
    const mine = (async () => {
      await before?.catch(() => {});
      return work();
    })();
    this.#held.set(name, mine);
    try {
      return await mine;
    } finally {
      if (this.#held.get(name) === mine) this.#held.delete(name);
    }
  }

  #countIn(place: Place): void {
    const { throttle } = place.entry.operation;
    if (!throttle) return;
    const name = [
      place.kind,
      place.entry.key,
      ...scoped(place, throttle.scope),
      render(throttle.key ?? '', place.inputData),
    ].join('|');
    const began = this.#now() - throttle.window * 1000;
    const recent = (this.#started.get(name) ?? []).filter((time) => time > began);
    const [first] = recent;
    if (first !== undefined && recent.length >= throttle.limit) {
      const delay = Math.ceil((first - began) / 1000);
      throw new PlatformError({
        name: 'ThrottledError',
        message: JSON.stringify({
          message: `"${place.entry.display.label}" may run ${throttle.limit} times in ${throttle.window} seconds.`,
          delay,
        }),
        stack: undefined,
      });
    }
    this.#started.set(name, [...recent, this.#now()]);
  }
}

const scoped = ({ owner, entry }: Place, scope: readonly string[] = []): string[] =>
  scope.map((one) => {
    if (one === 'auth') return `auth=${owner.connection}`;
    if (one === 'action') return `action=${entry.key}`;
    return `${one}=${owner.user}`;
  });

const render = (key: string, inputData: Record<string, unknown>): string =>
  key.replace(/\{\{bundle\.inputData\.(\w+)\}\}/g, (_whole, name) => String(inputData[name] ?? ''));
