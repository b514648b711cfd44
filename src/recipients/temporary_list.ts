/** Makes temporary lists, with names by which people can find them. docs/api.md#temporary-lists */
import { randomUUID } from 'node:crypto';
import type { ZObject } from 'zapier-platform-core';
import { runAgainAfterOutage } from '../api/errors.ts';
import * as lists from '../api/lists.ts';
import { addFacts, explain, getFailure } from '../failure.ts';
import { inputError } from '../steps/inputs.ts';
import { formatNumber } from '../text/format.ts';
import { toText } from '../text/values.ts';

/**
 * Makes a list for one order. If this fails, the incomplete list expires unused, and the next run makes a new one.
 * @throws a failure that lets Zapier run the step again, if the service is likely to respond a minute later
 */
export async function makeListForOrder(
  z: ZObject,
  recipients: readonly lists.Recipient[],
): Promise<lists.CreatedList> {
  try {
    const list = await createEmpty(z, nameAfter(recipients));
    for (const group of lists.splitIntoRequests(recipients))
      await lists.addRecipients(z, list.list_id, group);
    return list;
  } catch (error) {
    const failure = getFailure(error);
    throw failure ? runAgainAfterOutage(failure) : error;
  }
}

/** Maximum number of requests to make a list. More could take longer than a run. */
const maxRequests = 8;

/**
 * @param advice says how to write to more people
 * @throws a user-facing error if the list is too long to be made in one run
 */
export function requireShortList(recipients: readonly lists.Recipient[], advice: string): void {
  if (lists.splitIntoRequests(recipients).length <= maxRequests) return;
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
  helpText: 'If another list has this name, a number is added. If left blank, a name is generated.',
} as const;

/**
 * Makes a list. If another list has the chosen name, a number follows the name.
 * @throws a user-facing error that says how many recipients are on the incomplete list
 */
export async function makeList(
  z: ZObject,
  recipients: readonly lists.Recipient[],
  chosenName: string | undefined,
) {
  const names = chosenName === undefined ? [] : [chosenName, ...[2, 3, 4].map((n) => `${chosenName} ${n}`)];
  const { name, list } = await createFirstFree(z, [...names, nameAfter(recipients, chosenName)]);
  const added: { id: string; external_id: string | null }[] = [];
  try {
    for (const group of lists.splitIntoRequests(recipients)) {
      const confirmed = await lists.addRecipients(z, list.list_id, group);
      added.push(...confirmed.map(({ id, external_id }) => ({ id, external_id: external_id ?? null })));
    }
  } catch (error) {
    const count = `${getFailure(error)?.kind === 'unknown' ? 'At least' : 'Only'} ${added.length} of ${recipients.length}`;
    const outcome = `${count} recipients were added to the list "${name}" (${list.list_id}), so it is incomplete, and nothing was ordered. Do not use this list.`;
    throw addFacts(error, { outcome });
  }
  const warning =
    chosenName === undefined || name === chosenName
      ? null
      : `A list named "${chosenName}" already exists, so this one is named "${name}".`;
  return { name, list_id: list.list_id, expires: list.expires ?? null, added, warning };
}

/** Makes an empty list with the first name that no other list has. */
async function createFirstFree(z: ZObject, [name = '', ...others]: readonly string[]) {
  try {
    return { name, list: await createEmpty(z, name) };
  } catch (error) {
    if (getFailure(error)?.code !== 'lists.duplicate_name' || others.length === 0) throw error;
    return createFirstFree(z, others);
  }
}

const createEmpty = (z: ZObject, name: string): Promise<lists.CreatedList> =>
  lists.create(z, name).catch((error: unknown) => {
    throw explain(error, {
      not_found: {
        what: "The letter service doesn't offer temporary lists for this account.",
        advice: 'Use Send Saved Order to a List with a list that you already have there.',
      },
    });
  });

/** Maximum characters of a list name. The service may reject longer ones. */
const maxNameLength = 50;

/**
 * Returns a unique name by which people can find the list at the letter service, such as "Maria Miller + 24, 2026-03-12 15:20 UTC,
 * 6ed65d". A chosen name replaces the names of the people.
 */
function nameAfter(recipients: readonly lists.Recipient[], chosenName?: string): string {
  const [first] = recipients;
  const others = recipients.length > 1 ? ` + ${formatNumber(recipients.length - 1)}` : '';
  const time = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const end = `${chosenName === undefined ? others : ''}, ${time} UTC, ${randomUUID().slice(0, 6)}`;
  const name = (chosenName ?? toText(first?.name ?? first?.company)).replace(/\s+/g, ' ');
  const start = [...name.trim()].slice(0, maxNameLength - end.length).join('');
  return start.trim() + end;
}
