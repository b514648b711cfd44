/** Mail Returned: the address update event (§6.2), only where a letter came back. */
import { defineTrigger } from 'zapier-platform-core';
import { addressNoticeOutputFields, addressNoticeSample } from '../resources/address_notice.ts';
import { addressNoticeTrigger, noticeOptionFields } from './address_notices.ts';
import { restHook } from './rest_hook.ts';

export const mailReturned = defineTrigger({
  key: 'mail_returned',
  noun: 'Returned Letter',
  display: {
    label: 'Mail Returned',
    description:
      'Triggers when a letter to a contact comes back, with the forwarding address if the post office gave one.',
  },
  operation: {
    ...restHook(addressNoticeTrigger('returned_mail')),
    inputFields: noticeOptionFields,
    cleanInputData: false,
    sample: addressNoticeSample,
    outputFields: addressNoticeOutputFields,
  },
});
