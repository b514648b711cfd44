/** Create Temporary List: `POST /v1/lists`, then `POST /v1/lists/{list_id}/contacts`. docs/api.md#temporary-lists */
import { type CreatePerform, defineCreate, defineInputFields, type ZObject } from 'zapier-platform-core';
import { AccountCache } from '../account_cache.ts';
import * as lists from '../api/lists.ts';
import { appendToMessage, getFailure } from '../failure.ts';
import { readTrimmed } from '../inputs.ts';
import { rememberList } from '../orders/deduplication/letter_identity.ts';
import { hashRecipients } from '../recipients/identity.ts';
import { explainListError } from '../recipients/list_errors.ts';
import { generateListName } from '../recipients/list_name.ts';
import { mergeFieldsField, placeholder } from '../recipients/merge_fields.ts';
import { contactIdsField, fileField, readRecipients, recipientsField } from '../recipients/sources.ts';

const inputFields = defineInputFields([
  {
    key: 'list_name',
    label: 'List Name',
    type: 'string',
    placeholder: 'Spring donors',
    helpText:
      'A name that no other list in your account has. If left blank, a unique name is generated. Testing this step also creates a list, which costs nothing and expires after 14 days.',
  },
  recipientsField,
  fileField,
  contactIdsField,
  {
    ...mergeFieldsField,
    helpText: `${mergeFieldsField.helpText} Every recipient gets these values, unless the file has a column with the same name.`,
  },
]);

const perform = (async (z, bundle) => {
  const { byHash, duplicates } = await readRecipients(z, bundle);
  const recipients = [...byHash.values()];
  const chosenName = readTrimmed(bundle.inputData, inputFields[0]);
  const name = chosenName ?? generateListName(recipients);
  const list = await lists.create(z, name).catch((error: unknown) => {
    throw explainListError(error, name);
  });
  const added = await addAll(z, { id: list.list_id, name }, recipients).catch((error: unknown) => {
    throw chosenName === undefined ? error : appendToMessage(error, changeNameAdvice);
  });
  try {
    const cache = new AccountCache(z, bundle);
    await rememberList(cache, list.list_id, hashRecipients(byHash.keys()), list.expires);
  } catch (error) {
    z.console.error('The duplicate check could not save the recipients of the list.', error);
  }
  return {
    id: list.list_id,
    list_id: list.list_id,
    list_name: name,
    expires: list.expires ?? null,
    recipient_count: recipients.length,
    duplicates_left_out: duplicates,
    merge_fields: [...new Set(recipients.flatMap(({ metadata = {} }) => Object.keys(metadata)))].map(
      placeholder,
    ),
    recipients: added.map(({ id, external_id }) => ({ id, external_id: external_id ?? null })),
  };
}) satisfies CreatePerform;

const changeNameAdvice = `Change ${inputFields[0].label} before you run the step again, because the incomplete list keeps its name.`;

/** @throws a user-facing error that says how many recipients are on the incomplete list */
async function addAll(
  z: ZObject,
  list: { id: string; name: string },
  recipients: readonly lists.Recipient[],
): Promise<lists.AddedRecipient[]> {
  const added: lists.AddedRecipient[] = [];
  try {
    for (const group of lists.splitIntoRequests(recipients))
      added.push(...(await lists.addRecipients(z, list.id, group)));
  } catch (error) {
    const quantifier = getFailure(error)?.outcome === 'unknown' ? 'At least' : 'Only';
    throw appendToMessage(
      explainListError(error, list.name),
      `${quantifier} ${added.length} of ${recipients.length} recipients were added to the list "${list.name}" (${list.id}). The incomplete list expires automatically. Nothing was ordered.`,
    );
  }
  return added;
}

export const createList = defineCreate({
  key: 'create_list',
  noun: 'List',
  display: {
    label: 'Create Temporary List',
    description: 'Creates a list of recipients for one order. The list expires after 14 days.',
  },
  operation: {
    inputFields,
    perform,
    sample: {
      id: 'l-001-0417',
      list_id: 'l-001-0417',
      list_name: 'Spring donors',
      recipient_count: 2,
      duplicates_left_out: 0,
      merge_fields: ['{amount}'],
      recipients: [
        { id: 'a-204-1187', external_id: 'donor-1042' },
        { id: 'a-204-1188', external_id: null },
      ],
    },
    outputFields: [
      { key: 'id', label: 'ID', primary: true },
      { key: 'list_id', label: 'List ID' },
      { key: 'list_name', label: 'List Name' },
      { key: 'expires', label: 'Expires' },
      { key: 'recipient_count', label: 'Number of Recipients', type: 'integer' },
      { key: 'duplicates_left_out', label: 'Duplicates Left Out', type: 'integer' },
      { key: 'merge_fields', label: 'Merge Fields', list: true },
      { key: 'recipients[]id', label: 'Recipient ID' },
      { key: 'recipients[]external_id', label: 'Recipient Reference' },
    ],
  },
});
