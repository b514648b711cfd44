/** A dropdown's choices: one page of the connector's, or the matches from all pages when the user searches. */
import { type Connection, fetchChoices, type LocalZapier } from '@print-and-mail/zapier';
import type { ChoicesPage, Values } from '../protocol.ts';

export interface Dropdown {
  kind: 'triggers' | 'searches' | 'creates';
  key: string;
  field: string;
  values: Values;
  connection: Connection | undefined;
  pagingToken: string | undefined;
  /** Filters the choices here, because the connector's dropdowns have no search. */
  search: string | undefined;
}

/** Stop loading further pages after this many matches. */
const enoughMatches = 50;

/** @throws the connector's error, or an error if the field has no dynamic dropdown */
export async function loadChoices(
  platform: LocalZapier,
  { kind, key, field, values, connection, pagingToken, search = '' }: Dropdown,
): Promise<ChoicesPage> {
  const words = normalize(search).split(/\s+/).filter(Boolean);
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
        const text = normalize(`${label} ${id}`);
        return words.every((word) => text.includes(word));
      }),
    );
    next = page.pagingToken;
  } while (words.length > 0 && results.length < enoughMatches && next !== undefined);
  return { results, ...(next === undefined ? {} : { pagingToken: next }) };
}

/** Lowercase without accents. */
const normalize = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
