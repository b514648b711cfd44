/** The console: the sandbox's page for people, what it reads, and the news that keep it up to date. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import contentDisposition from 'content-disposition';
import { type Context, Hono } from 'hono';
import mime from 'mime-types';
import { servePage } from '../../ui/serve_page.ts';
import { existing } from '../control_reading.ts';
import type { Fault } from '../faults.ts';
import { savedOrdersShown } from '../orders.ts';
import { previewOf } from '../preview.ts';
import { readQuery, type SandboxContext, type SandboxEnv, shorten } from '../reading.ts';
import type {
  Client,
  Contact,
  Delivery,
  Hook,
  List,
  LoggedRequest,
  Logo,
  Order,
  SavedOrder,
  StoredFile,
  User,
} from '../records.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { tellChanges } from './changes.ts';
import type { FaultShown, LogoShown, Overview, RequestShown, Some, WholeRequest } from './protocol.ts';
import {
  ordersOf,
  safeTypeOf,
  shownContact,
  shownDelivery,
  shownFile,
  shownOrder,
  shownSavedOrder,
  shownSubscription,
  wholeDelivery,
} from './shown.ts';

const title = 'Sandbox of the letter service';

/** Answers with content as a file that cannot do anything in the page's name. */
const inert = (c: Context, content: Uint8Array, type: string, disposition: string): Response =>
  c.body(new Uint8Array(content), 200, {
    'Content-Type': type,
    'Content-Disposition': disposition,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });

/** The page itself, for `/`, and everything it reads, for `/console`. */
export function consoleOf(service: Service): { home: Hono; routes: Hono<SandboxEnv> } {
  const home = servePage({ entry: new URL('./page/main.tsx', import.meta.url), title }, '/console');
  const routes = new Hono<SandboxEnv>();
  routes.route('/', readings(service));
  routes.get('/pdfjs/:part/:name', pdfRenderer);
  routes.route('/', home);
  return { home, routes };
}

function readings(service: Service): Hono<SandboxEnv> {
  const { database, clock, worlds } = service;
  const app = new Hono<SandboxEnv>();
  const accountIn = (c: SandboxContext): string => readQuery(c.req.url).account ?? '';

  app.use(async (c, next) => {
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Cross-Origin-Resource-Policy', 'same-origin');
    await next();
  });

  app.get('/overview', (c) => c.json(overview(accountIn(c))));

  app.get('/changes', (c) => tellChanges(c, database));

  app.get('/contacts', (c) => {
    const { account = '', search = '', list = '' } = readQuery(c.req.url);
    const lists = database.list<List>('list', account);
    if (search.trim() === '' && list === '') {
      const items = database.some<Contact>('contact', 'first', limitIn(c), account);
      return c.json({
        total: database.count('contact', account),
        items: items.map((contact) => shownContact(contact, lists)),
      });
    }
    const onList = list === '' ? undefined : new Set(lists.find(({ id }) => id === list)?.contacts);
    const found = database
      .list<Contact>('contact', account)
      .filter((contact) => onList?.has(contact.contact_id) ?? true)
      .filter(({ account: _, ...contact }) => isFound(search, contact));
    return c.json(some(found, limitIn(c), (contact) => shownContact(contact, lists)));
  });

  app.get('/contacts/:id', (c) => {
    const id = c.req.param('id');
    const contact = existing(database.get<Contact>('contact', id), 'contact', id);
    return c.json(shownContact(contact, database.list<List>('list', contact.account)));
  });

  app.get('/lists', (c) =>
    c.json(
      database
        .list<List>('list', accountIn(c))
        .map(({ id, name, contacts }) => ({ id, name, contacts: contacts.length })),
    ),
  );

  const printing = (account: string): Pick<Order, 'contents'>[] => [
    ...database.list<Order>('order', account),
    ...database.list<SavedOrder>('saved_order', account),
  ];

  app.get('/files', (c) => {
    const orders = printing(accountIn(c));
    const files = database.list<StoredFile>('file', accountIn(c));
    return c.json(files.reverse().map((file) => shownFile(file, ordersOf(file.id, orders))));
  });

  const fileIn = (id: string): StoredFile => existing(database.get<StoredFile>('file', id), 'file', id);

  app.get('/files/:id', (c) => {
    const file = fileIn(c.req.param('id'));
    return c.json(shownFile(file, ordersOf(file.id, printing(file.account))));
  });

  app.get('/files/:id/content', (c) => {
    const { id, filename } = fileIn(c.req.param('id'));
    const content = existing(database.blob(id), 'content of the file', id);
    const type = safeTypeOf(filename) ?? 'application/octet-stream';
    return inert(c, content, type, contentDisposition(filename));
  });

  app.get('/orders', (c) =>
    c.json(
      database
        .list<Order>('order', accountIn(c))
        .reverse()
        .map((order) => shownOrder(service, order)),
    ),
  );

  const orderIn = (id: string): Order => existing(database.get<Order>('order', id), 'order', id);

  app.get('/orders/:id', (c) => c.json(shownOrder(service, orderIn(c.req.param('id')))));

  app.get('/orders/:id/preview', async (c) => {
    const order = orderIn(c.req.param('id'));
    return inert(
      c,
      await previewOf(service, order),
      'application/pdf',
      contentDisposition(`${order.id}.pdf`),
    );
  });

  app.get('/saved-orders', (c) =>
    c.json(
      database
        .list<SavedOrder>('saved_order', accountIn(c))
        .sort((one, other) => Date.parse(other.created) - Date.parse(one.created))
        .map((saved, index) => shownSavedOrder(service, saved, index < savedOrdersShown)),
    ),
  );

  app.get('/logos', (c) =>
    c.json(database.list<Logo>('logo', accountIn(c)).map(({ id, name }): LogoShown => ({ id, name }))),
  );

  app.get('/logos/:id/image', (c) => {
    const id = c.req.param('id');
    existing(database.get<Logo>('logo', id), 'logo', id);
    return inert(c, existing(database.blob(id), 'picture of the logo', id), 'image/png', 'inline');
  });

  app.get('/subscriptions', (c) => {
    const deliveries = database.list<Delivery>('delivery', accountIn(c));
    return c.json(
      database.list<Hook>('hook', accountIn(c)).map((hook) => shownSubscription(service, hook, deliveries)),
    );
  });

  app.get('/deliveries', (c) => {
    const { account = '', about = '', subscription = '', state = '' } = readQuery(c.req.url);
    if (about === '' && subscription === '' && state === '') {
      const items = database.some<Delivery>('delivery', 'last', limitIn(c), account).map(shownDelivery);
      return c.json({ total: database.count('delivery', account), items });
    }
    const found = database
      .list<Delivery>('delivery', account)
      .filter(
        (delivery) =>
          (about === '' ||
            delivery.parameters.contact_id === about ||
            delivery.parameters.order_id === about) &&
          (subscription === '' || delivery.subscription === subscription) &&
          (state === '' || delivery.state === state),
      )
      .reverse();
    return c.json(some(found, limitIn(c), shownDelivery));
  });

  app.get('/deliveries/:id', (c) => {
    const id = c.req.param('id');
    return c.json(wholeDelivery(existing(database.get<Delivery>('delivery', id), 'delivery', id)));
  });

  app.get('/requests', (c) => {
    const { search = '', status = '' } = readQuery(c.req.url);
    if (search === '' && status === '') {
      const items = database.some<LoggedRequest>('request', 'last', limitIn(c)).map(withoutBodies);
      return c.json({ total: database.count('request'), items });
    }
    const found = database
      .list<LoggedRequest>('request')
      .filter((entry) => status !== 'refused' || entry.status >= 400 || entry.status === 0)
      .filter(({ method, path, client, status: answered, query }) =>
        isFound(search, { line: `${method} ${path} ${answered}`, client, query }),
      )
      .reverse();
    return c.json(some(found, limitIn(c), withoutBodies));
  });

  app.get('/requests/:id', (c) => {
    const id = c.req.param('id');
    const entry: WholeRequest = existing(database.get<LoggedRequest>('request', id), 'request', id);
    return c.json(entry);
  });

  app.get('/faults', (c) => c.json(database.list<Fault>('fault').map((fault): FaultShown => fault)));

  function overview(account: string): Overview {
    const users = database.list<User>('user');
    return {
      origin: service.origin,
      worlds: [...worlds].filter((world) => world !== 'default'),
      now: clock.iso,
      frozen: clock.frozen,
      accounts: database.list<{ id: string; name: string }>('account').map(({ id, name }) => ({
        id,
        name,
        users: users.filter((user) => user.account === id).map(({ email }) => email),
      })),
      users: users.map(({ email, password, account: own }) => ({ email, password, account: own })),
      clients: database
        .list<Client>('client')
        .map(({ id, name, callback, trouble }) => ({ id, name, callback, trouble: trouble ?? null })),
      counts: {
        contacts: database.count('contact', account),
        files: database.count('file', account),
        orders: database.count('order', account),
        savedOrders: database.count('saved_order', account),
        logos: database.count('logo', account),
        subscriptions: database.count('hook', account),
        deliveries: database.count('delivery', account),
      },
      requests: database.count('request'),
      faults: database.count('fault'),
    };
  }

  return app;
}

