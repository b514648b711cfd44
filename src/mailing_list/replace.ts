/** Sends the new mailing list. docs/api.md#contacts */
import type { ZObject } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import * as contacts from '../api/contacts.ts';
import { readList } from '../api/mailing_list/read_mailing_list.ts';
import { maxResultSize } from '../result_size.ts';

/** Replaces the list. Returns the new contact IDs, or more than fit into a result if there are too many. */
export async function replaceList(z: ZObject, list: contacts.EncodedList): Promise<Contact[]> {
  const response = await contacts.replaceAll(z, list);
  const created: Contact[] = [];
  let size = 0;
  await readList(response, contacts.replacePurpose, {
    visit(contact) {
      if (size > maxResultSize) return;
      size += JSON.stringify(contact).length;
      created.push(contact);
    },
  });
  return created;
}
