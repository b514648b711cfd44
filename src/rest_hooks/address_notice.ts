/** The notice that a contact's address was updated or that a letter to the contact came back. docs/api.md#events */
import * as zod from 'zod/mini';
import { addressShape, type Contact } from '../api/contacts.ts';
import { isoTime, looseObject, looseText } from '../api/values.ts';
import { sameAddress, wholeAddress } from '../contacts/address.ts';
import { type AddressKey, addressKeys } from '../contacts/fields.ts';
import { isBlank } from '../values.ts';
import { type Delivery, removeLoopbackMarks, subjectOf } from './delivery.ts';

/** The labels of the reason codes, for the dropdown and the record. */
export const reasonLabels = {
  returned_mail: 'A letter came back',
  api_client: 'Changed by an app',
  unspecified: 'Any other reason',
} as const;

export type ReasonCode = keyof typeof reasonLabels;

const noticeAddress = looseObject({
  ...addressShape,
  is_deliverable: zod.catch(zod.nullish(zod.boolean()), null),
});

const notice = zod.looseObject({
  code: looseText,
  external_id: looseText,
  message: looseText,
  name: looseText,
  new_address: noticeAddress,
  old_address: noticeAddress,
  updated: looseText,
});

export type AddressNotice = ReturnType<typeof buildRecord>;

/** Returns the record of a notice, or undefined if the delivery does not name a contact. */
export function readAddressNotice({ id, query, body, ownChange }: Delivery): AddressNotice | undefined {
  const read = zod.parse(notice, removeLoopbackMarks(body));
  const contactId = subjectOf(read.contact_id, query.contact_id);
  if (!contactId) return undefined;
  return buildRecord({
    ...read,
    id,
    contact_id: contactId,
    external_id: read.external_id ?? query.external_id,
    own_change: ownChange,
  });
}

/**
 * Returns an example notice about this contact. A deliverable new address differs from the old address, as after a move or with a
 * forwarding address. An undeliverable address is the same as the old address.
 */
export function exampleNotice(contact: Contact, code: ReasonCode, isDeliverable: boolean): AddressNotice {
  const address = wholeAddress(contact.address ?? {});
  const oldAddress = isDeliverable ? { ...address, street: '1 Former Street' } : address;
  return buildRecord({
    id: `example-${contact.contact_id}`,
    code,
    contact_id: contact.contact_id,
    external_id: contact.external_id,
    message: `Example: ${isDeliverable ? 'the contact moved and left a forwarding address' : 'a letter to this address came back'}.`,
    name: contact.name ?? '',
    new_address: { ...address, is_deliverable: isDeliverable },
    old_address: { ...oldAddress, is_deliverable: true },
    updated: '2026-03-13T00:58:53-04:00',
    own_change: false,
  });
}

type NoticeParts = zod.output<typeof notice> & { id: string; contact_id: string; own_change: boolean };

/** Builds the record from the parts of a notice. Unknown fields are kept. */
function buildRecord(parts: NoticeParts) {
  const { new_address: newAddress, old_address: oldAddress } = parts;
  const code = reasonOf(parts.code);
  const isUndeliverable = newAddress?.is_deliverable === false;
  const isSame = sameAddress(newAddress, oldAddress);
  // If a letter came back without a forwarding address, the service repeats the old address as the new address.
  const forwarded = code === 'returned_mail' && isUndeliverable && isSame ? null : newAddress;
  return {
    ...parts,
    code,
    reason: reasonLabels[code],
    external_id: parts.external_id ?? null,
    message: parts.message ?? null,
    name: parts.name ?? null,
    new_address: completeAddress(forwarded),
    old_address: completeAddress(oldAddress),
    updated: isoTime(parts.updated),
    has_new_address: addressKeys.some((key) => !isBlank(forwarded?.[key])),
    address_changed: Boolean(newAddress && oldAddress) && !isSame,
    became_undeliverable: isUndeliverable && oldAddress?.is_deliverable !== false,
  };
}

/** Returns the reason code. The service may add codes; unknown codes count as `unspecified`. */
const reasonOf = (code: unknown): ReasonCode =>
  Object.keys(reasonLabels).find((known): known is ReasonCode => known === code) ?? 'unspecified';

/** Adds missing parts as null, so that a Zap can map each of them. */
function completeAddress(address: zod.output<typeof noticeAddress>) {
  const parts: { [Key in AddressKey]?: string | null } = {};
  for (const key of addressKeys) parts[key] = address?.[key] ?? null;
  return { ...address, ...parts, is_deliverable: address?.is_deliverable ?? null };
}
