/** The sandbox's records as they are kept. */
import type * as zod from 'zod';
import type { contentItem } from '../http/schemas.ts';

/** Kinds of records. */
export type Kind =
  | 'account'
  | 'client'
  | 'code'
  | 'consent'
  | 'contact'
  | 'deleted_contact'
  | 'delivery'
  | 'envelope_type'
  | 'fault'
  | 'file'
  | 'font'
  | 'hook'
  | 'list'
  | 'logo'
  | 'meta'
  | 'order'
  | 'paper_type'
  | 'recipient'
  | 'request'
  | 'saved_order'
  | 'session'
  | 'temporary_list'
  | 'token'
  | 'user';

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
  /** Null for an organization, which has a company instead. */
  name: string | null;
  /** Null: made from the name. */
  file_as: string | null;
  /** Null: made from the name. */
  greeting: string | null;
  company: string | null;
  address: Address;
  is_deliverable: boolean;
}

export interface StoredFile {
  id: string;
  account: string;
  filename: string;
  size: number;
  /** Counted when it is first ordered. */
  pages?: number;
  created: string;
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
  /** The service's query parameters. */
  parameters: Record<string, string>;
  /** Any JSON; `undefined` for a delivery without a body. */
  body?: unknown;
  state: 'pending' | 'delivered' | 'given_up';
  tries: { time: string; status?: number; error?: string }[];
  next: string | null;
  /** Never retried: a ping. */
  once: boolean;
}

export type ContentItem = zod.output<typeof contentItem>;

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
  /** When it came into its state, in milliseconds since 1970. */
  since?: number;
  completed?: string;
}

export interface SavedOrder {
  saved_order_id: string;
  account: string;
  name: string;
  created: string;
  contents: ContentItem[];
  rush: boolean;
}

export interface List {
  id: string;
  account: string;
  name: string;
  contacts: string[];
}

/** A list for one future order, independent of the mailing list. Its recipients are records of their own. */
export interface TemporaryList {
  id: string;
  account: string;
  name: string;
  metadata: Metadata;
  /** Milliseconds since 1970. */
  created: number;
  expires: number;
}

/** Custom merge fields by name. */
export type Metadata = Record<string, string>;

/** An entry of a temporary list. */
export interface Recipient extends Omit<Contact, 'contact_id' | 'account' | 'is_deliverable'> {
  id: string;
  list: string;
  metadata: Metadata;
}

export interface EnvelopeType {
  id: string;
  name: string;
  width: number;
  height: number;
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
  trouble?: 'disabled' | 'blocked' | 'throttled' | undefined;
}

export interface User {
  email: string;
  password: string;
  name?: string | undefined;
  account: string | null;
}

export interface Token {
  token: string;
  client: string;
  user: string;
  account: string | null;
  scopes: string[];
}

/** An authorization code. */
export interface Code {
  code: string;
  client: string;
  user: string;
  scopes: string[];
  /** Milliseconds since 1970. */
  expires: number;
  used: boolean;
}

/** A browser that has one of the OAuth pages open. */
export interface Session {
  id: string;
  /** Goes into every form; a form without it was not made for this browser. */
  formToken: string;
  user: string | null;
}

/** A line of the request log; what is secret in it is masked. */
export interface LoggedRequest {
  id: number;
  time: string;
  client: string | null;
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  /** 0 when the connection was ended in place of an answer. */
  status: number;
  /** JSON as such, other text as text, anything else in words. */
  request_body: unknown;
  response_body: unknown;
}
