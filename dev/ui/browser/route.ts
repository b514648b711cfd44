/** Routing by the URL's hash, `#/section/id?name=value`, so that every view can be bookmarked. */
import { signal } from '@preact/signals';

export interface Route {
  /** The decoded path segments. */
  parts: string[];
  query: URLSearchParams;
}

const readRoute = (): Route => {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
  return { parts: path.split('/').filter(Boolean).map(decode), query: new URLSearchParams(query) };
};

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Invalid percent-encoding in a URL typed by hand; nothing will match it.
    return part;
  }
}

/** The current route; follows the address bar. */
export const route = signal<Route>(readRoute());

addEventListener('hashchange', () => {
  route.value = readRoute();
});

/** Returns the link to a route; empty query parameters are left out. */
export const hrefFor = (parts: readonly string[], query: Record<string, string> = {}): string => {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  return `#/${parts.map(encodeURIComponent).join('/')}${search.size > 0 ? `?${search}` : ''}`;
};

/** Changes the URL without a new entry in the browser's history, such as while a user types a search. */
export function replaceHref(href: string): void {
  history.replaceState(null, '', href);
  route.value = readRoute();
}
