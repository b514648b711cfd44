/** Orders and saved orders (§2.6, §2.7, §4.4): ordering, and the life of an order from creation to the mail. */
import { type Context, Hono } from 'hono';
import { accountOf, callerOf, need } from './access.ts';
import { activeContacts } from './contacts.ts';
import { generateOrderComplete, generateShipped } from './events.ts';
import { previewOf } from './preview.ts';
import { invoiceAmount } from './prices.ts';
import { checked, readJson } from './reading.ts';
import {
  type Contact,
  type ContentItem,
  type List,
  type Order,
  type OrderState,
  orderStates,
  type SavedOrder,
  type StoredFile,
} from './records.ts';
import { Refusal } from './refusal.ts';
import { orderBody, resendBody } from './schemas.ts';
import type { Caller, Service } from './service.ts';

const hour = 3_600_000;

/** How long an order stays in each state before the next (ms). */
export const stepDelays: Record<OrderState, number> = {
  created: hour,
  production: 23 * hour,
  complete: 24 * hour,
  mailed: 0,
};

/** Saved orders that the listing shows at most (§8). */
const savedOrdersShown = 25;

const task = 'order-step';

export function startOrders(service: Service): void {
  service.clock.on(task, async (id) => {
    await stepOrder(service, id);
  });
}

export function orderRoutes(service: Service): Hono {
  const { database } = service;
  const app = new Hono();

  const reader = (c: Context): string => {
    const caller = callerOf(c, service);
    need(caller, 'orders.read', 'orders.permission_error', service);
    return accountOf(caller);
  };

  const find = (account: string, id: string): Order => {
    const order = database.get<Order>('order', id);
    if (order?.account === account) return order;
    throw new Refusal(404, 'orders.not_found', `There is no order ${id}.`);
  };

  app.post('/v1/orders', async (c) => {
    const caller = callerOf(c, service);
    need(caller, 'orders.write', 'orders.permission_error', service);
    const account = accountOf(caller);
    const body = await readJson(c, {
      encoding: 'orders.invalid_type',
      json: 'orders.invalid_type',
      status: 400,
    });
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new Refusal(400, 'orders.invalid_type', 'The body has to be an order.');
    }
    if ('saved_order_id' in body) {
      const order = resend(service, caller, account, body);
      return c.json({ order_id: order.id, created: order.timeline.created }, 201);
    }
    return c.json(shown(create(service, caller, account, body)));
  });

  app.get('/v1/orders/saved', (c) => {
    const account = reader(c);
    const newest = database
      .list<SavedOrder>('saved_order', account)
      .sort((one, other) => Date.parse(other.created) - Date.parse(one.created))
      .slice(0, savedOrdersShown);
    return c.json({
      saved_orders: newest.map(({ saved_order_id, created, name }) => ({
        saved_order_id,
        created,
        name,
      })),
    });
  });

  app.get('/v1/orders/:file{.+\\.pdf}', async (c) => {
    const order = find(reader(c), c.req.param('file').slice(0, -4));
    const pdf = await previewOf(service, order);
    return c.body(new Uint8Array(pdf), 200, {
      'Content-Type': 'application/pdf',
      'Content-Length': String(pdf.length),
    });
  });

  app.get('/v1/orders/:order_id', (c) => c.json(shown(find(reader(c), c.req.param('order_id')))));

  return app;
}

/** An order as the API shows it. */
export const shown = ({ id, contents, list, invoice_amount, rush, timeline }: Order) => ({
  type: 'order',
  id,
  contents,
  list,
  invoice_amount,
  rush,
  timeline,
});

/** Form A. */
function create(service: Service, caller: Caller, account: string, body: object): Order {
  if (!('type' in body) || body.type !== 'order')
    throw new Refusal(400, 'orders.invalid_type', 'The body is not an order: its type has to be "order".', {
      attribute: 'type',
    });
  const codes = {
    missing: 'orders.missing_attribute',
    invalid: 'orders.invalid_data',
  };
  if ('contents' in body && Array.isArray(body.contents)) {
    for (const [index, item] of body.contents.entries()) checkKind(item, index);
  }
  const order = checked(orderBody, body, codes);
  const contents: ContentItem[] = order.contents;
  for (const [index, item] of contents.entries())
    checkReferences(service, account, item, `contents[${index}]`);
  findList(service, account, order.list, 'list');
  return place(service, caller, account, contents, order.list, order.rush ?? false);
}

