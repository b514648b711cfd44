/** The mailing list (§2.1–2.3, §4.1). */
import { type Endpoint, endpoint, json, nothing } from '../http/endpoint.ts';
import {
  type ContactBody,
  type ContactChanges,
  contactCreatedShape,
  contactShape,
  contactsCreatedShape,
  contactsShape,
  contactUpdateShape,
  wrappedChangesShape,
  wrappedContactShape,
} from '../http/schemas.ts';
import { ServiceError } from '../http/service_error.ts';
import type { Caller, Service } from '../service.ts';
import type { Address, Contact } from '../store/records.ts';
import { generateAddressUpdate } from '../webhooks/events.ts';
import { generateFileAs, greeting } from './generated_names.ts';

const group = 'contacts';
const codes = {
  missing: 'contacts.missing_attribute',
  format: 'contacts.invalid_format',
  invalid: 'contacts.invalid_data',
};
const uploadCodes = {
  missing: 'contacts.upload_missing_attribute',
  format: 'contacts.upload_invalid_format',
  invalid: 'contacts.upload_invalid_format',
  tooLarge: 'contacts.upload_too_large',
};

export const contactEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/v1/contacts',
    section: '§4.1',
    summary: 'The whole active mailing list',
    group,
    scope: 'contacts.read',
    takes: nothing,
    answers: { 200: contactsShape },
    handle: ({ service, account }) => ({
      status: 200,
      json: { contacts: activeContacts(service, account).map(shown) },
    }),
  }),
  endpoint({
    method: 'PUT',
    path: '/v1/contacts',
    section: '§4.1',
    summary: 'Replaces the whole mailing list: all current contacts are removed first',
    group,
    scope: 'contacts.write',
    takes: json(contactsShape, uploadCodes),
    answers: { 200: contactsCreatedShape },
    handle({ service, account, input }) {
      for (const [index, { name }] of input.contacts.entries())
        refuseBlankName(name, 'contacts.upload_missing_name', `contacts[${index}].name`);
      removeAll(service, account);
      const created = input.contacts.map((contact) => add(service, account, contact));
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
    section: '§4.1',
    summary: 'Removes all contacts',
    group,
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
    section: '§4.1',
    summary: 'One contact',
    group,
    scope: 'contacts.read',
    takes: nothing,
    answers: { 200: contactShape },
    handle: ({ service, account, id }) => ({ status: 200, json: shown(find(service, account, id)) }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/v1/contacts/{id}',
    section: '§4.1',
    summary: 'Deletes one contact; also one that was deleted before',
    group,
    scope: 'contacts.write',
    takes: nothing,
    answers: { 204: null },
    handle({ service: { database }, account, id }) {
      if (!belongs(database.get<Contact>('deleted_contact', id), account)) {
        if (!belongs(database.get<Contact>('contact', id), account)) throw missing(id);
        database.move('contact', 'deleted_contact', id);
      }
      return { status: 204 };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/v2/contacts',
    section: '§4.1',
    summary: 'Adds a contact',
    group,
    scope: 'contacts.write',
    takes: json(wrappedContactShape, { ...codes, missing: 'contacts.missing_name' }),
    answers: { 200: contactCreatedShape },
    handle: ({ service, account, input }) => created(service, account, input.contact),
  }),
  endpoint({
    method: 'POST',
    path: '/v2/contacts/{id}',
    section: '§4.1',
    summary: 'Changes a contact; what is left out stays as it is',
    group,
    scope: 'contacts.write',
    takes: json(wrappedChangesShape, codes),
    answers: { 204: null },
    handle: ({ service, caller, id, account, input }) =>
      changed(service, caller, find(service, account, id), input.contact),
  }),
  endpoint({
    method: 'POST',
    path: '/v3/contacts',
    section: '§4.1',
    summary: 'Adds a contact',
    group,
    scope: 'contacts.write',
    takes: json(contactShape, { ...codes, missing: 'contacts.missing_name' }),
    answers: { 200: contactCreatedShape },
    handle: ({ service, account, input }) => created(service, account, input),
  }),
  endpoint({
    method: 'POST',
    path: '/v3/contacts/{id}',
    section: '§4.1',
    summary: 'Changes a contact; what is left out stays as it is',
    group,
    scope: 'contacts.write',
    takes: json(contactUpdateShape, codes),
    answers: { 204: null },
    handle: ({ service, caller, account, id, input }) =>
      changed(service, caller, find(service, account, id), input),
  }),
];

export const activeContacts = ({ database }: Service, account: string): Contact[] =>
  database.list<Contact>('contact', account);

/** A contact as the API shows it. */
export const shown = ({ contact_id, external_id, name, company, address, ...contact }: Contact) => ({
  contact_id,
  external_id,
  name,
  ...shownNames({ name, ...contact }),
  company,
  address,
});

/** What is not given is generated from the name (§2.1). */
const shownNames = ({ name, ...given }: Pick<Contact, 'name' | 'file_as' | 'greeting'>) => ({
  file_as: given.file_as ?? generateFileAs(name),
  greeting: given.greeting ?? greeting(name),
});

/** A contact as it is kept; what is null of `file_as` and `greeting` is generated from the name. */
export const newContact = (id: string, account: string, body: Omit<ContactBody, 'contact_id'>): Contact => ({
  contact_id: id,
  account,
  external_id: body.external_id ?? null,
  name: body.name,
  file_as: filled(body.file_as),
  greeting: filled(body.greeting),
  company: filled(body.company),
  address: addressOf(body.address ?? {}),
  is_deliverable: true,
});

/** The address after an update: merged field by field, or in another world replaced (§4.1 leaves it open). */
export const updatedAddress = (
  { variants }: Service,
  before: Address,
  changes: ContactChanges['address'],
): Address =>
  addressOf(variants.has('replace-address') ? (changes ?? {}) : { ...before, ...definedIn(changes ?? {}) });

export const sameAddress = (one: Address, other: Address): boolean =>
  one.street === other.street &&
  one.city === other.city &&
  one.state === other.state &&
  one.postal_code === other.postal_code &&
  one.country === other.country;

function find({ database }: Service, account: string, id: string): Contact {
  const contact = database.get<Contact>('contact', id);
  if (contact?.account === account) return contact;
  throw missing(id);
}

const missing = (id: string): ServiceError =>
  new ServiceError(404, 'contacts.missing_contact', `There is no contact ${id.slice(0, 100)}.`);

const belongs = (contact: Contact | undefined, account: string): boolean => contact?.account === account;

const removeAll = ({ database }: Service, account: string): void =>
  database.moveAll('contact', 'deleted_contact', account);

function add({ database, newId }: Service, account: string, body: ContactBody): Contact {
  const contact = newContact(newId('c'), account, body);
  database.put('contact', contact.contact_id, contact, account);
  return contact;
}

function created(service: Service, account: string, body: ContactBody) {
  refuseBlankName(body.name, 'contacts.missing_name', 'name');
  return { status: 200, json: { contact_id: add(service, account, body).contact_id } };
}

/** Writes the changes; a changed address is an event, caused by the caller (§6.2 `api_client`). */
function changed(service: Service, caller: Caller, before: Contact, changes: ContactChanges) {
  if (changes.name !== undefined) refuseBlankName(changes.name, 'contacts.missing_name', 'name');
  const after: Contact = {
    ...before,
    // What was generated from the former name is omitted here too, and stays.
    ...(changes.name === undefined ? {} : { ...shownNames(before), name: changes.name }),
    ...(changes.external_id === undefined ? {} : { external_id: changes.external_id }),
    ...(changes.company === undefined ? {} : { company: filled(changes.company) }),
    ...(changes.file_as === undefined ? {} : { file_as: filled(changes.file_as) }),
    ...(changes.greeting === undefined ? {} : { greeting: filled(changes.greeting) }),
    ...(changes.address === undefined
      ? {}
      : { address: updatedAddress(service, before.address, changes.address) }),
  };
  const moved = !sameAddress(before.address, after.address);
  // Nothing is known against a new address yet.
  if (moved) after.is_deliverable = true;
  service.database.put('contact', after.contact_id, after, after.account);
  if (moved) {
    generateAddressUpdate(service, before, after, {
      code: 'api_client',
      message: 'The address was changed by an application.',
      by: caller,
    });
  }
  return { status: 204 };
}

function refuseBlankName(name: string, code: string, attribute: string): void {
  if (!name.trim())
    throw new ServiceError(400, code, `The contact has no name: ${attribute} is blank.`, { attribute });
}

/** An emptied text is none: a company is gone, a greeting is made from the name again. */
const filled = (text: string | null | undefined): string | null => (text?.trim() ? text : null);

const addressOf = (parts: { [Part in keyof Address]?: string | null | undefined }): Address => ({
  street: parts.street ?? '',
  city: parts.city ?? '',
  state: parts.state ?? '',
  postal_code: parts.postal_code ?? '',
  country: parts.country ?? '',
});

const definedIn = <T extends object>(parts: T): Partial<T> => {
  const defined = { ...parts };
  for (const name in defined) if (defined[name] === undefined) delete defined[name];
  return defined;
};
