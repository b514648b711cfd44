/** Reads query parameters. */
import type { SandboxContext } from './context.ts';
import { ServiceError, shorten } from './service_error.ts';

/** Maximum characters of a path with its query. A webhook target of 4,000 characters fits, percent-encoded. */
export const urlLimit = 16_384;

/** @throws 414 if the path and the query are longer than the limit */
export function limitUrl(c: SandboxContext): void {
  if ((c.env.incoming.url?.length ?? 0) > urlLimit)
    throw new ServiceError(
      414,
      'url_too_long',
      `The path and the query can have up to ${urlLimit} characters together.`,
    );
}

/**
 * Returns the query parameters.
 * @param read the parameters that must not be repeated; all if omitted
 * @throws 400 if one is repeated or the query is not valid percent-encoded UTF-8
 */
export function readQuery(url: string, read?: readonly string[]): Record<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of parseQuery(url)) {
    if (read && !read.includes(name)) continue;
    if (parameters.has(name))
      throw new ServiceError(
        400,
        'invalid_request',
        `The query parameter ${shorten(name)} must appear only once.`,
        {
          attribute: shorten(name),
        },
      );
    parameters.set(name, value);
  }
  return Object.fromEntries(parameters);
}

/** Returns the names and values of the query in order. @throws 400 if it is not valid percent-encoded UTF-8 */
export function parseQuery(url: string): [name: string, value: string][] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  return url
    .slice(start + 1)
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return [decodePart(name), decodePart(rest.join('='))];
    });
}

/** Returns the values of each name in order. */
export function groupByName(pairs: Iterable<readonly [string, string]>): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
}

function decodePart(text: string): string {
  try {
    const value = decodeURIComponent(text.replaceAll('+', ' '));
    if (!value.includes('\0')) return value;
  } catch {
    // Reported below, like NUL.
  }
  throw new ServiceError(400, 'invalid_request', 'The query is not valid percent-encoded UTF-8.');
}
