/** Saves contacts: `POST /v3/contacts` and `POST /v3/contacts/{id}`. docs/api.md#contacts */
import type { ZObject } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import { attempt } from '../failure.ts';
import { truncate } from '../format.ts';
import { inputError } from '../inputs.ts';
import { isBlank } from '../values.ts';
import { sameText } from './address.ts';
import { type ContactChanges, planChanges, type RequestedChanges } from './changes.ts';
import {
  buildContact,
  contactOutputFields,
  contactRecord,
  contactSample,
  fieldValue,
  hasNameOrCompany,
  joinWarnings,
  printedName,
  warningOutputField,
} from './contact.ts';
import { clearableFields } from './fields.ts';
import type { ReadPerson } from './person.ts';

/**
 * Sends what differs from the stored contact, or nothing if nothing differs, because updates are rate-limited.
 * @returns the contact after the update
 * @throws a user-facing error if the contact would have neither a name nor a company, or an address that is a mix of two
 */
export async function saveChanges(z: ZObject, stored: Contact, requested: RequestedChanges) {
  const { changes, problems, notes } = planChanges(stored, requested);
  const changed = Object.keys(changes).length > 0;
  const updated = { ...stored, ...changes };
  if (!changed) return { ...contactRecord(updated), changed, warning: joinWarnings(notes) };
  if (hasNameOrCompany(stored) && !hasNameOrCompany(updated)) {
    throw inputError(
      'The contact would have neither a name nor a company.',
      'Fill in "Name", or do not clear "Company or Organization".',
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
  const cleared = clearableFields.filter((field) =>
    field.group === 'address'
      ? changes.address && isBlank(changes.address[field.key]) && !isBlank(fieldValue(stored, field))
      : Object.hasOwn(changes, field.key) && isBlank(changes[field.key]),
  );
  if (cleared.length === 0) return { contact: updated, notes: [] };
  // The update has already succeeded, so what fails from here on must not be reported as a failed update.
  const saved = await attempt(z, 'The contact was updated, but could not be read again.', () =>
    contacts.get(z, stored.contact_id),
  );
  if (!saved) {
    const note = `The contact could not be read again after the update. Check its ${labelsOf(cleared)}.`;
    return { contact: updated, notes: [note] };
  }
  const isUnchanged = (field: Cleared): boolean =>
    !isBlank(fieldValue(saved, field)) && sameText(fieldValue(saved, field), fieldValue(stored, field));
  const notes = cleared
    .filter((field) => !('isGenerated' in field) && isUnchanged(field))
    .map(
      (field) =>
        `${field.label} could not be cleared: the letter service still has "${truncate(fieldValue(saved, field))}".`,
    );
  const stale = cleared.filter(
    (field) => 'isGenerated' in field && (isBlank(fieldValue(saved, field)) || isUnchanged(field)),
  );
  if (stale.length === 0) return { contact: saved, notes };
  const names = Object.fromEntries(stale.map(({ key }) => [key, printedName(saved)]));
  const isDone = await attempt(z, 'The contact was updated, but its greeting could not be.', async () => {
    await contacts.update(z, stored.contact_id, names);
    return true;
  });
  if (isDone) return { contact: { ...saved, ...names }, notes };
  const note = `The contact was updated, but its ${labelsOf(stale)} may still belong to the old name. Enter the new value in Update Contact.`;
  return { contact: saved, notes: [...notes, note] };
}

type Cleared = (typeof clearableFields)[number];

const labelsOf = (fields: readonly Cleared[]): string => fields.map(({ label }) => label).join(' and ');

/** Adds a contact: `POST /v3/contacts`. @throws a user-facing error if it has neither a name nor a company */
export async function addContact(z: ZObject, person: ReadPerson) {
  const contact = buildContact(person);
  if (!hasNameOrCompany(contact)) {
    throw inputError('Name and Company or Organization are both blank.', 'Fill in at least one of the two.');
  }
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
