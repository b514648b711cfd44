/**
 * The JSON that the console's page reads from the sandbox, under `/console`. The page changes things through the control
 * API, except that it revokes connections here: it never learns their access tokens.
 *
 * | request | response |
 * |---|---|
 * | `GET overview?account=` | {@link Overview} |
 * | `GET changes` | server-sent events without content, after changes of any record |
 * | `GET COLLECTION?account=&search=&limit=` | {@link Page} of the {@link Records}, newest first |
 * | `GET COLLECTION/:id` | one of the {@link DetailedRecords} |
 * | `GET files/:id/content`, `orders/:id/preview`, `logos/:id/image` | the file, a PDF, a PNG |
 * | `DELETE connections/:id` | nothing |
 */
import type { Fault } from '../control/bodies.ts';
import type {
  Address,
  Client,
  Contact,
  Delivery,
  EnvelopeType,
  Hook,
  LoggedRequest,
  Metadata,
  Order,
  Person,
  SavedOrder,
  StoredFile,
  Token,
  User,
} from '../store/records.ts';

export interface Overview {
  /** The base URL of the service's API. */
  origin: string;
  /** The variants the sandbox was started with; empty for the default. */
  variants: string[];
  now: string;
  frozen: boolean;
  accounts: NamedRecord[];
  /** How many records each collection has for the selected account. */
  counts: Record<string, number>;
}

/** The first items, up to the requested limit. */
export interface Page<Item> {
  /** The number of all items. */
  total: number;
  items: Item[];
}

/** The records of each collection. */
export interface Records {
  contacts: ContactRecord;
  lists: ListRecord;
  files: StoredFile;
  orders: OrderRecord;
  'saved-orders': SavedOrderRecord;
  papers: NamedRecord;
  envelopes: EnvelopeType;
  fonts: NamedRecord;
  logos: NamedRecord;
  subscriptions: Omit<Hook, 'token'>;
  deliveries: Delivery;
  requests: Omit<LoggedRequest, 'request_body' | 'response_body'>;
  faults: Fault;
  users: User & { id: string };
  apps: Omit<Client, 'secret'>;
  connections: Pick<Token, 'client' | 'user' | 'scopes'> & { id: string };
}

/** The records with what is too much for a table. */
export interface DetailedRecords extends Omit<Records, 'lists' | 'orders' | 'requests'> {
  lists: ListRecord & { recipients: RecipientRecord[] };
  orders: OrderRecord & {
    /** What a person would regret, in sentences. */
    warnings: string[];
  };
  requests: LoggedRequest;
}

export interface NamedRecord {
  id: string;
  name: string;
}

export interface ContactRecord extends Omit<Contact, 'account'> {
  id: string;
}

export interface ListRecord extends NamedRecord {
  quantity: number;
  metadata: Metadata;
  /** Null for a list that does not expire. */
  expires: string | null;
  /** IDs of the orders sent to it. */
  orders: string[];
}

export interface RecipientRecord extends Person {
  id: string;
  address: Address;
  metadata: Metadata;
}

export interface OrderRecord extends Omit<Order, 'timeline' | 'since'> {
  created: string;
  mailed: string | null;
  canceled?: string;
  /** When it reaches the next state; null if it is mailed or canceled. */
  next: string | null;
  /** The names of its files and envelopes. */
  items: string[];
  listName: string;
  /** The name of the first recipient. Empty if the list is. */
  firstRecipient: string;
}

export interface SavedOrderRecord extends Omit<SavedOrder, 'saved_order_id'> {
  id: string;
  items: string[];
}
