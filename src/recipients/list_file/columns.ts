/** Reads the fields of a contact from the columns of a list file. */
import {
  type AddressKey,
  addressKeys,
  contactFields,
  type PersonKey,
  personKeys,
} from '../../contacts/fields.ts';
import { type InputData, inputError, truncate } from '../../inputs.ts';
import { type Heading, type Part, parseHeading, plainRank, rankOfLabel } from './headings.ts';

/** Columns with one prefix, such as those of the home address: the index of each part, for a street of each line. */
interface Group {
  rank: number;
  columns: ReadonlyMap<string, number>;
  /** The parts of the street that there are columns for, in the order of its lines. */
  streetLines: string[];
}

export interface Columns {
  /** All groups, starting with the columns without a prefix. */
  groups: Group[];
  /** The groups that have addresses, in the order in which a letter should prefer them. */
  addresses: Group[];
  /** The indexes of the columns that are not part of a contact. */
  others: number[];
}

const nameParts = ['namePrefix', 'firstName', 'middleName', 'lastName', 'nameSuffix'] as const;
const streetSlots = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((line) => `street ${line}`),
  'unit',
  'extendedAddress',
  'poBox',
];
const otherAddressKeys = addressKeys.filter((key) => key !== 'street');
const addressSlots = [...streetSlots, ...otherAddressKeys];

const slotOf = ({ part, line }: Heading): string => (part === 'street' ? `street ${line}` : part);

/** @throws a user-facing error if two columns are for the same part, or no column is for a name or a company */
export function matchColumns(header: readonly string[]): Columns {
  const headings = header.map(parseHeading);
  header.forEach((name, index) => {
    // Outlook calls "Mr." and "Dr." a title. Elsewhere, a title is a position in a company.
    if (/^\s*title\s*$/i.test(name) && headings[index + 1]?.part === 'firstName') {
      headings[index] = { part: 'namePrefix', line: 1, rank: plainRank, preference: 0 };
    }
  });
  const groups = new Map<number, Map<string, number>>();
  headings.forEach((heading, index) => {
    if (!heading) return;
    const columns = groups.get(heading.rank) ?? new Map<string, number>();
    groups.set(heading.rank, columns);
    const slot = slotOf(heading);
    const same = columns.get(slot) ?? index;
    const better = (headings[same]?.preference ?? 0) - heading.preference;
    if (same !== index && better === 0) {
      throw inputError(
        `The CSV file has two columns for ${labelOf(heading.part)}: "${truncate(header[same] ?? '')}" and "${truncate(header[index] ?? '')}". Nothing was sent. Keep one of them.`,
      );
    }
    columns.set(slot, better < 0 ? same : index);
  });
  const sorted = [...groups]
    .map(([rank, columns]) => makeGroup(rank, columns))
    .sort((a, b) => a.rank - b.rank);
  if (!sorted.some((group) => hasAny(group, ['name', 'company', ...nameParts]))) throw noNameError(header);
  const used = new Set(sorted.flatMap(({ columns }) => [...columns.values()]));
  return {
    groups: [...sorted.filter(isPlain), ...sorted.filter((group) => !isPlain(group))],
    addresses: joinPlainAddress(sorted.filter((group) => hasAny(group, addressSlots))),
    others: [...header.keys()].filter((index) => !used.has(index)),
  };
}

const makeGroup = (rank: number, columns: Group['columns']): Group => ({
  rank,
  columns,
  streetLines: streetSlots.filter((slot) => columns.has(slot)),
});

const hasAny = ({ columns }: Group, slots: readonly string[]): boolean =>
  slots.some((slot) => columns.has(slot));
const isPlain = ({ rank }: Group): boolean => rank === plainRank;

/** Joins "Mailing Address" with "City" and "ZIP": a prefix that no other column repeats does not make another address. */
function joinPlainAddress(groups: Group[]): Group[] {
  const plain = groups.find(isPlain);
  const best = groups.find((group) => !isPlain(group));
  if (!plain || !best || addressSlots.some((slot) => plain.columns.has(slot) && best.columns.has(slot)))
    return groups;
  const joined = makeGroup(best.rank, new Map([...plain.columns, ...best.columns]));
  return [joined, ...groups.filter((group) => group !== plain && group !== best)];
}

