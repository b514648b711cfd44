/**
 * What goes from the sandbox to its console, as JSON under `/console`. What the console makes happen goes through the
 * control API and the service's own API, like everybody's.
 *
 * | request | answer |
 * |---|---|
 * | `GET overview?account=` | {@link Overview} |
 * | `GET changes` | server-sent events, each {@link News} |
 * | `GET contacts?account=&search=&list=&limit=` | {@link Some} of {@link ContactShown} |
 * | `GET contacts/:id` | {@link ContactShown} |
 * | `GET files?account=` | `FileShown[]` |
 * | `GET files/:id`, `GET files/:id/content` | {@link FileShown}; its bytes |
 * | `GET orders?account=` | `OrderShown[]`, newest first |
 * | `GET orders/:id`, `GET orders/:id/preview` | {@link OrderShown}; a PDF |
 * | `GET saved-orders?account=` | `SavedOrderShown[]`, newest first |
 * | `GET logos?account=`, `GET logos/:id/image` | `LogoShown[]`; a PNG |
 * | `GET lists?account=` | `ListShown[]` |
 * | `GET subscriptions?account=` | `SubscriptionShown[]` |
 * | `GET deliveries?account=&about=&subscription=&state=&limit=` | {@link Some} of {@link DeliveryShown}, newest first |
 * | `GET deliveries/:id` | {@link WholeDelivery} |
 * | `GET requests?search=&status=&limit=` | {@link Some} of {@link RequestShown}, newest first |
 * | `GET requests/:id` | {@link WholeRequest} |
 * | `GET faults` | `FaultShown[]` |
 */
import type { Address, Client, Delivery, Kind, List, LoggedRequest, OrderState } from '../records.ts';

/** The kinds of records that have changed, or all of them. */
export interface News {
  kinds: 'all' | Kind[];
}

/** As many as were asked for, and how many there are. */
export interface Some<Item> {
  total: number;
  items: Item[];
}

export interface Overview {
  /** Where the service's API is. */
  origin: string;
  /** The worlds it was started with; none for the default one. */
  worlds: string[];
  now: string;
  frozen: boolean;
  accounts: { id: string; name: string; users: string[] }[];
  /** Who can log in on the service's pages; practice passwords, no secrets. */
  users: { email: string; password: string; account: string | null }[];
  clients: (Pick<Client, 'id' | 'name' | 'callback'> & { trouble: string | null })[];
  /** Of the chosen account. */
  counts: {
    contacts: number;
    files: number;
    orders: number;
    savedOrders: number;
    logos: number;
    subscriptions: number;
    deliveries: number;
  };
  requests: number;
  faults: number;
}

export interface ContactShown {
  contact_id: string;
  account: string;
  external_id: string | null;
  name: string;
  file_as: string;
  greeting: string;
  company: string | null;
  address: Address;
  is_deliverable: boolean;
  lists: string[];
}

export interface FileShown {
  id: string;
  account: string;
  filename: string;
  size: number;
  created: string;
  /** How the console can show it; `none` for a file that is only downloaded. */
  look: 'pdf' | 'picture' | 'none';
  /** Orders, saved ones included, that print it. */
  orders: number;
}

/** A part of an order in words. */
export interface ContentShown {
  type: 'sheet' | 'envelope';
  title: string;
  /** The service's id of the title's file or kind of envelope. */
  id: string;
  /** Of a sheet. */
  file: string | null;
  /** Names stand with the service's own ids, which orders are made with. */
  details: string[];
  merge: { text: string; details: string }[];
}

export interface OrderShown {
  id: string;
  account: string;
  list: { id: string; name: string };
  quantity: number;
  rush: boolean;
  invoice_amount: number;
  state: OrderState;
  created: string;
  completed: string | null;
  mailed: string | null;
  /** The state that comes next, and when by itself. */
  next: { state: OrderState; at: string } | null;
  contents: ContentShown[];
}

export interface SavedOrderShown {
  id: string;
  name: string;
  created: string;
  rush: boolean;
  contents: ContentShown[];
  /** The service's own list shows only the newest. */
  isListed: boolean;
}

export interface LogoShown {
  id: string;
  name: string;
}

export interface ListShown extends Pick<List, 'id' | 'name'> {
  contacts: number;
}

export interface SubscriptionShown {
  id: string;
  client: string;
  event: string;
  description: string;
  target: string;
  last_triggered: string | null;
  deliveries: Record<Delivery['state'], number>;
}

export interface DeliveryShown {
  id: string;
  event: string;
  subscription: string;
  url: string;
  state: Delivery['state'];
  /** What the event is about. */
  about: { contact: string | null; order: string | null };
  tries: number;
  latest: Delivery['tries'][number] | null;
  next: string | null;
}

export interface WholeDelivery extends Omit<DeliveryShown, 'tries'> {
  tries: Delivery['tries'];
  body: unknown;
  once: boolean;
}

/** A line of the log, without the bodies. */
export type RequestShown = Omit<LoggedRequest, 'request_body' | 'response_body'>;

export type WholeRequest = LoggedRequest;

/** A rule of the control API, and how often it matched and struck. */
export interface FaultShown {
  id: string;
  match: { method?: string | undefined; path?: string | undefined };
  nth?: number | undefined;
  probability?: number | undefined;
  seed?: number | undefined;
  then: {
    status?: number | undefined;
    headers?: Record<string, string> | undefined;
    body?: unknown;
    delay_ms?: number | undefined;
    reset?: 'before' | 'after' | undefined;
    truncate?: number | undefined;
  };
  seen: number;
  fired: number;
}
