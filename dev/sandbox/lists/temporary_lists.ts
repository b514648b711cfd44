/** Creates, changes and serializes temporary lists and their recipients. */
import {
  applyAddressChanges,
  applyPersonChanges,
  completeAddress,
  newPerson,
  printedNames,
  requireAddress,
  requireName,
} from '../contacts/contact.ts';
import { ServiceError, shorten } from '../http/service_error.ts';
import type { Service } from '../service.ts';
import { formatLocalTime } from '../store/clock.ts';
import type { List, Metadata, Recipient, TemporaryList } from '../store/records.ts';
import { maxMetadataFields, type NewRecipient, type RecipientChanges } from './schemas.ts';

const lifetime = 14 * 86_400_000;

/** Maximum characters of a list's name with the variant `short-list-names`. */
const maxShortName = 50;

/** @throws 400 if the name is too long or the account has a list of this name */
export function createList(
  service: Service,
  account: string,
  { name, metadata = {} }: { name: string; metadata?: Metadata | undefined },
): TemporaryList {
  requireListName(service, account, name);
  limitMetadata(metadata, 'metadata');
  const list = newList(service.clock.now, { id: service.newId('l'), account, name, metadata });
  service.database.put('temporary_list', list.id, list, account);
  return list;
}

export const newList = (
  created: number,
  list: Pick<TemporaryList, 'id' | 'account' | 'name' | 'metadata'>,
): TemporaryList => ({ ...list, created, expires: created + lifetime });

/** @throws 400 if another list of the account has the new name */
export function updateList(
  service: Service,
  list: TemporaryList,
  changes: { name?: string | undefined; metadata?: Record<string, string | null> | undefined },
): TemporaryList {
  const { name = list.name } = changes;
  if (name !== list.name) requireListName(service, list.account, name);
  const updated = { ...list, name, metadata: mergeMetadata(list.metadata, changes.metadata) };
  service.database.put('temporary_list', list.id, updated, list.account);
  return updated;
}

/** Returns the account's list. @throws 404 if it does not exist or has expired */
export function findList({ database, clock }: Service, account: string, id: string): TemporaryList {
  const list = database.get<TemporaryList>('temporary_list', id);
  if (list?.account === account && list.expires > clock.now) return list;
  throw new ServiceError(
    404,
    'lists.not_found',
    `The temporary list ${shorten(id)} does not exist or has expired.`,
  );
}

/** @throws 400 if a recipient lacks a name or an address, or has too many merge fields */
export function addRecipient(
  service: Service,
  list: TemporaryList,
  body: NewRecipient,
  at: string,
): Recipient {
  return saveRecipient(service, newRecipient(service.newId('a'), list.id, body), at);
}

export const newRecipient = (id: string, list: string, body: NewRecipient): Recipient => ({
  id,
  list,
  ...newPerson(body),
  address: completeAddress(body.address),
  metadata: body.metadata ?? {},
});

/** @throws 400 like {@link addRecipient} */
export function updateRecipient(service: Service, before: Recipient, changes: RecipientChanges): Recipient {
  const { address } = changes;
  const recipient: Recipient = {
    ...before,
    ...applyPersonChanges(service, before, changes),
    ...(address === undefined ? {} : { address: applyAddressChanges(service, before.address, address) }),
    metadata: mergeMetadata(before.metadata, changes.metadata),
  };
  return saveRecipient(service, recipient, '');
}

/** @throws 404 if the list has no such recipient */
export function findRecipient({ database }: Service, list: TemporaryList, id: string): Recipient {
  const recipient = database.get<Recipient>('recipient', id);
  if (recipient?.list === list.id) return recipient;
  throw new ServiceError(404, 'lists.contact_not_found', `The list has no recipient ${shorten(id)}.`);
}

export const serializeList = ({ id, name, created, expires, metadata }: TemporaryList) => ({
  list_id: id,
  name,
  created: formatLocalTime(created),
  expires: formatLocalTime(expires),
  metadata,
});

export const serializeRecipient = ({ list, ...recipient }: Recipient) => ({
  type: 'contact',
  ...recipient,
  ...printedNames(recipient),
});

function saveRecipient(service: Service, recipient: Recipient, at: string): Recipient {
  const { address, metadata } = recipient;
  requireName(service, recipient, 'lists.missing_name', `${at}name`);
  if (address.street.trim() === '' && address.city.trim() === '')
    throw invalidError(
      'lists.insufficient_address',
      `${at}address`,
      'An address requires a street or a city.',
    );
  requireAddress(service, address, 'lists.insufficient_address', `${at}address`);
  limitMetadata(metadata, `${at}metadata`);
  service.database.put('recipient', recipient.id, recipient, recipient.list);
  return recipient;
}

function requireListName({ database, clock, variants }: Service, account: string, name: string): void {
  if (variants.has('short-list-names') && name.length > maxShortName)
    throw invalidError(
      'lists.invalid_field_length',
      'name',
      `The name of a list can have up to ${maxShortName} characters.`,
    );
  const isTaken =
    database.list<List>('list', account).some((list) => list.name === name) ||
    database
      .list<TemporaryList>('temporary_list', account)
      .some((list) => list.name === name && list.expires > clock.now);
  if (isTaken)
    throw invalidError('lists.duplicate_name', 'name', `A list named ${shorten(name)} already exists.`);
}

function mergeMetadata(before: Metadata, changes: Record<string, string | null> = {}): Metadata {
  const merged = new Map(Object.entries(before));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) merged.delete(name);
    else merged.set(name, value);
  }
  const metadata = Object.fromEntries(merged);
  limitMetadata(metadata, 'metadata');
  return metadata;
}

function limitMetadata(metadata: Metadata, attribute: string): void {
  if (Object.keys(metadata).length > maxMetadataFields)
    throw invalidError(
      'lists.too_much_metadata',
      attribute,
      `Metadata can have up to ${maxMetadataFields} fields.`,
    );
}

const invalidError = (code: string, attribute: string, message: string): ServiceError =>
  new ServiceError(400, code, message, { attribute });
