/** Saves changes to a stored contact: `POST /v3/contacts/{id}`. docs/api.md#contacts */
import type { ZObject } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import { attempt } from '../attempt.ts';
import { inputError } from '../inputs.ts';
import { findChanges, keptAddressWarning, type RequestedChanges, regenerates } from './changes.ts';
import {
  type buildContact,
  contactOutputFields,
  contactRecord,
  contactSample,
  hasNameOrCompany,
  requireNameOrCompany,
} from './contact.ts';

/**
 * Sends what differs from the stored contact, or nothing if nothing differs, because updates are rate-limited.
 * @returns the contact after the update
 * @throws a user-facing error if the contact would have neither a name nor a company
 */
export async function saveChanges(z: ZObject, stored: Contact, requested: RequestedChanges) {
  const changes = findChanges(stored, requested);
  const changed = Object.keys(changes).length > 0;
  const updated = { ...stored, ...changes };
  if (changed) {
    if (hasNameOrCompany(stored) && !hasNameOrCompany(updated)) {
      throw inputError(
        'The contact would have neither a name nor a company. Nothing was changed; fill in Name, or keep Company or Organization.',
      );
    }
    await contacts.update(z, stored.contact_id, changes);
  }
  // The update has already succeeded, so a failed re-read must not be reported as a failed update.
  const reread = regenerates(changes)
    ? await attempt(z, 'The contact was updated, but could not be read again.', () =>
        contacts.get(z, stored.contact_id),
      )
    : undefined;
  return {
    ...contactRecord(reread ?? updated),
    changed,
    warning: keptAddressWarning(stored, changes, requested),
  };
}

/** `POST /v3/contacts`. @throws a user-facing error if the contact has neither a name nor a company */
export async function addContact(z: ZObject, contact: ReturnType<typeof buildContact>) {
  requireNameOrCompany(contact);
  const created = await contacts.create(z, contact);
  return { id: created.contact_id, ...contact, ...created };
}

export const savedContactSample = { ...contactSample, changed: true, warning: null };

export const savedContactOutputFields = [
  ...contactOutputFields,
  { key: 'changed', label: 'Changed', type: 'boolean' as const },
  { key: 'warning', label: 'Warning' },
];
