/** Makes a temporary list with all recipients, or goes on with one that an earlier run of the step did not finish. */
import type { ZObject } from 'zapier-platform-core';
import type { AccountCache } from '../account_cache.ts';
import * as lists from '../api/lists.ts';
import { attempt } from '../attempt.ts';
import { appendToMessage, type Failure, getFailure } from '../failure.ts';
import { toText } from '../inputs.ts';
import { explainListError } from './list_errors.ts';
import { generateListName } from './list_name.ts';
import {
  rememberUnfinished,
  takeUnfinished,
  type UnfinishedList,
  unfinishedListKey,
} from './unfinished_list.ts';

export const listNameField = {
  key: 'list_name',
  label: 'List Name',
  type: 'string',
  placeholder: 'For example Spring donors',
  helpText: 'Must be unique in your account. If left blank, a unique name is generated.',
} as const;

/** The recipients by the hash of what is printed, and the name that the user chose. */
interface NewList {
  recipients: readonly lists.Recipient[];
  hashes: readonly string[];
  chosenName: string | undefined;
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
  cache: AccountCache,
  { recipients, hashes, chosenName }: NewList,
): Promise<MadeList> {
  const { z } = cache;
  const key = unfinishedListKey(hashes, chosenName);
  const list =
    (await attempt(z, 'An unfinished list of an earlier run could not be looked up.', () =>
      takeUnfinished(cache, key),
    )) ?? (await createList(z, chosenName ?? generateListName(recipients)));
  const earlier = recipients
    .slice(0, list.added)
    .map(({ external_id }) => ({ id: null, external_id: toText(external_id) || null }));
  const added: lists.AddedRecipient[] = [];
  try {
    for (const group of lists.splitIntoRequests(recipients.slice(list.added))) {
      added.push(...(await lists.addRecipients(z, list.list_id, group)));
    }
  } catch (error) {
    const failure = getFailure(error);
    const count = list.added + added.length;
    const isRemembered =
      canGoOn(failure) &&
      (await attempt(z, 'The unfinished list could not be remembered for the next run.', async () => {
        await rememberUnfinished(cache, key, { ...list, added: count });
        return true;
      }));
    throw appendToMessage(
      explainListError(error, list.name),
      `${failure?.outcome === 'unknown' ? 'At least' : 'Only'} ${count} of ${recipients.length} recipients were added to the list "${list.name}" (${list.list_id}), so it is incomplete. Nothing was ordered. ${
        isRemembered
          ? 'The next run of this step with the same values goes on with this list.'
          : `Do not use this list. ${chosenName === undefined ? 'Run' : `Change ${listNameField.label}, then run`} the step again.`
      }`,
    );
  }
  const confirmed = added.map(({ id, external_id }) => ({ id, external_id: external_id ?? null }));
  return {
    name: list.name,
    list_id: list.list_id,
    expires: list.expires ?? null,
    added: [...earlier, ...confirmed],
  };
}

/** Whether it is known who is on the list, and the same request may succeed later. */
const canGoOn = (failure: Failure | undefined): boolean =>
  failure?.outcome === 'no_effect' && failure.status !== 400 && failure.status !== 404;

async function createList(z: ZObject, name: string): Promise<UnfinishedList> {
  const { list_id, expires } = await lists.create(z, name).catch((error: unknown) => {
    throw explainListError(error, name);
  });
  return { name, list_id, expires, added: 0 };
}
