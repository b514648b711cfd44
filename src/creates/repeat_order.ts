/**
 * Repeat Order With New File: `GET /v1/orders/{order_id}`, `POST /v1/files`, `POST /v1/orders`. Prints a new document the
 * way an earlier order was printed. docs/api.md#orders
 */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import { Cache } from '../cache.ts';
import { joinWarnings } from '../contacts/contact.ts';
import type { Words } from '../failure.ts';
import { checkSource, fileNameField, sourceField, uploadFromSource } from '../files/upload.ts';
import { truncate } from '../format.ts';
import { type InputData, inputError, readBoolean, readTrimmed } from '../inputs.ts';
import { readPeople, recallList, rememberList } from '../orders/deduplication/people.ts';
import { requireMergeFields } from '../orders/gaps.ts';
import { orderedSample, orderIdField, orderOutputFields } from '../orders/order.ts';
import {
  listField,
  orderOptionFields,
  orderOptionGroup,
  readDuplicateCheck,
} from '../orders/order_options.ts';
import { placeContents } from '../orders/place_contents.ts';
import { countGaps, findPlaceholders, recallFilled } from '../orders/placeholders.ts';
import { type Checks, checkItems, checkList, outcomeOutputFields, previewResult } from '../orders/preview.ts';
import { type EarlierOrder, keepTextsField, readEarlierOrder, sheetNumberField } from '../orders/repeat.ts';
import { identifyPeople } from '../recipients/identity.ts';
import {
  allowsBlankMergeFields,
  blankMergeFieldsAdvice,
  blankMergeFieldsField,
  placeholder,
} from '../recipients/merge_fields.ts';
import { everyoneField, readEveryone, whoGroup } from '../recipients/sources.ts';
import { makeListForOrder, requireShortList } from '../recipients/temporary_list.ts';
import { isEditorPreview, orderTestField } from '../test_button.ts';
import { isBlank, isPlainObject, toText } from '../values.ts';

const everyone = {
  ...everyoneField,
  helpText: 'Yes mails it to every contact with a complete name and address, such as a monthly newsletter.',
};

const { group: _, ...blankTextsField } = blankMergeFieldsField;

const inputFields = defineInputFields([
  {
    ...orderIdField,
    helpText:
      'The earlier order, printed again with the new file. The letter service shows the ID next to each order.',
  },
  {
    ...sourceField,
    helpText: 'The new document to print, such as a PDF from an earlier step.',
  },
  everyone,
  {
    ...listField,
    required: false,
    group: 'who',
    helpText: 'Leave blank for the earlier order’s list, which lasts 14 days. Not used if Everyone is Yes.',
  },
  keepTextsField,
  blankTextsField,
  sheetNumberField,
  fileNameField,
  ...orderOptionFields,
]);

const perform = (async (z, bundle) => {
  const { inputData } = bundle;
  const check = readDuplicateCheck(inputData);
  const earlier = await readEarlierOrder(z, inputData);
  const recipients = await findRecipients(new Cache(z), inputData, earlier);
  const { listId, fields, identifyPeople, prepareList, collector } = recipients;
  const names = findPlaceholders(earlier.items);
  if (fields)
    requireMergeFields({ names, filled: await recallFilled(new Cache(z), names) }, fields, textsAdvice);
  const unfilled = fields ? names.filter((name) => countGaps(name, fields) > 0) : [];
  const notes = [
    ...(earlier.isCanceled ? [`The earlier order ${earlier.id} was canceled at the letter service.`] : []),
    ...(unfilled.length > 0 ? [describeUnfilled(unfilled)] : []),
    ...(collector?.warnings ?? []),
  ];
  const shown = {
    incomplete_left_out: collector?.incomplete.length ?? 0,
    first_envelopes: collector?.envelopes ?? [],
  };
  const letter_count = fields?.count ?? null;
  if (isEditorPreview(bundle, orderTestField)) {
    const fileName = await checkSource(z, inputData);
    const checks = [checkEarlierOrder(earlier, fileName), { ...recipients.checks, warnings: notes }];
    return {
      type: 'order',
      list: listId,
      ...previewResult(...checks),
      rush: null,
      list_id: listId,
      letter_count,
      file_id: null,
      ...shown,
    };
  }
  const { file, contentHash } = await uploadFromSource(z, bundle, true);
  const { warning, ...placed } = await placeContents(z, bundle, check, {
    order: earlier.withFile(file.id),
    identified: earlier.withFile(contentHash).contents,
    identifyPeople,
    prepare: async () => ({ list_id: await prepareList(), fields }),
    listProblem: recipients.listProblem,
  });
  return { ...placed, file_id: file.id, ...shown, warning: joinWarnings([warning, ...notes]) };
}) satisfies CreatePerform;

