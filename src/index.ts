/** Lists every operation of the integration. */
import { defineApp, version as platformVersion } from 'zapier-platform-core';
import packageJson from '../package.json' with { type: 'json' };
import authentication from './authentication.ts';
import { createContact } from './creates/create_contact.ts';
import { createList } from './creates/create_list.ts';
import { createOrder } from './creates/create_order.ts';
import { deleteContact } from './creates/delete_contact.ts';
import { deleteFile } from './creates/delete_file.ts';
import { repeatOrder } from './creates/repeat_order.ts';
import { replaceMailingList } from './creates/replace_mailing_list.ts';
import { resendSavedOrder } from './creates/resend_saved_order.ts';
import { sendLetter } from './creates/send_letter.ts';
import { sendLetters } from './creates/send_letters.ts';
import { updateContact } from './creates/update_contact.ts';
import { uploadFile } from './creates/upload_file.ts';
import { upsertContact } from './creates/upsert_contact.ts';
import { byKey } from './edge.ts';
import { hydrators } from './hydrators.ts';
import { addBearerToken, handleApiRequestResponse } from './middleware.ts';
import { findContact } from './searches/find_contact.ts';
import { findContacts } from './searches/find_contacts.ts';
import { findFile } from './searches/find_file.ts';
import { findLogo } from './searches/find_logo.ts';
import { findOrder } from './searches/find_order.ts';
import { findSavedOrder } from './searches/find_saved_order.ts';
import { addressUpdate } from './triggers/address_update.ts';
import { mailReturned } from './triggers/mail_returned.ts';
import { newContact } from './triggers/new_contact.ts';
import { newSavedOrder } from './triggers/new_saved_order.ts';
import { orderComplete } from './triggers/order_complete.ts';
import { serviceEvent } from './triggers/service_event.ts';

export default defineApp({
  version: packageJson.version,
  platformVersion,
  authentication,
  beforeRequest: [addBearerToken],
  afterResponse: [handleApiRequestResponse],
  flags: {
    cleanInputData: false,
    // The patch logs requests that bypass `z.request`. The connector makes no such requests.
    skipHttpPatch: true,
    // The connector handles status 429, with a better message.
    throwForThrottlingEarly: false,
  },
  hydrators,
  // Object literals, because `zapier-platform scaffold` adds to them.
  triggers: {
    ...byKey([addressUpdate, mailReturned, orderComplete, serviceEvent, newContact, newSavedOrder]),
  },
  creates: {
    ...byKey([sendLetter, sendLetters], 'ordered'),
    ...byKey([upsertContact, createContact, updateContact], 'changed'),
    ...byKey([deleteContact], 'deleted'),
    ...byKey([replaceMailingList], 'replaced'),
    ...byKey([uploadFile], 'uploaded'),
    ...byKey([deleteFile], 'deleted'),
    ...byKey([createList], 'sent'),
    ...byKey([createOrder, resendSavedOrder, repeatOrder], 'ordered'),
  },
  searches: {
    ...byKey([findContact, findContacts, findOrder, findSavedOrder, findFile, findLogo]),
  },
  searchOrCreates: {
    find_contact: {
      key: 'find_contact',
      display: {
        label: 'Find or Create Contact',
        description:
          'Finds a contact on your mailing list, or creates one if none is found. An existing contact is not changed.',
      },
      search: 'find_contact',
      create: 'create_contact',
    },
  },
});
