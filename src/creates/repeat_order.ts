/**
 * Repeat Order With New File: `GET /v1/orders/{order_id}`, `POST /v1/files`, `POST /v1/orders`. Prints a new document the
 * way an earlier order was printed. docs/api.md#orders
 */
import { type CreatePerform, defineCreate, defineInputFields, type ZObject } from 'zapier-platform-core';
import * as orders from '../api/orders.ts';
import { Cache } from '../cache.ts';
import { isEditorPreview, orderTestField } from '../editor_test.ts';
import { appendToMessage } from '../failure.ts';
import {
  type InputData,
  inputError,
  isPlainObject,
  readBoolean,
  readRequired,
  readTrimmed,
  toText,
  truncate,
} from '../inputs.ts';
import { identifyPeople, type People } from '../orders/deduplication/identity.ts';
import { readPeople, recallList, rememberList } from '../orders/deduplication/people.ts';
import { orderedSample, orderIdField, orderOutputFields } from '../orders/order.ts';
import {
  eventIdField,
  listField,
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
import { type MergeFieldSummary, placeholder } from '../recipients/merge_fields.ts';
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
  const earlier = await findEarlierOrder(z, inputData);
  const recipients = await findRecipients(z, inputData, earlier);
  const names = findPlaceholders(earlier.items);
  const { fields } = recipients;
  // Contacts have no merge fields, so an order that prints some may not be to contacts of the mailing list.
  if (fields && !recipients.isEveryone) requireMergeFields({ names, filled: names }, fields, listFieldAdvice);
  const gaps = recipients.isEveryone && names.length > 0 ? [describeUnfilled(names)] : [];
  const shown = { incomplete_left_out: recipients.incomplete };
  if (isEditorPreview(bundle, orderTestField)) {
    const fileName = await checkSource(z, inputData);
    const checks = [checkEarlierOrder(earlier, fileName), { ...recipients.checks, warnings: gaps }];
    return {
      type: 'order',
      list: recipients.listId,
      ...previewResult(...checks),
      rush: null,
      list_id: recipients.listId,
      letter_count: fields?.count ?? null,
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
    ...(earlier.isSamePrint ? { repeats: earlier.id } : {}),
    identifyPeople: recipients.identify,
    prepare: async () => ({ list_id: await recipients.prepareList(), letter_count: fields?.count ?? null }),
    ...(recipients.isGuessed ? { listProblem: listExpired } : {}),
  });
  const warnings = [...(warning === null ? [] : [warning]), ...gaps];
  return { ...placed, file_id: file.id, ...shown, warning: warnings.join(' ') || null };
}) satisfies CreatePerform;

const describeUnfilled = (names: readonly string[]): string =>
  `The earlier order prints ${names.map(placeholder).join(', ')}, which contacts of the mailing list don't have, unless the letter service fills it in.`;

const listExpired = `The earlier order's list has expired (lists last 14 days). Choose ${everyoneField.label}, or fill in ${listField.label}.`;

/** Who gets the letters, and how to make their list. */
interface Recipients {
  isEveryone: boolean;
  /** Whether the list is that of the earlier order, which may have expired. */
  isGuessed: boolean;
  /** Null if the list is made when the letters are ordered. */
  listId: string | null;
  incomplete: number;
  fields: MergeFieldSummary | undefined;
  checks: Checks;
  identify: () => Promise<People>;
  prepareList: () => Promise<string>;
}

/** @throws a user-facing error if the list is unknown */
async function findRecipients(z: ZObject, inputData: InputData, earlier: EarlierOrder): Promise<Recipients> {
  const cache = new Cache(z);
  if (readBoolean(inputData, everyone)) return findEveryone(cache);
  const chosen = readTrimmed(inputData, listField);
  const listId = chosen ?? earlier.list;
  if (listId === undefined) {
    throw inputError(
      `The letter service does not say which list the order "${truncate(earlier.id)}" went to. ${nothingOrderedText} Choose ${everyoneField.label}, or fill in ${listField.label}.`,
    );
  }
  const list = await recallList(cache, listId);
  const isGuessed = chosen === undefined;
  const expired =
    isGuessed && earlier.age > listLifetime ? [`${listExpired.replace('has', 'has probably')}`] : [];
  return {
    isEveryone: false,
    isGuessed,
    listId,
    incomplete: 0,
    fields: list,
    checks: expired.length > 0 ? { unknown: expired.join(' ') } : checkList(list),
    identify: () => readPeople(cache, listId),
    prepareList: async () => listId,
  };
}

/** Milliseconds. */
const listLifetime = 14 * 86_400_000;

async function findEveryone(cache: Cache): Promise<Recipients> {
  const { z } = cache;
  const collector = await readEveryone(z, nothingOrderedText.replace(/\.$/, ''));
  const people = identifyPeople(collector.identity);
  const fields = collector.summarize(true);
  return {
    isEveryone: true,
    isGuessed: false,
    listId: null,
    incomplete: collector.incomplete.length,
    fields,
    checks: { checked: collector.checks },
    identify: async () => people,
    async prepareList() {
      const list = await makeListForOrder(z, collector.recipients).catch((error: unknown) => {
        throw appendToMessage(error, nothingOrderedText);
      });
      await rememberList(cache, list, people, fields);
      return list.list_id;
    },
  };
}

/** @throws a user-facing error if the order does not exist or cannot be repeated as it was */
async function findEarlierOrder(z: ZObject, inputData: InputData): Promise<EarlierOrder> {
  const id = readRequired(inputData, orderIdField);
  const order = await orders.get(z, id);
  if (order) return readEarlierOrder(order, inputData);
  throw inputError(
    `${orderIdField.label} is "${id}", and the letter service has no such order for this account. ${nothingOrderedText} Copy the ID from the order at the letter service.`,
  );
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
          `Printed from the earlier order${page === undefined ? '' : ` on page ${page}`}: "${truncate(toText(text))}".`,
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
