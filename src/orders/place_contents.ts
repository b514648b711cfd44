/** Orders contents: sheets and envelopes, instead of a saved order. */
import type { Bundle } from 'zapier-platform-core';
import type { OrderRequest } from '../api/orders.ts';
import * as orders from '../api/orders.ts';
import type { Cache } from '../cache.ts';
import { type Explanations, explain, type Failure, type Words } from '../failure.ts';
import { readContentHash } from '../files/upload.ts';
import { listFirst, truncate } from '../format.ts';
import { describePath } from './new_order.ts';
import { orderLetters } from './order_letters.ts';
import { type DuplicateCheck, listField } from './order_options.ts';
import type { OrderPeople } from './order_people.ts';
import { findFilled, type Placeholders, rememberFilled } from './placeholders.ts';
import type { Checks } from './result.ts';

interface Contents {
  /** The order without its list. */
  order: Omit<OrderRequest, 'list'>;
  /** The contents with hashes in place of file IDs, if the step knows the hashes. */
  identified?: OrderRequest['contents'];
  placeholders: Placeholders;
  check: DuplicateCheck;
  /** Returns the checks of the contents, for a preview. */
  preview: () => Promise<Checks[]>;
  /** The message if the service does not know the list. */
  listProblem?: Words | undefined;
}

/** Orders the contents unless the same letters were already ordered. A test only checks them. @throws as {@link orderLetters} does */
export async function placeContents(
  cache: Cache,
  bundle: Pick<Bundle, 'inputData' | 'meta'>,
  { order, identified = order.contents, placeholders, check, preview, listProblem }: Contents,
  people: OrderPeople,
) {
  const placed = await orderLetters(cache, bundle, check, people, {
    placeholders,
    identify: () => identifyFiles(cache, identified),
    check: async () => [...(await preview()), people.checks],
    async place({ list_id: list }) {
      const created = await orders.create(cache.z, { ...order, list }).catch((error: unknown) => {
        throw explain(error, explanations(order.contents, listProblem));
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

const unknownList: Words = [
  `${listField.label}: the letter service did not recognize this value. Lists expire after 14 days.`,
  'Make a new one with Create Temporary List, and map its List ID.',
];

/** Describes the files with the labels of the form: `Sheet 1, File ("f-120-8841")`. If the service names some files, only these. */
function describeFiles(contents: OrderRequest['contents'], serviceMessage = ''): string {
  const files = contents.flatMap(({ file }, index) =>
    typeof file === 'string' ? [{ file, place: describePath(contents, `contents[${index}].file`) }] : [],
  );
  const named = files.filter(({ file }) => serviceMessage.includes(file));
  const listed = (named.length > 0 ? named : files).map(
    ({ file, place }) => `${place} ("${truncate(file)}")`,
  );
  return listFirst(listed, ' or ', 5);
}

/** Returns the messages for the service's error codes, which name the rejected field if the response has its path. */
function explanations(contents: OrderRequest['contents'], listProblem: Words | undefined): Explanations {
  const at =
    (problem: string, advice: string) =>
    ({ attribute = '', expectedType }: Failure): Words | undefined => {
      const place = describePath(contents, attribute);
      const type = expectedType ? `type ${expectedType}` : 'another type';
      return place === undefined ? undefined : [`${place}${problem.replace('TYPE', type)}.`, advice];
    };
  const invalidId = at(
    ': the letter service did not recognize this value',
    'Check it, or copy it from an earlier order.',
  );
  return {
    'orders.unknown_file': ({ attribute = '', serviceMessage }) => [
      `${describePath(contents, attribute) ?? describeFiles(contents, serviceMessage)}: this file does not exist at the letter service.`,
      'If it was uploaded a moment ago, run the step again in a minute. Otherwise, upload it in an earlier step and map it from there.',
    ],
    'orders.unknown_font': at(
      ': this font does not exist at the letter service',
      'Use a font from one of your earlier orders.',
    ),
    'orders.invalid_id': (failure) => {
      if (failure.attribute === undefined) return listProblem;
      return failure.attribute === 'list' ? (listProblem ?? unknownList) : invalidId(failure);
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
