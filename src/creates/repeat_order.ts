/**
 * Repeat Order With New File: `GET /v1/orders/{order_id}`, `POST /v1/files`, `POST /v1/orders`. Prints a new file the
 * way an earlier order was printed. docs/api.md#orders
 */
import { type CreatePerform, defineCreate, defineInputFields } from 'zapier-platform-core';
import { Cache } from '../cache.ts';
import { fileNameField, sourceField } from '../files/file_name.ts';
import { checkSource, uploadFromSource } from '../files/upload.ts';
import * as options from '../once/order_options.ts';
import { type Checks, checkItems, nameItem, orderedOutput, orderIdField } from '../orders/order.ts';
import { type OrderPeople, readPeopleOnList, toOrderPeople } from '../orders/order_people.ts';
import { placeContents } from '../orders/place_contents.ts';
import {
  findGaps,
  findPlaceholders,
  findTexts,
  recallFilled,
  requireMergeFields,
} from '../orders/placeholders.ts';
import { type EarlierOrder, keepTextsField, readEarlierOrder, replacedSheetField } from '../orders/repeat.ts';
import { outputFieldsOf } from '../output_fields.ts';
import { allowsBlankMergeFields, blankMergeFieldsField, placeholder } from '../recipients/merge_fields.ts';
import { describeList, everyoneField, readEveryone, whoGroup } from '../recipients/sources.ts';
import { type InputData, inputError, readBoolean, readTrimmed } from '../steps/inputs.ts';
import { joinWarnings, truncate } from '../text/format.ts';

const { group: _, ...blankTextsField } = blankMergeFieldsField;

/** Shorter than the time between two monthly editions of a document. */
const defaultWindow = 'week';

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
  {
    ...everyoneField,
    helpText: 'Choose Yes to mail it to every contact with a complete name and address.',
  },
  {
    ...options.listField,
    required: false,
    group: 'who',
    helpText:
      'Leave blank for the earlier order’s list, which expires after 14 days. Ignored if everyone gets the file.',
  },
  keepTextsField,
  blankTextsField,
  replacedSheetField,
  fileNameField,
  ...options.orderOptionFields(defaultWindow),
]);

const perform = (async (z, bundle) => {
  const { inputData } = bundle;
  const orderOptions = options.readOrderOptions(bundle, defaultWindow);
  const cache = new Cache(z);
  const earlier = await readEarlierOrder(z, inputData);
  const collector = readBoolean(inputData, everyoneField) ? await readEveryone(z) : undefined;
  const allowsBlank = allowsBlankMergeFields(inputData);
  const people = collector
    ? toOrderPeople(cache, orderOptions, collector, { allowsBlank, fieldAdvice: textsAdvice, listAdvice })
    : await findList(cache, inputData, earlier);
  const names = findPlaceholders(earlier.items);
  const placeholders = { names, filled: people.fields ? await recallFilled(cache, names) : [] };
  requireMergeFields(placeholders, people);
  const upload = orderOptions.isPreview ? undefined : await uploadFromSource(z, inputData, true);
  const { warning, ...placed } = await placeContents({
    cache,
    options: orderOptions,
    people,
    order: earlier.withFile(upload?.file.id ?? ''),
    identified: earlier.withFile(upload?.contentHash ?? '').contents,
    placeholders,
    preview: async () => [checkEarlierOrder(earlier, await checkSource(z, inputData))],
    listProblem: people.listId === earlier.list ? expiredListProblem : undefined,
  });
  const unfilled = people.fields ? [...findGaps(names, people.fields).keys()].map(placeholder) : [];
  const described = collector && describeList(collector);
  return {
    ...placed,
    file_id: upload?.file.id ?? null,
    incomplete_left_out: described?.incomplete_left_out ?? 0,
    incomplete: described?.incomplete ?? [],
    first_envelopes: described?.first_envelopes ?? [],
    warning: joinWarnings([
      warning,
      upload?.warning,
      unfilled.length > 0
        ? `The texts of the earlier order have a gap at ${unfilled.join(', ')}, unless the letter service fills it in.`
        : null,
      described?.warning,
    ]),
  };
}) satisfies CreatePerform;

const textsAdvice = `To leave the texts of the earlier order off, set ${keepTextsField.label} to No. To print nothing there, choose "${blankMergeFieldsField.choices.send}" in ${blankMergeFieldsField.label}.`;

const listAdvice = `Make a list with Create Temporary List, and map it to ${options.listField.label} of this step instead.`;
const noListAdvice = `Choose ${everyoneField.label}, or fill in ${options.listField.label}.`;
const expiredListProblem = {
  what: "The earlier order's list has expired (lists last 14 days).",
  advice: noListAdvice,
};

/** Returns the people on the chosen list or the earlier order's list. @throws a user-facing error if neither list is known */
async function findList(cache: Cache, inputData: InputData, earlier: EarlierOrder): Promise<OrderPeople> {
  const chosen = readTrimmed(inputData, options.listField);
  const listId = chosen ?? earlier.list;
  if (listId === undefined) {
    throw inputError(
      `The letter service does not say which list the order "${truncate(earlier.id)}" went to.`,
      noListAdvice,
    );
  }
  const people = await readPeopleOnList(cache, listId);
  const { fields } = people;
  const isOld = chosen === undefined && earlier.isListOld;
  return {
    ...people,
    check: () =>
      isOld
        ? { warning: `The earlier order's list has probably expired (lists last 14 days). ${noListAdvice}` }
        : people.check(),
    fields: fields && { ...fields, allowsBlank: fields.allowsBlank || allowsBlankMergeFields(inputData) },
    fieldAdvice: textsAdvice,
  };
}

/** Describes what will be printed. It quotes the texts of the earlier file, because they may not fit the new file. */
function checkEarlierOrder(
  { withFile, sheet, items }: EarlierOrder,
  { name: fileName, warning }: Awaited<ReturnType<typeof checkSource>>,
): Checks {
  // Their IDs say nothing to the user.
  const contents = withFile(`"${fileName}"`).contents.map(
    ({ paper_type: _paper, envelope_type: _envelope, logo: _logo, ...item }) => item,
  );
  return {
    warning,
    checked: [
      'The earlier order exists. The new order does not copy its status, price and dates.',
      `The file "${fileName}" can be downloaded. It replaces the file of ${nameItem(items, sheet)}.`,
      ...(checkItems(contents).checked ?? []),
      'Paper, envelopes and logo are those of the earlier order.',
      ...findTexts(items).map((text) => `Printed from the earlier order: "${truncate(text)}".`),
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
    inputFieldGroups: [whoGroup, options.orderOptionGroup],
    inputFields,
    lock: {
      key: 'repeat-{{bundle.inputData.order_id}}-{{bundle.inputData.list_id}}',
      scope: ['account'],
      timeout: 60,
    },
    perform,
    sample: { ...orderedOutput.sample, file_id: 'f-120-8841', incomplete_left_out: 0 },
    outputFields: [
      ...orderedOutput.outputFields,
      ...outputFieldsOf({ file_id: '', incomplete_left_out: 0, incomplete: [], first_envelopes: [] }),
    ],
  },
});
