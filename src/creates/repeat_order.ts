/**
 * Repeat Order With New File: `GET /v1/orders/{order_id}`, `POST /v1/files`, `POST /v1/orders`. Prints a new document the
 * way an earlier order was printed. docs/api.md#orders
 */
import { type CreatePerform, defineCreate, defineInputFields, type ZObject } from 'zapier-platform-core';
import { Cache } from '../cache.ts';
import { isEditorPreview, orderTestField } from '../editor_test.ts';
import { appendToMessage } from '../failure.ts';
import {
  type InputData,
  inputError,
  isBlank,
  isPlainObject,
  readBoolean,
  readTrimmed,
  toText,
  truncate,
} from '../inputs.ts';
import { identifyPeople } from '../orders/deduplication/identity.ts';
import { readPeople, recallList, rememberList } from '../orders/deduplication/people.ts';
import { orderedSample, orderIdField, orderOutputFields } from '../orders/order.ts';
import {
  eventIdField,
  listField,
  nothingOrdered,
  nothingOrderedText,
  orderOptionFields,
  orderOptionGroup,
  readDuplicateCheck,
} from '../orders/order_options.ts';
import { placeContents } from '../orders/place_contents.ts';
import { findPlaceholders, listFieldAdvice, requireMergeFields } from '../orders/placeholders.ts';
import { type Checks, checkItems, checkList, outcomeOutputFields, previewResult } from '../orders/preview.ts';
import { type EarlierOrder, keepTextsField, readEarlierOrder, sheetNumberField } from '../orders/repeat.ts';
import { checkSource, fileNameField, sourceField, uploadFromSource } from '../orders/upload.ts';
import { placeholder } from '../recipients/merge_fields.ts';
import { everyoneField, readEveryone, whoGroup } from '../recipients/sources.ts';
import { makeListForOrder } from '../recipients/temporary_list.ts';

const everyone = {
  ...everyoneField,
  helpText: 'Yes mails it to every contact with a complete name and address, such as a monthly newsletter.',
};

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
  sheetNumberField,
  fileNameField,
  {
    ...eventIdField,
    helpText: 'Map something new for each issue, such as its month.',
  },
  ...orderOptionFields.slice(1),
]);

const perform = (async (z, bundle) => {
  const { inputData } = bundle;
  const check = readDuplicateCheck(inputData);
  const earlier = await readEarlierOrder(z, inputData);
  const recipients = await findRecipients(z, inputData, earlier);
  const { listId, fields, identifyPeople, prepareList } = recipients;
  const names = findPlaceholders(earlier.items);
  if (fields) requireMergeFields({ names, filled: names }, fields, listFieldAdvice);
  const gaps = listId === null && names.length > 0 ? [describeUnfilled(names)] : [];
  const shown = { incomplete_left_out: recipients.incomplete };
  const letter_count = fields?.count ?? null;
  if (isEditorPreview(bundle, orderTestField)) {
    const fileName = await checkSource(z, inputData);
    const checks = [checkEarlierOrder(earlier, fileName), { ...recipients.checks, warnings: gaps }];
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
  const { file, contentHash } = await uploadFromSource(z, bundle, true).catch((error: unknown) => {
    throw appendToMessage(error, nothingOrderedText);
  });
  const { warning, ...placed } = await placeContents(z, bundle, check, {
    order: earlier.withFile(file.id),
    identified: earlier.withFile(contentHash).contents,
    repeats: earlier.isSamePrint ? earlier.id : undefined,
    identifyPeople,
    prepare: async () => ({ list_id: await prepareList(), letter_count }),
    listProblem: recipients.listProblem,
  });
  const warnings = [...(warning === null ? [] : [warning]), ...gaps];
  return { ...placed, file_id: file.id, ...shown, warning: warnings.join(' ') || null };
}) satisfies CreatePerform;

const describeUnfilled = (names: readonly string[]): string =>
  `The earlier order prints ${names.map(placeholder).join(', ')}, which contacts of the mailing list don't have, unless the letter service fills it in.`;

const listExpired = `The earlier order's list has expired (lists last 14 days). Choose ${everyoneField.label}, or fill in ${listField.label}.`;

/**
 * Returns who gets the letters, and how to make their list.
 * @throws a user-facing error if the list is unknown
 */
async function findRecipients(z: ZObject, inputData: InputData, earlier: EarlierOrder) {
  const cache = new Cache(z);
  if (readBoolean(inputData, everyone)) return findEveryone(cache);
  const chosen = readTrimmed(inputData, listField);
  const listId = chosen ?? earlier.list;
  if (listId === undefined) {
    throw inputError(
      `The letter service does not say which list the order "${truncate(earlier.id)}" went to. ${nothingOrderedText} Choose ${everyoneField.label}, or fill in ${listField.label}.`,
    );
  }
  const fields = await recallList(cache, listId);
  const isOld = chosen === undefined && earlier.isListOld;
  return {
    listId,
    incomplete: 0,
    fields,
    checks: isOld ? { unknown: listExpired.replace('has', 'has probably') } : checkList(fields),
    // The list of the earlier order may have expired.
    listProblem: chosen === undefined ? listExpired : undefined,
    identifyPeople: () => readPeople(cache, listId),
    prepareList: async () => listId,
  };
}

/** The list is made when the letters are ordered. Its people have no merge fields, so gaps in their letters are only a warning. */
async function findEveryone(cache: Cache) {
  const { z } = cache;
  const collector = await readEveryone(z, nothingOrdered);
  const people = identifyPeople(collector.identity);
  const fields = collector.summarize(true);
  return {
    listId: null,
    incomplete: collector.incomplete.length,
    fields,
    checks: { checked: collector.checks },
    listProblem: undefined,
    identifyPeople: async () => people,
    async prepareList() {
      const list = await makeListForOrder(z, collector.recipients).catch((error: unknown) => {
        throw appendToMessage(error, nothingOrderedText);
      });
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
      'The earlier order exists.',
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
      ...outcomeOutputFields,
    ],
  },
});
