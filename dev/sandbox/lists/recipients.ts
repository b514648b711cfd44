/** Temporary mailing lists, which orders go to. The service shows no endpoints for them; they come from the seed. */

import type { Service } from '../service.ts';
import type { Contact, List } from '../store/records.ts';

/** The people on a list, at the address that is known last; also those who were deleted after it was drawn up. */
export function recipientsOf({ database }: Service, list: string): Contact[] {
  const ids = database.get<List>('list', list)?.contacts ?? [];
  return ids.flatMap(
    (id) => database.get<Contact>('contact', id) ?? database.get<Contact>('deleted_contact', id) ?? [],
  );
}
