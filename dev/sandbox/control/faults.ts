/** Faults on order: answers of the service replaced, delayed, cut off or never sent, by rules that a test sets. */
import * as zod from 'zod';
import type { Database } from '../store/database.ts';

export const faultBody = zod.strictObject({
  match: zod
    .strictObject({
      method: zod
        .string()
        .regex(/^([a-z]+|\*)$/i, 'has to be a method such as POST, or *')
        .optional(),
      path: zod
        .string()
        .regex(/^[/*]/, 'has to begin with / or *, such as /v1/orders')
        .refine((path) => !/^\/sandbox(\/|$)/.test(path), 'lies in the control API, which no rule touches')
        .optional()
        .describe('Exact, or with * for any part.'),
    })
    .default({}),
  nth: zod
    .int()
    .min(1)
    .optional()
    .describe(
      'Counts the matching requests and fires once, at this one; where another rule came first, at the next.',
    ),
  probability: zod.number().min(0).max(1).optional(),
  seed: zod.int().optional().describe('Of the probability: another one makes another series.'),
  then: zod
    .strictObject({
      status: zod.int().min(200).max(599).optional().describe('In place of the service: it does not act.'),
      headers: zod
        .record(
          zod.string(),
          zod.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'has characters that no header can have'),
        )
        .refine(
          (headers) => Object.keys(headers).every((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name)),
          'has a name that no header can have',
        )
        .optional(),
      body: zod.unknown().optional(),
      delay_ms: zod.int().min(0).max(600_000).optional(),
      reset: zod.enum(['before', 'after']).optional(),
      truncate: zod.int().min(0).optional().describe('Bytes of the answer after which the connection ends.'),
    })
    .refine((then) => Object.keys(then).length > 0, 'has to say what happens'),
});

export type Fault = zod.output<typeof faultBody> & {
  id: string;
  seen: number;
  fired: number;
};

/** The first rule that fires for this request; every matching rule counts it. */
export function faultFor(database: Database, method: string, path: string): Fault['then'] | undefined {
  let firing: Fault['then'] | undefined;
  for (const fault of database.list<Fault>('fault')) {
    if (!matches(fault.match, method, path)) continue;
    fault.seen += 1;
    const fires = firing === undefined && isTime(fault);
    if (fires) {
      fault.fired += 1;
      firing = fault.then;
    }
    database.put('fault', fault.id, fault);
  }
  return firing;
}

function isTime({ nth, probability, seed = 1, seen, fired }: Fault): boolean {
  if (nth !== undefined) return fired === 0 && seen >= nth;
  return probability === undefined || repeatable(seed, seen) < probability;
}

/** A number from 0 to 1 that depends on the seed and the count alone. */
function repeatable(seed: number, count: number): number {
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
