/** The types of the sandbox's records. */
import type * as zod from 'zod';
import type { AddressField, PersonField } from '../contacts/contact_fields.ts';
import type { contentItem } from '../orders/schemas.ts';

/** Kinds of records. */
export type Kind =
  | 'account'
  | 'client'
  | 'code'
  | 'consent'
  | 'contact'
  | 'contact_history'
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
  | 'preview'
  | 'recipient'
  | 'request'
  | 'saved_order'
  | 'session'
  | 'temporary_list'
  | 'token'
  | 'user';

export type Address = Record<AddressField, string>;

/**
 * The fields of a contact other than its address. `name` is null if there is only a company; `file_as` and `greeting` are null
 * if they are generated.
 */
export type Person = Record<PersonField, string | null>;

export interface Contact extends Person {
  contact_id: string;
  account: string;
  address: Address;
  is_deliverable: boolean;
}

export interface StoredFile {
  id: string;
  account: string;
  filename: string;
  size: number;
  /** Known once the file is ordered. */
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
  /** Any JSON; `undefined` if there is no body. */
  body?: unknown;
  state: 'pending' | 'delivered' | 'given_up';
  tries: { time: string; status?: number; error?: string }[];
  next: string | null;
  /** True for a ping. */
  once: boolean;
}

export type ContentItem = zod.output<typeof contentItem>;

/** The states of an order in their sequence, unless it is canceled. */
export const productionStates = ['created', 'production', 'complete', 'mailed'] as const;
export type ProductionState = (typeof productionStates)[number];
export type OrderState = ProductionState | 'canceled';

export interface Order {
  id: string;
  account: string;
  contents: ContentItem[];
  list: string;
  rush: boolean;
  invoice_amount: number;
  state: OrderState;
  timeline: { created: string; mailed: string | null; canceled?: string };
  quantity: number;
  /** The saved order that it was made from. */
  saved_order_id?: string;
  /** When it entered its state, in milliseconds since 1970. */
  since?: number;
  completed?: string;
}

/** The latest changes of a contact. */
export interface ContactHistory {
  contact_id: string;
  changes: {
    /** Milliseconds since 1970. */
    at: number;
    /** Missing if the contact was new. */
    before?: Contact;
  }[];
}

/** What was noticed while the preview of an order was rendered. */
export interface PreviewNotes {
  /** Why there is no preview. */
  problem?: string;
  /** Sentences for people. */
  warnings: string[];
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

/** A list for one future order, independent of the mailing list. Its recipients are separate records. */
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
export interface Recipient extends Person {
  id: string;
  list: string;
  address: Address;
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
  /** The access token that it was exchanged for. */
  token?: string;
}

/** The session of a browser on the OAuth pages. */
export interface Session {
  id: string;
  /** A CSRF token: part of every form. */
  formToken: string;
  user: string | null;
}

/** An entry of the request log, with secrets masked. */
export interface LoggedRequest {
  id: number;
  time: string;
  client: string | null;
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  /** 0 if the connection was closed without a response. */
  status: number;
  /** JSON, text, or a description of anything else. */
  request_body: unknown;
  response_body: unknown;
}
