/** Query parameters of the console's routes. */
import type { SandboxContext } from '../http/context.ts';
import { readQuery } from '../http/query.ts';
import { ServiceError } from '../http/service_error.ts';
import type { Page } from './protocol.ts';

/** The parameters of a request; those left out are empty. */
export function queryOf(c: SandboxContext) {
  const {
    account = '',
    search = '',
    list = '',
    about = '',
    subscription = '',
    state = '',
    status = '',
  } = readQuery(c.req.url);
  return { account, search: search.trim(), list, about, subscription, state, status };
}

/** @throws if the `limit` parameter is not a number */
export function limitOf(c: SandboxContext): number {
  const { limit = '100' } = readQuery(c.req.url);
  if (/^\d{1,6}$/.test(limit)) return Number(limit);
  throw new ServiceError(400, 'invalid_data', 'The query parameter "limit" must be a number.', {
    attribute: 'limit',
  });
}

export const firstPage = <Item, View>(
  items: readonly Item[],
  limit: number,
  view: (item: Item) => View,
): Page<View> => ({ total: items.length, items: items.slice(0, limit).map(view) });

/** Returns whether each word of the search occurs in one of the record's values. */
export function matchesSearch(search: string, record: object): boolean {
  if (search === '') return true;
  const text = JSON.stringify(Object.values(record)).toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
