/** Who may talk to the workbench: this machine, by a loopback name, and for changes only the workbench's own page. */
import type { MiddlewareHandler } from 'hono';
import { HttpError } from './http_error.ts';

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * A page elsewhere that points a name of its own at this machine, or sends forms here, must neither read nor change
 * anything. Every browser tells the origin of a request that changes something.
 */
export const guardOrigin: MiddlewareHandler = async (c, next) => {
  const host = c.req.header('Host') ?? '';
  if (!loopback.test(host))
    throw new HttpError(421, 'The workbench answers only as localhost, 127.0.0.1 or [::1].');
  const site = c.req.header('Sec-Fetch-Site');
  // An account comes back from the service's pages by such a way, and a link may lead to the page.
  const isVisit = c.req.header('Sec-Fetch-Mode') === 'navigate' && c.req.method === 'GET';
  if (site !== undefined && !['same-origin', 'none'].includes(site) && !isVisit)
    throw new HttpError(403, 'Pages of other addresses cannot look in here.');
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    const origin = c.req.header('Origin');
    const isOwn = origin === undefined ? site === 'same-origin' : origin === `http://${host}`;
    if (!isOwn) throw new HttpError(403, 'Only the workbench’s own page can change anything here.');
    const type = c.req.header('Content-Type');
    const isUpload = c.req.path === '/api/uploads';
    if (type !== undefined && !isUpload && !/^application\/json\s*(?:;|$)/i.test(type))
      throw new HttpError(415, `The workbench reads JSON (application/json) and not ${type.slice(0, 100)}.`);
  }
  return next();
};
