/** Publishes events: creates a delivery for every subscription. See docs/api.md#events. */
import { hasScope } from '../http/access.ts';
import type { Caller, Service } from '../service.ts';
import type { Address, Contact, Hook, Order, Token } from '../store/records.ts';
import type { Variant } from '../variants.ts';
import { deliver } from './deliveries.ts';

/** The service's events with the scope that each one requires. */
const events = [
  {
    group: 'contacts',
    name: 'address_update',
    scope: 'contacts.read',
    description: 'The address of a contact was updated, or a letter to the contact was returned.',
  },
  {
    group: 'orders',
    name: 'order_complete',
    scope: 'orders.read',
    description: 'Production of an order is complete.',
  },
  { group: 'orders', name: 'order_shipped', scope: 'orders.read', description: 'An order was shipped.' },
] as const;

type EventName = (typeof events)[number]['name'];
export type ServiceEvent = (typeof events)[number] & { key: string };

/** Returns the events with their keys in the chosen variant. */
export const eventsFor = (variants: ReadonlySet<Variant>): ServiceEvent[] =>
  events.map((event) => ({ ...event, key: keyOf(event, variants) }));

function keyOf({ group, name }: (typeof events)[number], variants: ReadonlySet<Variant>): string {
  if (variants.has('short')) return name;
  return variants.has('bare') ? `${group}.${name}` : `${group}.${name}.v1`;
}

/** Returns the events that the access token can subscribe to, as GET /v1/hooks lists them. */
export const describeEvents = (caller: Caller, service: Service) =>
  Object.fromEntries(
    eventsFor(service.variants)
      .filter(({ scope }) => hasScope(caller, scope, service))
      .map(({ key, name, description }) => [key, { description, url: `${service.origin}/about#${name}` }]),
  );

/** The application that caused an event. */
export interface Cause {
  client?: string | null | undefined;
  token?: string | null | undefined;
}

interface EventContent {
  /** The account whose subscriptions receive the event; all accounts if omitted. */
  account?: string | null;
  parameters: Record<string, string>;
  body?: unknown;
  by?: Cause | undefined;
}

/** Publishes an event to its subscriptions. @returns the IDs of the deliveries */
export function generate(
  service: Service,
  key: string,
  { account, parameters, body, by }: EventContent,
): string[] {
  const { database, clock } = service;
  const scope = eventsFor(service.variants).find((event) => event.key === key)?.scope;
  return database
    .list<Hook>('hook', account ?? undefined)
    .filter((hook) => hook.event === key && account !== null && canReceive(service, hook, scope))
    .map((hook) => {
      database.put('hook', hook.id, { ...hook, last_triggered: clock.iso }, hook.account);
      const marks = loopMarks(hook, by);
      return deliver(service, hook, key, {
        parameters: { ...parameters, ...Object.fromEntries(marks.map((mark) => [mark, 'true'])) },
        body: isObject(body) ? { ...body, ...Object.fromEntries(marks.map((mark) => [mark, true])) } : body,
      });
    });
}

/** Returns whether the client has an access token with the event's scope. A client whose tokens are all revoked gets no events. */
function canReceive(service: Service, { account, client }: Hook, scope: string | undefined): boolean {
  const tokens = service.database.list<Token>('token', account ?? undefined);
  return tokens.some(
    (token) => token.client === client && (scope === undefined || hasScope(token, scope, service)),
  );
}

/** Returns the loop marks of an event that the subscription's own token or client caused. */
const loopMarks = (hook: Hook, by: Cause | undefined): string[] => [
  ...(by?.token && by.token === hook.token ? ['loopback_token'] : []),
  ...(by?.client && by.client === hook.client ? ['loopback_client'] : []),
];

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const generateNamed = (service: Service, name: EventName, content: EventContent): string[] =>
  eventsFor(service.variants)
    .filter((event) => event.name === name)
    .flatMap(({ key }) => generate(service, key, content));

/** Returns the body of a ping in the chosen variant, or `undefined` for none. */
export function pingBody({ variants, clock }: Service): object | undefined {
  if (variants.has('empty')) return undefined;
  return variants.has('envelope') ? { event: 'ping', created: clock.iso } : {};
}

/** Publishes an address update. See docs/api.md#events. */
export function generateAddressUpdate(
  service: Service,
  before: Contact,
  after: Contact,
  { code, message, by }: { code: string; message: string; by?: Cause | undefined },
): string[] {
  return generateNamed(service, 'address_update', {
    account: after.account,
    parameters: { contact_id: after.contact_id, external_id: after.external_id ?? '' },
    body: {
      code,
      contact_id: after.contact_id,
      // Always text in a webhook, null in a contact.
      external_id: after.external_id ?? '',
      message,
      name: after.name ?? '',
      new_address: addressIn(after),
      old_address: addressIn(before),
      updated: service.clock.iso,
    },
    by,
  });
}

const addressIn = ({ address, is_deliverable }: Contact): Address & { is_deliverable: boolean } => ({
  ...address,
  is_deliverable,
});

/** Publishes the end of production. The service itself caused it, so there are no loop marks. */
export const generateOrderComplete = (service: Service, order: Order): string[] =>
  generateNamed(service, 'order_complete', {
    account: order.account,
    parameters: { order_id: order.id },
    body: { completed: service.clock.iso, order_id: order.id },
  });

/** Publishes a shipment. The API documents the payload; the event's name and time are the sandbox's choice. */
export const generateShipped = (service: Service, order: Order): string[] =>
  generateNamed(service, 'order_shipped', {
    account: order.account,
    parameters: { order_id: order.id },
    body: {
      customer: {
        id: order.account.replace(/^a/, 's'),
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
  });
