/** Contact Address Updated: the event `contacts.address_update`. docs/api.md#events */
import { defineTrigger } from 'zapier-platform-core';
import { addressNoticeTrigger } from '../rest_hooks/address_notice.ts';

export const addressUpdate = defineTrigger({
  key: 'address_update',
  noun: 'Address Update',
  display: {
    label: 'Contact Address Updated',
    description:
      'Triggers when the address of a contact is updated, for example after a letter came back or a missing ZIP code was filled in.',
  },
  operation: addressNoticeTrigger(),
});
