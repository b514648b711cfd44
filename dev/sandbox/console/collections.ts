/** The collections of records that the console lists and shows, by their names in URLs. */
import { createHash } from 'node:crypto';
import { serializeContact } from '../contacts/contact.ts';
import type { Fault } from '../control/bodies.ts';
import { requireRecord } from '../control/request.ts';
import { firstRecipient, recipientsOf } from '../lists/recipients.ts';
import { nextStepAt } from '../orders/production.ts';
import { orderWarnings } from '../orders/warnings.ts';
import type { Service } from '../service.ts';
import type {
  Client,
  Contact,
  ContentItem,
  Delivery,
  EnvelopeType,
  Hook,
  Kind,
  List,
  LoggedRequest,
  Order,
  SavedOrder,
  StoredFile,
  TemporaryList,
  Token,
  User,
} from '../store/records.ts';
import type {
  ContactRecord,
  DetailedRecords,
  ListRecord,
  NamedRecord,
  OrderRecord,
  Page,
  Records,
  SavedOrderRecord,
} from './protocol.ts';

interface Collection<Item, Details> {
  count(service: Service, account: string): number;
  /** Returns the newest items whose values contain each word of the search. */
  find(service: Service, account: string, search: string, limit: number): Page<Item>;
  /** @throws 404 if the record does not exist */
  details(service: Service, id: string): Details;
}

interface Source<Stored, Item, Details> {
  kinds: readonly Kind[];
  /** Whether the records belong to no account. */
  isShared?: boolean;
  item: (record: Stored, service: Service) => Item;
  details: (record: Stored, service: Service) => Details;
}

function collection<Stored, Item, Details>({
  kinds,
  isShared = false,
  item,
  details,
}: Source<Stored, Item, Details>): Collection<Item, Details> {
  const count: Collection<Item, Details>['count'] = ({ database }, account) =>
    kinds.reduce((sum, kind) => sum + database.count(kind, isShared ? undefined : account), 0);
  return {
    count,
    find(service, account, search, limit) {
      const { database } = service;
      const newest = (most: number): Item[] =>
        kinds
          .flatMap((kind) => database.some<Stored>(kind, 'last', most, isShared ? undefined : account))
          .map((record) => item(record, service));
      const words = search.toLowerCase().split(/\s+/).filter(Boolean);
      if (words.length === 0) return { total: count(service, account), items: newest(limit).slice(0, limit) };
      const found = newest(count(service, account)).filter((one) => {
        const text = JSON.stringify(Object.values(Object(one))).toLowerCase();
        return words.every((word) => text.includes(word));
      });
      return { total: found.length, items: found.slice(0, limit) };
    },
    details(service, id) {
      const [record] = kinds.flatMap((kind) => service.database.get<Stored>(kind, id) ?? []);
      return details(requireRecord(record, 'record', id), service);
    },
  };
}

/** A collection whose items have all details. */
const simple = <Stored, Item>(
  kind: Kind,
  item: (record: Stored, service: Service) => Item,
  isShared = false,
): Collection<Item, Item> => collection({ kinds: [kind], isShared, item, details: item });

const contactItem = (contact: Contact): ContactRecord => ({
  ...serializeContact(contact),
  id: contact.contact_id,
  is_deliverable: contact.is_deliverable,
});

function listItem(list: List | TemporaryList, { database }: Service): ListRecord {
  const isTemporary = 'expires' in list;
  return {
    id: list.id,
    name: list.name,
    quantity: isTemporary ? database.count('recipient', list.id) : list.contacts.length,
    metadata: isTemporary ? list.metadata : {},
    expires: isTemporary ? new Date(list.expires).toISOString() : null,
    orders: database
      .list<Order>('order', list.account)
      .filter((order) => order.list === list.id)
      .map(({ id }) => id),
  };
}

function orderItem({ timeline, since, ...order }: Order, service: Service): OrderRecord {
  const { database } = service;
  const next = nextStepAt({ ...order, since });
  return {
    ...order,
    ...timeline,
    next: next === undefined ? null : new Date(next).toISOString(),
    items: itemNames(order.contents, service),
    listName:
      (
        database.get<NamedRecord>('list', order.list) ??
        database.get<NamedRecord>('temporary_list', order.list)
      )?.name ?? order.list,
    firstRecipient: firstRecipient(service, order.list),
  };
}

const itemNames = (contents: readonly ContentItem[], { database }: Service): string[] =>
  contents.map((item) =>
    item.type === 'sheet'
      ? (database.get<StoredFile>('file', item.file)?.filename ?? item.file)
      : `Envelope ${database.get<NamedRecord>('envelope_type', item.envelope_type)?.name ?? item.envelope_type}`,
  );

const savedOrderItem = (
  { saved_order_id: id, ...saved }: SavedOrder,
  service: Service,
): SavedOrderRecord => ({
  ...saved,
  id,
  items: itemNames(saved.contents, service),
});

/** Identifies an access token without revealing it. */
export const connectionId = (token: string): string =>
  createHash('sha256').update(token).digest('hex').slice(0, 16);

export const collections: {
  [Name in keyof Records]: Collection<Records[Name], DetailedRecords[Name]>;
} = {
  contacts: simple('contact', contactItem),
  lists: collection({
    kinds: ['temporary_list', 'list'],
    item: listItem,
    details: (list: List | TemporaryList, service) => ({
      ...listItem(list, service),
      recipients: recipientsOf(service, list.id),
    }),
  }),
  files: simple('file', (file: StoredFile) => file),
  orders: collection({
    kinds: ['order'],
    item: orderItem,
    details: (order: Order, service) => ({
      ...orderItem(order, service),
      warnings: orderWarnings(service, order),
    }),
  }),
  'saved-orders': simple('saved_order', savedOrderItem),
  papers: simple('paper_type', (paper: NamedRecord) => paper, true),
  envelopes: simple('envelope_type', (envelope: EnvelopeType) => envelope, true),
  fonts: simple('font', (font: NamedRecord) => font, true),
  logos: simple('logo', (logo: NamedRecord) => logo),
  subscriptions: simple('hook', ({ token: _, ...hook }: Hook) => hook),
  deliveries: simple('delivery', (delivery: Delivery) => delivery),
  requests: collection({
    kinds: ['request'],
    isShared: true,
    item: ({ request_body: _, response_body: __, ...request }: LoggedRequest) => request,
    details: (request: LoggedRequest) => request,
  }),
  faults: simple('fault', (fault: Fault) => fault, true),
  users: simple('user', (user: User) => ({ ...user, id: user.email }), true),
  apps: simple('client', ({ secret: _, ...client }: Client) => client, true),
  connections: simple(
    'token',
    ({ token, client, user, scopes }: Token) => ({ id: connectionId(token), client, user, scopes }),
    true,
  ),
};
