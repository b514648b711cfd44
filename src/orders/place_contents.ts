/** Orders contents: sheets and envelopes, instead of a saved order. */
import type { OrderRequest } from '../api/orders.ts';
import * as orders from '../api/orders.ts';
import type { Cache } from '../cache.ts';
import { explain, getFailure } from '../failure.ts';
import { readContentHash } from '../files/upload.ts';
import { nameItem } from './order.ts';
import { orderLetters } from './order_letters.ts';
import { listField, type OrderOptions } from './order_options.ts';
import type { OrderPeople } from './order_people.ts';
import { findFilled, type Placeholders, rememberFilled } from './placeholders.ts';
import type { Checks } from './result.ts';

interface Contents {
  /** The order without its list. */
  order: Omit<OrderRequest, 'list'>;
  /** The contents with hashes in place of file IDs, if the step knows the hashes. */
  identified?: OrderRequest['contents'];
  placeholders: Placeholders;
  /** Returns the checks of the contents, for a preview. */
  preview: () => Promise<Checks[]>;
  /** What to say if the service does not know the list. */
  listProblem?: ListProblem;
}

type ListProblem = { what: string; advice: string } | undefined;

/** Orders the contents unless the same letters were already ordered. A test only checks them. @throws as {@link orderLetters} does */
export async function placeContents(
  cache: Cache,
  options: OrderOptions,
  people: OrderPeople,
  { order, identified = order.contents, placeholders, preview, listProblem }: Contents,
) {
  const placed = await orderLetters(cache, options, people, {
    placeholders,
    identify: () => identifyFiles(cache, identified),
    check: async () => [...(await preview()), people.checks],
    async place({ list_id: list }) {
      const created = await orders.create(cache.z, { ...order, list }).catch((error: unknown) => {
        throw explainRejection(error, order.contents, listProblem);
      });
      return { ...created, order_id: created.id };
    },
    async remember(fields) {
      await rememberFilled(cache, findFilled(placeholders.names, fields));
      return undefined;
    },
  });
  const inPreview = { type: order.type, list: people.listId, rush: null };
  return { ...(placed.result.preview_only ? inPreview : placed.order), ...placed.result };
}

/** Replaces the ID of each file with the hash of its content, if a step uploaded the file. */
const identifyFiles = (cache: Cache, contents: OrderRequest['contents']): Promise<unknown[]> =>
  Promise.all(
    contents.map(async (item) =>
      typeof item.file === 'string' ? { ...item, file: await readContentHash(cache, item.file) } : item,
    ),
  );

/** Adds to a rejection which sheet or envelope it is about, and what to do. The message quotes the service's path. */
function explainRejection(error: unknown, contents: OrderRequest['contents'], listProblem: ListProblem) {
  const [, index] = /contents\W{1,2}(\d+)/i.exec(getFailure(error)?.attribute ?? '') ?? [];
  const item = contents[Number(index)];
  const name = item && nameItem(contents, item);
  const checkItem = name === undefined ? undefined : { advice: `Check ${name}.` };
  const checkList = {
    advice: `Check each ID in this step. Lists expire after 14 days: make a new one with Create Temporary List, and map its ${listField.label}.`,
  };
  return explain(error, {
    'orders.unknown_file': {
      advice: `Check the ${name ? `file of ${name}` : 'files'}. If it was uploaded a moment ago, run the step again in a minute.`,
    },
    'orders.invalid_id': checkItem ?? listProblem ?? checkList,
    'lists.not_found': checkItem ?? listProblem,
    not_found: checkItem ?? listProblem,
    not_done: checkItem,
  });
}
