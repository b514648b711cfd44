/** A notice that a contact's address was updated, or that a letter to it came back (§6.2). */
import * as zod from 'zod/mini';
import type { Contact } from '../api/contacts.ts';
import { lazy } from '../api/lazy.ts';
import { identifier, isoTime, looseText } from '../api/values.ts';
import { addressOutputFields, sameAddress, wholeAddress } from './address.ts';
import { type Notification, subjectOf, withoutLoopMarks } from './notification.ts';

export const reasonCodes = ['returned_mail', 'api_client', 'unspecified'] as const;
export type ReasonCode = (typeof reasonCodes)[number];

const noticeAddress = lazy(() =>
  zod.looseObject({
    street: looseText(),
    city: looseText(),
    state: looseText(),
    postal_code: looseText(),
    country: looseText(),
    is_deliverable: zod.catch(zod.nullish(zod.boolean()), null),
  }),
);

type NoticeAddress = zod.output<ReturnType<typeof noticeAddress>>;

const notice = lazy(() =>
  zod.looseObject({
    code: zod.catch(looseText(), null),
    contact_id: zod.catch(zod.nullish(identifier()), null),
    external_id: zod.catch(looseText(), null),
    message: zod.catch(looseText(), null),
    name: zod.catch(looseText(), null),
    new_address: zod.catch(zod.nullish(noticeAddress()), null),
    old_address: zod.catch(zod.nullish(noticeAddress()), null),
    updated: zod.catch(looseText(), null),
  }),
);

export type AddressNotice = ReturnType<typeof addressNotice>;

/** The record of a notice; nothing when it does not say whose address it is about. */
export function readAddressNotice({ id, query, body, ownChange }: Notification): AddressNotice | undefined {
  const read = zod.parse(notice(), withoutLoopMarks(body));
  const contactId = subjectOf(read.contact_id, query.contact_id);
  if (!contactId) return undefined;
  return addressNotice({
    ...read,
    id,
    contact_id: contactId,
    external_id: read.external_id ?? query.external_id ?? null,
    own_change: ownChange,
  });
}

/** The notice that the service would send if this contact's mail came back, or its address was confirmed, just now. */
export function exampleNotice(contact: Contact, code: ReasonCode, deliverable: boolean): AddressNotice {
  const address = wholeAddress(contact.address ?? {});
  return addressNotice({
    id: `example-${contact.contact_id}`,
    code,
    contact_id: contact.contact_id,
    external_id: contact.external_id ?? null,
    message: deliverable ? 'The address was updated.' : 'A letter to this address came back.',
    name: contact.name ?? '',
    new_address: { ...address, is_deliverable: deliverable },
    old_address: { ...address, is_deliverable: true },
    updated: new Date().toISOString(),
    own_change: false,
  });
}

interface NoticeParts {
  id: string;
  code?: string | null | undefined;
  contact_id: string;
  external_id: string | null;
  message?: string | null | undefined;
  name?: string | null | undefined;
  new_address?: NoticeAddress | null | undefined;
  old_address?: NoticeAddress | null | undefined;
  updated?: string | null | undefined;
  own_change: boolean;
}

/** Puts the parts of a notice together, with what follows from them; unknown fields of the service are kept. */
function addressNotice(parts: NoticeParts) {
  const { new_address: newAddress, old_address: oldAddress } = parts;
  return {
    ...parts,
    code: reasonOf(parts.code),
    message: parts.message ?? null,
    name: parts.name ?? null,
    new_address: shownAddress(newAddress),
    old_address: shownAddress(oldAddress),
    updated: isoTime(parts.updated),
    address_changed: Boolean(newAddress && oldAddress && !sameAddress(newAddress, oldAddress)),
    became_undeliverable: newAddress?.is_deliverable === false && oldAddress?.is_deliverable !== false,
  };
}

/** The list of codes may grow; a receiver takes any it does not know as `unspecified` (§6.2). */
const reasonOf = (code: string | null | undefined): ReasonCode =>
  reasonCodes.find((known) => known === code) ?? 'unspecified';

const shownAddress = (address: NoticeAddress | null | undefined) => ({
  ...address,
  street: address?.street ?? null,
  city: address?.city ?? null,
  state: address?.state ?? null,
  postal_code: address?.postal_code ?? null,
  country: address?.country ?? null,
  is_deliverable: address?.is_deliverable ?? null,
});

export const addressNoticeSample = {
  id: '5f0c2b7d9e4a41c8b6d3a2f1e0987654',
  code: 'returned_mail',
  contact_id: 'c-204-1187',
  external_id: 'donor-1042',
  message: 'A letter to this address came back: moved, left no address.',
  name: 'Maria Miller',
  new_address: {
    street: '12 Market Street\nApartment 4',
    city: 'Columbus',
    state: 'OH',
    postal_code: '43215',
    country: '',
    is_deliverable: false,
  },
  old_address: {
    street: '12 Market Street\nApartment 4',
    city: 'Columbus',
    state: 'OH',
    postal_code: '43215',
    country: '',
    is_deliverable: true,
  },
  updated: '2026-03-13T00:58:53-04:00',
  address_changed: false,
  became_undeliverable: true,
  own_change: false,
};

const noticeAddressFields = (key: string, label: string) => [
  ...addressOutputFields(key, label),
  { key: `${key}__is_deliverable`, label: `${label} Can Receive Mail`, type: 'boolean' as const },
];

export const addressNoticeOutputFields = [
  { key: 'id', label: 'Notice', primary: true },
  { key: 'code', label: 'Reason' },
  { key: 'contact_id', label: 'Contact Number' },
  { key: 'external_id', label: 'Your Reference' },
  { key: 'message', label: 'Message' },
  { key: 'name', label: 'Name' },
  ...noticeAddressFields('new_address', 'New Address'),
  ...noticeAddressFields('old_address', 'Old Address'),
  { key: 'updated', label: 'Updated', type: 'datetime' as const },
  { key: 'address_changed', label: 'Address Changed', type: 'boolean' as const },
  { key: 'became_undeliverable', label: 'Became Undeliverable', type: 'boolean' as const },
  { key: 'own_change', label: 'Caused by This Connection', type: 'boolean' as const },
  { key: 'is_current', label: 'Is Still Current', type: 'boolean' as const },
];
