/** The workbench's server: serves the page and the API of `protocol.ts`. `dev/zapier` runs the connector. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { HandlerError, type LocalZapier } from '@print-and-mail/zapier';
import { Hono } from 'hono';
import { except } from 'hono/combine';
import { securityHeaders, servePage } from '../ui/serve_page.ts';
import { Accounts } from './accounts/accounts.ts';
import { accountRoutes } from './accounts/routes.ts';
import type { WorkbenchContext } from './context.ts';
import { formRoutes } from './forms/routes.ts';
import { ChangeStream } from './http/change_stream.ts';
import { HttpError } from './http/http_error.ts';
import { guardOrigin } from './http/origin_guard.ts';
import type { PageData, Problem, State } from './protocol.ts';
import { problemOf } from './runs/trace.ts';
import { readExamples } from './zaps/examples.ts';
import { zapRoutes } from './zaps/routes.ts';
import { Zaps } from './zaps/zaps.ts';

export interface WorkbenchOptions {
  /** Default: 4020; 0 for any free port. */
  port?: number;
  /** Runs the connector, with settings for the service that accounts connect to. */
  platform: LocalZapier;
  /** The sandbox that the platform's settings point to, if any; see `workbenchSettings`. */
  sandboxUrl?: string;
  /** The file that keeps the Zaps. Default: they are gone when the workbench closes. */
  zapFile?: string | undefined;
  /** Seconds between two polls of a Zap that is on. Default: 5. */
  pollSeconds?: number;
}

export interface Workbench {
  /** Without a trailing slash. */
  url: string;
  port: number;
  /** Waits until every run that has started is over or held. */
  settled(): Promise<void>;
  /**
   * Turns every Zap off and stops listening. The platform keeps running.
   * @returns the errors of Zaps that could not unsubscribe, for example because the sandbox was reset
   */
  close(): Promise<Problem[]>;
}

/** @throws if the port is taken, or the file of the Zaps has something else */
export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const { platform, sandboxUrl } = options;
  const changes = new ChangeStream();
  const accounts = new Accounts(platform);
  const context: WorkbenchContext = {
    platform,
    definition: await platform.definition(),
    publish: changes.publish,
    pollInterval: (options.pollSeconds ?? 5) * 1000,
    holdCheckInterval: 1000,
    resolveUrl: (url) => (url.startsWith('/') ? server.url + url : url),
  };
  const zaps = new Zaps(context, accounts, options.zapFile);
  const app = new Hono();
  const icon = await readFile(new URL('../logo/logo.svg', import.meta.url), 'utf8');

  app.use(guardOrigin);
  app.use('/api/*', async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  });
  // Browsers may refuse to display a PDF with the policy of a page.
  app.use('/api/*', except('/api/files/*', securityHeaders));
  const state = (): State => ({ accounts: accounts.list(), zaps: zaps.list() });
  app.get('/api/state', (c) => c.json(state()));
  app.get('/api/changes', (c) => changes.respond(c));
  app.route(
    '/',
    accountRoutes({ accounts, zaps, sandboxUrl, publish: changes.publish, origin: () => server.url }),
  );
  app.route('/', formRoutes({ platform, accounts, zaps }));
  app.route('/', zapRoutes(zaps, sandboxUrl));
  app.route(
    '/',
    servePage({
      entry: new URL('./page/main.tsx', import.meta.url),
      title: 'Workbench',
      icon: `data:image/svg+xml,${encodeURIComponent(icon)}`,
      description: 'Build, test and run Zaps with the connector on your own machine.',
      data: async (): Promise<PageData> => ({
        definition: context.definition,
        // The console links back to this port.
        consoleUrl: sandboxUrl && `${sandboxUrl}/?workbench=${server.port}`,
        examples: await readExamples(),
        ...state(),
      }),
    }),
  );
  app.all('/api/*', ({ req }) => {
    throw new HttpError(404, `There is nothing at ${req.path.slice(0, 200)}.`);
  });
  app.notFound((c) => c.redirect('/'));
  app.onError((error, c) => {
    // The page was closed during an upload, for example.
    if (c.req.raw.signal.aborted) return c.body(null);
    if (error instanceof HttpError) return c.json(error.problem, error.status);
    return c.json(problemOf(error), error instanceof HandlerError ? 422 : 500);
  });

  const server = await listen(app, options.port ?? 4020);
  return {
    url: server.url,
    port: server.port,
    settled: () => zaps.settled(),
    async close() {
      const problems = await zaps.close();
      await server.close();
      return problems;
    },
  };
}

/** Listens on the loopback interface only, so that no other machine can reach the workbench. */
async function listen(app: Hono, port: number) {
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  const address = await new Promise<AddressInfo | string | null>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server.address()));
  });
  const actualPort = typeof address === 'object' && address ? address.port : port;
  return {
    port: actualPort,
    url: `http://127.0.0.1:${actualPort}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
