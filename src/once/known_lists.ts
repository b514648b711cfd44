/** Remembers in Zapier's cache who is on a list that a step made, because the letter service cannot look up lists. */
import * as zod from 'zod/mini';
import type { Cache } from '../cache.ts';
import { tryOrLog } from '../failure.ts';
import {
  identifyAsWhole,
  identifyPeople,
  type People,
  personLength,
  referenceLength,
} from '../person/identity.ts';
import type { MergeFieldSummary } from '../recipients/merge_fields.ts';
import { keys, leftOutSchema, listSchema, longestLookBack, ownOrder } from './entries.ts';

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
  const { id, columns } = people;
  const known: zod.output<typeof listSchema> = { people: id, columns, leftOutBy, ...fields };
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

/** Stores the members and, on a second line, their references. @throws if Zapier refuses the write */
export async function storeMembers(
  cache: Cache,
  { id, members, references, isStored }: People,
): Promise<void> {
  if (isStored || members.length === 1) return;
  const ofMembers = members.map((member) => references?.get(member) ?? ' '.repeat(referenceLength));
  const lines = [members.join(''), ...(references?.size ? [ofMembers.join('')] : [])];
  await cache.write(keys.people(id), lines.join('\n'), membersLifetime);
}

/** Returns the stored members and their references, in the same order, or undefined if Zapier has lost them. */
export async function readMembers(cache: Cache, id: string) {
  const stored = zod.parse(zod.optional(zod.string()), await cache.read(keys.people(id)));
  const [members = null, references = null] = (stored ?? '')
    .split('\n')
    .map((line, index) => line.match(index === 0 ? memberPattern : referencePattern));
  return members
    ? { members: [...members], references: (references ?? []).map((one) => one.trim()) }
    : undefined;
}

const memberPattern = new RegExp(`.{${personLength.all}}`, 'g');
const referencePattern = new RegExp(`.{${referenceLength}}`, 'g');

/** Returns the people on the list. If they are unknown, they are compared as a whole, by the list's ID. */
export async function identifyPeopleOnList(cache: Cache, listId: string): Promise<People> {
  const whole = identifyAsWhole(`list:${listId}`);
  const list = await recallList(cache, listId);
  if (!list) return whole;
  const known = { columns: list.columns, isList: true, listId };
  const { members, references } = (await readMembers(cache, list.people)) ?? {};
  if (!members) return { id: list.people, members: [list.people], ...known };
  if (list.leftOutBy === undefined) return { id: list.people, members, isStored: true, ...known };
  const leftOut = zod.safeParse(leftOutSchema, await cache.read(keys.leftOut(list.leftOutBy))).data;
  if (!leftOut) return whole;
  const remaining = members
    .map((id, index) => ({ id, reference: references?.[index] }))
    .filter((_, index) => leftOut.reachedBy.charCodeAt(index) === ownOrder);
  return { ...identifyPeople(remaining, list.columns), ...known };
}

/** Returns the list, or undefined if it is unknown. */
export const recallList = async (cache: Cache, listId: string) =>
  zod.safeParse(listSchema, await cache.read(keys.list(listId))).data;
