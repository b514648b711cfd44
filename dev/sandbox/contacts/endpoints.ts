/** The mailing list. See docs/api.md#contacts. */
import { type Endpoint, endpoint, json, nothing } from '../http/endpoint.ts';
import { jsonLimit } from '../http/request_body.ts';
import { ServiceError, shorten } from '../http/service_error.ts';
import type { Caller, Service } from '../service.ts';
import type { Contact } from '../store/records.ts';
import { generateAddressUpdate } from '../webhooks/events.ts';
import {
  changeContact,
  createContact,
  requireAddress,
  requireName,
  sameAddress,
  serializeContact,
} from './contact.ts';
import { listContacts, saveContact } from './contact_list.ts';
import {
  type ContactBody,
  type ContactChanges,
  contactCreatedSchema,
  contactSchema,
  contactsCreatedSchema,
  contactsSchema,
  contactUpdateSchema,
  wrappedChangesSchema,
  wrappedContactSchema,
} from './schemas.ts';

const codes = {
  missing: 'contacts.missing_attribute',
  format: 'contacts.invalid_format',
  invalid: 'contacts.invalid_data',
  missingName: 'contacts.missing_name',
  insufficientAddress: 'contacts.insufficient_address',
};
const uploadCodes = {
  missing: 'contacts.upload_missing_attribute',
  format: 'contacts.upload_invalid_format',
  invalid: 'contacts.upload_invalid_format',
  missingName: 'contacts.upload_missing_name',
  insufficientAddress: 'contacts.upload_insufficient_address',
  tooLarge: { limit: jsonLimit, code: 'contacts.upload_too_large' },
};

export const contactEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/v1/contacts',
    summary: 'Returns the mailing list',
    scope: 'contacts.read',
    takes: nothing,
    answers: { 200: contactsSchema },
    handle: ({ service, account }) => ({
      status: 200,
      json: { contacts: listContacts(service, account) },
    }),
  }),
  endpoint({
    method: 'PUT',
    path: '/v1/contacts',
    summary: 'Replaces the mailing list',
    scope: 'contacts.write',
    takes: json(contactsSchema, uploadCodes),
    answers: { 200: contactsCreatedSchema },
    handle({ service, account, input }) {
      removeAll(service, account);
      const kept = service.variants.has('dropped-contacts') ? input.contacts.slice(0, -1) : input.contacts;
      const created = kept.map((contact, index) =>
        add(service, account, contact, { ...uploadCodes, at: `contacts[${index}].` }),
      );
      return {
        status: 200,
        json: {
          contacts: created
            .filter(({ external_id: externalId }) => externalId !== null)
            .map(({ contact_id, external_id }) => ({ contact_id, external_id })),
        },
      };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/v1/contacts',
    summary: 'Deletes all contacts',
    scope: 'contacts.write',
    takes: nothing,
    answers: { 204: null },
    handle({ service, account }) {
      removeAll(service, account);
      return { status: 204 };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/contacts/{id}',
    summary: 'Returns a contact',
    scope: 'contacts.read',
    takes: nothing,
    answers: { 200: contactSchema },
    handle({ service, account, id }) {
      const deleted = service.variants.has('soft-deletes')
        ? service.database.get<Contact>('deleted_contact', id)
        : undefined;
      if (deleted && belongsTo(deleted, account))
        return { status: 200, json: { ...serializeContact(deleted), deleted: true } };
      return { status: 200, json: serializeContact(find(service, account, id)) };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/v1/contacts/{id}',
    summary: 'Deletes a contact',
    scope: 'contacts.write',
    takes: nothing,
    answers: { 204: null },
    handle({ service: { database }, account, id }) {
      if (!belongsTo(database.get<Contact>('deleted_contact', id), account)) {
        if (!belongsTo(database.get<Contact>('contact', id), account)) throw missingContactError(id);
        database.move('contact', 'deleted_contact', id);
      }
      return { status: 204 };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/v2/contacts',
    summary: 'Creates a contact',
    scope: 'contacts.write',
    takes: json(wrappedContactSchema, { ...codes, missing: 'contacts.missing_name' }),
    answers: { 200: contactCreatedSchema },
    handle: ({ service, account, input }) => createResponse(service, account, input.contact),
  }),
  endpoint({
    method: 'POST',
    path: '/v2/contacts/{id}',
    summary: 'Updates the given attributes of a contact',
    scope: 'contacts.write',
    takes: json(wrappedChangesSchema, codes),
    answers: { 204: null },
    handle: ({ service, caller, id, account, input }) =>
      saveChanges(service, caller, find(service, account, id), input.contact),
  }),
  endpoint({
    method: 'POST',
    path: '/v3/contacts',
    summary: 'Creates a contact',
    scope: 'contacts.write',
    takes: json(contactSchema, { ...codes, missing: 'contacts.missing_name' }),
    answers: { 200: contactCreatedSchema },
    handle: ({ service, account, input }) => createResponse(service, account, input),
  }),
  endpoint({
    method: 'POST',
    path: '/v3/contacts/{id}',
    summary: 'Updates the given attributes of a contact',
    scope: 'contacts.write',
    takes: json(contactUpdateSchema, codes),
    answers: { 204: null },
    handle: ({ service, caller, account, id, input }) =>
      saveChanges(service, caller, find(service, account, id), input),
  }),
];

function find({ database }: Service, account: string, id: string): Contact {
  const contact = database.get<Contact>('contact', id);
  if (contact?.account === account) return contact;
  throw missingContactError(id);
}

const missingContactError = (id: string): ServiceError =>
  new ServiceError(404, 'contacts.missing_contact', `The contact ${shorten(id)} does not exist.`);

const belongsTo = (contact: Contact | undefined, account: string): boolean => contact?.account === account;

const removeAll = ({ database }: Service, account: string): void =>
  database.moveAll('contact', 'deleted_contact', account);

/** @param errors the error codes, and the beginning of the path of an invalid attribute */
function add(
  service: Service,
  account: string,
  body: ContactBody,
  errors: Pick<typeof codes, 'missingName' | 'insufficientAddress'> & { at?: string } = codes,
): Contact {
  const contact = createContact(service.newId('c'), account, body);
  const { missingName, insufficientAddress, at = '' } = errors;
  requireName(service, contact, missingName, `${at}name`);
  requireAddress(service, contact.address, insufficientAddress, `${at}address`);
  saveContact(service, undefined, contact);
  return contact;
}

const createResponse = (service: Service, account: string, body: ContactBody) => ({
  status: 200,
  json: { contact_id: add(service, account, body).contact_id },
});

/** Saves the changes. If the address changed, publishes an event that the caller caused. */
function saveChanges(service: Service, caller: Caller, before: Contact, changes: ContactChanges) {
  const after = changeContact(service, before, changes);
  requireName(service, after, codes.missingName, 'name');
  if (changes.address !== undefined)
    requireAddress(service, after.address, codes.insufficientAddress, 'address');
  saveContact(service, before, after);
  if (!sameAddress(before.address, after.address)) {
    generateAddressUpdate(service, before, after, {
      code: 'api_client',
      message: 'An application changed the address.',
      by: caller,
    });
  }
  return { status: 204 };
}
