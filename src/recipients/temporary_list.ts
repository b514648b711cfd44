/** Makes a temporary list for one order, and names lists so that people find them. docs/api.md#temporary-lists */
import { randomUUID } from 'node:crypto';
import type { ZObject } from 'zapier-platform-core';
import { runAgainAfterOutage } from '../api/errors.ts';
import * as lists from '../api/lists.ts';
import { type Explanations, explain, getFailure, type Words } from '../failure.ts';
import { formatNumber } from '../format.ts';
import { inputError } from '../inputs.ts';
import { toText } from '../values.ts';

/**
 * Makes a list for one order. If it fails, the list is of no use and expires, so the next run makes another one.
 * @throws a failure after which Zapier runs the step again, if the service is likely to answer a minute later
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

/** More requests than this may take longer than a run. */
const maxRequests = 8;

/**
 * @param advice how to write to that many people
 * @throws a user-facing error if the list is too long to be made in one run
 */
export function requireShortList(recipients: readonly lists.Recipient[], advice: string): void {
  if ([...lists.splitIntoRequests(recipients)].length <= maxRequests) return;
  throw inputError(
    `The list is too long for one step: it has ${formatNumber(recipients.length)} people.`,
    advice,
  );
}

/** The service may accept no longer names. */
const maxNameLength = 50;

/** Returns the end of a generated name, which makes it unique, such as "2026-03-12 15:20 UTC, 6ed65d". */
export const makeSuffix = (): string =>
  `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${randomUUID().slice(0, 6)}`;

/** Returns a name by which a person finds the list at the letter service: "Maria Miller + 24, 2026-03-12 15:20 UTC, 6ed65d". */
export function nameAfter(recipients: readonly lists.Recipient[], suffix: string): string {
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

const runAgain = 'Run the step again to make another one.';

/** What to say about the service's refusals. @param takenAdvice what to do if the name is taken */
export const listExplanations = (listName: string, takenAdvice = runAgain): Explanations => ({
  not_found: [
    "The letter service doesn't offer temporary lists for this account.",
    'Use Send Saved Order to a List with a list that you already have there.',
  ],
  'lists.not_found': [`The letter service no longer has the list "${listName}".`, runAgain],
  'lists.duplicate_name': [`A list named "${listName}" already exists.`, takenAdvice],
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
