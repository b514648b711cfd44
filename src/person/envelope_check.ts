/** Checks one envelope for missing values, values in the wrong field, and values that an earlier step did not fill in. */
import { truncate } from '../text/format.ts';
import { endsWithWords } from '../text/text_match.ts';
import { toText } from '../text/values.ts';
import { labelOf, type PrintedKey, printedFields, printedKeys } from './fields.ts';
import { readPrinted } from './printed_text.ts';
import { streetLine } from './split_address.ts';
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

/** Answers to a question about the employer. */
const occupation = /^(?:self(?:[- ]?employed)?|retired|unemployed|homemaker|student)$/i;

interface WrongValue {
  of: readonly PrintedKey[];
  is: { test(value: string, printed: Printed): boolean };
  /** What the value does, for a problem. */
  says: string;
  /** True if the value belongs to another field. */
  isMisread?: true;
}

/** Values that are wrong in their field. */
const wrongValues: readonly WrongValue[] = [
  {
    of: ['name', 'company'],
    is: { test: areSeveral },
    says: 'may be several people, because it has as many values as Street and City',
    isMisread: true,
  },
  { of: ['name', 'company'], is: /\S@[^\s@]+\.\S/, says: 'is an email address' },
  {
    of: ['name'],
    is: /†|\bdeceased\b|\bdec'd\b|\(\s*(?:dec\.?|d\. \d{4}|verstorben|décédée?)\s*\)/i,
    says: 'says that the person has died',
  },
  { of: ['name'], is: /\bdo not (?:mail|contact)\b/i, says: 'says that the person gets no mail' },
  { of: ['street'], is: { test: lacksStreetName }, says: 'has no street name' },
  { of: ['street'], is: { test: mayBeTwoAddresses }, says: 'may be two addresses' },
  {
    of: ['city'],
    is: {
      test: (value, { street = '' }) =>
        streetLine.test(value) || (/^\d+ \p{L}/u.test(value) && !/\d/.test(street)),
    },
    says: 'looks like a street',
  },
  { of: ['name'], is: { test: isStreet }, says: 'looks like a street', isMisread: true },
  { of: ['city', 'state', 'postal_code', 'country'], is: /\n/, says: 'has several lines' },
  { of: ['country'], is: /^\d+$/, says: 'is a number', isMisread: true },
  { of: ['city'], is: /^\P{L}*$/u, says: 'has no letters', isMisread: true },
  {
    of: ['street', 'city'],
    is: /^(?:[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+|(?:https?:\/\/|www\.)\S+)$/im,
    says: 'is an email or web address',
    isMisread: true,
  },
  {
    of: ['street'],
    is: /^[ \t]*\+?(?:[ \t()./-]{0,3}\d){10,15}[ \t]*$/m,
    says: 'has a phone number as a line',
    isMisread: true,
  },
  {
    of: ['street'],
    is: {
      test: (value, { postal_code = '' }) => postal_code.length > 3 && endsWithWords(value, postal_code),
    },
    says: 'ends with the postal code',
    isMisread: true,
  },
  {
    of: ['name'],
    is: {
      test: (value, { postal_code = '' }) =>
        /^\d{5}/.test(postal_code) && value.split(/[\s,]+/).includes(postal_code),
    },
    says: 'contains the postal code',
    isMisread: true,
  },
];

/** Returns true for an American street without a name. In other countries, a street may be only a house number. */
function lacksStreetName(street: string, { country, postal_code = '' }: Printed): boolean {
  const isAmerican = country === undefined && /^(?:\d{5}.*)?$/.test(postal_code);
  return isAmerican && (street.length < 3 || !/\p{L}/u.test(street));
}

function isStreet(name: string, { street = '' }: Printed): boolean {
  return streetLine.test(name) && (!/\d/.test(street) || street.startsWith(name));
}

/**
 * Returns true for "12 Elm St; 5 Oak Ave", for two lines that are streets with different numbers, and, beside a city, for a line that
 * ends like another address: "5 Oak Ave, Reno, NV 89501".
 */
function mayBeTwoAddresses(street: string, { city }: Printed): boolean {
  if (!/[\n;|,]/.test(street)) return false;
  const streets = street.split(/[;|]/).filter((text) => /^\s*\d+\s/.test(text) && /\p{L}/u.test(text));
  const lines = street.split('\n').filter((line) => streetLine.test(line));
  const numbers = new Set(lines.map((line) => Number.parseInt(line, 10)));
  const ends = city === undefined ? [] : street.matchAll(/,\s*([A-Z]{2})\s+(\d{5})(?:-\d{4})?$/gm);
  return (
    streets.length > 1 ||
    numbers.size > 1 ||
    [...ends].some(([, state, zip]) => isZipInState(zip, findState(state)))
  );
}

/** Returns true if lists of people were joined: name, street and city have the same number of values, separated in the same way. */
function areSeveral(name: string, { street = '', city = '' }: Printed): boolean {
  return separators.some((separator) => {
    if (!name.includes(separator)) return false;
    const [names = [], streets = [], cities = []] = [name, street, city].map((text) =>
      text.split(separator).map((part) => part.trim()),
    );
    return (
      [streets, cities].every(({ length }) => length === names.length) &&
      streets.every((part) => /\d/.test(part)) &&
      !names.some((part) => suffix.test(part)) &&
      !streets.some((part) => unit.test(part)) &&
      findState(cities.at(-1)) === undefined
    );
  });
}

const separators = [',', ';', '|', ' / '];
const suffix = /^(?:jr|sr|ii|iii|iv|md|m\.d|phd|ph\.d|esq|dds|dvm|rn|cpa|inc|llc|ltd|co|corp|gmbh)\b/i;
const unit = /^(?:#|(?:apt|apartment|unit|suite|ste|room|rm|floor|fl|flat|bldg|building|box|p\.?o)\b)/i;

type Values = { readonly [Key in PrintedKey]?: unknown };

const pickPrinted = (values: Values): Printed =>
  Object.fromEntries(
    printedKeys.map((key) => [key, toText(values[key]).trim()]).filter(([, value]) => value),
  );

/** Returns the values that are wrong in their field. */
export function findWrongValues(values: Values) {
  const printed = pickPrinted(values);
  return wrongValues.flatMap(({ of, is, says, isMisread = false }) =>
    of.flatMap((key) => {
      const value = printed[key];
      return value !== undefined && is.test(value, printed)
        ? [{ key, value, problem: `which ${says}`, isMisread }]
        : [];
    }),
  );
}

/** Checks the values of a person and an address that a letter prints. Other values are ignored. */
export function checkEnvelope(values: Values): CheckedEnvelope {
  const printed = pickPrinted(values);
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
  for (const { key, label, use } of printedFields) {
    const value = printed[key];
    const problem = value && readPrinted(value, use).problem;
    if (problem) problems.push(`has the ${label} "${truncate(value)}", ${problem}`);
  }
  const wrong = findWrongValues(printed);
  for (const { key, value, problem } of wrong)
    problems.push(`has the ${labelOf(key)} "${truncate(value)}", ${problem}`);
  return { problems, isMisread: wrong.some((one) => one.isMisread), notes };
}
