/** What goes wrong between the connector and the servers in one run, decided by a seed or for one call. */
import { Random } from './random.ts';

/**
 * How a call of the cache fails. `refused`: the write is not done, and the answer says so. `lost`: done, without an answer.
 * `cut`: done, and half of the answer arrives. `late`: without an answer, and done a moment later. The others are not done.
 */
export const cacheFaults = [
  'unavailable',
  'reset',
  'rejected',
  'refused',
  'lost',
  'cut',
  'late',
  'hang',
] as const;
export type CacheFault = (typeof cacheFaults)[number];

/** @param times how many tries of the call fail; zapier-platform-core makes up to three */
export type CacheWeather = { delay: number; fault?: CacheFault | undefined; times: number };

/**
 * How a request to the service fails. `refused`: the service says why it did not do it. `busy`: 429. `status`: a proxy answers
 * with such a status. The letters afterwards say that the service has done it; with `late`, it does so a moment later.
 */
export type ServiceFault =
  | {
      kind: 'refused' | 'busy' | 'reset before' | 'reset after' | 'late' | 'cut' | 'html' | 'hang' | 'repeat';
    }
  | { kind: 'status'; status: number; body: string; isDone: boolean };
export type ServiceWeather = { delay: number; fault?: ServiceFault | undefined };

/** When the process dies, counted in calls of any server: before or after the server does it, or after the answer. */
export interface Death {
  call: number;
  moment: 'before' | 'after' | 'answered';
}

export interface Weather {
  death?: Death | undefined;
  /** @param call counts the calls of the cache, starting at 1 */
  cache(call: number, method: string): CacheWeather;
  service(method: string, path: string): ServiceWeather;
}

export const calm: Weather = {
  cache: () => ({ delay: 0, times: 0 }),
  service: () => ({ delay: 0 }),
};

/** How bad the weather of a whole history is. */
export interface Climate {
  cache: number;
  service: number;
  death: number;
  /** The shortest and longest delay of the cache in milliseconds. */
  delay: readonly [number, number];
}

export const randomClimate = (random: Random, isFast: boolean): Climate => ({
  cache: random.pick([0, 0.02, 0.05, 0.15]),
  service: random.pick([0, 0.1, 0.25, 0.5]),
  death: random.pick([0, 0, 0.15, 0.4]),
  delay: isFast
    ? [0, 3]
    : random.pick([
        [1, 20],
        [20, 100],
        [20, 500],
      ] as const),
});

const proxyStatuses = [408, 409, 425, 499, 500, 502, 503, 504];
const proxyBodies = [
  '',
  '{}',
  '{"error":"proxy_error"}',
  '<html>Bad gateway</html>',
  '{"code":"lists.made_up"}',
];

function randomServiceFault(random: Random, method: string, isFast: boolean): ServiceFault {
  const roll = random.next();
  if (roll < 0.12) return { kind: 'reset before' };
  if (roll < 0.24) return { kind: 'reset after' };
  if (roll < 0.3) return { kind: 'cut' };
  if (roll < 0.35) return { kind: 'html' };
  if (roll < 0.43) return { kind: 'busy' };
  if (roll < 0.5) return { kind: 'refused' };
  if (roll < 0.56) return { kind: 'late' };
  if (roll < 0.6 && method === 'GET') return { kind: 'repeat' };
  if (roll < 0.62 && !isFast) return { kind: 'hang' };
  return {
    kind: 'status',
    status: random.pick(proxyStatuses),
    body: random.pick(proxyBodies),
    isDone: random.chance(0.5),
  };
}

export function randomWeather(random: Random, climate: Climate, isFast: boolean): Weather {
  // Each server has its own numbers, so that the order in which they are called makes no difference.
  const forCache = new Random(random.between(0, 2 ** 31));
  const forService = new Random(random.between(0, 2 ** 31));
  const death = random.chance(climate.death)
    ? { call: random.between(1, 24), moment: random.pick(['before', 'after', 'answered'] as const) }
    : undefined;
  const faults = cacheFaults.filter((fault) => fault !== 'hang' || !isFast);
  return {
    death,
    cache(_call, method) {
      const delay = forCache.between(...climate.delay);
      const fails = forCache.chance(climate.cache);
      const fault = forCache.pick(faults);
      // A hanging call takes the rest of the run.
      const isRare = fault === 'hang' && !forCache.chance(0.2);
      const times = forCache.pick([1, 1, 2, 3]);
      return {
        delay,
        fault:
          fails && !isRare ? (method !== 'zcache_set' && fault === 'refused' ? 'reset' : fault) : undefined,
        times,
      };
    },
    service(method) {
      const delay =
        forService.chance(0.1) && !isFast ? forService.between(500, 3_000) : forService.between(0, 30);
      const fault = forService.chance(climate.service)
        ? randomServiceFault(forService, method, isFast)
        : undefined;
      return { delay, fault };
    },
  };
}
