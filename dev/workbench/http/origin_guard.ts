/** Restricts the workbench to this machine and, for changes, to its own page. */
import type { MiddlewareHandler } from 'hono';
import { HttpError } from './http_error.ts';

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Protects against DNS rebinding (by the Host header) and cross-site requests (by Sec-Fetch-Site and Origin, which every
 * browser sends with a request that changes something).
 */
export const guardOrigin: MiddlewareHandler = async (c, next) => {
  const host = c.req.header('Host') ?? '';
  if (!loopbackHost.test(host))
    throw new HttpError(421, 'The workbench only responds to localhost, 127.0.0.1 or [::1].');
  const site = c.req.header('Sec-Fetch-Site');
  // Links to the page and the redirect from the service's consent page are allowed.
  const isNavigation = c.req.header('Sec-Fetch-Mode') === 'navigate' && c.req.method === 'GET';
  if (site !== undefined && !['same-origin', 'none'].includes(site) && !isNavigation)
    throw new HttpError(403, 'Other websites cannot read from the workbench.');
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
