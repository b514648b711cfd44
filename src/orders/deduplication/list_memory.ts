/** Remembers who is on a list that a step made, because the letter service cannot look up lists. */
import * as zod from 'zod/mini';
import type { AccountCache } from '../../account_cache.ts';
import { attempt } from '../../attempt.ts';
import { windows } from './duplicate_check.ts';
import { identifyPeople, maxComparedPeople, type People, pack, unpack } from './people.ts';

/** Seconds to remember a list if the service does not say when it expires. */
const listLifetime = 14 * 86_400;
/** Seconds to add to the expiry, which has no time zone. A day covers every zone. */
const zoneMargin = 86_400;

const listSchema = zod.object({
  people: zod.string(),
  count: zod.number(),
  /** The names of the merge fields. */
  fields: zod.array(zod.string()),
  /** Whether the user allows letters without a value for a merge field. */
  allowsBlank: zod.boolean(),
});

export type KnownList = zod.output<typeof listSchema>;

/**
 * Remembers the people until the list expires, and who is one of them for another week, as long as its orders count.
 * @param hashes the results of `hashRecipient`, without duplicates
 */
export async function rememberList(
  cache: AccountCache,
  list: { list_id: string; expires?: string | null | undefined },
  hashes: Iterable<string>,
  mergeFields: Pick<KnownList, 'fields' | 'allowsBlank'>,
): Promise<void> {
  const { id, members } = identifyPeople(hashes);
  const left = (Date.parse(list.expires ?? '') - Date.now()) / 1000;
  const lifetime = (Number.isFinite(left) ? Math.max(left, 0) : listLifetime) + zoneMargin;
  await attempt(
    cache.z,
    `The duplicate check could not save the recipients of the list ${list.list_id}, so it will not recognize another list with the same people.`,
    () => cache.write(listKey(list.list_id), { people: id, count: members.length, ...mergeFields }, lifetime),
  );
  if (members.length === 1 || members.length > maxComparedPeople) return;
  await attempt(
    cache.z,
    `The duplicate check could not save who is on the list ${list.list_id}, so it will not recognize lists that share only some people with it.`,
    () => cache.shared.write(membersKey(id), pack(members), lifetime + windows.week),
  );
}

/** Returns the people on the list. If they are unknown, the list's ID identifies them. */
export async function identifyList(cache: AccountCache, listId: string): Promise<People> {
  const list = await readList(cache, listId);
  if (!list) return { id: `list:${listId}` };
  return {
    id: list.people,
    members: list.count === 1 ? [list.people] : await readMembers(cache, list.people),
  };
}

/** Returns what is remembered of the list, or undefined. A failure is only logged. */
export const recallList = (cache: AccountCache, listId: string): Promise<KnownList | undefined> =>
  attempt(cache.z, 'The list could not be looked up.', () => readList(cache, listId));

async function readList(cache: AccountCache, listId: string): Promise<KnownList | undefined> {
  const [found] = await cache.read(listKey(listId));
  return zod.safeParse(listSchema, found).data;
}

/** Returns the members of remembered people, or undefined if they are unknown. */
export async function readMembers(cache: AccountCache, peopleId: string): Promise<string[] | undefined> {
  const [packed] = await cache.shared.read(membersKey(peopleId));
  return typeof packed === 'string' ? unpack(packed) : undefined;
}

const listKey = (listId: string): string => `list:${listId}`;
const membersKey = (peopleId: string): string => `people:${peopleId}`;
