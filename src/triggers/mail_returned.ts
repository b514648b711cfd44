/** Mail Returned: the event `contacts.address_update`, limited to returned mail. docs/api.md#events */
import { defineTrigger } from 'zapier-platform-core';
import { addressNoticeTrigger } from '../rest_hooks/address_notice.ts';

export const mailReturned = defineTrigger({
  key: 'mail_returned',
  noun: 'Returned Letter',
  display: {
    label: 'Mail Returned',
    description:
      'Triggers when a letter to a contact comes back, with the forwarding address if the post office provided one.',
  },
  operation: addressNoticeTrigger('returned_mail'),
});
