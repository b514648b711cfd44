/** Fault rules: replace, delay, truncate or drop the responses of the service. */
import * as zod from 'zod';
import type { Database } from '../store/database.ts';

export const faultBody = zod.strictObject({
  match: zod
    .strictObject({
      method: zod
        .string()
        .regex(/^([a-z]+|\*)$/i, 'must be a method, such as POST, or *')
        .optional(),
      path: zod
        .string()
        .regex(/^[/*]/, 'must begin with / or *, such as /v1/orders')
        .refine(
          (path) => !/^\/sandbox(\/|$)/.test(path),
          'is in the control API, which fault rules never affect',
        )
        .optional()
        .describe('Exact, or with * for any part.'),
    })
    .default({}),
  nth: zod
    .int()
    .min(1)
    .optional()
    .describe(
      'Counts the matching requests and fires once, at this one. If another rule fires first, at the next.',
    ),
  probability: zod.number().min(0).max(1).optional(),
  seed: zod.int().optional().describe('Varies the sequence of the probability.'),
  then: zod
    .strictObject({
      status: zod
        .int()
        .min(200)
        .max(599)
        .optional()
        .describe('Responds instead of the service, which does nothing.'),
      headers: zod
        .record(
          zod.string(),
          zod
            .string()
            .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'contains characters that are not allowed in a header'),
        )
        .refine(
          (headers) => Object.keys(headers).every((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name)),
          'has a name that is not allowed for a header',
        )
        .optional(),
      body: zod.unknown().optional(),
      delay_ms: zod.int().min(0).max(600_000).optional(),
      reset: zod.enum(['before', 'after']).optional(),
      truncate: zod
        .int()
        .min(0)
        .optional()
        .describe('Bytes of the response after which the connection closes.'),
    })
    .refine((then) => Object.keys(then).length > 0, 'must have at least one field'),
});

export type Fault = zod.output<typeof faultBody> & {
  id: string;
  seen: number;
  fired: number;
};

/** Returns the first rule that fires for this request. Every matching rule counts the request. */
export function faultFor(database: Database, method: string, path: string): Fault['then'] | undefined {
  let firing: Fault['then'] | undefined;
  for (const fault of database.list<Fault>('fault')) {
    if (!matches(fault.match, method, path)) continue;
    fault.seen += 1;
    const fires = firing === undefined && isDue(fault);
    if (fires) {
      fault.fired += 1;
      firing = fault.then;
    }
    database.put('fault', fault.id, fault);
  }
  return firing;
}

function isDue({ nth, probability, seed = 1, seen, fired }: Fault): boolean {
  if (nth !== undefined) return fired === 0 && seen >= nth;
  return probability === undefined || pseudoRandom(seed, seen) < probability;
}

/** Returns a number from 0 to 1 that depends only on the seed and the count. */
function pseudoRandom(seed: number, count: number): number {
  let value = (seed ^ Math.imul(count, 0x9e3779b1)) >>> 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b) >>> 0;
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35) >>> 0;
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}

function matches(match: Fault['match'], method: string, path: string): boolean {
  if (match.method !== undefined && match.method !== '*' && match.method.toUpperCase() !== method)
    return false;
  if (match.path === undefined) return true;
  const pattern = match.path.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`).test(path);
}
