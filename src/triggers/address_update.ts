/** Contact Address Updated: the service's address update event (§6.2). */
import { defineInputFields, defineTrigger } from 'zapier-platform-core';
import { addressNoticeOutputFields, addressNoticeSample } from '../resources/address_notice.ts';
import {
  addressNoticeTrigger,
  deliverabilityField,
  noticeOptionFields,
  reasonField,
} from './address_notices.ts';
import { restHook } from './rest_hook.ts';

const inputFields = defineInputFields([reasonField, deliverabilityField, ...noticeOptionFields]);

export const addressUpdate = defineTrigger({
  key: 'address_update',
  noun: 'Address Update',
  display: {
    label: 'Contact Address Updated',
    description:
      'Triggers when the address of a contact is updated, for example after a letter came back or a missing ZIP code was filled in.',
  },
  operation: {
    ...restHook(addressNoticeTrigger()),
    inputFields,
    cleanInputData: false,
    sample: addressNoticeSample,
    outputFields: addressNoticeOutputFields,
  },
});
