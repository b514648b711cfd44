/** The table of contents: everything that Zapier offers its users, and nothing else. */
import { defineApp, version as platformVersion } from 'zapier-platform-core';
import packageJson from '../package.json' with { type: 'json' };
import authentication from './authentication.ts';
import { createContact } from './creates/create_contact.ts';
import { resendSavedOrder } from './creates/resend_saved_order.ts';
import { uploadFile } from './creates/upload_file.ts';
import { hydrators } from './hydrators.ts';
import { addBearerToken, explainRefusal } from './middleware.ts';
import { addressUpdate } from './triggers/address_update.ts';
import { mailReturned } from './triggers/mail_returned.ts';
import { orderComplete } from './triggers/order_complete.ts';

export default defineApp({
  version: packageJson.version,
  platformVersion,
  authentication,
  beforeRequest: [addBearerToken],
  afterResponse: [explainRefusal],
  // Refusals for being asked too often are explained here, like all others.
  flags: { cleanInputData: false, throwForThrottlingEarly: false },
  hydrators,
  triggers: {
    [addressUpdate.key]: addressUpdate,
    [mailReturned.key]: mailReturned,
    [orderComplete.key]: orderComplete,
  },
  creates: {
    [createContact.key]: createContact,
    [uploadFile.key]: uploadFile,
    [resendSavedOrder.key]: resendSavedOrder,
  },
  searches: {},
});
