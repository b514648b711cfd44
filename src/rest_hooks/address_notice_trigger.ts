/** The two address triggers, which follow the same event. One is limited to returned mail. */
import { defineInputFields, type ZObject } from 'zapier-platform-core';
import * as contacts from '../api/contacts.ts';
import { readMailingList } from '../api/mailing_list/read_mailing_list.ts';
import { sameAddressPart } from '../contacts/address_change.ts';
import { contactSample } from '../contacts/contact.ts';
import { addressKeys } from '../contacts/fields.ts';
import { tryOrLog } from '../failure.ts';
import { type InputData, readBoolean, readChoice, yesOrNo } from '../inputs.ts';
import { describeOutput } from '../output_fields.ts';
import { maxSamples } from '../result_size.ts';
import { isBlank } from '../values.ts';
import {
  type AddressNotice,
  exampleNotice,
  type ReasonCode,
  readAddressNotice,
  reasonLabels,
} from './address_notice.ts';
import { namedEvent, restHook } from './rest_hook.ts';

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
  helpText: 'Triggers only if the new address has this status. Leave blank for any status.',
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
