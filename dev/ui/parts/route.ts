/** Where on the page one is: `#/section/id?name=value`. Every place has an address that can be kept and sent. */
import { signal } from '@preact/signals';

export interface Route {
  /** What stands between the slashes. */
  parts: string[];
  query: URLSearchParams;
}

const read = (): Route => {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
  return { parts: path.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) };
};

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // An address typed by hand: shown as it is, nothing will be found there.
    return part;
  }
}

/** Follows the address bar. */
export const route = signal<Route>(read());

addEventListener('hashchange', () => {
  route.value = read();
});

/** The address of a place on the page. */
export const addressOf = (parts: readonly string[], query: Record<string, string> = {}): string => {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  return `#/${parts.map(encodeURIComponent).join('/')}${search.size > 0 ? `?${search}` : ''}`;
};

/** Changes what the address asks for without a step in the browser's history, as while somebody types. */
export function replaceAddress(address: string): void {
  history.replaceState(null, '', address);
  route.value = read();
}
