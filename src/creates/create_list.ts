/** Create Temporary List: `POST /v1/lists`, then `POST /v1/lists/{list_id}/contacts`. docs/api.md#temporary-lists */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import { isoDate } from '../api/values.ts';
import { Cache } from '../cache.ts';
import { columnsField, optionsGroup } from '../list_columns/columns_field.ts';
import { rememberList } from '../once/known_lists.ts';
import { describeOutput } from '../output_fields.ts';
import { listMergeFields } from '../recipients/merge_columns.ts';
import { allowsBlankMergeFields, mergeGroup } from '../recipients/merge_fields.ts';
import { describeList, listSample, readRecipients, sourceFields, whoGroup } from '../recipients/sources.ts';
import { listNameField, makeList } from '../recipients/temporary_list.ts';
import { readTrimmed } from '../steps/inputs.ts';
import { takeFitting } from '../steps/result_size.ts';
import { formatNumber, joinWarnings } from '../text/format.ts';

const inputFields = defineInputFields([
  ...sourceFields,
  ...listMergeFields,
  columnsField,
  listNameField,
  {
    key: 'test_note',
    type: 'copy',
    group: 'options',
    helpText: 'Testing this step creates a list. It costs nothing and expires after 14 days.',
  },
]);

const perform = (async (z, bundle) => {
  const collector = await readRecipients(z, bundle);
  const { recipients } = collector;
  const list = await makeList(z, recipients, readTrimmed(bundle.inputData, listNameField));
  const fields = collector.summarize(allowsBlankMergeFields(bundle.inputData));
  await rememberList(new Cache(z), list, collector.identify(), fields);
  const added = takeFitting(list.added);
  const described = describeList(collector);
  const note =
    added.length < recipients.length
      ? `The list has all recipients, but this result has only the first ${formatNumber(added.length)} of their IDs.`
      : null;
  return {
    id: list.list_id,
    list_id: list.list_id,
    list_name: list.name,
    expires: isoDate(list.expires),
    recipient_count: recipients.length,
    recipients: added,
    ...described,
    warning: joinWarnings([note, list.warning, described.warning]),
  };
}) satisfies CreatePerform;

export const createList = defineCreate({
  key: 'create_list',
  noun: 'List',
  display: {
    label: 'Create Temporary List',
    description:
      'Creates a list of people for Send Saved Order to a List or Create Order. It costs nothing and expires after 14 days.',
  },
  operation: {
    inputFieldGroups: [whoGroup, mergeGroup, optionsGroup],
    inputFields,
    perform,
    ...describeOutput({
      id: 'l-001-0417',
      list_id: 'l-001-0417',
      list_name: 'Spring donors',
      expires: '2026-03-26',
      recipient_count: 2,
      recipients: [
        { id: 'a-204-1187', external_id: 'donor-1042' },
        { id: 'a-204-1188', external_id: null },
      ],
      ...listSample,
      warning: null,
    }),
  },
});
