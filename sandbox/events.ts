/** Events (part 6): what happened becomes one delivery for each subscription that follows it. */
import { has } from './access.ts';
import { deliver } from './deliveries.ts';
import type { Address, Contact, Delivery, Hook, Order } from './records.ts';
import type { Caller, Service } from './service.ts';
import type { World } from './worlds.ts';

/** An event of the service: its group and name, the scope that lets one follow it, and its words for people. */
const events = {
  address_update: {
    group: 'contacts',
    scope: 'contacts.read',
    description: 'The address of a contact was updated, or a letter to it came back.',
  },
  order_complete: {
    group: 'orders',
    scope: 'orders.read',
    description: 'Production of an order is complete.',
  },
  order_shipped: {
    group: 'orders',
    scope: 'orders.read',
    description: 'An order was shipped.',
  },
} as const;

type EventName = keyof typeof events;

const eventNames: EventName[] = ['address_update', 'order_complete', 'order_shipped'];

/** The event's key in the chosen world (§6.5). */
export function eventKey(name: EventName, worlds: ReadonlySet<World>): string {
  if (worlds.has('short')) return name;
  return worlds.has('bare') ? `${events[name].group}.${name}` : `${events[name].group}.${name}.v1`;
}

/** The events that exist, by their keys, with the scope that each needs. */
export const allEvents = (worlds: ReadonlySet<World>) =>
  new Map(eventNames.map((name) => [eventKey(name, worlds), { ...events[name], name }]));

/** What GET /v1/hooks shows of the events that the token can follow (§2.5). */
export function visibleEvents(caller: Caller, service: Service) {
  const visible = [...allEvents(service.worlds)].filter(([, { scope }]) => has(caller, scope, service));
  return Object.fromEntries(
    visible.map(([key, { description, name }]) => [key, { description, url: `/events/${name}` }]),
  );
}

interface Cause {
  client?: string | null | undefined;
  token?: string | null | undefined;
}

/** Makes a delivery for every subscription to the event, of an account or of all. @returns their ids */
export function generate(
  service: Service,
  event: string,
  what: {
    account?: string | null;
    query: Record<string, string>;
    body: Record<string, unknown> | null;
    by?: Cause;
  },
): string[] {
  const { database, clock } = service;
  const hooks = database
    .list<Hook>('hook')
    .filter((hook) => hook.event === event && (what.account === undefined || hook.account === what.account));
  return hooks.map((hook) => {
    database.put('hook', hook.id, { ...hook, last_triggered: clock.iso }, hook.account);
    const marks = loopMarks(hook, what.by);
    const body = what.body && {
      ...what.body,
      ...Object.fromEntries(marks.map((mark) => [mark, true])),
    };
    return makeDelivery(
      service,
      hook,
      event,
      {
        ...what.query,
        ...Object.fromEntries(marks.map((mark) => [mark, 'true'])),
      },
      body,
      false,
    );
  });
}

/** Marks an event that an API call of the same token or client has caused (§6.1). */
const loopMarks = (hook: Hook, by: Cause | undefined): string[] => [
  ...(by?.token && by.token === hook.token ? ['loopback_token'] : []),
  ...(by?.client && by.client === hook.client ? ['loopback_client'] : []),
];

export function makeDelivery(
  service: Service,
  hook: Hook,
  event: string,
  context: Record<string, string>,
  body: Record<string, unknown> | null,
  once: boolean,
): string {
  const { database, clock, newId } = service;
  const id = newId('d');
  const delivery: Delivery = {
    id,
    account: hook.account,
    subscription: hook.id,
    event,
    url: targetWith(hook.target, { event, ...context }),
    body,
    state: 'pending',
    tries: [],
    next: clock.iso,
    generated: clock.now,
    once,
  };
  database.put('delivery', id, delivery, hook.account);
  deliver(service, id);
  return id;
}

/** The target with the service's parameters, which overwrite the target's own of the same name (§4.3). */
export function targetWith(target: string, parameters: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The body of a ping in the chosen world (§6.1 leaves it open). */
export function pingBody({ worlds, clock }: Service): Record<string, unknown> | null {
  if (worlds.has('empty')) return null;
  return worlds.has('envelope') ? { event: 'ping', created: clock.iso } : {};
}

/** §6.2. */
export function generateAddressUpdate(
  service: Service,
  before: Contact,
  after: Contact,
  { code, message, by }: { code: string; message: string; by?: Cause },
): string[] {
  const at = (contact: Contact): Address & { is_deliverable: boolean } => ({
    ...contact.address,
    is_deliverable: contact.is_deliverable,
  });
  return generate(service, eventKey('address_update', service.worlds), {
    account: after.account,
    query: {
      contact_id: after.contact_id,
      external_id: after.external_id ?? '',
    },
    body: {
      code,
      contact_id: after.contact_id,
      external_id: after.external_id,
      message,
      name: after.name,
      new_address: at(after),
      old_address: at(before),
      updated: service.clock.iso,
    },
    ...(by ? { by } : {}),
  });
}

/** §6.3. */
export const generateOrderComplete = (service: Service, order: Order): string[] =>
  generate(service, eventKey('order_complete', service.worlds), {
    account: order.account,
    query: { order_id: order.id },
    body: { completed: service.clock.iso, order_id: order.id },
    by: order.by,
  });

/** §6.4: the payload's parts are known, its event name is not; this one is the sandbox's. */
export const generateShipped = (service: Service, order: Order): string[] =>
  generate(service, eventKey('order_shipped', service.worlds), {
    account: order.account,
    query: { order_id: order.id },
    body: {
      customer: {
        id: 's-001-0001',
        name: service.database.get<{ name: string }>('account', order.account)?.name ?? '',
      },
      order: {
        id: order.id,
        created: order.timeline.created.slice(0, 10),
        quantity: order.quantity,
        shipped: service.clock.iso.slice(0, 10),
      },
      template: { id: 't-001-0001', code: 'LETTER', name: 'Letter' },
    },
    by: order.by,
  });
