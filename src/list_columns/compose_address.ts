/** Composes the address of a row from the cells of one group of columns, which may hold it in many parts. */
import { countryForService } from '../person/country.ts';
import type { Address } from '../person/fields.ts';
import { dropDecimals } from '../person/printed_text.ts';
import { splitAddress, splitCityLine } from '../person/split_address.ts';
import { findState } from '../person/united_states.ts';
import { endsWithWords, hasWordsOf, padWords } from '../text/text_match.ts';
import { toText } from '../text/values.ts';
import { type Cells, type Found, type FoundFields, joinFound, keepIf, mapText } from './cells.ts';
import { hasDigit } from './shapes.ts';
import type { Part } from './table.ts';

/** Makes fields of the parts of one cell. */
const splitInto = (parts: Address, found: Found): FoundFields =>
  Object.fromEntries(Object.entries(parts).map(([key, text]) => [key, { ...found, text: toText(text) }]));

/** Composes the address of one group of columns, each part as typed. */
export function composeAddress(cells: Cells): FoundFields {
  const country = cells.pick('country');
  const isAbroad = country !== undefined && countryForService(country.text).country !== '';
  const city = cells.pick('city') ?? cells.pick('suburb');
  const line = city ? undefined : cells.pick('city line');
  const split = line ? splitInto(splitCityLine(line.text) ?? { city: line.text }, line) : {};
  const postal_code = readPostalCode(cells) ?? split.postal_code;
  const separate = {
    street: joinStreet(cells, isAbroad, city?.text ?? ''),
    city: city ?? split.city,
    state: cells.pick('state') ?? split.state ?? readCounty(cells, isAbroad, postal_code),
    postal_code,
    country: country ?? split.country,
  };
  const { street } = separate;
  if (!street || separate.city || separate.postal_code) return separate;
  return { ...separate, ...splitInto(splitAddress({ street: street.text }), street) };
}

/** Returns the county or region, but not the county of an American address. */
const readCounty = (cells: Cells, isAbroad: boolean, code: Found | undefined): Found | undefined =>
  keepIf(
    cells.pick('county'),
    (text) => isAbroad || !/^\d{5}/.test(code?.text ?? '') || findState(text) !== undefined,
  );

function readPostalCode(cells: Cells): Found | undefined {
  const code = cells.pick('postal_code');
  const extension = cells.pick('ZIP+4');
  if (!code) return keepIf(extension, (text) => text.length > 4);
  if (!extension || !/^\d{5}$/.test(code.text)) return code;
  if (/^\d{4}$/.test(extension.text)) return joinFound([code, extension], '-');
  // Some lists have the whole code again.
  const isWhole = /^\d{5}-?\d{4}$/.test(extension.text) && extension.text.startsWith(code.text);
  return isWhole ? { ...extension, from: [...code.from, ...extension.from] } : code;
}

/** Maximum further lines of a street. A broken file may have a thousand, and each is compared with the others. */
const maxFurtherLines = 9;

