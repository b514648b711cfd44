/** Makes the list of Create Temporary List, or goes on with one that an earlier run of the step did not finish. docs/api.md#temporary-lists */
import { hash, randomUUID } from 'node:crypto';
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import * as lists from '../api/lists.ts';
import type { Cache } from '../cache.ts';
import { attempt, explain, type Failure, getFailure } from '../failure.ts';
import { toText } from '../values.ts';
import { listExplanations, makeSuffix, nameAfter } from './temporary_list.ts';

export const listNameField = {
  key: 'list_name',
  label: 'List Name',
  type: 'string',
  group: 'options',
  placeholder: 'For example Spring donors',
  helpText: 'Must be unique. If left blank, a name is generated.',
} as const;

const chooseName = 'Enter another name, or leave it blank.';

interface NewList {
  recipients: readonly lists.Recipient[];
  /** Identifies the recipients, in their order. */
  identity: readonly string[];
  /** The name that the user chose. */
  chosenName?: string | undefined;
}

interface MadeList {
  name: string;
  list_id: string;
  expires: string | null;
  /** The ID is null for a recipient that an earlier run added. */
  added: { id: string | null; external_id: string | null }[];
}

/** @throws a user-facing error that says how many recipients are on the incomplete list */
export async function makeList(
  cache: Cache,
  { recipients, identity, chosenName }: NewList,
): Promise<MadeList> {
  const { z } = cache;
  const key = `unfinished-list:${hash('sha256', JSON.stringify([chosenName ?? '', identity]))}`;
  const nameWith = (suffix: string) => chosenName ?? nameAfter(recipients, suffix);
  const list = (await takeUnfinished(cache, key)) ?? (await createList(z, nameWith));
  const name = nameWith(list.suffix);
  const added: MadeList['added'] = recipients
    .slice(0, list.added)
    .map(({ external_id }) => ({ id: null, external_id: toText(external_id) || null }));
  try {
    for (const group of lists.splitIntoRequests(recipients.slice(list.added))) {
      const confirmed = await lists.addRecipients(z, list.list_id, group);
      added.push(...confirmed.map(({ id, external_id }) => ({ id, external_id: external_id ?? null })));
    }
  } catch (error) {
    const failure = getFailure(error);
    const isRemembered =
      canGoOn(failure) && (await rememberUnfinished(cache, key, { ...list, added: added.length }));
    const explained = getFailure(explain(error, listExplanations(name, chooseName)));
    if (!explained) throw error;
    const count = `${explained.kind === 'unknown' ? 'At least' : 'Only'} ${added.length} of ${recipients.length} recipients were added to the list "${name}" (${list.list_id}), so it is incomplete, and nothing was ordered.`;
    const next = isRemembered
      ? 'The next run of this step with the same values goes on with this list.'
      : `Do not use this list. ${chosenName === undefined ? 'Run' : `Change ${listNameField.label}, then run`} the step again.`;
    throw explained.reworded(
      `${explained.what} ${count}`,
      [explained.advice, next].filter(Boolean).join(' '),
      {
        saysWhatWasDone: true,
      },
    );
  }
  return { name, list_id: list.list_id, expires: list.expires ?? null, added };
}

async function createList(z: ZObject, nameWith: (suffix: string) => string): Promise<UnfinishedList> {
  const suffix = makeSuffix();
  const name = nameWith(suffix);
  const { list_id, expires } = await lists.create(z, name).catch((error: unknown) => {
    throw explain(error, listExplanations(name, chooseName));
  });
  return { suffix, list_id, expires, added: 0 };
}

const unfinishedSchema = zod.object({
  /** The end of a generated name. The rest, the name of a person, is not stored. */
  suffix: zod.string(),
  list_id: zod.string(),
  expires: zod.nullish(zod.string()),
  /** The number of recipients on the list, from the start. */
  added: zod.number(),
  /** The run that wrote it. */
  run: zod.string(),
});

type UnfinishedList = Omit<zod.output<typeof unfinishedSchema>, 'run'>;

/** Seconds. A list expires at the letter service after 14 days. */
const unfinishedLifetime = 13 * 86_400;
/** Seconds during which only one of two runs that start together may go on with the list. */
const claimLifetime = 60;

/** Returns true if it is known who is on the list, and the same request may succeed later. */
const canGoOn = (failure: Failure | undefined): boolean =>
  failure !== undefined && !['unknown', 'not_found'].includes(failure.kind) && failure.status !== 400;

/** Lets the next run of the step go on with the list. Zapier runs a throttled step again from the start, and so may the user. */
const rememberUnfinished = (cache: Cache, key: string, list: UnfinishedList): Promise<true | undefined> =>
  attempt(cache.z, 'The unfinished list could not be remembered for the next run.', async () => {
    await cache.write(key, { ...list, run: randomUUID() }, unfinishedLifetime, { isCleanUp: true });
    return true as const;
  });

/** Returns the list and forgets it, so that no other run adds the same recipients a second time. */
const takeUnfinished = (cache: Cache, key: string): Promise<UnfinishedList | undefined> =>
  attempt(cache.z, 'An unfinished list of an earlier run could not be looked up.', async () => {
    const found = await cache.read(key);
    if (found === undefined) return undefined;
    const list = zod.parse(unfinishedSchema, found);
    if (!(await cache.writeIfAbsent(`claim:${list.run}`, randomUUID(), claimLifetime))) return undefined;
    await cache.delete(key);
    return list;
  });
