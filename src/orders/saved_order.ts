/** A saved order: the dropdown, the record and the output fields, and how the steps that send one do it. docs/api.md#saved-orders */
import type { Bundle, ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import type { Recipient } from '../api/lists.ts';
import type { SavedOrder } from '../api/orders.ts';
import * as orders from '../api/orders.ts';
import { isoDate } from '../api/values.ts';
import { Cache } from '../cache.ts';
import { withPlatformErrors } from '../edge.ts';
import { tryOrLog } from '../failure.ts';
import { readOrder } from '../once/earlier_orders.ts';
import type { OrderOptions } from '../once/order_options.ts';
import { describeOutput } from '../output_fields.ts';
import { printedName } from '../person/contact.ts';
import type { MergeFieldSummary } from '../recipients/merge_fields.ts';
import { onePage } from '../steps/dropdown.ts';
import { type InputData, readRequired } from '../steps/inputs.ts';
import { formatCount, formatTime, truncate } from '../text/format.ts';
import { toText } from '../text/values.ts';
import { checkListed } from './order.ts';
import type { OrderPeople } from './order_people.ts';
import { orderLetters, protectCheck } from './place_once.ts';
import {
  checkPlaceholders,
  findFilled,
  findPlaceholders,
  findTexts,
  placeholderLifetime,
  placeholderPattern,
  placeholdersSchema,
  rememberFilled,
} from './placeholders.ts';

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
  helpText: 'As you saved it at the letter service. If it is not listed, enter its ID.',
} as const;

export const output = describeOutput({
  id: 'l-018-2203',
  saved_order_id: 'l-018-2203',
  name: 'Welcome letter',
  created: '2026-02-18T14:05:00-05:00',
});

/**
 * Reads the saved order to send, and its placeholders from the cache.
 * @throws a user-facing error if the cache fails, because people may be recognized by what the letter prints
 */
export async function readLetter(z: ZObject, inputData: InputData, options: OrderOptions) {
  const savedOrderId = readRequired(inputData, field);
  const cache = new Cache(z);
  const placeholders = await protectCheck(
    z,
    options,
    async () => zod.safeParse(placeholdersSchema, await cache.read(placeholdersKey(savedOrderId))).data,
  );
  return { cache, savedOrderId, options, placeholders };
}

type Letter = Awaited<ReturnType<typeof readLetter>>;

/** Orders the letters. A test only checks them. @throws as {@link orderLetters} does */
export async function send(letter: Letter, people: OrderPeople) {
  const { cache, savedOrderId, placeholders } = letter;
  const { z } = cache;
  const { result } = await orderLetters({
    ...letter,
    people,
    identify: async () => ({ saved_order_id: savedOrderId }),
    async check() {
      const [listed, last] = await Promise.all([list(z), showLastOrder(letter, people)]);
      const saved = checkListed('saved order', savedOrderId, listed);
      const text = checkPlaceholders(placeholders, people.fields);
      // If the text is unknown, the preview says so first.
      return placeholders ? [saved, people.checks, last, text] : [text, saved, people.checks];
    },
    place: async ({ list_id, expires }) => ({
      ...(await orders.createFromSaved(z, { saved_order_id: savedOrderId, list_id })),
      ...(expires === undefined ? {} : { list_expires: isoDate(expires) }),
    }),
    remember: (fields, id, contents) => rememberPlaceholders(letter, fields, id, contents),
  });
  return { created: null, ...result };
}

/** Maximum characters of a letter in a preview. */
const maxLength = 3_000;

/** Shows the texts of the letter's last order, with the first person's values if they are known, and that order's price. */
async function showLastOrder({ cache, options, placeholders }: Letter, { first }: OrderPeople) {
  const { order: last, at } = placeholders ?? {};
  if (!last || at === undefined) return {};
  const order = await readOrder(cache.z, last.id);
  const time = formatTime(at, options.timeZone);
  const letter = truncate(fillIn(findTexts(order?.contents).join('\n'), first), maxLength);
  const whose = first ? `, with the values of ${truncate(printedName(first))}` : '';
  const printed = `The letter as it was printed on ${time} (it may have been edited since)${whose}:`;
  const price = Number(order?.invoice_amount ?? 0);
  const cost = `${formatCount(last.count, 'letter')} for $${price.toFixed(2)} on ${time}`;
  return {
    checked: [letter ? `${printed}\n${letter}` : null, price > 0 ? `The last order: ${cost}.` : null],
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
  { cache, savedOrderId, placeholders: known }: Letter,
  fields: MergeFieldSummary,
  id: string,
  contents: unknown,
) {
  if (!contents) return undefined;
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
  return { names, filled };
}

const placeholdersKey = (savedOrderId: string): string => `placeholders:${savedOrderId}`;