/** Joins the lines of a street in the order in which they are printed. */
function joinStreet(cells: Cells, isAbroad: boolean, city: string): Found | undefined {
  const main = joinMainLine(cells, joinFirst(cells));
  const index = main?.column.index ?? -1;
  const isLine = ({ column }: Found): boolean => column.heading.line > 1;
  const lines = cells.all('street').filter(isLine);
  const areChosen = lines.some(({ column }) => column.heading.isChosen);
  // Further lines stay where their columns are. So do all lines if the user explains one.
  const further = [...cells.all('further line'), ...(areChosen ? lines : [])]
    .toSorted((one, other) => one.column.index - other.column.index)
    .slice(0, maxFurtherLines);
  const isBefore = ({ column }: Found): boolean => column.index < index;
  const all = [
    mapText(cells.pick('care of'), (text) => {
      if (/\b(?:c\/o|attn|attention|z\.?\s?hd)/i.test(text)) return text;
      return `${/att/i.test(cells.pick('care of')?.column.name ?? '') ? 'Attn:' : 'c/o'} ${text}`;
    }),
    ...further.filter(isBefore),
    main,
    ...(areChosen ? [] : cells.lines('street').filter(isLine)),
    ...cells.lines('unit').map((unit) => labelUnit(unit, cells.pick('unit type'), isAbroad)),
    ...further.filter((one) => !isBefore(one)),
    keepIf(cells.pick('suburb'), (text) => text !== city),
    mapText(cells.pick('PO box'), (text) => text.replace(/^#?\s*(\d+)$/, 'PO Box $1')),
  ].filter((line) => line !== undefined);
  const printed: string[] = [];
  const isNew = ({ text }: Found): boolean => {
    // Shopify repeats the "Apt 2" of "1 Main St, Apt 2" in another column. "7" after "600 Highway 7" is another line.
    const isEnd = hasDigit(text) && /\p{L}/u.test(text) && printed.some((line) => endsWithWords(line, text));
    const isRepeated = printed.includes(text);
    for (const line of text.split('\n')) printed.push(line);
    return !isEnd && !isRepeated;
  };
  return joinFound(all.filter(isNew), '\n');
}

const joinFirst = (cells: Cells): Found | undefined =>
  cells.lines('street').find(({ column }) => column.heading.line === 1);

/** The parts of the main line, which is printed in the order of the columns. */
const mainParts: readonly Part[] = ['house number', 'house suffix', 'direction', 'street type'];

/** Returns the street with its house number, from one column or from several. */
function joinMainLine(cells: Cells, street: Found | undefined): Found | undefined {
  const name = cells.pick('street name') ?? street;
  const parts = mainParts.flatMap((part) => {
    if (part === 'direction') return cells.all(part);
    return mapText(cells.pick(part), dropDecimals) ?? [];
  });
  const own = name ? parts.filter((part) => !isRepeated(name.text, part)) : parts;
  // The name of a house has its own line.
  const houses = own.filter(
    ({ text, column }) =>
      column.heading.part === 'house number' && !hasDigit(text) && !/^s\/?n\.?$/i.test(text),
  );
  const inLine = [...own.filter((part) => !houses.includes(part)), name].flatMap((one) => one ?? []);
  const isNumber = ({ text, column }: Found): number =>
    Number(column.heading.isChosen && column.heading.part === 'street' && /^\d+$/.test(text));
  const sorted = inLine.toSorted(
    (one, other) => isNumber(other) - isNumber(one) || one.column.index - other.column.index,
  );
  const line = joinFound(sorted, ' ');
  const main = joinFound([...houses, line], '\n');
  const repeated = parts.filter((part) => !own.includes(part)).flatMap(({ from }) => from);
  const whole = main && { ...main, column: name?.column ?? main.column, from: [...main.from, ...repeated] };
  if (!whole || !street || name === street) return whole;
  return hasWordsOf(street.text, whole.text) ? street : joinFound([whole, street], '\n');
}

/** Returns true if the street has its house number already: "12 County Road 12", or "Lindenweg 1" beside another number. */
function isRepeated(street: string, { text, column }: Found): boolean {
  if (column.heading.part !== 'house number' || !hasDigit(text)) return false;
  const [words, number] = [padWords(street), padWords(text)];
  return words.startsWith(number) || words.endsWith(number);
}

/** The English word for a unit that is printed before a cell with only a number. */
const unitName = /(?<!\p{L})(?:apt|apartment|suite|ste|unit|flat|pmb|room)(?!\p{L})/iu;

function labelUnit(typed: Found, type: Found | undefined, isAbroad: boolean): Found | undefined {
  const unit = mapText(typed, dropDecimals) ?? typed;
  if (!/^(?:\d+\s?[a-z]?|[a-z]|[a-z]-?\d+)$/i.test(unit.text)) return unit;
  if (type) return joinFound([type, unit], ' ');
  if (isAbroad || unit.column.heading.isForeign) return unit;
  const [word = 'Unit'] = unitName.exec(unit.column.name.replaceAll('_', ' ')) ?? [];
  return mapText(unit, (text) => `${word} ${text}`);
}
