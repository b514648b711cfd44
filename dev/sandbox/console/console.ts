/** The console: the sandbox's page in the browser, and the data it shows. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { servePage } from '../../ui/serve_page.ts';
import { invalidValue, requireRecord } from '../control/request.ts';
import type { SandboxEnv } from '../http/context.ts';
import { readQuery } from '../http/query.ts';
import type { Service } from '../service.ts';
import type { Token } from '../store/records.ts';
import { streamChanges } from './change_stream.ts';
import { collections, connectionId } from './collections.ts';
import type { NamedRecord, Overview } from './protocol.ts';
import { storedFileRoutes } from './stored_files.ts';

/** Mozilla's PDF renderer (pdf.js), and data that only some PDFs need. */
const rendererFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** Returns the page for `/`, and the routes for `/console`: the page's scripts and styles, and the data it reads. */
export function createConsole(service: Service): { home: Hono; routes: Hono<SandboxEnv> } {
  const { database } = service;
  const home = servePage(
    {
      entry: new URL('./page/main.tsx', import.meta.url),
      title: 'Letter Service Sandbox',
      icon: '/favicon.ico',
      description: 'Simulate events of the letter service, and see its orders, lists and webhook deliveries.',
    },
    '/console',
  );
  const routes = new Hono<SandboxEnv>();
  routes.get('/overview', (c) => c.json(overviewOf(service, readQuery(c.req.url).account ?? '')));
  routes.get('/changes', (c) => streamChanges(c, database));
  routes.get(
    '/pdfjs/*',
    compress(),
    serveStatic({ root: rendererFolder, rewriteRequestPath: (path) => path.replace('/console/pdfjs/', '/') }),
  );
  routes.route('/', storedFileRoutes(service));
  routes.delete('/connections/:id', (c) => {
    const id = c.req.param('id');
    const found = database.list<Token>('token').find(({ token }) => connectionId(token) === id);
    database.remove('token', requireRecord(found, 'connection', id).token);
    return c.body(null, 204);
  });
  for (const [name, { find, details }] of Object.entries(collections)) {
    routes.get(`/${name}`, (c) => {
      const { account = '', search = '', limit = '100' } = readQuery(c.req.url);
      if (!/^\d{1,6}$/.test(limit)) throw invalidValue('a number', limit, 'limit');
      return c.json(find(service, account, search, Number(limit)));
    });
    routes.get(`/${name}/:id`, (c) => c.json(details(service, c.req.param('id'))));
  }
  // Last, because it adds the page's security headers to every response below `/console`.
  routes.route('/', home);
  return { home, routes };
}

const overviewOf = (service: Service, account: string): Overview => ({
  origin: service.origin,
  variants: [...service.variants].filter((name) => name !== 'default'),
  now: service.clock.iso,
  frozen: service.clock.frozen,
  accounts: service.database.list<NamedRecord>('account').map(({ id, name }) => ({ id, name })),
  counts: Object.fromEntries(
    Object.entries(collections).map(([name, { count }]) => [name, count(service, account)]),
  ),
});
