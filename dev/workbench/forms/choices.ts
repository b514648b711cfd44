/** A dropdown's entries: a page as the connector gives it, or those of all pages that have the words one typed. */
import { type Connection, fetchChoices, type LocalZapier } from '@print-and-mail/zapier';
import type { ChoicesPage, Values } from '../protocol.ts';

export interface Dropdown {
  kind: 'triggers' | 'searches' | 'creates';
  key: string;
  field: string;
  values: Values;
  connection: Connection | undefined;
  pagingToken: string | undefined;
  /** Words that the entries are to have; the connector's dropdowns know nothing of them. */
  search: string | undefined;
}

/** How many entries with the words are enough to stop turning pages. */
const enough = 50;

/** @throws what the connector throws, or a sentence when the field is no dropdown */
export async function choicesPage(
  platform: LocalZapier,
  { kind, key, field, values, connection, pagingToken, search = '' }: Dropdown,
): Promise<ChoicesPage> {
  const words = plain(search).split(/\s+/).filter(Boolean);
  const results: ChoicesPage['results'] = [];
  let next = pagingToken;
  do {
    const page = await fetchChoices(platform, kind, {
      key,
      field,
      inputData: values,
      ...(connection ? { connection } : {}),
      ...(next === undefined ? {} : { pagingToken: next }),
    });
    results.push(
      ...page.results.filter(({ id, label }) => {
        const text = plain(`${label} ${id}`);
        return words.every((word) => text.includes(word));
      }),
    );
    next = page.pagingToken;
  } while (words.length > 0 && results.length < enough && next !== undefined);
  return { results, ...(next === undefined ? {} : { pagingToken: next }) };
}

/** Without capitals and accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