const describeUnfilled = (names: readonly string[]): string =>
  `The earlier order prints ${names.map(placeholder).join(', ')}, for which these people have no value, unless the letter service fills it in.`;

const textsAdvice = `To leave the texts of the earlier order off, set ${keepTextsField.label} to No. ${blankMergeFieldsAdvice}`;

const chooseList = `Choose ${everyoneField.label}, or fill in ${listField.label}.`;
const listExpired: Words = ["The earlier order's list has expired (lists last 14 days).", chooseList];

/**
 * Returns who gets the letters, and how to make their list.
 * @throws a user-facing error if the list is unknown
 */
async function findRecipients(cache: Cache, inputData: InputData, earlier: EarlierOrder) {
  const allowsBlank = allowsBlankMergeFields(inputData);
  if (readBoolean(inputData, everyone)) return findEveryone(cache, allowsBlank);
  const chosen = readTrimmed(inputData, listField);
  const listId = chosen ?? earlier.list;
  if (listId === undefined) {
    throw inputError(
      `The letter service does not say which list the order "${truncate(earlier.id)}" went to.`,
      chooseList,
    );
  }
  const known = await recallList(cache, listId);
  const fields = known && { ...known, allowsBlank: known.allowsBlank || allowsBlank };
  const isOld = chosen === undefined && earlier.isListOld;
  return {
    listId,
    fields,
    collector: undefined,
    checks: isOld ? { unknown: listExpired.join(' ').replace('has', 'has probably') } : checkList(fields),
    // The list of the earlier order may have expired.
    listProblem: chosen === undefined ? listExpired : undefined,
    identifyPeople: () => readPeople(cache, listId),
    prepareList: async () => listId,
  };
}

/** The list is made when the letters are ordered. Its people have no merge fields. */
async function findEveryone(cache: Cache, allowsBlank: boolean) {
  const { z } = cache;
  const collector = await readEveryone(z);
  requireShortList(
    collector.recipients,
    `Make a list with Create Temporary List, and map it to ${listField.label} of this step instead.`,
  );
  const people = identifyPeople(collector.identity);
  const fields = collector.summarize(allowsBlank);
  return {
    listId: null,
    fields,
    collector,
    checks: { checked: [collector.check] },
    listProblem: undefined,
    identifyPeople: async () => people,
    async prepareList() {
      const list = await makeListForOrder(z, collector.recipients);
      await rememberList(cache, list, people, fields);
      return list.list_id;
    },
  };
}

/** Says what will be printed. The texts belong to the earlier document, so they may not fit the new one. */
function checkEarlierOrder({ withFile, sheet, items }: EarlierOrder, fileName: string): Checks {
  const texts = items.flatMap(({ merge }) => (Array.isArray(merge) ? merge.filter(isPlainObject) : []));
  return {
    checked: [
      'The earlier order exists. Its status, price and times are not sent again.',
      `The file "${fileName}" can be downloaded. It replaces the file ${sheet.file}.`,
      ...(checkItems(withFile(`"${fileName}"`).contents).checked ?? []),
      ...texts.map(
        ({ page, text }) =>
          `Printed from the earlier order${isBlank(page) ? '' : ` on page ${page}`}: "${truncate(toText(text))}".`,
      ),
    ],
  };
}

export const repeatOrder = defineCreate({
  key: 'repeat_order',
  noun: 'Order',
  display: {
    label: 'Repeat Order With New File',
    description:
      'Prints a new file, such as this month’s newsletter, the way an earlier order was printed, and mails it to your mailing list or another list. This costs money.',
  },
  operation: {
    inputFieldGroups: [whoGroup, orderOptionGroup],
    inputFields,
    lock: {
      key: 'repeat-{{bundle.inputData.order_id}}-{{bundle.inputData.list_id}}',
      scope: ['account'],
      timeout: 60,
    },
    perform,
    sample: { ...orderedSample, file_id: 'f-120-8841', incomplete_left_out: 0 },
    outputFields: [
      ...orderOutputFields,
      { key: 'file_id', label: 'File ID' },
      { key: 'incomplete_left_out', label: 'Incomplete Contacts Left Out', type: 'integer' },
      { key: 'first_envelopes', label: 'First Envelopes', list: true },
      ...outcomeOutputFields,
    ],
  },
});
