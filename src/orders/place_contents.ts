/** Orders contents unless the same letters were ordered. Remembers what was printed, to recognize a step that repeats it. */
import type { Bundle, ZObject } from 'zapier-platform-core';
import type { OrderRequest } from '../api/orders.ts';
import * as orders from '../api/orders.ts';
import { Cache } from '../cache.ts';
import { attempt, type Explanations, explain, type Failure } from '../failure.ts';
import { toText } from '../inputs.ts';
import { identifyPrint, type People } from './deduplication/identity.ts';
import { describePath } from './new_order.ts';
import { type DuplicateCheck, listField, longestWindow } from './order_options.ts';
import { readOutcome } from './outcome.ts';
import { placeOnce } from './place_once.ts';
import { readContentHash } from './upload.ts';

interface Contents {
  /** The order without its list, which `prepare` returns. */
  order: Omit<OrderRequest, 'list'>;
  /** The contents with what identifies their files, if not the files' IDs. */
  identified?: OrderRequest['contents'];
  /** The ID of the order that this one repeats with another file. */
  repeats?: string | undefined;
  identifyPeople: () => Promise<People>;
  /** Runs if the letters were not ordered before. If it fails, nothing is ordered. */
  prepare: () => Promise<{ list_id: string; letter_count: number | null }>;
  /** What to say if the service does not know the list. */
  listProblem?: string | undefined;
}

export async function placeContents(
  z: ZObject,
  bundle: Pick<Bundle, 'meta'>,
  check: DuplicateCheck,
  { order, identified = order.contents, repeats, identifyPeople, prepare, listProblem }: Contents,
) {
  const cache = new Cache(z);
  const timeZone = bundle.meta?.timezone;
  let form: string | undefined;
  const outcome = await placeOnce(z, timeZone, check, {
    identify: async () => {
      form = (repeats && toText(await cache.read(formKey(repeats)))) || identifyForm(order.contents);
      return { print: [form, await identifyFiles(cache, identified)], people: await identifyPeople() };
    },
    prepare,
    place: async ({ list_id, letter_count }) => {
      const placed = await orders.create(z, { ...order, list: list_id }).catch((error: unknown) => {
        throw explain(error, explanations(order.contents, listProblem));
      });
      return { ...placed, order_id: placed.id, list_id, letter_count };
    },
  });
  const { order: read, result, notes } = await readOutcome(z, outcome, timeZone, outcome.placed);
  if (form && outcome.placed) {
    // Also the earlier order's, so that it is remembered as long as this order counts.
    for (const id of repeats === undefined ? [result.order_id] : [repeats, result.order_id])
      await rememberForm(cache, id, form);
  }
  return { ...read, ...result, warning: notes.join(' ') || null };
}

/** Identifies contents without their files, so that orders of different documents have the same form. */
const identifyForm = (contents: OrderRequest['contents']): string =>
  identifyPrint(contents.map((item) => ({ ...item, file: null })));

/** Returns what is in the files, or the IDs of those that no step uploaded. */
const identifyFiles = (cache: Cache, contents: OrderRequest['contents']): Promise<string[]> =>
  Promise.all(
    contents.flatMap(({ file }) => (typeof file === 'string' ? [readContentHash(cache, file)] : [])),
  );

const formKey = (orderId: string): string => `form:${orderId}`;

/** Lets Repeat Order With New File recognize the order's form, although the service adds values to its contents. */
const rememberForm = (cache: Cache, orderId: string, form: string): Promise<void> =>
  attempt(
    cache.z,
    `What the order ${orderId} prints could not be saved, so a step that repeats it may print the same letters again.`,
    () => cache.write(formKey(orderId), form, longestWindow, { isCleanUp: true }),
  );

const unknownListText = `${listField.label}: the letter service did not recognize this value. Lists expire after 14 days. Make a new one with Create Temporary List, and map its List ID.`;

/** Names the field that the service rejects, if the response has its path. */
function explanations(contents: OrderRequest['contents'], listProblem: string | undefined): Explanations {
  const at =
    (problem: string, advice: string) =>
    ({ attribute = '', expectedType }: Failure): string | undefined => {
      const place = describePath(contents, attribute);
      return (
        place &&
        `${place}${problem.replace('TYPE', expectedType ? `type ${expectedType}` : 'another type')}. ${advice}`
      );
    };
  const invalidId = at(
    ': the letter service did not recognize this value',
    'Check it, or copy it from an earlier order.',
  );
  return {
    'orders.unknown_file': at(
      ': this file does not exist at the letter service',
      'If it was uploaded a moment ago, run the step again in a minute. Otherwise, upload it in an earlier step and map it from there.',
    ),
    'orders.unknown_font': at(
      ': this font does not exist at the letter service',
      'Use a font from one of your earlier orders.',
    ),
    'orders.invalid_id': (failure) => {
      if (failure.attribute === undefined) return listProblem;
      return failure.attribute === 'list' ? (listProblem ?? unknownListText) : invalidId(failure);
    },
    'lists.not_found': () => listProblem,
    not_found: () => listProblem,
    'orders.missing_attribute': at(' is blank, but the letter service requires it', 'Fill it in.'),
    'orders.invalid_data': at(
      ': the letter service expects a value of TYPE here',
      'Check numbers and yes/no values.',
    ),
  };
}
