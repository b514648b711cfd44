/** Keeps a list without references from replacing one that has them, because the user's other systems could no longer recognize its contacts. */
import type { Contact } from '../api/contacts.ts';
import { inputError, isBlank, listFirst } from '../inputs.ts';
import type { Upload } from './upload.ts';

/**
 * Returns how to count the references of the current list, and a check for the end of it.
 * Counts nothing if any new contact has a reference.
 */
export function guardReferences({ hasReference, columns }: Upload): {
  visit?: (contact: Contact) => void;
  check(count: number): void;
} {
  if (hasReference) return { check: () => undefined };
  let found = 0;
  return {
    visit(contact) {
      if (!isBlank(contact.external_id)) found += 1;
    },
    /** @throws a user-facing error if most contacts of the current list have a reference */
    check(count) {
      if (found <= count / 2) return;
      const seen = columns.all.map((name) => `"${name}"`);
      throw inputError(
        `No contact of the new list has Your Reference, but ${found} of the ${count} contacts on your mailing list have it. Nothing was replaced. ${
          seen.length > 0
            ? `The file has the columns ${listFirst(seen, ', ')}. Name the column with your donor or customer numbers Your Reference.`
            : 'Fill in Your Reference, such as your donor or customer numbers.'
        }`,
      );
    },
  };
}
