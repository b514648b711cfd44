/** Checks one envelope for missing values, values in the wrong field, and values that an earlier step did not fill in. */
import { truncate } from '../format.ts';
import { toText } from '../values.ts';
import { endsWithWords } from './address.ts';
import { labelOf, type PrintedKey, printedFields, printedKeys } from './fields.ts';
import { readPrinted } from './printed_text.ts';
import { findState, isZipInState } from './united_states.ts';

export interface CheckedEnvelope {
  /** The problems, in a few words each, such as "has no street". */
  problems: string[];
  /** True if a value is in the wrong field, so that a whole column may have been misread. */
  isMisread: boolean;
  /** Sentences about what the user should check. */
  notes: string[];
}

/** The printed values. Blank values are absent. */
type Printed = { readonly [Key in PrintedKey]?: string };

/** Returns true if the address seems to be in the United States. In other countries, a street may be only a house number. */
const isAmerican = ({ country, postal_code = '' }: Printed): boolean =>
  country === undefined && /^(?:\d{5}.*)?$/.test(postal_code);

/** Answers to a question about the employer. */
const occupation = /^(?:self(?:[- ]?employed)?|retired|unemployed|homemaker|student)$/i;

/** Values that are wrong in their field, and what the message says about them. */
const wrongValues: readonly {
  keys: readonly PrintedKey[];
  isWrong: (value: string, printed: Printed) => boolean;
  says: string;
  /** True if the value belongs to another field. */
  isMisread?: true;
}[] = [
  {
    keys: ['name', 'company'],
    isWrong: areSeveral,
    says: 'which may be several people, because Street and City have as many commas',
    isMisread: true,
  },
  {
    keys: ['name', 'company'],
    isWrong: (value) => /\S@[^\s@]+\.\S/.test(value),
    says: 'which is an email address',
  },
  {
    keys: ['name'],
    isWrong: (value) =>
      /†|\bdeceased\b|\bdec'd\b|\(\s*(?:dec\.?|d\. \d{4}|verstorben|décédée?)\s*\)/i.test(value),
    says: 'which says that the person has died',
  },
  {
    keys: ['name'],
    isWrong: (value) => /\bdo not (?:mail|contact)\b/i.test(value),
    says: 'which says that the person gets no mail',
  },
  {
    keys: ['street'],
    isWrong: (value, printed) => isAmerican(printed) && (value.length < 3 || !/\p{L}/u.test(value)),
    says: 'which has no street name',
  },
  {
    keys: ['street'],
    isWrong: (value, { city }) => hasTwoStreets(value) || (city !== undefined && hasStateAndZip(value)),
    says: 'which may be two addresses',
  },
  {
    keys: ['city'],
    isWrong: (value, { street = '' }) => /^\d+ \p{L}/u.test(value) && !/\d/.test(street),
    says: 'which looks like a street',
  },
  {
    keys: ['name'],
    isWrong: (value, { street = '' }) =>
      streetLine.test(value) && (!/\d/.test(street) || street.startsWith(value)),
    says: 'which looks like a street',
    isMisread: true,
  },
  {
    keys: ['country'],
    isWrong: (value) => /^\d+$/.test(value),
    says: 'which is a number',
    isMisread: true,
  },
  {
    keys: ['city'],
    isWrong: (value) => !/\p{L}/u.test(value),
    says: 'which has no letters',
    isMisread: true,
  },
  {
    keys: ['street', 'city'],
    isWrong: (value) => /^(?:[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+|(?:https?:\/\/|www\.)\S+)$/im.test(value),
    says: 'which is an email or web address',
    isMisread: true,
  },
  {
    keys: ['street'],
    isWrong: (value, { postal_code = '' }) => postal_code.length > 3 && endsWithWords(value, postal_code),
    says: 'which ends with the postal code',
    isMisread: true,
  },
  {
    keys: ['name'],
    isWrong: (value, { postal_code = '' }) =>
      /^\d{5}/.test(postal_code) && value.split(/[\s,]+/).includes(postal_code),
    says: 'which contains the postal code',
    isMisread: true,
  },
];

/** Matches a line such as "12 Elm St". */
const streetLine =
  /^\d+\s.*\s(?:st|street|ave?|avenue|rd|road|dr|drive|ln|lane|ct|court|blvd|boulevard|pl|place|way|cir|circle|ter|terrace|pkwy)\.?$/i;

/** Returns true for "12 Elm St; 5 Oak Ave", and for two lines that are streets with different numbers. */
function hasTwoStreets(street: string): boolean {
  if (!/[\n;|]/.test(street)) return false;
  const looksLikeStreet = (text: string): boolean => /^\s*\d+\s/.test(text) && /\p{L}/u.test(text);
  const lines = street.split('\n').filter((line) => streetLine.test(line));
  const numbers = new Set(lines.map((line) => Number.parseInt(line, 10)));
  return street.split(/[;|]/).filter(looksLikeStreet).length > 1 || numbers.size > 1;
}

/** Returns true if a line ends like another address: "5 Oak Ave, Reno, NV 89501". */
const hasStateAndZip = (street: string): boolean =>
  street.includes(',') &&
  [...street.matchAll(/,\s*([A-Z]{2})\s+(\d{5})(?:-\d{4})?$/gm)].some(([, state, zip = '']) =>
    isZipInState(zip, findState(state) ?? ''),
  );

/** Returns true if lists of people were joined: name, street and city have the same number of values with commas. */
function areSeveral(name: string, { street = '', city = '' }: Printed): boolean {
  if (!name.includes(',')) return false;
  const [names = [], streets = [], cities = []] = [name, street, city].map((text) =>
    text.split(',').map((part) => part.trim()),
  );
  return (
    names.length > 1 &&
    [streets, cities].every(({ length }) => length === names.length) &&
    streets.every((part) => /\d/.test(part)) &&
    !names.some((part) => suffix.test(part)) &&
    !streets.some((part) => unit.test(part)) &&
    findState(cities.at(-1)) === undefined
  );
}

const suffix = /^(?:jr|sr|ii|iii|iv|md|m\.d|phd|ph\.d|esq|dds|dvm|rn|cpa|inc|llc|ltd|co|corp|gmbh)\b/i;
const unit = /^(?:#|(?:apt|apartment|unit|suite|ste|room|rm|floor|fl|flat|bldg|building|box|p\.?o)\b)/i;

/** Checks the values of a person and an address that a letter prints. Other values are ignored. */
export function checkEnvelope(values: { readonly [Key in PrintedKey]?: unknown }): CheckedEnvelope {
  const printed: Printed = Object.fromEntries(
    printedKeys.map((key) => [key, toText(values[key]).trim()]).filter(([, value]) => value),
  );
  const { name, company, street, city, postal_code } = printed;
  const problems: string[] = [];
  const notes: string[] = [];
  if (!name && !company) problems.push('has no name and no company');
  // A large company may have its own postal code and no street: Deutsche Telekom, 53171 Bonn.
  if (!street && company && city && postal_code)
    notes.push(`"${truncate(company)}" has no street. Check that its mail arrives without one.`);
  else if (!street) problems.push('has no street');
  if (company && occupation.test(company))
    notes.push(`The ${labelOf('company')} "${company}" may not be a company; it is printed as typed.`);
  for (const { key, label, kind } of printedFields) {
    const value = printed[key];
    const problem = value && readPrinted(value, kind).problem;
    if (problem) problems.push(`has the ${label} "${truncate(value)}", ${problem}`);
  }
  let isMisread = false;
  for (const wrong of wrongValues) {
    for (const key of wrong.keys) {
      const value = printed[key];
      if (value === undefined || !wrong.isWrong(value, printed)) continue;
      problems.push(`has the ${labelOf(key)} "${truncate(value)}", ${wrong.says}`);
      isMisread ||= wrong.isMisread === true;
    }
  }
  return { problems, isMisread, notes };
}
