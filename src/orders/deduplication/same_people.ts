/**
 * Finds earlier orders of the same print to some of the same people.
 *
 * An order to one person has an entry that the person identifies; a marker says that the print has such orders. Orders to
 * several people are in an index of the print. An order first reserves its entry, then writes the marker or the index, and
 * only then looks for others. So of two orders at the same moment, at least one finds the other.
 */
import { randomUUID } from 'node:crypto';
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import type { AccountCache } from '../../account_cache.ts';
import { attempt } from './attempt.ts';
import { takeClaim } from './claim.ts';
import { type Window, windows } from './duplicate_check.ts';
import { mapInGroups } from './groups.ts';
import { readMembers } from './list_memory.ts';
import { type Entry, entryKey, isWithin, readEntry } from './order_entry.ts';
import type { People } from './people.ts';

/** An earlier order, and which of the people it includes. */
export interface Overlap {
  entry: Entry;
  shared: readonly string[];
}

/** Who got a print in an order to several people, and when that order was started. */
const indexSchema = zod.array(zod.object({ people: zod.string(), at: zod.number() }));
type Index = zod.output<typeof indexSchema>;

/** Older orders to several people are no longer compared. */
const maxIndexLength = 100;
/** How often (ms) a step tries to write the index while another one does. */
const pollInterval = 100;
/** Seconds after which the marker is written again. */
const markerRefresh = 86_400;

/** Writes the marker or the index, so that other orders find this one. */
export async function announce(
  z: ZObject,
  cache: AccountCache,
  print: string,
  { id, members }: People,
): Promise<void> {
  if (members?.length === 1) await writeMarker(cache, print);
  else if (members) await addToIndex(z, cache, print, id);
}

/** Returns the earlier orders within the window that include any of these people. */
export async function findOverlaps(
  cache: AccountCache,
  print: string,
  people: People,
  window: Window,
): Promise<Overlap[]> {
  const { members } = people;
  if (!members) return [];
  const [orders, letters] = await Promise.all([
    findOrders(cache, print, { id: people.id, members }, window),
    members.length === 1 ? [] : findLetters(cache, print, members, window),
  ]);
  return [...orders, ...letters];
}

/** Finds orders to several people. */
async function findOrders(
  cache: AccountCache,
  print: string,
  { id, members }: Required<People> & { members: readonly string[] },
  window: Window,
): Promise<Overlap[]> {
  const wanted = new Set(members);
  const others = (await readIndex(cache, print)).filter((one) => one.people !== id && isWithin(one, window));
  const found = await mapInGroups(others, async (other) => {
    const entry = await readEntry(cache, entryKey(print, other.people));
    if (!entry || !isWithin(entry, window)) return [];
    const shared = (await readMembers(cache, other.people))?.filter((member) => wanted.has(member)) ?? [];
    return shared.length > 0 ? [{ entry, shared }] : [];
  });
  return found.flat();
}

/** Finds orders to one person. */
async function findLetters(
  cache: AccountCache,
  print: string,
  members: readonly string[],
  window: Window,
): Promise<Overlap[]> {
  if ((await cache.read(markerKey(print))).length === 0) return [];
  const found = await mapInGroups(members, async (member) => {
    const entry = await readEntry(cache, entryKey(print, member));
    return entry && isWithin(entry, window) ? [{ entry, shared: [member] }] : [];
  });
  return found.flat();
}

async function writeMarker(cache: AccountCache, print: string): Promise<void> {
  const written = await cache.read(markerKey(print));
  const isFresh =
    written.length === 2 && written.every((at) => Date.now() - Number(at) < markerRefresh * 1000);
  if (!isFresh) await cache.write(markerKey(print), Date.now(), windows.week + markerRefresh);
}

async function addToIndex(z: ZObject, cache: AccountCache, print: string, people: string): Promise<void> {
  const claim = { key: `claim:${indexKey(print)}`, run: randomUUID() };
  if (!(await takeClaim(z, cache, claim, { interval: pollInterval }))) {
    throw new Error('Other steps kept the index of orders claimed.');
  }
  try {
    const others = (await readIndex(cache, print)).filter(
      (one) => one.people !== people && isWithin(one, 'week'),
    );
    const index = [{ people, at: Date.now() }, ...others].slice(0, maxIndexLength);
    await cache.write(indexKey(print), index, windows.week);
  } finally {
    await attempt(z, 'A claim could not be released; it expires.', () => cache.delete(claim.key));
  }
}

/** Returns the newest orders first. */
async function readIndex(cache: AccountCache, print: string): Promise<Index> {
  const found = (await cache.read(indexKey(print))).flatMap((value) => zod.parse(indexSchema, value));
  const latest = new Map<string, Index[number]>();
  for (const one of found.sort((first, second) => first.at - second.at)) latest.set(one.people, one);
  return [...latest.values()].reverse();
}

const indexKey = (print: string): string => `index:${print}`;
const markerKey = (print: string): string => `letters:${print}`;
