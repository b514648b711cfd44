/** Fault rules: replace, delay, truncate or drop the responses of the service. */
import type { Database } from '../store/database.ts';
import type { Fault } from './bodies.ts';

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
  return matchesPath(match.path, path);
}

/** Returns whether a path fits a pattern in which `*` matches any text. Does not backtrack, so no pattern is slow. */
function matchesPath(pattern: string, path: string): boolean {
  const [start = '', ...parts] = pattern.split('*');
  const end = parts.pop();
  if (end === undefined) return path === start;
  if (!path.startsWith(start)) return false;
  let position = start.length;
  for (const part of parts) {
    const found = path.indexOf(part, position);
    if (found === -1) return false;
    position = found + part.length;
  }
  return path.length - end.length >= position && path.endsWith(end);
}
