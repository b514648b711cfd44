/** Restricts the workbench to this machine and, for changes, to its own page. */
import type { MiddlewareHandler } from 'hono';
import { HttpError } from './http_error.ts';

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** What links on other sites may open: the page, and the redirect from the service's consent page. */
const linkedPaths = new Set(['/', '/oauth/return']);

/** Characters; far more than a file name and the parameters of a redirect. */
const maxUrlLength = 8000;

/**
 * Protects against DNS rebinding (by the Host header) and requests of other origins, which include other ports of this
 * machine (by Sec-Fetch-Site and Origin, which every browser sends with a request that changes something).
 */
export const guardOrigin: MiddlewareHandler = async (c, next) => {
  const host = c.req.header('Host') ?? '';
  if (!loopbackHost.test(host))
    throw new HttpError(421, 'The workbench only responds to localhost, 127.0.0.1 or [::1].');
  if (c.req.url.length > maxUrlLength)
    throw new HttpError(414, `A URL of the workbench can have up to ${maxUrlLength} characters.`);
  const site = c.req.header('Sec-Fetch-Site') ?? 'none';
  const isLink = c.req.header('Sec-Fetch-Mode') === 'navigate' && linkedPaths.has(c.req.path);
  if (site !== 'same-origin' && site !== 'none' && !(isLink && c.req.method === 'GET'))
    throw new HttpError(403, 'Other websites cannot use the workbench.');
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    const origin = c.req.header('Origin');
    const isOwnPage = origin === undefined ? site === 'same-origin' : origin === `http://${host}`;
    if (!isOwnPage) throw new HttpError(403, 'Only the workbench’s own page can make changes here.');
    const type = c.req.header('Content-Type');
    const isUpload = c.req.path === '/api/uploads';
    if (type !== undefined && !isUpload && !/^application\/json\s*(?:;|$)/i.test(type))
      throw new HttpError(415, `Send JSON (application/json) instead of ${type.slice(0, 100)}.`);
  }
  return next();
};
