/** What the two address triggers have in common: one event of the service, seen whole or only where mail came back. */
import { defineInputFields, type ZObject } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import { readMailingList } from '../api/mailing_list/read_mailing_list.ts';
import { boolean, type InputData, oneOf } from '../inputs.ts';
import { sameAddress } from '../resources/address.ts';
import {
  type AddressNotice,
  exampleNotice,
  type ReasonCode,
  readAddressNotice,
  reasonCodes,
} from '../resources/address_notice.ts';
import { addressKeys } from '../resources/contact_fields.ts';
import { eventMatcher, eventNotAvailable, type HookTrigger, Skipped } from './rest_hook.ts';

const scope = 'contacts.read';
const matcher = eventMatcher('contacts', 'address_update');

export const reasonField = {
  key: 'reason',
  label: 'Reason',
  type: 'string',
  choices: {
    returned_mail: 'A letter came back',
    api_client: 'Changed by an app',
    unspecified: 'Any other reason',
  },
  helpText: 'Start only for one reason of the change. Leave blank to start for any.',
} as const;

export const deliverabilityField = {
  key: 'deliverability',
  label: 'Deliverability',
  type: 'string',
  choices: {
    became_undeliverable: 'Mail can no longer be delivered',
    deliverable: 'Mail can be delivered',
  },
  helpText:
    'Start only when the address has become undeliverable, or only when mail can be delivered to it now. Leave blank to start for both.',
} as const;

export const noticeOptionFields = defineInputFields([
  {
    key: 'include_own_changes',
    label: 'Include Changes Made by Zaps',
    type: 'boolean',
    default: 'false',
    helpText: 'Usually no: a Zap that changes addresses would otherwise start itself again and again.',
  },
  {
    key: 'skip_outdated',
    label: 'Skip Outdated Notices',
    type: 'boolean',
    default: 'false',
    helpText:
      'A notice can be up to a week late. Choose yes to look the contact up first and to start only when the address is still the one in the notice.',
  },
]);

const [ownChangesField, skipOutdatedField] = noticeOptionFields;

/** @param only the one reason that starts the Zap; without it the user's filters decide */
export function addressNoticeTrigger(
  only?: ReasonCode,
): HookTrigger<AddressNotice & { is_current?: boolean | null }> {
  const reasonWanted = (inputData: InputData) => only ?? oneOf(inputData, reasonField, reasonCodes);
  const deliverabilityWanted = (inputData: InputData) =>
    only ? undefined : oneOf(inputData, deliverabilityField, ['became_undeliverable', 'deliverable']);

  return {
    scope,
    matches: matcher.matches,
    resolveEvent(events) {
      const key = matcher.pick(Object.keys(events));
      if (key === undefined) throw eventNotAvailable('address updates', events, scope);
      return key;
    },

    async record(z, notification, inputData) {
      const notice = readAddressNotice(notification);
      if (!notice) return new Skipped('it does not say which contact it is about');
      if (notice.own_change && !boolean(inputData, ownChangesField))
        return new Skipped('this connection caused it');
      const reason = reasonWanted(inputData);
      if (reason && notice.code !== reason) return new Skipped(`its reason is ${notice.code}, not ${reason}`);
      const wanted = deliverabilityWanted(inputData);
      if (wanted === 'became_undeliverable' && !notice.became_undeliverable) {
        return new Skipped('the address did not become undeliverable');
      }
      if (wanted === 'deliverable' && notice.new_address.is_deliverable !== true) {
        return new Skipped('mail cannot be delivered to the new address');
      }
      if (!boolean(inputData, skipOutdatedField)) return notice;
      const contact = await contacts.get(z, notice.contact_id);
      if (!contact) return new Skipped('the contact has been deleted since');
      if (saysNoAddress(notice)) return { ...notice, is_current: null };
      if (!sameAddress(contact.address, notice.new_address)) {
        return new Skipped('the address has been changed again since');
      }
      return { ...notice, is_current: true };
    },

    async samples(z, inputData) {
      const reason = reasonWanted(inputData) ?? 'unspecified';
      const deliverable =
        reason !== 'returned_mail' && deliverabilityWanted(inputData) !== 'became_undeliverable';
      const current = boolean(inputData, skipOutdatedField) ? { is_current: true } : {};
      return (await firstContacts(z, 3)).map((contact) => ({
        ...exampleNotice(contact, reason, deliverable),
        ...current,
      }));
    },
  };
}

/** A notice may come with no more than the contact's number (part 6); whether it is outdated nobody can tell then. */
const saysNoAddress = ({ new_address: address }: AddressNotice): boolean =>
  addressKeys.every((key) => address[key] === null);

/** The first contacts of the list; reading ends with the last one wanted. */
async function firstContacts(z: ZObject, count: number): Promise<Contact[]> {
  const contacts: Contact[] = [];
  await readMailingList(z, {
    visit(contact) {
      contacts.push(contact);
      return contacts.length < count;
    },
  });
  return contacts;
}
