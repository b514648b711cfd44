/** The sandbox's records as the console shows them. */
import mime from 'mime-types';
import { shown as contactAsShown } from '../contacts.ts';
import { eventsIn } from '../events.ts';
import { stepDelays } from '../order_life.ts';
import {
  type Contact,
  type ContentItem,
  type Delivery,
  type Hook,
  type List,
  type Order,
  orderStates,
  type SavedOrder,
  type StoredFile,
} from '../records.ts';
import type { Service } from '../service.ts';
import type {
  ContactShown,
  ContentShown,
  DeliveryShown,
  FileShown,
  OrderShown,
  SavedOrderShown,
  SubscriptionShown,
  WholeDelivery,
} from './protocol.ts';

export const shownContact = (contact: Contact, lists: readonly List[]): ContactShown => ({
  ...contactAsShown(contact),
  account: contact.account,
  is_deliverable: contact.is_deliverable,
  lists: lists.filter(({ contacts }) => contacts.includes(contact.contact_id)).map(({ name }) => name),
});

/** Pictures that a browser shows and that cannot hold a script. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** The type that a file may be shown as; anything else is only downloaded. */
export function safeTypeOf(filename: string): string | undefined {
  const type = mime.lookup(filename);
  return type && (type === 'application/pdf' || pictures.has(type)) ? type : undefined;
}

export function shownFile({ id, account, filename, size, created }: StoredFile, orders: number): FileShown {
  const type = safeTypeOf(filename);
  const look = type === undefined ? 'none' : type === 'application/pdf' ? 'pdf' : 'picture';
  return { id, account, filename, size, created, look, orders };
}

/** How many orders print the file. */
export const ordersOf = (file: string, orders: readonly Pick<Order, 'contents'>[]): number =>
  orders.filter(({ contents }) => contents.some((item) => item.type === 'sheet' && item.file === file))
    .length;

export function shownOrder(service: Service, order: Order): OrderShown {
  const { id, account, list, quantity, rush, invoice_amount, state, timeline, completed, since } = order;
  const following = orderStates[orderStates.indexOf(state) + 1];
  const wait = state === 'mailed' ? 0 : stepDelays[state] * (rush ? 0.25 : 1);
  return {
    id,
    account,
    list: { id: list, name: nameOf(service, 'list', list) },
    quantity,
    rush,
    invoice_amount,
    state,
    created: timeline.created,
    completed: completed ?? null,
    mailed: timeline.mailed,
    next:
      following === undefined || since === undefined
        ? null
        : { state: following, at: new Date(since + wait).toISOString() },
    contents: order.contents.map((item) => inWords(service, item)),
  };
}

export const shownSavedOrder = (
  service: Service,
  { saved_order_id: id, name, created, rush, contents }: SavedOrder,
  isListed: boolean,
): SavedOrderShown => ({
  id,
  name,
  created,
  rush,
  isListed,
  contents: contents.map((item) => inWords(service, item)),
});

function inWords(service: Service, item: ContentItem): ContentShown {
  const size = item.width && item.height ? [`${item.width} × ${item.height} in`] : [];
  if (item.type === 'envelope') {
    const logo = item.logo === undefined ? [] : [`logo ${named(service, 'logo', item.logo)}`];
    return {
      type: 'envelope',
      title: `Envelope ${nameOf(service, 'envelope_type', item.envelope_type)}`,
      id: item.envelope_type,
      file: null,
      details: [item.outer ? 'outer' : 'inside', ...size, ...logo],
      merge: [],
    };
  }
  const { rows = 1, cols = 1 } = item;
  return {
    type: 'sheet',
    title: service.database.get<StoredFile>('file', item.file)?.filename ?? item.file,
    id: item.file,
    file: item.file,
    details: [
      named(service, 'paper_type', item.paper_type),
      ...size,
      item.color ? 'in color' : 'black and white',
      item.duplex ? 'both sides' : 'one side',
      ...(item.landscape ? ['landscape'] : []),
      ...(rows * cols > 1 ? [`cut into ${rows} × ${cols}`] : []),
    ],
    merge: (item.merge ?? []).map(({ text, font, size: points, page }) => ({
      text,
      details: `page ${page}, ${named(service, 'font', font)}, ${points} pt`,
    })),
  };
}

const nameOf = (
  { database }: Service,
  kind: 'list' | 'logo' | 'envelope_type' | 'paper_type' | 'font',
  id: string,
): string => database.get<{ name: string }>(kind, id)?.name ?? id;

/** With the id, because orders are made with that and not with the name. */
function named(service: Service, kind: 'logo' | 'paper_type' | 'font', id: string): string {
  const name = nameOf(service, kind, id);
  return name === id ? id : `${name} (${id})`;
}

export function shownSubscription(
  { worlds }: Service,
  { id, client, event, target, last_triggered }: Hook,
  deliveries: readonly Delivery[],
): SubscriptionShown {
  const mine = deliveries.filter(({ subscription }) => subscription === id);
  const inState = (wanted: Delivery['state']) => mine.filter(({ state }) => state === wanted).length;
  return {
    id,
    client,
    event,
    description: eventsIn(worlds).find(({ key }) => key === event)?.description ?? '',
    target,
    last_triggered,
    deliveries: {
      pending: inState('pending'),
      delivered: inState('delivered'),
      given_up: inState('given_up'),
    },
  };
}

export const shownDelivery = (delivery: Delivery): DeliveryShown => ({
  id: delivery.id,
  event: delivery.event,
  subscription: delivery.subscription,
  url: delivery.url,
  state: delivery.state,
  about: {
    contact: delivery.parameters.contact_id ?? null,
    order: delivery.parameters.order_id ?? null,
  },
  tries: delivery.tries.length,
  latest: delivery.tries.at(-1) ?? null,
  next: delivery.next,
});

export const wholeDelivery = (delivery: Delivery): WholeDelivery => ({
  ...shownDelivery(delivery),
  tries: delivery.tries,
  body: delivery.body ?? null,
  once: delivery.once,
});
