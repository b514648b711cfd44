/** Creates, changes and serializes contacts. */
import { isDeepStrictEqual } from 'node:util';
import { ServiceError, shorten } from '../http/service_error.ts';
import type { Service } from '../service.ts';
import type { Address, Contact, Person } from '../store/records.ts';
import { addressFields, mapFields, type PersonField, personFields } from './contact_fields.ts';
import { generateFileAs, generateGreeting } from './generated_names.ts';
import type { ContactBody, ContactChanges } from './schemas.ts';

/** Returns the contact as the API shows it. */
export const serializeContact = ({ account, is_deliverable, ...contact }: Contact) => ({
  ...contact,
  ...printedNames(contact),
});

export const displayName = ({ name, company }: Pick<Contact, 'name' | 'company'>): string =>
  name ?? company ?? '';

/** Returns `file_as` and `greeting`, generated from the name, or from the company of an organization without one. */
export const printedNames = ({ name, company, file_as, greeting }: Person) => {
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
  ...newPerson(body),
  address: completeAddress(body.address ?? {}),
  is_deliverable: true,
});

/** Returns the contact with the changes. Omitted attributes keep their values, generated ones included. */
export function changeContact(service: Service, before: Contact, changes: ContactChanges): Contact {
  const kept = changes.name === undefined ? before : { ...before, ...printedNames(before) };
  const after: Contact = {
    ...kept,
    ...applyPersonChanges(service, kept, changes),
    ...(changes.address === undefined
      ? {}
      : { address: applyAddressChanges(service, before.address, changes.address) }),
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

/** Returns why a letter cannot be mailed to the address. */
export function addressProblem({ city, postal_code, country }: Address): string | undefined {
  const code = postal_code.trim();
  if (city.trim() === '' && code === '') return 'An address requires a city or a postal code.';
  if (isDomestic(country) && code !== '' && !/^\d{5}(?:[- ]?\d{4})?$/.test(code))
    return `${shorten(code)} is not a ZIP code of the United States.`;
  return undefined;
}

const isDomestic = (country: string): boolean =>
  /^(?:|us|usa|united states(?: of america)?)$/i.test(country.trim());

/** Returns the address with a complete ZIP code (ZIP+4), or `undefined` if that does not apply to it. */
export function completeZipCode(address: Address): Address | undefined {
  const { postal_code: code, country } = address;
  return isDomestic(country) && /^\d{5}$/.test(code)
    ? { ...address, postal_code: `${code}-0001` }
    : undefined;
}

/** @throws 400 with the variant `strict-addresses`, if a letter cannot be mailed to the address */
export function requireAddress(
  { variants }: Service,
  address: Address,
  code: string,
  attribute: string,
): void {
  const problem = variants.has('strict-addresses') ? addressProblem(address) : undefined;
  if (problem !== undefined) throw new ServiceError(400, code, problem, { attribute });
}

type AddressParts = { [Part in keyof Address]?: string | null | undefined };

/** Returns the address after an update: merged field by field, or replaced with the variant `replace-address`. */
export const applyAddressChanges = (
  { variants }: Service,
  before: Address,
  changes: AddressParts | null | undefined,
): Address => {
  if (variants.has('replace-address')) return completeAddress(changes ?? {});
  const ignoresBlanks = variants.has('kept-blanks');
  return mapFields(addressFields, (field) => {
    const value = changes?.[field];
    return value === undefined || (ignoresBlanks && isBlank(value)) ? before[field] : (value ?? '');
  });
};

export const sameAddress = (one: Address, other: Address): boolean => isDeepStrictEqual(one, other);

type PersonBody = { [Field in PersonField]?: string | null | undefined };

export const newPerson = (body: PersonBody): Person =>
  mapFields(personFields, (field) => storedValue(field, body[field]));

/** Returns the fields after an update. Omitted fields keep their values. */
export const applyPersonChanges = ({ variants }: Service, before: Person, changes: PersonBody): Person =>
  mapFields(personFields, (field) => {
    const value = changes[field];
    if (value === undefined || (isBlank(value) && variants.has('kept-blanks'))) return before[field];
    if (isBlank(value) && variants.has('blank-greeting') && (field === 'greeting' || field === 'file_as'))
      return '';
    return storedValue(field, value);
  });

const isBlank = (value: string | null): boolean => !value?.trim();

/** Returns null for blank text: a blank company is removed, a blank greeting is generated again. An external ID stays as sent. */
const storedValue = (field: PersonField, value: string | null | undefined): string | null =>
  value !== undefined && (field === 'external_id' || value?.trim()) ? value : null;

export const completeAddress = (parts: AddressParts): Address =>
  mapFields(addressFields, (field) => parts[field] ?? '');
