/** The list of contacts that GET /v1/contacts returns, which differs from the contacts with some variants. */
import type { Service } from '../service.ts';
import type { Contact, ContactHistory } from '../store/records.ts';
import { serializeContact } from './contact.ts';

/** With the variant `lagging-list`, how long the list takes to show a change (ms). */
const lag = 2000;

export function listContacts({ database, clock, variants }: Service, account: string) {
  const saved = database.list<Contact>('contact', account);
  const histories = variants.has('lagging-list')
    ? database.list<ContactHistory>('contact_history', account)
    : [];
  const byContact = new Map(histories.map((history) => [history.contact_id, history]));
  const listed = saved
    .flatMap((contact) => {
      const recent = byContact.get(contact.contact_id)?.changes.find(({ at }) => at > clock.now - lag);
      return recent ? (recent.before ?? []) : contact;
    })
    .map(serializeContact);
  return variants.has('sorted-list')
    ? listed.sort((one, other) => one.file_as.localeCompare(other.file_as))
    : listed;
}

/** @param before undefined if the contact is new */
export function saveContact(
  { database, clock, variants }: Service,
  before: Contact | undefined,
  after: Contact,
): void {
  const { contact_id, account } = after;
  database.put('contact', contact_id, after, account);
  if (!variants.has('lagging-list')) return;
  const earlier = database.get<ContactHistory>('contact_history', contact_id)?.changes ?? [];
  const changes = [...earlier.filter(({ at }) => at > clock.now - lag), { at: clock.now, before }];
  database.put('contact_history', contact_id, { contact_id, changes }, account);
}
