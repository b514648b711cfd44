/** A saved order: the dropdown, the record and the output fields, and the sending that several steps share. docs/api.md#saved-orders */
import type { Bundle, ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import type { Recipient } from '../api/lists.ts';
import type { Order, SavedOrder } from '../api/orders.ts';
import * as orders from '../api/orders.ts';
import { isoDate } from '../api/values.ts';
import { Cache } from '../cache.ts';
import { withPlatformErrors } from '../edge.ts';
import { tryOrLog } from '../failure.ts';
import { readOrder, readPlaced } from '../once/earlier_orders.ts';
import type { OrderOptions } from '../once/order_options.ts';
import { describeOutput } from '../output_fields.ts';
import { printedName } from '../person/contact.ts';
import type { MergeFieldSummary } from '../recipients/merge_fields.ts';
import { onePage } from '../steps/dropdown.ts';
import { type InputData, readRequired } from '../steps/inputs.ts';
import { formatCount, formatPrice, formatTime, truncate } from '../text/format.ts';
import { toText } from '../text/values.ts';
import { type Checks, checkListed } from './order.ts';
import type { OrderPeople } from './order_people.ts';
import { orderLetters, protectCheck } from './place_once.ts';
import {
  checkPlaceholders,
  describeGaps,
  describeValues,
  findFilled,
  findPlaceholders,
  findTexts,
  placeholderLifetime,
  placeholderPattern,
  placeholdersSchema,
  rememberFilled,
} from './placeholders.ts';
import { previewLetters } from './preview.ts';

export const record = (savedOrder: SavedOrder) => ({
  ...savedOrder,
  id: savedOrder.saved_order_id,
  name: savedOrder.name ?? null,
  created: savedOrder.created ?? null,
});

/** Returns when a saved order was created (ms), or 0 if its date is unreadable. */
export const createdTime = ({ created }: SavedOrder): number => Date.parse(created ?? '') || 0;

/** Returns the records of the listed saved orders, the newest first. Those with an unreadable date come last. */
export async function list(z: ZObject) {
  const listed = await orders.listSaved(z);
  return listed.sort((one, other) => createdTime(other) - createdTime(one)).map(record);
}

/** Returns the letter's name, the number of letters and the price of an order. Null if unknown, as for orders that no step placed. */
export async function describeLetters(z: ZObject, { id, invoice_amount, ...order }: Order) {
  const failure = `The letter and the number of letters of order ${id} could not be read.`;
  const placed = await tryOrLog(z, failure, () => readPlaced(new Cache(z), id));
  const savedOrderId = toText(placed?.saved_order_id ?? order.saved_order_id);
  const listed = savedOrderId ? await tryOrLog(z, failure, () => list(z)) : undefined;
  return {
    letter_name: listed?.find((one) => one.id === savedOrderId)?.name ?? null,
    letter_count: placed?.letter_count ?? null,
    price: typeof invoice_amount === 'number' ? formatPrice(invoice_amount) : null,
  };
}

/** The service lists the saved orders on one page. */
const listChoices = async (z: ZObject, _bundle: Bundle) => onePage((await list(z)).map(choiceOf));

function choiceOf({ saved_order_id: id, name, created }: SavedOrder) {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?/.exec(created ?? '') ?? [];
  const title = name?.trim() || 'Untitled';
  return { id, label: day ? `${title} (${day})` : title, detail: time };
}

export const field = {
  key: 'saved_order_id',
  label: 'Saved Order',
  type: 'string',
  required: true,
  resource: 'saved_order',
  choices: withPlatformErrors({ perform: listChoices }),
  search: 'find_saved_order.saved_order_id',
  helpText: 'The letter that you saved at the letter service. If it is not listed, enter its ID.',
} as const;

export const output = describeOutput({
  id: 'l-018-2203',
  saved_order_id: 'l-018-2203',
  name: 'Welcome letter',
  created: '2026-02-18T14:05:00-05:00',
});

/**
 * Reads the saved order to send, and its placeholders from the cache.
 * @throws a user-facing error if the cache fails
 */
export async function readDesign(z: ZObject, inputData: InputData, options: OrderOptions) {
  const savedOrderId = readRequired(inputData, field);
  const cache = new Cache(z);
  const placeholders = await protectCheck(
    z,
    options,
    async () => zod.safeParse(placeholdersSchema, await cache.peek(placeholdersKey(savedOrderId))).data,
  );
  return { cache, savedOrderId, options, placeholders };
}

type Design = Awaited<ReturnType<typeof readDesign>>;

/** Orders the letters, or previews them in a test. @throws as {@link orderLetters} does */
export async function send(design: Design, people: OrderPeople) {
  const { savedOrderId } = design;
  const { z } = design.cache;
  const letters = { ...design, people, identify: async () => ({ saved_order_id: savedOrderId }) };
  if (design.options.isPreview)
    return {
      created: null,
      saved_order_id: savedOrderId,
      ...(await previewLetters(letters, () => checkDesign(design, people))),
    };
  const { result } = await orderLetters({
    ...letters,
    place: async ({ list_id, expires }) => ({
      ...(await orders.createFromSaved(z, { saved_order_id: savedOrderId, list_id })),
      saved_order_id: savedOrderId,
      ...(expires === undefined ? {} : { list_expires: isoDate(expires) }),
    }),
    remember: (fields, id, contents) => rememberPlaceholders(design, fields, id, contents),
  });
  return { created: null, ...result };
}

/** Returns what a preview says, in the order in which users look for it. */
async function checkDesign(design: Design, people: OrderPeople): Promise<Checks[]> {
  const { cache, savedOrderId, placeholders } = design;
  const [listed, last] = await Promise.all([list(cache.z), readLastOrder(design)]);
  const { warning, ...text } = checkPlaceholders(placeholders, people.fields);
  return [
    { warning },
    people.check(),
    describeValues(people.listed?.[0]?.recipient, placeholders),
    showText(design, people, last),
    text,
    checkListed('saved order', savedOrderId, listed),
    showPrice(design, last),
  ];
}

/** Maximum characters of a letter in a preview. */
const maxPreviewLength = 3_000;

/** Returns what was last ordered with the letter, if it is known. */
async function readLastOrder({ cache, placeholders }: Design) {
  return placeholders?.order && readOrder(cache.z, placeholders.order.id);
}

type LastOrder = Awaited<ReturnType<typeof readLastOrder>>;

/** Shows the texts of the last order, with the first person's values if they are known. */
function showText({ options, placeholders }: Design, { listed }: OrderPeople, last: LastOrder): Checks {
  const first = listed?.[0]?.recipient;
  const letter = truncate(fillIn(findTexts(last?.contents).join('\n'), first), maxPreviewLength);
  if (!letter || placeholders?.at === undefined) return {};
  const time = formatTime(placeholders.at, options.timeZone);
  const whose = first ? `, with the values of ${truncate(printedName(first))}` : '';
  return {
    checked: [`The letter as it was printed on ${time} (it may have been edited since)${whose}:\n${letter}`],
  };
}

/** States the price of the last order. It may include a base price, so a price per letter cannot be calculated for another count. */
function showPrice({ options, placeholders }: Design, last: LastOrder): Checks {
  const { order, at } = placeholders ?? {};
  const price = Number(last?.invoice_amount ?? 0);
  if (!order || at === undefined || !(price > 0)) return {};
  const each = order.count > 1 ? `, ${formatPrice(price / order.count)} for each` : '';
  return {
    checked: [
      `The last order cost ${formatPrice(price)} for ${formatCount(order.count, 'letter')}${each} (${formatTime(at, options.timeZone)}). It may include a base price, which is charged once per order.`,
    ],
  };
}

/** Replaces the placeholders for which a person has a value. The service fills in the rest. */
function fillIn(text: string, { metadata, address, ...person }: Partial<Recipient> = {}): string {
  const values = Object.entries({ ...metadata, ...address, ...person });
  const byName = new Map(values.map(([name, value]) => [name.toLowerCase(), toText(value)]));
  return text.replace(placeholderPattern, (whole, name: string) => byName.get(name.toLowerCase()) || whole);
}

/** Remembers the placeholders in an order of the letter. The letters are already ordered, so a failure is only logged. */
async function rememberPlaceholders(
  { cache, savedOrderId, placeholders: known }: Design,
  fields: MergeFieldSummary,
  id: string,
  contents: unknown,
) {
  if (!contents) return null;
  const names = findPlaceholders(contents);
  const now = findFilled(names, fields);
  const filled = names.filter((name) => known?.filled.includes(name) || now.includes(name));
  const { count } = fields;
  const isSame =
    JSON.stringify([names, filled, count]) ===
    JSON.stringify([known?.names, known?.filled, known?.order?.count]);
  if (!isSame || Date.now() - (known?.at ?? 0) > 86_400_000) {
    const entry = { names, filled, at: Date.now(), order: { id, count } };
    await rememberFilled(cache, filled);
    await tryOrLog(
      cache.z,
      'The placeholders of the saved order could not be remembered, so the next run will not check them before it orders.',
      () => cache.write(placeholdersKey(savedOrderId), entry, placeholderLifetime, { isCleanUp: true }),
    );
  }
  return describeGaps(names, fields, id);
}

const placeholdersKey = (savedOrderId: string): string => `placeholders:${savedOrderId}`;
