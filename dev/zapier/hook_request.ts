/** A webhook delivery, as Zapier hands it to a hook trigger's `perform`. */
import type { IncomingMessage } from 'node:http';
import type { RawRequest } from './event.ts';

/** Zapier writes a request's headers the way CGI once did, as `Http-Content-Type`. */
export function rawRequest(request: IncomingMessage, url: URL, content: string): RawRequest {
  const headers = Object.entries(request.headersDistinct).map(([name, values]) => [
    `Http-${name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())}`,
    (values ?? []).join(', '),
  ]);
  return {
    method: request.method ?? 'POST',
    querystring: url.search.slice(1),
    headers: Object.fromEntries(headers),
    content,
  };
}

/** The body as data: JSON parsed, a form as an object; an empty object when there is none or it cannot be read. */
export function cleanedRequest({ headers, content }: RawRequest): unknown {
  if (/^application\/x-www-form-urlencoded/i.test(headers['Http-Content-Type'] ?? '')) {
    return Object.fromEntries(new URLSearchParams(content));
  }
  try {
    return JSON.parse(content);
  } catch {
    return {};
  }
}
