/** Who is on a list that a step made. The letter service cannot look up lists, so this is remembered in Zapier's cache. */
import * as zod from 'zod/mini';
import type { Cache } from '../../cache.ts';
import { attempt } from '../../failure.ts';
import { type MemberPeople, type People, personLength } from '../../recipients/identity.ts';
import type { MergeFieldSummary } from '../../recipients/merge_fields.ts';
import { longestWindow } from '../order_options.ts';

/** Orders to more people are compared as a whole only. */
export const maxComparedPeople = 5_000;

/** Seconds to remember a list if the service does not say when it expires. */
const listLifetime = 14 * 86_400;
/** Seconds to add to the expiry, which has no time zone. A day covers every zone. */
const zoneMargin = 86_400;

const listSchema = zod.object({
  people: zod.string(),
  count: zod.number(),
  names: zod.array(zod.string()),
  gaps: zod.record(zod.string(), zod.number()),
  entered: zod.array(zod.string()),
  allowsBlank: zod.boolean(),
});

/** A list that a step made: who is on it, and their merge fields. */
export type KnownList = MergeFieldSummary & { people: string };

/** Remembers what is on the list until it expires. */
export async function rememberList(
  cache: Cache,
  list: { list_id: string; expires?: string | null | undefined },
  people: People,
  fields: MergeFieldSummary,
): Promise<void> {
  const left = (Date.parse(list.expires ?? '') - Date.now()) / 1000;
  const lifetime = (Number.isFinite(left) ? Math.max(left, 0) : listLifetime) + zoneMargin;
  const known: KnownList = { people: people.id, ...fields };
  await attempt(
    cache.z,
    `The duplicate check could not save the recipients of the list ${list.list_id}, so it will not recognize another list with the same people.`,
    () => cache.write(listKey(list.list_id), known, lifetime),
  );
}

/** Remembers who is on a list, so that orders to some of the people are recognized. An order stores this itself. */
export const rememberMembers = (cache: Cache, people: MemberPeople): Promise<void> =>
  attempt(
    cache.z,
    'The duplicate check could not save who gets these letters, so it will not recognize lists that share only some of the people.',
    () => storeMembers(cache, people),
  );

/**
 * Stores who the people are, for as long as a list of them and an order to it can count.
 * @throws if Zapier refuses it
 */
export async function storeMembers(cache: Cache, { id, members, isStored }: MemberPeople): Promise<void> {
  if (isStored || members.length === 1 || members.length > maxComparedPeople) return;
  await cache.write(membersKey(id), members.join(''), listLifetime + zoneMargin + longestWindow);
}

/** Returns what is remembered of the list, or undefined. A failure is only logged. */
export const recallList = (cache: Cache, listId: string): Promise<KnownList | undefined> =>
  attempt(cache.z, 'The list could not be looked up.', () => readList(cache, listId));

/** Returns the people on the list. If they are unknown, the list's ID identifies them. */
export async function readPeople(cache: Cache, listId: string): Promise<People> {
  const list = await readList(cache, listId);
  if (!list) return { id: `list:${listId}` };
  if (list.count === 1) return { id: list.people, members: [list.people] };
  return { id: list.people, members: await readMembers(cache, list.people), isStored: true };
}

const readList = async (cache: Cache, listId: string): Promise<KnownList | undefined> =>
  zod.safeParse(listSchema, await cache.read(listKey(listId))).data;

/** Returns the members of remembered people, or undefined if they are unknown. */
export async function readMembers(cache: Cache, peopleId: string): Promise<string[] | undefined> {
  const joined = await cache.read(membersKey(peopleId));
  return typeof joined === 'string' ? (joined.match(new RegExp(`.{${personLength}}`, 'g')) ?? []) : undefined;
}

const listKey = (listId: string): string => `list:${listId}`;
const membersKey = (peopleId: string): string => `people:${peopleId}`;
