/** Makes temporary lists, with names by which people can find them. docs/api.md#temporary-lists */
import { hash, randomUUID } from 'node:crypto';
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { runAgainAfterOutage } from '../api/errors.ts';
import * as lists from '../api/lists.ts';
import type { Cache } from '../cache.ts';
import { type Explanations, explain, type Failure, getFailure, tryOrLog, type Words } from '../failure.ts';
import { formatNumber } from '../format.ts';
import { inputError } from '../inputs.ts';
import { toText } from '../values.ts';

/**
 * Makes a list for one order. If this fails, the incomplete list expires unused, and the next run makes a new one.
 * @throws a failure that lets Zapier run the step again, if the service is likely to respond a minute later
 */
export async function makeListForOrder(
  z: ZObject,
  recipients: readonly lists.Recipient[],
): Promise<lists.CreatedList> {
  const name = nameAfter(recipients, makeSuffix());
  try {
    const list = await lists.create(z, name);
    for (const group of lists.splitIntoRequests(recipients))
      await lists.addRecipients(z, list.list_id, group);
    return list;
  } catch (error) {
    const explained = getFailure(explain(error, listExplanations(name)));
    throw explained ? runAgainAfterOutage(explained) : error;
  }
}

/** Maximum number of requests to make a list. More could take longer than a run. */
const maxRequests = 8;

/**
 * @param advice says how to write to more people
 * @throws a user-facing error if the list is too long to be made in one run
 */
export function requireShortList(recipients: readonly lists.Recipient[], advice: string): void {
  if ([...lists.splitIntoRequests(recipients)].length <= maxRequests) return;
  throw inputError(
    `The list is too long for one step: it has ${formatNumber(recipients.length)} people.`,
    advice,
  );
}

export const listNameField = {
  key: 'list_name',
  label: 'List Name',
  type: 'string',
  group: 'options',
  placeholder: 'For example Spring donors',
  helpText: 'Must be unique. If left blank, a name is generated.',
} as const;

interface AddedRecipient {
  /** Null for a recipient that an earlier run added. */
  id: string | null;
  external_id: string | null;
}

/**
 * Makes a list, or continues a list that an earlier run of the step did not finish.
 * @param identity the identities of the recipients, in their order
 * @param chosenName the name that the user chose
 * @throws a user-facing error that says how many recipients are on the incomplete list
 */
export async function makeList(
  cache: Cache,
  recipients: readonly lists.Recipient[],
  identity: readonly string[],
  chosenName: string | undefined,
) {
  const { z } = cache;
  const key = `unfinished-list:${hash('sha256', JSON.stringify([chosenName ?? '', identity]))}`;
  let list = await takeUnfinished(cache, key);
  const suffix = list?.suffix ?? makeSuffix();
  const name = chosenName ?? nameAfter(recipients, suffix);
  const added: AddedRecipient[] = recipients
    .slice(0, list?.added ?? 0)
    .map(({ external_id }) => ({ id: null, external_id: toText(external_id) || null }));
  try {
    if (!list) {
      const { list_id, expires } = await lists.create(z, name);
      list = { suffix, list_id, expires, added: 0 };
    }
    for (const group of lists.splitIntoRequests(recipients.slice(list.added))) {
      const confirmed = await lists.addRecipients(z, list.list_id, group);
      added.push(...confirmed.map(({ id, external_id }) => ({ id, external_id: external_id ?? null })));
    }
    return { name, list_id: list.list_id, expires: list.expires ?? null, added };
  } catch (error) {
    const explained = getFailure(explain(error, listExplanations(name)));
    if (!explained || !list) throw explained ?? error;
    const isRemembered =
      canContinue(explained) && (await rememberUnfinished(cache, key, { ...list, added: added.length }));
    const count = `${explained.kind === 'unknown' ? 'At least' : 'Only'} ${added.length} of ${recipients.length} recipients were added to the list "${name}" (${list.list_id}), so it is incomplete, and nothing was ordered.`;
    const next = isRemembered
      ? 'The next run of this step with the same values goes on with this list.'
      : `Do not use this list. ${chosenName === undefined ? 'Run' : `Change ${listNameField.label}, then run`} the step again.`;
    const advice = [explained.advice, next].filter(Boolean).join(' ');
    throw explained.reworded(`${explained.what} ${count}`, advice, { saysWhatWasDone: true });
  }
}

