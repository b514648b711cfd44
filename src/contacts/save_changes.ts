/** Saves contacts: `POST /v3/contacts` and `POST /v3/contacts/{id}`. docs/api.md#contacts */
import type { ZObject } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import { attempt } from '../failure.ts';
import { inputError, isBlank, toText, truncate } from '../inputs.ts';
import { sameText } from './address.ts';
import { type ContactChanges, clearedFields, planChanges, type RequestedChanges } from './changes.ts';
import {
  buildContact,
  contactOutputFields,
  contactRecord,
  contactSample,
  hasNameOrCompany,
  joinWarnings,
  printedName,
  requireNameOrCompany,
  warningOutputField,
} from './contact.ts';
import type { ReadPerson } from './person.ts';

/**
 * Sends what differs from the stored contact, or nothing if nothing differs, because updates are rate-limited.
 * @returns the contact after the update
 * @throws a user-facing error if the contact would have neither a name nor a company, or an address that is a mix of two
 */
export async function saveChanges(z: ZObject, stored: Contact, requested: RequestedChanges) {
  const { changes, notes, problems } = planChanges(stored, requested);
  const changed = Object.keys(changes).length > 0;
  const updated = { ...stored, ...changes };
  if (!changed) return { ...contactRecord(updated), changed, warning: joinWarnings(notes) };
  if (hasNameOrCompany(stored) && !hasNameOrCompany(updated)) {
    throw inputError(
      'The contact would have neither a name nor a company. Nothing was changed. Fill in "Name", or do not clear "Company or Organization".',
    );
  }
  await contacts.update(z, stored.contact_id, changes);
  const { contact, notes: checked } = await checkCleared(z, stored, changes, updated);
  return { ...contactRecord(contact), changed, warning: joinWarnings([...notes, ...checked], problems) };
}

/**
 * Reads the contact again if fields were cleared. The service may generate a greeting for a blank one, store it blank or ignore it,
 * and neither "Dear ," nor "Dear Ann" may reach Robert, so a greeting that is blank or the old one is replaced by the name.
 */
async function checkCleared(
  z: ZObject,
  stored: Contact,
  changes: ContactChanges,
  updated: Contact,
): Promise<{ contact: Contact; notes: string[] }> {
  const cleared = clearedFields(stored, changes);
  if (cleared.length === 0) return { contact: updated, notes: [] };
  const labels = cleared.map(({ label }) => label).join(' and ');
  // The update has already succeeded, so what fails from here on must not be reported as a failed update.
  const saved = await attempt(z, 'The contact was updated, but could not be read again.', () =>
    contacts.get(z, stored.contact_id),
  );
  if (!saved)
    return {
      contact: updated,
      notes: [`The contact could not be read again after the update. Check its ${labels}.`],
    };
  type Key = (typeof cleared)[number]['key'];
  const readField = (contact: Contact, key: Key) =>
    key === 'country' ? contact.address?.country : contact[key];
  const isUnchanged = (key: Key): boolean =>
    !isBlank(readField(saved, key)) && sameText(readField(saved, key), readField(stored, key));
  const stale = cleared.filter(
    (field) => 'isGenerated' in field && (isBlank(readField(saved, field.key)) || isUnchanged(field.key)),
  );
  const names = Object.fromEntries(stale.map(({ key }) => [key, printedName(saved)]));
  const notes = cleared
    .filter((field) => !('isGenerated' in field) && isUnchanged(field.key))
    .map(
      ({ key, label }) =>
        `${label} could not be cleared: the letter service still has "${truncate(toText(readField(saved, key)))}".`,
    );
  if (stale.length === 0) return { contact: saved, notes };
  const isDone = await attempt(z, 'The contact was updated, but its greeting could not be.', async () => {
    await contacts.update(z, stored.contact_id, names);
    return true;
  });
  if (isDone) return { contact: { ...saved, ...names }, notes };
  const staleLabels = stale.map(({ label }) => label).join(' and ');
  return {
    contact: saved,
    notes: [
      ...notes,
      `The contact was updated, but its ${staleLabels} may still belong to the old name. Enter the new value in Update Contact.`,
    ],
  };
}

/** Adds a contact: `POST /v3/contacts`. @throws a user-facing error if it has neither a name nor a company */
export async function addContact(z: ZObject, person: ReadPerson) {
  const contact = buildContact(person);
  requireNameOrCompany(contact);
  const created = await contacts.create(z, contact);
  return {
    id: created.contact_id,
    ...contact,
    ...created,
    warning: joinWarnings(person.notes, person.problems),
  };
}

export const savedContactSample = { ...contactSample, changed: true, warning: null };

export const savedContactOutputFields = [
  ...contactOutputFields,
  { key: 'changed', label: 'Changed', type: 'boolean' as const },
  warningOutputField,
];
