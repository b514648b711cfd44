/** The endpoints of contacts. `mailing_list.ts` has those of the whole list. docs/api.md#contacts */
import type { ZObject } from 'zapier-platform-core';
import * as zod from 'zod/mini';
import { getFailure } from '../failure.ts';
import { path, requestJson, requestNoContent, undefinedIfNotFound } from './send.ts';
import { identifier, isGone, looseObject, looseText } from './values.ts';

/** The schemas of the parts of an address, in contacts and events. */
export const addressShape = {
  street: looseText,
  city: looseText,
  state: looseText,
  postal_code: looseText,
  country: looseText,
};

const person = {
  external_id: looseText,
  name: looseText,
  file_as: looseText,
  greeting: looseText,
  company: looseText,
};

export const contactSchema = zod.looseObject({
  contact_id: identifier,
  ...person,
  address: looseObject(addressShape),
});

/** The keys that `contactSchema` reads as text. */
export type ContactTextKey = keyof typeof person | keyof typeof addressShape;

export type Contact = zod.output<typeof contactSchema>;

/** The values of a contact to add or update. `src/person/fields.ts` declares the fields. */
export type NewContact = Readonly<Record<string, unknown>>;

/** `GET /v1/contacts/{id}`. @returns undefined if the contact does not exist or was deleted */
export async function get(z: ZObject, id: string): Promise<Contact | undefined> {
  const contact = await requestJson(z, contactSchema, {
    path: path`/v1/contacts/${id}`,
    purpose: { object: `the contact "${id}"`, verb: 'read', scopes: ['contacts.read'] },
  }).catch(undefinedIfNotFound);
  return contact && !isGone(contact) ? contact : undefined;
}

/** `POST /v3/contacts`: adds a contact. @returns its ID and any other values of the response */
export const create = (z: ZObject, contact: NewContact): Promise<zod.output<typeof createdContactSchema>> =>
  requestJson(z, createdContactSchema, {
    method: 'POST',
    path: path`/v3/contacts`,
    json: contact,
    purpose: { object: 'the contact', verb: 'add', scopes: ['contacts.write'] },
  });

const createdContactSchema = zod.looseObject({ contact_id: identifier });

/** `POST /v3/contacts/{id}`: changes only the attributes in `changes`. */
export const update = (z: ZObject, id: string, changes: NewContact): Promise<void> =>
  requestNoContent(z, {
    method: 'POST',
    path: path`/v3/contacts/${id}`,
    json: changes,
    purpose: { object: `the contact "${id}"`, verb: 'change', scopes: ['contacts.write'] },
  });

/** `DELETE /v1/contacts/{id}`: also succeeds if the contact was already deleted (410). */
export const remove = (z: ZObject, id: string): Promise<void> =>
  requestNoContent(z, {
    method: 'DELETE',
    path: path`/v1/contacts/${id}`,
    purpose: { object: `the contact "${id}"`, verb: 'delete', scopes: ['contacts.write'] },
  }).catch((error: unknown) => {
    if (getFailure(error)?.status !== 410) throw error;
  });
