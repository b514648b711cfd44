/**
 * The JSON that the console's page reads from the sandbox, under `/console`. The page changes things through the control
 * API and the service's own API, as every other client does, except that it revokes connections here: it never learns
 * their access tokens.
 *
 * | request | response |
 * |---|---|
 * | `GET overview?account=` | {@link Overview} |
 * | `GET changes` | server-sent events, each a {@link Changes} |
 * | `GET contacts?account=&search=&list=&limit=` | {@link Page} of {@link ContactView} |
 * | `GET contacts/:id` | {@link ContactView} |
 * | `GET lists?account=`, `GET lists/:id` | `ListSummary[]`; {@link ListDetails} |
 * | `GET files?account=` | `FileView[]` |
 * | `GET files/:id`, `GET files/:id/content` | {@link FileView}; the file's bytes |
 * | `GET orders?account=` | `OrderSummary[]`, newest first |
 * | `GET orders/:id`, `GET orders/:id/preview` | {@link OrderDetails}; a PDF |
 * | `GET saved-orders?account=` | `SavedOrderView[]`, newest first |
 * | `GET print-options?account=`, `GET logos/:id/image` | {@link PrintOptions}; a PNG |
 * | `GET subscriptions?account=` | `SubscriptionView[]` |
 * | `GET deliveries?account=&about=&subscription=&state=&limit=` | {@link Page} of {@link DeliverySummary}, newest first |
 * | `GET deliveries/:id` | {@link DeliveryDetails} |
 * | `GET requests?search=&status=&limit=` | {@link Page} of {@link RequestSummary}, newest first |
 * | `GET requests/:id` | {@link RequestDetails} |
 * | `GET faults` | `FaultView[]` |
 * | `GET connections`, `DELETE connections/:id` | `ConnectionView[]`, newest first; nothing |
 */
import type { Address, Client, Delivery, Kind, LoggedRequest, OrderState, Person } from '../store/records.ts';

/** The kinds of records that have changed. */
export interface Changes {
  kinds: 'all' | Kind[];
}

/** The first items, up to the requested limit. */
export interface Page<Item> {
  /** The number of all items. */
  total: number;
  items: Item[];
}

export interface Overview {
  /** The base URL of the service's API. */
  origin: string;
  /** The variants the sandbox was started with; empty for the default. */
  variants: string[];
  now: string;
  frozen: boolean;
  accounts: { id: string; name: string; users: string[] }[];
  /** The users who can log in. Their passwords are for practice and not secret. */
  users: { email: string; password: string; account: string | null }[];
  clients: (Pick<Client, 'id' | 'name' | 'callback'> & { trouble: string | null })[];
  /** How many records the selected account has. */
  counts: {
    contacts: number;
    lists: number;
    files: number;
    orders: number;
    savedOrders: number;
    subscriptions: number;
    deliveries: number;
  };
  requests: number;
  faults: number;
}

export interface ContactView extends Person {
  contact_id: string;
  account: string;
  file_as: string;
  greeting: string;
  address: Address;
  is_deliverable: boolean;
  /** Names of the lists that include the contact. */
  lists: string[];
}

export interface ListSummary {
  id: string;
  name: string;
  /** The number of recipients. */
  recipients: number;
  /** Null for a list that does not expire. */
  expires: string | null;
  /** IDs of the orders sent to it. */
  orders: string[];
}

export interface ListDetails extends Omit<ListSummary, 'recipients'> {
  created: string | null;
  metadata: Record<string, string>;
  recipients: RecipientView[];
}

export interface RecipientView extends Pick<Person, 'external_id' | 'name' | 'company'> {
  id: string;
  address: Address;
  /** Merge fields: names of placeholders and their values. */
  metadata: Record<string, string>;
}

export interface FileView {
  id: string;
  account: string;
  filename: string;
  size: number;
  created: string;
  /** How the page can show the file; `none` if it can only be downloaded. */
  preview: 'pdf' | 'image' | 'none';
  /** The number of orders, saved ones included, that print the file. */
  orders: number;
}

/** A sheet or an envelope of an order, described in words. */
export interface OrderItemView {
  type: 'sheet' | 'envelope';
  title: string;
  /** The ID of the sheet's file or of the envelope type. */
  id: string;
  /** The file's ID; null for an envelope. */
  file: string | null;
  /** Includes the IDs that order requests need. */
  details: string[];
  merge: { text: string; details: string }[];
}

export interface OrderSummary {
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
  /** The next state and the time at which the order reaches it. */
  next: { state: OrderState; at: string } | null;
  items: OrderItemView[];
  /** The name of the first recipient; empty if there is none. */
  firstRecipient: string;
}

export interface OrderDetails extends OrderSummary {
  /** What a person would regret, in sentences. */
  warnings: string[];
}

export interface SavedOrderView {
  id: string;
  name: string;
  created: string;
  rush: boolean;
  items: OrderItemView[];
  /** Whether `GET /v1/orders/saved` includes it; that list is limited to the newest. */
  isListed: boolean;
}

export interface PrintOption {
  id: string;
  name: string;
}

export interface PrintOptions {
  papers: PrintOption[];
  envelopes: (PrintOption & { size: string })[];
  fonts: PrintOption[];
  logos: PrintOption[];
}

/** An app's access to a user's account. */
export interface ConnectionView {
  /** Derived from the access token, which it does not reveal. */
  id: string;
  client: string;
  user: string;
  scopes: string[];
}

export interface SubscriptionView {
  id: string;
  client: string;
  event: string;
  description: string;
  target: string;
  last_triggered: string | null;
  deliveries: Record<Delivery['state'], number>;
}

export interface DeliverySummary {
  id: string;
  event: string;
  subscription: string;
  url: string;
  state: Delivery['state'];
  about: { contact: string | null; order: string | null };
  /** The number of attempts. */
  attempts: number;
  latest: Attempt | null;
  next: string | null;
}

export interface DeliveryDetails extends Omit<DeliverySummary, 'attempts'> {
  attempts: Attempt[];
  body: unknown;
  /** Whether it is never retried. */
  once: boolean;
}

export type Attempt = Delivery['tries'][number];

export type RequestSummary = Omit<LoggedRequest, 'request_body' | 'response_body'>;

export type RequestDetails = LoggedRequest;

/** A fault rule of the control API, with how often it matched (`seen`) and was applied (`fired`). */
export interface FaultView {
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
