/** Creates, changes and serializes contacts. */
import type { ContactBody, ContactChanges } from '../http/schemas.ts';
import { ServiceError } from '../http/service_error.ts';
import type { Service } from '../service.ts';
import type { Address, Contact } from '../store/records.ts';
import { generateFileAs, generateGreeting } from './generated_names.ts';

/** Returns the contact as the API shows it. */
export const serializeContact = ({ contact_id, external_id, company, address, ...names }: Contact) => ({
  contact_id,
  external_id,
  name: names.name,
  ...printedNames({ company, ...names }),
  company,
  address,
});

export const displayName = ({ name, company }: Pick<Contact, 'name' | 'company'>): string =>
  name ?? company ?? '';

type Names = Pick<Contact, 'name' | 'company' | 'file_as' | 'greeting'>;

/** Returns `file_as` and `greeting`, generated from the name, or from the company of an organization without one. */
const printedNames = ({ name, company, file_as, greeting }: Names) => {
  const source = displayName({ name, company });
  return { file_as: file_as ?? generateFileAs(source), greeting: greeting ?? generateGreeting(source) };
};

export const createContact = (
  id: string,
  account: string,
  body: Omit<ContactBody, 'contact_id'>,
): Contact => ({
  contact_id: id,
  account,
  external_id: body.external_id ?? null,
  name: filled(body.name),
  file_as: filled(body.file_as),
  greeting: filled(body.greeting),
  company: filled(body.company),
  address: completeAddress(body.address ?? {}),
  is_deliverable: true,
});

/** Returns the contact with the changes. Omitted attributes keep their values, generated ones included. */
export function changeContact(service: Service, before: Contact, changes: ContactChanges): Contact {
  const after: Contact = {
    ...before,
    ...(changes.name === undefined ? {} : { ...printedNames(before), name: filled(changes.name) }),
    ...(changes.external_id === undefined ? {} : { external_id: changes.external_id }),
    ...(changes.company === undefined ? {} : { company: filled(changes.company) }),
    ...(changes.file_as === undefined ? {} : { file_as: filled(changes.file_as) }),
    ...(changes.greeting === undefined ? {} : { greeting: filled(changes.greeting) }),
    ...(changes.address === undefined
      ? {}
      : { address: updatedAddress(service, before.address, changes.address) }),
  };
  // A new address counts as deliverable.
  return sameAddress(before.address, after.address) ? after : { ...after, is_deliverable: true };
}

/** @throws 400 if the contact has neither name nor company; with the variant `name-required`, if it has no name */
export function requireName(
  { variants }: Service,
  { name, company }: Pick<Contact, 'name' | 'company'>,
  code: string,
  attribute: string,
): void {
  if (name !== null) return;
  if (variants.has('name-required'))
    throw new ServiceError(400, code, 'A contact requires a name.', { attribute });
  if (company === null)
    throw new ServiceError(400, code, 'A contact requires a name or a company.', { attribute });
}

type AddressParts = { [Part in keyof Address]?: string | null | undefined };

/** Returns the address after an update: merged field by field, or replaced with the variant `replace-address`. */
export const updatedAddress = (
  { variants }: Service,
  before: Address,
  changes: AddressParts | null | undefined,
): Address =>
  completeAddress(
    variants.has('replace-address') ? (changes ?? {}) : { ...before, ...definedIn(changes ?? {}) },
  );

export const sameAddress = (one: Address, other: Address): boolean =>
  one.street === other.street &&
  one.city === other.city &&
  one.state === other.state &&
  one.postal_code === other.postal_code &&
  one.country === other.country;

/** Returns null for blank text: a blank company is removed, a blank greeting is generated again. */
export const filled = (text: string | null | undefined): string | null => (text?.trim() ? text : null);

export const completeAddress = (parts: AddressParts): Address => ({
  street: parts.street ?? '',
  city: parts.city ?? '',
  state: parts.state ?? '',
  postal_code: parts.postal_code ?? '',
  country: parts.country ?? '',
});

const definedIn = <T extends object>(parts: T): Partial<T> => {
  const defined = { ...parts };
  for (const name in defined) if (defined[name] === undefined) delete defined[name];
  return defined;
};