const unfinishedSchema = zod.object({
  /** The end of a generated list name. Its start, the name of a person, is not stored. */
  suffix: zod.string(),
  list_id: zod.string(),
  expires: zod.nullish(zod.string()),
  /** The number of recipients on the list, from the start. */
  added: zod.number(),
  /** The ID of the run that wrote the entry. */
  run: zod.string(),
});

type UnfinishedList = Omit<zod.output<typeof unfinishedSchema>, 'run'>;

/** Seconds to remember an unfinished list. The letter service deletes lists after 14 days. */
const unfinishedLifetime = 13 * 86_400;
/** Seconds during which only one of two runs that start together may continue the list. */
const claimLifetime = 60;

/** Returns true if it is certain who is on the list, and the same request may succeed later. */
const canContinue = ({ kind, status }: Failure): boolean =>
  !['unknown', 'not_found'].includes(kind) && status !== 400;

/** Lets the next run of the step continue the list. Zapier, or the user, runs a throttled step again from the start. */
const rememberUnfinished = (cache: Cache, key: string, list: UnfinishedList): Promise<true | undefined> =>
  tryOrLog(cache.z, 'The unfinished list could not be remembered for the next run.', async () => {
    await cache.write(key, { ...list, run: randomUUID() }, unfinishedLifetime, { isCleanUp: true });
    return true as const;
  });

/** Returns the list and forgets it, so that no other run adds the same recipients a second time. */
const takeUnfinished = (cache: Cache, key: string): Promise<UnfinishedList | undefined> =>
  tryOrLog(cache.z, 'An unfinished list of an earlier run could not be looked up.', async () => {
    const list = zod.safeParse(unfinishedSchema, await cache.read(key)).data;
    if (!list) return undefined;
    if (!(await cache.writeIfAbsent(`claim:${list.run}`, randomUUID(), claimLifetime))) return undefined;
    await cache.delete(key);
    return list;
  });

/** Maximum characters of a list name. The service may reject longer ones. */
const maxNameLength = 50;

/** Returns a unique end for a generated name, such as "2026-03-12 15:20 UTC, 6ed65d". */
const makeSuffix = (): string =>
  `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${randomUUID().slice(0, 6)}`;

/** Returns a name by which people can find the list at the letter service: "Maria Miller + 24, 2026-03-12 15:20 UTC, 6ed65d". */
function nameAfter(recipients: readonly lists.Recipient[], suffix: string): string {
  const [first] = recipients;
  const others = recipients.length > 1 ? ` + ${formatNumber(recipients.length - 1)}` : '';
  const end = `${others}, ${suffix}`;
  const name = toText(first?.name ?? first?.company).replace(/\s+/g, ' ');
  const start = [...name.trim()].slice(0, maxNameLength - end.length).join('');
  return start.trim() + end;
}

const mergeFieldsTooLong: Words = [
  'The letter service rejected the merge fields.',
  'Use fewer fields or shorter values.',
];
const noCityOrPostalCode: Words = [
  'The letter service rejected an address as incomplete.',
  'Fill in Street, City and Postal Code.',
];

/** Returns the messages for the service's error codes. Only a name that the user chose can already exist. */
const listExplanations = (listName: string): Explanations => ({
  not_found: [
    "The letter service doesn't offer temporary lists for this account.",
    'Use Send Saved Order to a List with a list that you already have there.',
  ],
  'lists.not_found': [
    `The letter service no longer has the list "${listName}".`,
    'Run the step again to make another one.',
  ],
  'lists.duplicate_name': [
    `A list named "${listName}" already exists.`,
    'Enter another name, or leave it blank.',
  ],
  'lists.missing_name': ['A recipient has no name and no company.', 'Fill in one of them.'],
  'lists.missing_address': noCityOrPostalCode,
  'lists.insufficient_address': noCityOrPostalCode,
  'lists.invalid_address': ["The letter service rejected a recipient's address.", 'Check the address.'],
  'lists.invalid_metadata_field': [
    'The letter service rejected the name of a merge field.',
    'Rename the field, or its column in the file, with only letters, digits and underscores.',
  ],
  'lists.invalid_metadata': mergeFieldsTooLong,
  'lists.invalid_metadata_length': mergeFieldsTooLong,
  'lists.too_much_metadata': mergeFieldsTooLong,
  'lists.invalid_field_length': ({ attribute }) => [
    `${attribute === 'name' ? "The list's name" : "A recipient's value"} is too long for the letter service.`,
    'Shorten it.',
  ],
});