/** Returns the values of a row by field key. */
export function readRow({ groups, addresses }: Columns, cells: readonly string[]): InputData {
  const options = addresses.map((group) => ({
    columns: group.columns,
    rank: rankOfLabel(cellOf(group, 'addressLabel', cells)) ?? group.rank,
    address: readAddress(group, cells),
  }));
  const [chosen = options[0]] = options
    .filter(
      ({ address: { street, city, postal_code } }) => street.trim() || city.trim() || postal_code.trim(),
    )
    .sort((one, other) => one.rank - other.rank);
  // A shop's export has the name beside each address.
  const owners = [
    ...groups.filter(isPlain),
    ...groups.filter(({ columns }) => columns === chosen?.columns),
    ...groups,
  ];
  const first = (read: (group: Group) => string): string =>
    owners.map(read).find((value) => value.trim()) ?? '';
  const person = personKeys.map((key) => [key, first((group) => readPersonField(group, key, cells))]);
  return { ...Object.fromEntries(person), ...chosen?.address };
}

function readPersonField(group: Group, key: PersonKey, cells: readonly string[]): string {
  if (key === 'name') return readName(group, cells);
  return key === 'greeting' ? readGreeting(group, cells) : cellOf(group, key, cells);
}

const cellOf = ({ columns }: Group, slot: string, cells: readonly string[]): string =>
  cells[columns.get(slot) ?? -1] ?? '';

const joinFilledIn = (values: readonly string[], separator: string): string =>
  values
    .map((value) => value.trim())
    .filter(Boolean)
    .join(separator);

/** Returns the whole name, or the name made of its parts. */
function readName(group: Group, cells: readonly string[]): string {
  const whole = cellOf(group, 'name', cells);
  return whole.trim()
    ? whole
    : joinFilledIn(
        nameParts.map((part) => cellOf(group, part, cells)),
        ' ',
      );
}

/** Returns the greeting. A salutation is one if it is a name, but not if it is "Dear Bill" or "Mr.". */
function readGreeting(group: Group, cells: readonly string[]): string {
  const greeting = cellOf(group, 'greeting', cells);
  const salutation = cellOf(group, 'salutation', cells);
  return greeting.trim() || notGreeting.test(salutation) ? greeting : salutation;
}

const notGreeting = /^\s*(?:dear\b|(?:mr|mrs|ms|miss|mx|dr|prof|rev)\b\.?\s*$)/i;

function readAddress(group: Group, cells: readonly string[]): Record<AddressKey, string> {
  // Google Contacts separates several addresses in one cell with colons.
  const value = (slot: string): string => cellOf(group, slot, cells).replace(/ ::: .*/s, '');
  const lines = group.streetLines.map((slot) =>
    slot === 'poBox' ? value(slot).replace(/^\s*\d+\s*$/, 'PO Box $&') : value(slot),
  );
  const address = {
    street: joinFilledIn(lines, '\n'),
    city: value('city'),
    state: value('state'),
    postal_code: value('postal_code'),
    country: value('country'),
  };
  return hasAny(group, ['city', 'postal_code']) ? address : { ...address, ...splitAddress(address.street) };
}

/** Splits an address in one cell, as Mailchimp exports it: its parts are two spaces apart. */
function splitAddress(whole: string): Partial<Record<AddressKey, string>> {
  const parts = whole.split(/ {2,}/);
  const country = /\d/.test(parts.at(-1) ?? '') ? '' : (parts.pop() ?? '');
  const postal_code = parts.pop() ?? '';
  const state = parts.length > 2 ? (parts.pop() ?? '') : '';
  const city = parts.pop() ?? '';
  if (parts.length === 0 || !/^[a-z]{0,2}\d[a-z\d -]{2,9}$/i.test(postal_code)) return {};
  return { street: parts.join('\n'), city, state, postal_code, country };
}

const labelOf = (part: Part): string =>
  contactFields.find(({ key }) => key === part)?.label ?? (addressSlots.includes(part) ? 'Street' : 'Name');

function noNameError(header: readonly string[]): Error {
  const seen = header.slice(0, 20).map((name) => `"${truncate(name.trim())}"`);
  const labels = contactFields.map(({ label }) => label).join(', ');
  return inputError(
    `The CSV file has no column for a name or a company. Nothing was sent. Its first line must name the columns, such as ${labels}; it has ${seen.join(', ')}.`,
  );
}
