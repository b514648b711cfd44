/** Checks one finished envelope: what it lacks, which values are in the wrong field, and which an earlier step did not fill in. */
import { truncate } from '../format.ts';
import { toText } from '../values.ts';
import { endsWithWords } from './address.ts';
import { labelOf, type PrintedKey, printedKeys } from './fields.ts';

export interface CheckedEnvelope {
  /** What is wrong, in a few words each, such as "has no street". */
  problems: string[];
  /** True if a value is in the wrong field, so that a whole column may have been misread. */
  isMisread: boolean;
  /** What the user should look at, in whole sentences. */
  notes: string[];
}

/** What is printed. Blank values are absent. */
type Printed = { readonly [Key in PrintedKey]?: string };

/** The address is in the United States, as far as its parts say. Elsewhere, a village may have only numbers. */
const isAmerican = ({ country, postal_code = '' }: Printed): boolean =>
  country === undefined && /^(?:\d{5}.*)?$/.test(postal_code);

/** Values that are wrong in their field. */
const wrongValues: readonly {
  keys: readonly PrintedKey[];
  isWrong: (value: string, printed: Printed) => boolean;
  says: string;
  /** True if the value belongs to another field. */
  isMisread?: true;
}[] = [
  {
    keys: printedKeys,
    // "Ann undefined"; a last name Null has a capital letter.
    isWrong: (value) =>
      /\{\{[^{}]*\}\}|\[object \w+\]|^(?:(?:undefined|null)\s*)+$/.test(value) ||
      (/\S (?:undefined|null)$|^(?:undefined|null) \S/.test(value) && /\p{Lu}/u.test(value)),
    says: 'which an earlier step did not fill in',
  },
  { keys: ['name'], isWrong: (value) => /\S@[^\s@]+\.\S/.test(value), says: 'which is an email address' },
  {
    keys: ['name'],
    isWrong: (value) => /†|\(\s*(?:deceased|dec'?d|verstorben|décédée?)\s*\)/i.test(value),
    says: 'which says that the person has died',
  },
  {
    keys: ['street'],
    isWrong: (value, printed) => isAmerican(printed) && (value.length < 3 || !/\p{L}/u.test(value)),
    says: 'which has no name of a street',
  },
  {
    keys: ['street'],
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

/** Checks the parts of a person and of their address, which a letter prints. Other parts are ignored. */
export function checkEnvelope(values: { readonly [Key in PrintedKey]?: unknown }): CheckedEnvelope {
  const printed: Printed = Object.fromEntries(
    printedKeys.map((key) => [key, toText(values[key]).trim()]).filter(([, value]) => value),
  );
  const { name, company, street, city, postal_code } = printed;
  // A large company has its own postal code: Deutsche Telekom, 53171 Bonn.
  const isLargeCompany = company !== undefined && city !== undefined && postal_code !== undefined;
  const wrong = wrongValues.flatMap(({ keys, isWrong, says, isMisread = false }) =>
    keys.flatMap((key) => {
      const value = printed[key];
      if (value === undefined || !isWrong(value, printed)) return [];
      return [{ problem: `has the ${labelOf(key)} "${truncate(value)}", ${says}`, isMisread }];
    }),
  );
  return {
    problems: [
      ...(name || company ? [] : ['has no name and no company']),
      ...(street || isLargeCompany ? [] : ['has no street']),
      ...wrong.map(({ problem }) => problem),
    ],
    isMisread: wrong.some((one) => one.isMisread),
    notes:
      !street && isLargeCompany
        ? [`"${truncate(company)}" has no street. Check that its mail arrives without one.`]
        : [],
  };
}
