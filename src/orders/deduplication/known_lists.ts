/** Remembers in Zapier's cache who is on a list that a step made, because the letter service cannot look up lists. */
import * as zod from 'zod/mini';
import type { Cache } from '../../cache.ts';
import { tryOrLog } from '../../failure.ts';
import { identifyAsWhole, identifyPeople, type People, personLength } from '../../recipients/identity.ts';
import type { MergeFieldSummary } from '../../recipients/merge_fields.ts';
import { longestLookBack } from '../order_options.ts';
import { keys, leftOutSchema, listSchema, ownOrder, peopleSchema } from './entries.ts';

/** Seconds to remember a list if the service does not say when it expires. */
const listLifetime = 14 * 86_400;
/** Seconds to add to the expiry, which has no time zone. A day covers every time zone. */
const zoneMargin = 86_400;

/** The people on a list that a step made, and their merge fields. */
export type KnownList = zod.output<typeof listSchema>;

/**
 * Remembers who is on the list, and their merge fields, until it expires.
 * @param leftOutBy the ID of the run that left some of the people out of the list
 */
export async function rememberList(
  cache: Cache,
  list: { list_id: string; expires?: string | null | undefined },
  people: People,
  fields: MergeFieldSummary,
  leftOutBy?: string,
): Promise<void> {
  const left = (Date.parse(list.expires ?? '') - Date.now()) / 1000;
  const lifetime = (Number.isFinite(left) ? Math.max(left, 0) : listLifetime) + zoneMargin;
  const known: KnownList = { people: people.id, leftOutBy, ...fields };
  await tryOrLog(
    cache.z,
    `The duplicate check could not save who is on the list ${list.list_id}, so it may not recognize another list with all or some of the same people.`,
    async () => {
      await cache.write(keys.list(list.list_id), known, lifetime);
      await storeMembers(cache, people);
    },
  );
}

/**
 * Stores the members for as long as a list of them, and an order to that list, can count.
 * @throws if Zapier refuses the write
 */
export async function storeMembers(
  cache: Cache,
  { id, members, printed = [], isStored }: People,
): Promise<void> {
  if (isStored || members.length === 1) return;
  const differs = printed.some((print, index) => print !== members[index]);
  const ends = printed.map((print) => print.slice(personLength.nameAndAddress)).join('');
  const value = { members: members.join(''), printed: differs ? ends : undefined };
  await cache.write(keys.people(id), value, listLifetime + zoneMargin + longestLookBack);
}

/** Returns the stored members and what is printed for each, or only the ID of the whole group if its members are unknown. */
export async function readMembers(cache: Cache, id: string): Promise<Pick<People, 'members' | 'printed'>> {
  const stored = await cache.read(keys.people(id));
  if (stored === undefined) return { members: [id] };
  const { members: joined, printed } = zod.parse(peopleSchema, stored);
  const { all, nameAndAddress } = personLength;
  const members = split(joined, all);
  if (printed === undefined) return { members };
  const ends = split(printed, all - nameAndAddress);
  return { members, printed: members.map((member, index) => member.slice(0, nameAndAddress) + ends[index]) };
}

const split = (joined: string, length: number): string[] =>
  joined.match(new RegExp(`.{${length}}`, 'g')) ?? [];

/** Returns the list, or undefined if it is unknown. A failure is only logged. */
export const recallList = (cache: Cache, listId: string): Promise<KnownList | undefined> =>
  tryOrLog(cache.z, 'The list could not be looked up.', () => readList(cache, listId));

/** Returns the people on the list. If they are unknown, they are compared as a whole, by the list's ID. */
export async function readPeopleOfList(cache: Cache, listId: string): Promise<People> {
  const list = await readList(cache, listId);
  if (!list) return identifyAsWhole(`list:${listId}`);
  const { members } = await readMembers(cache, list.people);
  if (list.leftOutBy === undefined) return { id: list.people, members, isStored: true };
  const leftOut = zod.safeParse(leftOutSchema, await cache.read(keys.leftOut(list.leftOutBy))).data;
  if (!leftOut) return identifyAsWhole(`list:${listId}`);
  return identifyPeople(members.filter((_, index) => leftOut.reachedBy.charCodeAt(index) === ownOrder));
}

const readList = async (cache: Cache, listId: string): Promise<KnownList | undefined> =>
  zod.safeParse(listSchema, await cache.read(keys.list(listId))).data;
