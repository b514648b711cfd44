/**
 * The two address triggers, which follow the same event: a contact's address was updated, or a letter to the contact came back. One is
 * limited to returned mail. docs/api.md#events
 */
import { defineInputFields, type ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import * as contacts from '../api/contacts.ts';
import { readMailingList } from '../api/mailing_list.ts';
import { isoTime, looseObject, looseText } from '../api/values.ts';
import { tryOrLog } from '../failure.ts';
import { describeOutput } from '../output_fields.ts';
import { contactSample, wholeAddress } from '../person/contact.ts';
import { type AddressKey, addressKeys } from '../person/fields.ts';
import { sameAddress, sameAddressPart } from '../person/same_address.ts';
import { type InputData, readBoolean, readChoice, yesOrNo } from '../steps/inputs.ts';
import { maxSamples } from '../steps/result_size.ts';
import { isBlank } from '../text/values.ts';
import { type Delivery, removeLoopbackMarks, subjectOf } from './delivery.ts';
import { namedEvent, restHook } from './rest_hook.ts';

const reasonCodes = ['returned_mail', 'api_client', 'unspecified'] as const;

type ReasonCode = (typeof reasonCodes)[number];

export const reasonLabels: Record<ReasonCode, string> = {
  returned_mail: 'A letter came back',
  api_client: 'Changed by an app',
  unspecified: 'Any other reason',
};

const reasonField = {
  key: 'reason',
  label: 'Reason',
  type: 'string',
  choices: reasonLabels,
  helpText: 'Triggers only for updates with this reason. Leave blank for any reason.',
} as const;

const deliverabilityField = {
  key: 'deliverability',
  label: 'Deliverability',
  type: 'string',
  choices: {
    became_undeliverable: 'Mail can no longer be delivered',
    deliverable: 'Mail can be delivered',
  },
  helpText:
    'Triggers only if the new address has this status. If left blank, it also triggers when mail comes back, and Send Letter then stops.',
} as const;

const optionFields = defineInputFields([
  {
    key: 'include_own_changes',
    label: 'Also Start for Changes Made by Zaps',
    ...yesOrNo,
    default: 'false',
    helpText: 'Leave this at No if the Zap updates contacts. Otherwise, it could trigger itself in a loop.',
  },
  {
    key: 'skip_outdated',
    label: 'Only If the Address Is Still Current',
    ...yesOrNo,
    default: 'false',
    helpText:
      'The letter service can report a change up to a week late. Choose Yes to trigger only if the address has not changed again since.',
  },
]);

const [ownChangesField, skipOutdatedField] = optionFields;

/** Returns the operation of a trigger. @param only limits the trigger to one reason; if omitted, the user chooses */
export function addressNoticeTrigger(only?: ReasonCode) {
  const readFilters = (inputData: InputData) => ({
    reason: only ?? readChoice(inputData, reasonField),
    deliverability: only ? undefined : readChoice(inputData, deliverabilityField),
  });

  const hook = restHook({
    ...namedEvent('contacts.address_update', 'address updates', 'contacts.read'),

    async toRecord(z, delivery, inputData) {
      const notice = readAddressNotice(delivery);
      if (!notice) return 'it does not name a contact';
      if (notice.own_change && !readBoolean(inputData, ownChangesField)) return 'this connection caused it';
      const { reason, deliverability } = readFilters(inputData);
      if (reason && notice.code !== reason) return `its reason is ${notice.code}, not ${reason}`;
      const { became_undeliverable, new_address } = notice;
      const matches = { became_undeliverable, deliverable: new_address.is_deliverable === true };
      if (deliverability && !matches[deliverability]) {
        return `it does not match "${deliverabilityField.choices[deliverability]}"`;
      }
      return readBoolean(inputData, skipOutdatedField) ? skipIfOutdated(z, notice) : notice;
    },

    async samples(z, { inputData }) {
      const { reason = 'unspecified', deliverability } = readFilters(inputData);
      // For returned mail, only the first example has a forwarding address.
      const isDeliverable = (index: number) =>
        deliverability ? deliverability === 'deliverable' : reason !== 'returned_mail' || index === 0;
      const current = readBoolean(inputData, skipOutdatedField) ? { is_current: true } : {};
      const first: contacts.Contact[] = [];
      await readMailingList(z, { visit: (contact) => first.push(contact) < maxSamples });
      return first.map((contact, index) => ({
        ...exampleNotice(contact, reason, isDeliverable(index)),
        ...current,
      }));
    },
  });
  return {
    ...hook,
    inputFields: only ? optionFields : defineInputFields([reasonField, deliverabilityField, ...optionFields]),
    ...describeOutput(exampleNotice(contactSample, only ?? 'unspecified', true), { is_current: true }),
  };
}

/** Returns the notice, or a phrase that says why it is outdated. If the contact can't be read, the notice still starts the Zap. */
async function skipIfOutdated(z: ZObject, notice: AddressNotice): Promise<object | string> {
  const contact = await tryOrLog(
    z,
    'Could not check whether the address is still current.',
    async () => (await contacts.get(z, notice.contact_id)) ?? 'deleted',
  );
  if (contact === 'deleted') return 'the contact has since been deleted';
  const reported = notice.has_new_address ? notice.new_address : notice.old_address;
  const given = addressKeys.filter((key) => reported[key] !== null);
  if (contact && given.some((key) => !sameAddressPart(key, reported[key], contact.address?.[key]))) {
    return 'the address has since been changed again';
  }
  // If a notice leaves out parts of the address, it may or may not be outdated.
  const isComplete = addressKeys.every((key) => reported[key] !== null || isBlank(contact?.address?.[key]));
  return { ...notice, is_current: contact && given.length > 0 && isComplete ? true : null };
}

const noticeAddress = looseObject({
  ...contacts.addressShape,
  is_deliverable: zod.catch(zod.nullish(zod.boolean()), null),
});

const noticeSchema = zod.looseObject({
  // The service may add codes.
  code: zod.catch(zod.enum(reasonCodes), 'unspecified'),
  external_id: looseText,
  message: looseText,
  name: looseText,
  new_address: noticeAddress,
  old_address: noticeAddress,
  updated: looseText,
});

type AddressNotice = ReturnType<typeof buildRecord>;

/** Returns the record of a notice, or undefined if the delivery does not name a contact. */
export function readAddressNotice({ id, query, body, ownChange }: Delivery): AddressNotice | undefined {
  const read = zod.parse(noticeSchema, removeLoopbackMarks(body));
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
export function exampleNotice(
  contact: contacts.Contact,
  code: ReasonCode,
  isDeliverable: boolean,
): AddressNotice {
  const address = wholeAddress(contact.address);
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

type NoticeParts = zod.output<typeof noticeSchema> & { id: string; contact_id: string; own_change: boolean };

/** Builds the record from the parts of a notice. Unknown fields are kept. */
function buildRecord(parts: NoticeParts) {
  const { code, new_address: newAddress, old_address: oldAddress } = parts;
  const isUndeliverable = newAddress?.is_deliverable === false;
  const isSame = sameAddress(newAddress, oldAddress);
  // If a letter came back without a forwarding address, the service repeats the old address as the new address.
  const forwarded = code === 'returned_mail' && isUndeliverable && isSame ? null : newAddress;
  return {
    ...parts,
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

/** Adds missing parts as null, so that a Zap can map each of them. */
function completeAddress(address: zod.output<typeof noticeAddress>) {
  const parts: { [Key in AddressKey]?: string | null } = {};
  for (const key of addressKeys) parts[key] = address?.[key] ?? null;
  return { ...address, ...parts, is_deliverable: address?.is_deliverable ?? null };
}
