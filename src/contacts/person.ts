/**
 * The one reader of people: from input fields, line items, and the rows of a file. It says what a letter would lack, and the
 * operations decide what they require. docs/api.md#contacts
 */
import { findNonText, type InputData, isBlank, readText } from '../inputs.ts';
import { type ReadAddress, readAddress } from './address.ts';
import { isNoCountry } from './country.ts';
import { type Address, addressFields, contactFields, type PersonKey, personFields } from './fields.ts';

/** The fields of a contact that are filled in; blank ones are absent. */
export interface Person {
  person: { [Key in PersonKey]?: string };
  address: Address;
}

/** The person's name and the like, the address, and what a letter to them would lack. */
export type ReadPerson = Person & ReadAddress;

/** Reads a person as typed. @throws a user-facing error if a value is an object */
export function readPerson(inputData: InputData): ReadPerson {
  const { person, address: typed } = readTyped(inputData);
  const read = readAddress(typed);
  return { ...read, person, problems: [...findMissingName(person), ...read.problems] };
}

/** Reads the values without interpreting the address, whose other parts may be stored. */
export function readTyped(inputData: InputData): Person {
  const person: Person['person'] = {};
  for (const field of personFields) {
    const clean = field.key === 'name' ? cleanName : cleanText;
    const value = clean(readText(inputData, field) ?? '');
    if (value.trim()) person[field.key] = value;
  }
  const address: Address = {};
  for (const field of addressFields) {
    const value = cleanAddressPart(field.key, readText(inputData, field) ?? '');
    if (value.trim()) address[field.key] = value;
  }
  return { person, address };
}

/** Returns the labels of the fields whose value is an object, because its JSON would be printed. */
export const findObjects = (inputData: InputData): string[] =>
  contactFields.filter(({ key }) => findNonText(inputData[key]) !== undefined).map(({ label }) => label);

const findMissingName = ({ name, company }: Person['person']): string[] =>
  isBlank(name) && isBlank(company) ? ['has no name and no company'] : [];

/** What programs write where there is no value. "NA" is Naples, and "Null" is a last name. */
const nothing = /^(?:NULL|null|[Nn]\/[Aa]|[Nn]\.[Aa]\.?|nan|[-–—]+|[Nn]ot shared by donor)$/;

/** What spreadsheets write where a formula fails. */
const formulaError = /^#(?:N\/A|NULL!|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|ERROR!|SPILL!|CALC!)$/;

/** Returns the text without what only a spreadsheet needs, such as `'02134` and `="02134"`; empty if it means that there is no value. */
export function cleanText(text: string): string {
  // Most values begin with something else, and a file has millions of them.
  if (!/^\s*[NnN#'=\-–—]/.test(text)) return text;
  const value = text.replace(/^\s*="([^"]*)"\s*$/, '$1').replace(/^(\s*)'(?=[\d=+])/, '$1');
  const trimmed = value.trim();
  return nothing.test(trimmed) || formulaError.test(trimmed) ? '' : value;
}

/** The same for the value of a merge field, which may be "-" or "N/A". */
export const cleanMergeText = (text: string): string =>
  text.trim() === 'NULL' || formulaError.test(text.trim()) ? '' : text;

function cleanAddressPart(key: keyof Address, text: string): string {
  const value = cleanText(text);
  if (key === 'street' || key === 'country') return value;
  // None is a town in Italy.
  if (isNoCountry(value) && !(key === 'city' && /^\s*none\s*$/i.test(value))) return '';
  if (key !== 'postal_code') return value;
  return /^x+$/i.test(value.trim()) ? '' : value.replace(/^\s*'/, '');
}

/** Returns a name; empty if the text is no name, such as the number of an order: "#1001". */
export function cleanName(text: string): string {
  const value = cleanText(text);
  if (!/\d|NULL/.test(value)) return value;
  if (isNumber(value)) return '';
  const isShouted = value === value.toUpperCase();
  const words = value.split(' ');
  const last = words.length - 1;
  return words.filter((word, index) => word !== 'NULL' || (isShouted && index === last)).join(' ');
}

/** Whether the text is a number or a code, such as that of an order, and no name. */
const isNumber = (text: string): boolean =>
  /^\s*#?\d[\d-]*\s*$/.test(text) || (/^\s*\S+\s*$/.test(text) && text.replace(/\D/g, '').length > 2);
