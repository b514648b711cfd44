/** A webhook request, in the form in which Zapier passes it to a hook trigger's `perform`. */
import type { IncomingMessage } from 'node:http';
import type { RawRequest } from './handler_event.ts';

/** Converts a request for `bundle.rawRequest`, where headers are named as in CGI: `Http-Content-Type`. */
export function toRawRequest(request: IncomingMessage, url: URL, content: string): RawRequest {
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

/** Parses the body for `bundle.cleanedRequest`. Returns an empty object if it is neither JSON nor a form. */
export function parseWebhook({ headers, content }: RawRequest): unknown {
  if (/^application\/x-www-form-urlencoded/i.test(headers['Http-Content-Type'] ?? '')) {
    return Object.fromEntries(new URLSearchParams(content));
  }
  try {
    return JSON.parse(content);
  } catch {
    return {};
  }
}
