/** The recipients of any list that an order can be sent to. */
import { displayName, serializeContact } from '../contacts/contact.ts';
import type { Service } from '../service.ts';
import type { Address, Contact, List, Metadata, Person, Recipient, TemporaryList } from '../store/records.ts';
import { serializeRecipient } from './temporary_lists.ts';

/** What can be printed for a recipient. */
export interface PrintedRecipient extends Person {
  /** The ID of the recipient or the contact. */
  id: string;
  greeting: string;
  file_as: string;
  address: Address;
  /** Empty for contacts of the mailing list. */
  metadata: Metadata;
}

/** Returns the account's list, unless it is a temporary list that has expired. */
export function findAnyList(
  { database, clock }: Service,
  account: string,
  id: string,
): { id: string } | undefined {
  const temporary = database.get<TemporaryList>('temporary_list', id);
  if (temporary)
    return temporary.account === account && temporary.expires > clock.now ? temporary : undefined;
  const list = database.get<List>('list', id);
  return list?.account === account ? list : undefined;
}

/** Returns everyone on a list, including contacts that were later deleted from the mailing list. */
export function recipientsOf({ database }: Service, list: string): PrintedRecipient[] {
  if (database.get('temporary_list', list))
    return database.list<Recipient>('recipient', list).map(serializeRecipient);
  const ids = database.get<List>('list', list)?.contacts ?? [];
  return ids.flatMap((id) => {
    const contact = database.get<Contact>('contact', id) ?? database.get<Contact>('deleted_contact', id);
    return contact ? { ...serializeContact(contact), id, metadata: {} } : [];
  });
}

/** Returns the name of the first person or company on a list, or empty text for an empty list. */
export function firstRecipient({ database }: Service, list: string): string {
  const [recipient] = database.some<Recipient>('recipient', 'first', 1, list);
  const [id = ''] = database.get<List>('list', list)?.contacts ?? [];
  const first =
    recipient ?? database.get<Contact>('contact', id) ?? database.get<Contact>('deleted_contact', id);
  return first ? displayName(first) : '';
}
