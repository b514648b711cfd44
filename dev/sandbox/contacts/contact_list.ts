/** Stores contacts, and lists those that GET /v1/contacts returns, which differ from the stored ones with some variants. */
import type { Service } from '../service.ts';
import type { Contact, ContactHistory } from '../store/records.ts';
import { generateAddressUpdate } from '../webhooks/events.ts';
import { completeZipCode, sameAddress, serializeContact } from './contact.ts';

/** With the variant `lagging-list`, how long the list takes to show a change (ms). */
const lag = 2000;

/** With the variant `corrected-addresses`, how long after a change an address is corrected (ms). */
const correctionDelay = 2000;

const correctionTask = 'correct-address';

/** Registers corrections of addresses with the clock. */
export function startCorrections(service: Service): void {
  const { database, clock, variants } = service;
  if (!variants.has('corrected-addresses')) return;
  clock.on(correctionTask, (id) => {
    const before = database.get<Contact>('contact', id);
    const address = before && completeZipCode(before.address);
    if (!address) return;
    const after = { ...before, address };
    database.atomically(() => {
      saveContact(service, before, after);
      generateAddressUpdate(service, before, after, {
        code: 'unspecified',
        message: 'The ZIP code was completed.',
      });
    });
  });
}

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
  const isNewAddress = before === undefined || !sameAddress(before.address, after.address);
  if (variants.has('corrected-addresses') && isNewAddress && completeZipCode(after.address))
    clock.at(clock.now + correctionDelay, correctionTask, contact_id);
  if (!variants.has('lagging-list')) return;
  const earlier = database.get<ContactHistory>('contact_history', contact_id)?.changes ?? [];
  const changes = [...earlier.filter(({ at }) => at > clock.now - lag), { at: clock.now, before }];
  database.put('contact_history', contact_id, { contact_id, changes }, account);
}
