/**
 * The contact that has a reference of the user's own, such as a donor number, so that a step never adds it twice.
 *
 * Zapier's cache remembers which contact that is. A list that lags behind does not lead to a second contact, and a known
 * contact is read alone instead of the whole list.
 */
import type { AccountCache } from '../account_cache.ts';
import type { Contact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import { attempt } from '../attempt.ts';
import { inputError, toText, truncate } from '../inputs.ts';
import { printedName } from './contact.ts';
import { findByCriteria } from './criteria.ts';
import { referenceField } from './fields.ts';

const cacheKey = (reference: string): string => `contact_of_reference/${reference}`;

/** Seconds for which a contact is remembered: 90 days. */
const lifetime = 90 * 24 * 60 * 60;

/** How many contacts an error message names. */
const maxNamed = 5;

/**
 * Finds the contact with exactly this reference.
 * @throws a user-facing error if several contacts have it
 */
export async function findByReference(cache: AccountCache, reference: string): Promise<Contact | undefined> {
  const remembered = await attempt(
    cache.z,
    'The remembered contact could not be read, so the mailing list is searched.',
    () => cache.read(cacheKey(reference)),
  );
  for (const id of new Set(remembered?.map(toText))) {
    const contact = await contacts.get(cache.z, id);
    if (contact && toText(contact.external_id).trim() === reference) return contact;
  }
  const found = await findByCriteria(cache.z, { external_id: reference }, maxNamed);
  if (found.matchCount > 1) throw severalContactsError(reference, found);
  const [contact] = found.contacts;
  if (contact) await rememberContact(cache, reference, contact.contact_id);
  return contact;
}

/** Remembers which contact has the reference. A failure is only logged: later runs then search the list. */
export const rememberContact = (cache: AccountCache, reference: string, contactId: string): Promise<void> =>
  attempt(
    cache.z,
    `Zapier did not remember that the contact ${contactId} has the reference "${truncate(reference)}". The next run searches the mailing list for it.`,
    () => cache.write(cacheKey(reference), contactId, lifetime),
  );

function severalContactsError(
  reference: string,
  { contacts, matchCount }: { contacts: Contact[]; matchCount: number },
): Error {
  const named = contacts.map((contact) => `${printedName(contact)} (${contact.contact_id})`);
  const more = matchCount > named.length ? [`${matchCount - named.length} more`] : [];
  return inputError(
    `${matchCount} contacts have the same ${referenceField.label} "${truncate(reference)}": ${[...named, ...more].join(', ')}. Nothing was sent, because the step cannot know which one to update. Give each contact its own reference, or delete the others, then run the step again.`,
  );
}
