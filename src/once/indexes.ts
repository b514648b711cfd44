/**
 * The indexes of a letter: which runs ordered it, and for whom. They only say where to look; each run stores its order separately.
 * docs/decisions/order-deduplication.md says why a run claims an index and its next generation.
 */
import * as zod from 'zod/mini';
import { type Cache, cacheFailure } from '../cache.ts';
import { getFailure } from '../failure.ts';
import { type People, personLength } from '../person/identity.ts';
import { longestLookBack, week } from './decide.ts';
import { indexSchema, keys, type Row } from './entries.ts';

export const letterKey = (print: string, id: string): string =>
  keys.letter(print, id.slice(0, personLength.nameAndAddress));
/** The index of letters to one person has this many parts, so that letters to different people seldom wait for each other. */
const partCount = 128;
export const partKey = (print: string, id: string): string =>
  keys.letters(print, Buffer.from(id, 'base64url').readUInt8() % partCount);

/** The key of an index, and how many seconds it keeps a row. */
type Index = readonly [key: string, lifetime: number];
/** The indexes that list an order. A run changes them only while it holds the claim on the first one. */
export type Indexes = readonly [Index, ...Index[]];

/** @param hasEvent true if the letter has an Event ID. Few letters then share the index, so each is kept as long as a list is. */
export function findIndexes(print: string, people: People, hasEvent: boolean): Indexes {
  if (people.members.length > 1) return [[keys.lists(print), longestLookBack]];
  const isKeptLong = hasEvent || people.isList;
  return [
    [partKey(print, people.id), isKeptLong ? longestLookBack : week],
    [letterKey(print, people.id), longestLookBack],
  ];
}

/** Returns the rows of an index, the newest first. */
export const readRows = async (cache: Cache, key: string): Promise<Row[]> =>
  (await readIndex(cache, key)).rows;

async function readIndex(cache: Cache, key: string): Promise<zod.output<typeof indexSchema>> {
  const { generation, rows } = zod.parse(indexSchema, (await cache.read(key)) ?? { generation: 0, rows: [] });
  return { generation, rows: rows.filter(([, , until]) => until * 1000 > Date.now()) };
}

/**
 * @param isKnown true if the index must have rows. If it has none, Zapier could not read it, so it stays unchanged
 * @returns the rows of the last index before the change
 * @throws if Zapier refuses the write, or other runs keep changing the indexes
 */
export async function changeRows(
  cache: Cache,
  [[key, lifetime], ...others]: Indexes,
  run: string,
  change: (rows: readonly Row[], lifetime: number) => Row[],
  isKnown: boolean,
): Promise<Row[]> {
  const claim = async (name: string) => {
    if (!(await cache.claim(name, run)))
      throw cacheFailure('busy', 'Other steps are changing what is remembered of this letter.');
    return name;
  };
  await claim(key);
  const { generation, rows } = await readIndex(cache, key);
  if (isKnown && generation === 0) {
    await cache.release(key);
    return rows;
  }
  const next = generation + 1;
  // Not released after the write, so that no other run writes this generation.
  const claimed = await claim(`${key}:${next}`);
  try {
    let before = rows;
    for (const [other, otherLifetime] of others) {
      before = await readRows(cache, other);
      await cache.write(other, { generation: 0, rows: change(before, otherLifetime) }, longestLookBack);
    }
    await cache.write(key, { generation: next, rows: change(rows, lifetime) }, longestLookBack);
    await cache.release(key);
    return before;
  } catch (error) {
    // A write whose response was lost may still arrive, so only after a refusal may another run write this generation.
    if (getFailure(error)?.code === 'zapier.cache_refused')
      await Promise.all([cache.release(claimed), cache.release(key)]);
    throw error;
  }
}
