/** Orders contents: sheets and envelopes, instead of a saved order. */
import type { OrderRequest } from '../api/orders.ts';
import * as orders from '../api/orders.ts';
import type { Cache } from '../cache.ts';
import { explain, type FailureFacts, getFailure } from '../failure.ts';
import { checkPrintable } from '../files/file_name.ts';
import { recallUpload } from '../files/upload.ts';
import { joinWarnings } from '../text/format.ts';
import { type Checks, nameItem } from './order.ts';
import { type Letters, orderLetters } from './place_once.ts';
import { findFilled, type Placeholders, rememberFilled } from './placeholders.ts';
import { previewLetters } from './preview.ts';

interface Contents extends Pick<Letters, 'cache' | 'options' | 'people'> {
  order: Omit<OrderRequest, 'list'>;
  /** The contents with hashes in place of file IDs, if the step knows the hashes. */
  identified?: OrderRequest['contents'];
  placeholders: Placeholders;
  preview: () => Promise<Checks[]>;
  /** What to say if the service does not know the list. */
  listProblem?: Partial<FailureFacts> | undefined;
}

/** Orders the contents unless the same letters were already ordered. A test only previews them. @throws as {@link orderLetters} does */
export async function placeContents({
  order,
  identified = order.contents,
  preview,
  listProblem,
  ...letters
}: Contents) {
  const { cache, options, people, placeholders } = letters;
  if (options.isPreview) {
    const check = async () => [people.check(), ...(await preview())];
    const result = await previewLetters({ ...letters, identify: async () => identified }, check);
    return { type: order.type, list: people.listId, rush: null, ...result };
  }
  const uploads = recallUploads(cache, identified);
  // If the cache fails, the duplicate check reports it.
  const names = await uploads.catch(() => []);
  const notes = names.map(({ name, sheet }) => checkPrintable(name, `The file of ${sheet}`));
  const { result, order: created } = await orderLetters({
    ...letters,
    identify: async () => (await uploads).map(({ item }) => item),
    async place({ list_id: list }) {
      const created = await orders.create(cache.z, { ...order, list }).catch((error: unknown) => {
        throw explainRejection(error, { order, listProblem });
      });
      return { ...created, order_id: created.id };
    },
    async remember(fields) {
      await rememberFilled(cache, findFilled(placeholders.names, fields));
      return null;
    },
  });
  return { ...created, ...result, warning: joinWarnings([result.warning, ...new Set(notes)]) };
}

/** Returns each item with the hash of its file's content in place of its ID, and the file's name, if a step uploaded the file. */
const recallUploads = (cache: Cache, contents: OrderRequest['contents']) =>
  Promise.all(
    contents.map(async (item) => {
      if (typeof item.file !== 'string') return { item, name: '', sheet: '' };
      const { content, name } = await recallUpload(cache, item.file);
      return { item: { ...item, file: content }, name, sheet: nameItem(contents, item) };
    }),
  );

/** Adds to a rejection which sheet or envelope it is about. */
function explainRejection(error: unknown, { order, listProblem }: Pick<Contents, 'order' | 'listProblem'>) {
  const [, index] = /contents\W{1,2}(\d+)/i.exec(getFailure(error)?.attribute ?? '') ?? [];
  const item = order.contents[Number(index)];
  if (item) return explain(error, { not_done: { advice: `Check ${nameItem(order.contents, item)}.` } });
  return explain(error, {
    'orders.invalid_id': listProblem,
    'lists.not_found': listProblem,
    not_found: listProblem,
  });
}
