/** Orders contents unless the same letters were ordered. */
import type { Bundle, ZObject } from 'zapier-platform-core';
import type { OrderRequest } from '../api/orders.ts';
import * as orders from '../api/orders.ts';
import { Cache } from '../cache.ts';
import { type Explanations, explain, type Failure, type Words } from '../failure.ts';
import { readContentHash } from '../files/upload.ts';
import { listFirst, truncate } from '../format.ts';
import type { People } from '../recipients/identity.ts';
import type { MergeFieldSummary } from '../recipients/merge_fields.ts';
import { describePath } from './new_order.ts';
import { type DuplicateCheck, listField } from './order_options.ts';
import { readOutcome } from './outcome.ts';
import { placeOnce } from './place_once.ts';
import { countGaps, findPlaceholders, rememberFilled } from './placeholders.ts';

interface Contents {
  /** The order without its list, which `prepare` returns. */
  order: Omit<OrderRequest, 'list'>;
  /** The contents with what identifies their files, if not the files' IDs. */
  identified?: OrderRequest['contents'];
  identifyPeople: () => Promise<People>;
  /** Runs if the letters were not ordered before. If it fails, nothing is ordered. Returns the people's merge fields, if they are known. */
  prepare: () => Promise<{ list_id: string; fields: MergeFieldSummary | undefined }>;
  /** What to say if the service does not know the list. */
  listProblem?: Words | undefined;
}

export async function placeContents(
  z: ZObject,
  bundle: Pick<Bundle, 'meta'>,
  check: DuplicateCheck,
  { order, identified = order.contents, identifyPeople, prepare, listProblem }: Contents,
) {
  const cache = new Cache(z);
  const timeZone = bundle.meta?.timezone;
  let filled: string[] = [];
  const outcome = await placeOnce(z, timeZone, check, {
    identify: async () => ({
      print: await identifyFiles(cache, identified),
      people: await identifyPeople(),
    }),
    prepare,
    place: async ({ list_id, fields }) => {
      if (fields)
        filled = findPlaceholders(order.contents).filter((name) => countGaps(name, fields) < fields.count);
      const placed = await orders.create(z, { ...order, list: list_id }).catch((error: unknown) => {
        throw explain(error, explanations(order.contents, listProblem));
      });
      return { ...placed, order_id: placed.id, list_id, letter_count: fields?.count ?? null };
    },
  });
  const { order: read, result, notes } = await readOutcome(z, outcome, timeZone, outcome.placed);
  if (outcome.placed) await rememberFilled(cache, filled);
  return { ...read, ...result, warning: notes.join(' ') || null };
}

/** Returns the contents with each file's hash in place of its ID, unless no step uploaded the file. */
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

/** Returns the files as the form shows them: `Sheet 1, File ("f-120-8841")`. Only those that the service names, if it names any. */
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

/** Names the field that the service rejects, if the response has its path, or the files that it may mean. */
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
