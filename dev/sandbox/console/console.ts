/** The console: the sandbox's page in the browser, and the data it shows. */
import { Hono } from 'hono';
import { servePage } from '../../ui/serve_page.ts';
import type { SandboxEnv } from '../http/context.ts';
import type { Service } from '../service.ts';
import { streamChanges } from './change_stream.ts';
import { connectionRoutes } from './connections.ts';
import { contactRoutes } from './contacts.ts';
import { fileRoutes } from './files.ts';
import { listRoutes } from './lists.ts';
import { orderRoutes } from './orders.ts';
import { overviewOf } from './overview.ts';
import { pdfRendererFile } from './pdf_renderer.ts';
import { printOptionRoutes } from './print_options.ts';
import { queryOf } from './queries.ts';
import { requestRoutes } from './requests.ts';
import { webhookRoutes } from './webhooks.ts';

/** Returns the page for `/`, and the routes for `/console`: the page's scripts and styles, and the data it reads. */
export function createConsole(service: Service): { home: Hono; routes: Hono<SandboxEnv> } {
  const home = servePage(
    {
      entry: new URL('./page/main.tsx', import.meta.url),
      title: 'Letter service sandbox',
      icon: '/favicon.ico',
      description: 'Simulate events of the letter service, and see its orders, lists and webhook deliveries.',
    },
    '/console',
  );
  const routes = new Hono<SandboxEnv>();
  routes.get('/overview', (c) => c.json(overviewOf(service, queryOf(c).account)));
  routes.get('/changes', (c) => streamChanges(c, service.database));
  routes.get('/pdfjs/:part/:name', pdfRendererFile);
  for (const data of [
    contactRoutes,
    listRoutes,
    fileRoutes,
    orderRoutes,
    printOptionRoutes,
    webhookRoutes,
    requestRoutes,
    connectionRoutes,
  ])
    routes.route('/', data(service));
  routes.route('/', home);
  return { home, routes };
}