/** Every word of the search is somewhere in the record. */
function isFound(search: string, record: object): boolean {
  if (search.trim() === '') return true;
  const text = JSON.stringify(Object.values(record)).toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const withoutBodies = ({ request_body: _, response_body: __, ...entry }: LoggedRequest): RequestShown =>
  entry;

function limitIn(c: SandboxContext): number {
  const { limit = '100' } = readQuery(c.req.url);
  if (/^\d{1,6}$/.test(limit)) return Number(limit);
  throw new Refusal(400, 'invalid_data', 'The query parameter limit has to be a number.', {
    attribute: 'limit',
  });
}

const some = <Item, Shown>(
  items: readonly Item[],
  limit: number,
  show: (item: Item) => Shown,
): Some<Shown> => ({ total: items.length, items: items.slice(0, limit).map(show) });

const pdfFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
/** What of Mozilla's PDF renderer a page may load: itself, and what it needs for rare files. */
const pdfParts: Record<string, string> = {
  build: 'legacy/build',
  cmaps: 'cmaps',
  fonts: 'standard_fonts',
  wasm: 'wasm',
};

const nothingThere = (name: string): Refusal =>
  new Refusal(404, 'not_found', `The PDF renderer has no file ${shorten(name)} for a page.`);

async function pdfRenderer(c: SandboxContext): Promise<Response> {
  const { part = '', name = '' } = c.req.param();
  const folder = Object.hasOwn(pdfParts, part) ? pdfParts[part] : undefined;
  if (folder === undefined || !/^[\w-]+(?:\.[\w-]+)+$/.test(name)) throw nothingThere(name);
  const content = await readFile(join(pdfFolder, folder, name)).catch(() => undefined);
  if (content === undefined) throw nothingThere(name);
  return c.body(new Uint8Array(content), 200, {
    'Content-Type': name.endsWith('.mjs')
      ? 'text/javascript'
      : mime.lookup(name) || 'application/octet-stream',
    'Cache-Control': 'private, max-age=3600',
  });
}
