/** Reads query parameters. */
import { ServiceError, shorten } from './service_error.ts';

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

function decodePart(text: string): string {
  try {
    const value = decodeURIComponent(text.replaceAll('+', ' '));
    if (!value.includes('\0')) return value;
  } catch {
    // Reported below, like NUL.
  }
  throw new ServiceError(400, 'invalid_request', 'The query is not valid percent-encoded UTF-8.');
}