/** A content item has to be one of the two kinds before its attributes mean anything. */
function checkKind(item: unknown, index: number): void {
  const kind = typeof item === 'object' && item !== null && 'type' in item ? item.type : undefined;
  const attribute = `contents[${index}]`;
  if (typeof item !== 'object' || item === null) {
    throw new Refusal(400, 'orders.invalid_data', `The attribute ${attribute} has to be object.`, {
      attribute,
      expected_type: 'object',
    });
  }
  if (kind === undefined)
    throw new Refusal(400, 'orders.missing_attribute', `The attribute ${attribute}.type is missing.`, {
      attribute: `${attribute}.type`,
    });
  if (kind !== 'sheet' && kind !== 'envelope') {
    throw new Refusal(
      400,
      'orders.invalid_data',
      `The attribute ${attribute}.type has to be sheet or envelope.`,
      { attribute: `${attribute}.type`, expected_type: 'sheet or envelope' },
    );
  }
}

/** Form B. */
function resend(service: Service, caller: Caller, account: string, body: object): Order {
  const { saved_order_id: id, list_id: list } = checked(resendBody, body, {
    missing: 'orders.missing_attribute',
    invalid: 'orders.invalid_data',
  });
  const saved = service.database.get<SavedOrder>('saved_order', id);
  if (saved?.account !== account) throw invalidId('saved_order_id', id);
  findList(service, account, list, 'list_id');
  return place(service, caller, account, saved.contents, list, false);
}

const invalidId = (attribute: string, id: string): Refusal =>
  new Refusal(
    400,
    'orders.invalid_id',
    `The attribute ${attribute} has an id that is not valid here: ${id.slice(0, 100)}.`,
    { attribute },
  );

function findList({ database }: Service, account: string, id: string, attribute: string): List {
  const list = database.get<List>('list', id);
  if (list?.account === account) return list;
  throw invalidId(attribute, id);
}

function checkReferences({ database }: Service, account: string, item: ContentItem, at: string): void {
  if (item.type === 'envelope') {
    if (!database.get('envelope_type', item.envelope_type))
      throw invalidId(`${at}.envelope_type`, item.envelope_type);
    if (item.logo !== undefined && database.get<{ account: string }>('logo', item.logo)?.account !== account)
      throw invalidId(`${at}.logo`, item.logo);
    return;
  }
  if (!/^f-\d{3}-\d{4}$/.test(item.file)) throw invalidId(`${at}.file`, item.file);
  const file = database.get<StoredFile>('file', item.file);
  if (file?.account !== account || file.deleted) {
    throw new Refusal(400, 'orders.unknown_file', `The file ${item.file} does not exist.`, {
      attribute: `${at}.file`,
    });
  }
  if (item.paper_type !== undefined && !database.get('paper_type', item.paper_type))
    throw invalidId(`${at}.paper_type`, item.paper_type);
  for (const [index, { font }] of (item.merge ?? []).entries()) {
    if (font !== undefined && !database.get('font', font)) {
      throw new Refusal(400, 'orders.unknown_font', `The font ${font} was not found.`, {
        attribute: `${at}.merge[${index}].font`,
      });
    }
  }
}

function place(
  service: Service,
  caller: Caller,
  account: string,
  contents: ContentItem[],
  list: string,
  rush: boolean,
): Order {
  const { database, clock, newId } = service;
  const quantity = contactsOf(service, account, list).length;
  const order: Order = {
    id: newId('m'),
    account,
    contents,
    list,
    rush,
    invoice_amount: invoiceAmount(service, contents, quantity, rush),
    state: 'created',
    timeline: { created: clock.local, mailed: null },
    quantity,
    by: { client: caller.client, token: caller.token },
  };
  database.put('order', order.id, order, account);
  clock.after(stepDelays.created, task, order.id);
  return order;
}

/** The people on a list who are still on the mailing list. */
export function contactsOf(service: Service, account: string, listId: string): Contact[] {
  const ids = new Set(service.database.get<List>('list', listId)?.contact_ids);
  return activeContacts(service, account).filter(({ contact_id: id }) => ids.has(id));
}

/** Takes an order to its next state, with what belongs to it. @returns the deliveries of the event, if there is one */
export async function stepOrder(service: Service, id: string): Promise<string[]> {
  const { database, clock } = service;
  const order = database.get<Order>('order', id);
  if (!order) return [];
  const state = orderStates[orderStates.indexOf(order.state) + 1];
  if (state === undefined) return [];
  database.unschedule(task, id);
  const after: Order = {
    ...order,
    state,
    timeline: {
      ...order.timeline,
      mailed: state === 'mailed' ? clock.local : order.timeline.mailed,
    },
  };
  database.put('order', id, after, order.account);
  if (state !== 'mailed') clock.after(stepDelays[state], task, id);
  if (state === 'production') {
    // The preview shows what is printed; an order whose preview cannot be made goes on, and asking for it tells why.
    await previewOf(service, after).catch((error: unknown) => {
      process.stderr.write(`The preview of ${id} could not be made: ${String(error)}\n`);
    });
  }
  if (state === 'complete') return generateOrderComplete(service, after);
  return state === 'mailed' ? generateShipped(service, after) : [];
}
