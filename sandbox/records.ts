/** The sandbox's records as they are kept. */
export interface Address {
  street: string;
  city: string;
  state: string;
  postal_code: string;
  country: string;
}

export interface Contact {
  contact_id: string;
  account: string;
  external_id: string | null;
  name: string;
  file_as: string;
  greeting: string;
  company: string | null;
  address: Address;
  is_deliverable: boolean;
  /** A deleted contact is remembered, so that deleting it again is answered like the first time (part 3). */
  deleted: boolean;
}

export interface StoredFile {
  id: string;
  account: string;
  filename: string;
  size: number;
  created: string;
  deleted: boolean;
}

export interface Hook {
  id: string;
  account: string | null;
  client: string;
  token: string;
  event: string;
  target: string;
  last_triggered: string | null;
}

export interface Delivery {
  id: string;
  account: string | null;
  subscription: string;
  event: string;
  url: string;
  /** Nothing for a delivery without a body. */
  body: Record<string, unknown> | null;
  state: 'pending' | 'delivered' | 'given_up';
  tries: { time: string; status?: number; error?: string }[];
  next: string | null;
  /** When the event was generated, in milliseconds since 1970. */
  generated: number;
  /** Tried once only: the ping (§6.1). */
  once: boolean;
}

export interface Merge {
  text: string;
  font?: string | undefined;
  size?: number | undefined;
  color?: string | undefined;
  align?: string | undefined;
  page?: number | undefined;
  x?: number | undefined;
  y?: number | undefined;
}

export interface Sheet {
  type: 'sheet';
  file: string;
  paper_type?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
  color?: boolean | undefined;
  duplex?: boolean | undefined;
  landscape?: boolean | undefined;
  rows?: number | undefined;
  cols?: number | undefined;
  merge?: Merge[] | undefined;
}

export interface Envelope {
  type: 'envelope';
  envelope_type: string;
  width?: number | undefined;
  height?: number | undefined;
  outer?: boolean | undefined;
  logo?: string | undefined;
}

export type ContentItem = Sheet | Envelope;

export const orderStates = ['created', 'production', 'complete', 'mailed'] as const;
export type OrderState = (typeof orderStates)[number];

export interface Order {
  id: string;
  account: string;
  contents: ContentItem[];
  list: string;
  rush: boolean;
  invoice_amount: number;
  state: OrderState;
  timeline: { created: string; mailed: string | null };
  quantity: number;
  /** Who ordered, for the loop marks of the event that follows. */
  by: { client: string | null; token: string | null };
}

export interface SavedOrder {
  saved_order_id: string;
  account: string;
  name: string;
  created: string;
  contents: ContentItem[];
}

export interface List {
  id: string;
  account: string;
  name: string;
  contact_ids: string[];
}

export interface Logo {
  id: string;
  account: string;
  name: string;
}

export interface Client {
  id: string;
  secret: string;
  name: string;
  callback: string;
  trouble?: 'disabled' | 'blocked' | 'throttled';
}

export interface User {
  email: string;
  password: string;
  name: string;
  account: string | null;
}

export interface Token {
  token: string;
  client: string;
  user: string;
  account: string | null;
  scopes: string[];
}
