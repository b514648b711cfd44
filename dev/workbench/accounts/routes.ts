/** `/api/accounts` and the OAuth callback. */
import { Hono } from 'hono';
import type { WorkbenchContext } from '../context.ts';
import { HttpError } from '../http/http_error.ts';
import { problemOf } from '../runs/trace.ts';
import type { Zaps } from '../zaps/zaps.ts';
import type { Accounts } from './accounts.ts';
import { registerCallback } from './sandbox_client.ts';

interface AccountRoutesOptions extends Pick<WorkbenchContext, 'publish'> {
  accounts: Accounts;
  zaps: Zaps;
  sandboxUrl: string | undefined;
  /** The workbench's own origin, known once it listens. */
  origin(): string;
}

export function accountRoutes({ accounts, zaps, sandboxUrl, publish, origin }: AccountRoutesOptions): Hono {
  const app = new Hono();

  const startConnecting = async (reconnectId?: string) => {
    const callback = `${origin()}/oauth/return`;
    if (sandboxUrl !== undefined) await registerCallback(sandboxUrl, callback);
    const authorizeUrl = new URL(await accounts.startConnecting(callback, reconnectId));
    // Makes the sandbox offer its login, so that another user can connect an account.
    if (sandboxUrl !== undefined) authorizeUrl.searchParams.set('prompt', 'consent');
    return { authorizeUrl: authorizeUrl.href };
  };

  app.post('/api/accounts', async (c) => c.json(await startConnecting()));
  app.post('/api/accounts/:id/connect', async (c) => c.json(await startConnecting(c.req.param('id'))));
  app.get('/oauth/return', async (c) => {
    try {
      const { id } = await accounts.finishConnecting(c.req.query());
      zaps.adoptAccount(id);
      publish({ what: 'accounts' });
      return c.redirect(`/?${new URLSearchParams({ connected: id })}`);
    } catch (error) {
      return c.redirect(`/?${new URLSearchParams({ failed: problemOf(error).message })}`);
    }
  });
  app.post('/api/accounts/:id/test', async (c) => {
    const trace = await accounts.test(c.req.param('id'));
    publish({ what: 'accounts' });
    return c.json(trace);
  });
  app.delete('/api/accounts/:id', (c) => {
    const id = c.req.param('id');
    const user = zaps.findActiveWithAccount(id);
    if (user) throw new HttpError(409, `“${user.plan.name}” is on and uses this account. Turn it off first.`);
    accounts.remove(id);
    zaps.removeAccount(id);
    publish({ what: 'accounts' });
    return c.body(null, 204);
  });
  return app;
}
