/** Remembers in Zapier's cache who is on a list that a step made, because the letter service cannot look up lists. */
import * as zod from 'zod/mini';
import type { Cache } from '../cache.ts';
import { tryOrLog } from '../failure.ts';
import { digest, identifyAsWhole, identifyPeople, type People, personLength } from '../person/identity.ts';
import type { MergeFieldSummary } from '../recipients/merge_fields.ts';
import { longestLookBack } from './decide.ts';
import { keys, leftOutSchema, listSchema, ownOrder } from './entries.ts';

/** Seconds to remember a list if the service does not say when it expires. */
const listLifetime = 14 * 86_400;
/** Seconds to add to the expiry, which has no time zone. A day covers every time zone. */
const zoneMargin = 86_400;

/** Remembers who is on the list, and their merge fields, until it expires. */
export async function rememberList(
  cache: Cache,
  list: { list_id: string; expires?: string | null | undefined },
  people: People,
  fields: MergeFieldSummary,
  leftOutBy?: string,
): Promise<void> {
  const secondsLeft = (Date.parse(list.expires ?? '') - Date.now()) / 1000;
  const lifetime = (Number.isFinite(secondsLeft) ? Math.max(secondsLeft, 0) : listLifetime) + zoneMargin;
  const known: zod.output<typeof listSchema> = { people: people.id, leftOutBy, ...fields };
  await tryOrLog(
    cache.z,
    `The duplicate check could not save who is on the list ${list.list_id}, so it may not recognize another list with all or some of the same people.`,
    async () => {
      await cache.write(keys.list(list.list_id), known, lifetime);
      await storeMembers(cache, people);
    },
  );
}

/** Seconds to remember the members: as long as a list of them, and an order to that list, can count. */
const membersLifetime = listLifetime + zoneMargin + longestLookBack;

/** @throws if Zapier refuses the write */
export async function storeMembers(cache: Cache, { id, members, isStored }: People): Promise<void> {
  if (isStored || members.length === 1) return;
  await cache.write(keys.people(id), members.join(''), membersLifetime);
}

/**
 * Stores what a letter prints for the people.
 * @returns for one person its hash, for several the ID of the stored value; undefined if the letter prints all merge fields
 */
export async function storePrinted(cache: Cache, { members, printed }: People): Promise<string | undefined> {
  if (!printed?.some((hash, index) => hash !== members[index])) return undefined;
  if (members.length === 1) return printed[0];
  const ends = printed.map((hash) => hash.slice(personLength.nameAndAddress)).join('');
  const id = digest(ends);
  await cache.write(keys.printed(id), ends, membersLifetime);
  return id;
}

/** Returns the stored members and what a letter prints for each, or only the ID of the whole group if its members are unknown. */
export async function readMembers(cache: Cache, id: string, printedId?: string) {
  const stored = await cache.read(keys.people(id));
  if (stored === undefined) return { members: [id] };
  const { all, nameAndAddress } = personLength;
  const members = split(stored, all);
  if (printedId === undefined) return { members };
  const ends = split(await cache.read(keys.printed(printedId)), all - nameAndAddress);
  return { members, printed: members.map((member, index) => member.slice(0, nameAndAddress) + ends[index]) };
}

const split = (stored: unknown, length: number): string[] =>
  zod.parse(zod.string(), stored).match(new RegExp(`.{${length}}`, 'g')) ?? [];

/** Returns the people on the list. If they are unknown, they are compared as a whole, by the list's ID. */
export async function identifyPeopleOnList(cache: Cache, listId: string): Promise<People> {
  const list = await readList(cache, listId);
  if (!list) return identifyAsWhole(`list:${listId}`);
  const { members } = await readMembers(cache, list.people);
  if (list.leftOutBy === undefined) return { id: list.people, members, isStored: true, isList: true };
  const leftOut = zod.safeParse(leftOutSchema, await cache.read(keys.leftOut(list.leftOutBy))).data;
  if (!leftOut) return identifyAsWhole(`list:${listId}`);
  const remaining = members.filter((_, index) => leftOut.reachedBy.charCodeAt(index) === ownOrder);
  return { ...identifyPeople(remaining), isList: true };
}

/** Returns the list, or undefined if it is unknown. */
export const readList = async (cache: Cache, listId: string) =>
  zod.safeParse(listSchema, await cache.read(keys.list(listId))).data;
