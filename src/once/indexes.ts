/**
 * The indexes of a letter: which runs may have ordered it, and for whom. An index is a series of numbered positions in the cache. A run
 * writes its row at the first free position, and nothing replaces it: this announces the run and shows which runs came before. A copy
 * holds the rows of many positions, so that a reader need not read each one.
 */
import * as zod from 'zod/mini';
import type { Cache } from '../cache.ts';
import type { People } from '../person/identity.ts';
import { copySchema, keys, longestLookBack, type Row, rowSchema } from './entries.ts';

/** Letters to one person have this many indexes, so that runs at the same moment seldom compete for a position. */
const partCount = 128;
export const partKey = (print: string, person: string): string =>
  keys.letters(print, Buffer.from(person, 'base64url').readUInt8() % partCount);

/** Returns the key of the index to which a run for these people adds its row. */
export const indexKey = (print: string, { id, members }: People): string =>
  members.length > 1 ? keys.lists(print) : partKey(print, id);

/** Seconds to keep positions and copies: half a year, twice as long as a row counts. */
const indexLifetime = 2 * longestLookBack;
/** The second copy is for a reader who cannot read the first. It is written at every eighth position, and whenever rows are left out. */
const copyInterval = 8;

/** The rows before the position `next`, the oldest first. */
export interface Index {
  rows: readonly Row[];
  next: number;
  /** True if the copy lacks at least one of the rows. */
  isUncopied: boolean;
}

/** Reads a copy, and the positions from there until one is empty twice. */
export async function readIndex(cache: Cache, key: string): Promise<Index> {
  const copy = await readCopy(cache, key);
  const rows = [...(copy?.rows ?? [])];
  const first = copy?.next ?? 0;
  let next = first;
  for (;;) {
    // Without a copy, one read is enough: before a run at the first position looks for others, it writes a copy.
    const at = `${key}:${next}`;
    const row = await (copy || next > 0 ? cache.read(at) : cache.peek(at));
    if (row === undefined) return { rows: rows.filter(doesCount), next, isUncopied: next > first };
    rows.push(zod.parse(rowSchema, row));
    next += 1;
  }
}

const parseCopy = (value: unknown) => zod.parse(zod.optional(copySchema), value);
const readCopy = async (cache: Cache, key: string) =>
  parseCopy((await cache.peek(`${key}:a`)) ?? (await cache.peek(`${key}:b`)));

const doesCount = ([, , , mayOrderUntil]: Row): boolean =>
  (mayOrderUntil + longestLookBack) * 1000 > Date.now();

async function writeCopy(
  cache: Cache,
  key: string,
  { rows, next }: Omit<Index, 'isUncopied'>,
): Promise<void> {
  const copy = { next, rows: rows.filter(doesCount) };
  await cache.write(`${key}:a`, copy, indexLifetime);
  if (next % copyInterval === 0 || copy.rows.length < next)
    await cache.write(`${key}:b`, copy, indexLifetime);
}

/**
 * Writes the row at the first free position, and then a copy.
 * @returns the rows before it, and its position
 * @throws if Zapier refuses a write. If it was that of the copy, the next run writes the copy before it adds a row
 */
export async function addRow(cache: Cache, key: string, { rows, next, isUncopied }: Index, row: Row) {
  if (isUncopied) await writeCopy(cache, key, { rows, next });
  const before = [...rows];
  for (let position = next; ; position += 1) {
    const stored = zod.parse(rowSchema, await cache.storeOnce(`${key}:${position}`, row, indexLifetime));
    if (stored[0] !== row[0]) {
      before.push(stored);
      continue;
    }
    // The first position expires after half a year, but the index may go on: then a copy continues at a later position.
    const copy = position === 0 ? parseCopy(await cache.peek(`${key}:a`)) : undefined;
    if (copy?.rows.some(([run]) => run === row[0])) return { before, position };
    if (!copy) {
      await writeCopy(cache, key, { rows: [...before, row], next: position + 1 });
      return { before, position };
    }
    before.push(...copy.rows);
    position = copy.next - 1;
  }
}

/** Leaves rows out of the copies, unless the index could not be read up to `least`, a position that it certainly has. */
export async function dropRows(
  cache: Cache,
  key: string,
  runs: readonly string[],
  least: number,
): Promise<void> {
  const { rows, next } = await readIndex(cache, key);
  const kept = rows.filter(([run]) => !runs.includes(run));
  if (next > least && kept.length < rows.length) await writeCopy(cache, key, { rows: kept, next });
}
