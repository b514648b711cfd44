/** Composes the address of a row from the cells of one group of columns, which may hold it in many parts. */

import { countryForService } from '../person/country.ts';
import type { Address } from '../person/fields.ts';
import { dropDecimals } from '../person/printed_text.ts';
import { splitAddress, splitCityLine } from '../person/split_address.ts';
import { findState, isZipInState, repairZip } from '../person/united_states.ts';
import { endsWithWords } from '../text/text_match.ts';
import { toText } from '../text/values.ts';
import {
  type Cells,
  type Found,
  type FoundFields,
  hasWordsOf,
  joinFound,
  keepIf,
  mapText,
  padWords,
} from './compose_person.ts';
import { hasDigit, isPostal } from './shapes.ts';

/** Makes fields of the parts of one cell. */
const splitInto = (parts: Address, found: Found): FoundFields =>
  Object.fromEntries(Object.entries(parts).map(([key, text]) => [key, { ...found, text: toText(text) }]));

/** Composes an address. Its state and country may be in columns that the addresses of a file share. */
export function composeWithCommon(own: Cells, common: Cells | undefined): FoundFields {
  const address = composeAddress(own);
  const { state, postal_code, country } = address;
  const hasState = state || own.has('state') || own.has('region') || common?.has('city');
  const code = postal_code?.text ?? '';
  const zip = repairZip({ state: state?.text ?? '', postal_code: code }) ?? code;
  const isAmerican = isZipInState(zip, findState(state?.text));
  const hasCountry = country || own.has('country') || isAmerican;
  return {
    ...address,
    state: hasState ? state : common?.pick('state'),
    country: hasCountry ? country : common?.pick('country'),
  };
}

/** Returns true if the address comes from columns in another language and does not say that it is in the United States. */
export const mayBeAbroad = ({ street, city, state, postal_code, country }: FoundFields): boolean =>
  [street, city, postal_code].some((one) => one?.from.some(({ heading }) => heading.isForeign)) &&
  country === undefined &&
  findState(state?.text) === undefined;

const houseNumberAfterStreet = new Set(
  `Germany,Austria,Switzerland,Liechtenstein,Netherlands,Belgium,Denmark,Norway,Sweden,Finland,Iceland,Poland,Czechia,Slovakia,
  Hungary,Slovenia,Croatia,Serbia,Bulgaria,Romania,Italy,Spain,Portugal,Brazil,Mexico,Argentina,Chile,Peru,Colombia,Uruguay,
  Greece,Türkiye,Russia,Ukraine,Lithuania,Latvia,Estonia,Israel`.split(/,\s*/),
);

const isBareNumber = (text: string): boolean => /^(?:\d+\s?[a-z]?|[a-z]|[a-z]-?\d+)$/i.test(text);

/** Composes the address of one group of columns, each part as typed. */
function composeAddress(cells: Cells): FoundFields {
  const country = cells.pick('country');
  const { country: foreignCountry } = countryForService(country?.text ?? '');
  const city = cells.pick('city') ?? cells.pick('suburb') ?? cells.pick('municipality');
  const line = city ? undefined : cells.pick('city line');
  const split = line ? splitInto(splitCityLine(line.text) ?? { city: line.text }, line) : {};
  const separate = {
    street: joinStreet(cells, foreignCountry, city?.text ?? ''),
    city: city ?? split.city,
    state: cells.pick('state') ?? split.state ?? readRegion(cells, foreignCountry),
    postal_code: readPostalCode(cells) ?? split.postal_code,
    country: country ?? split.country,
  };
  const isWhole = !separate.city && !separate.postal_code;
  const whole = separate.street ?? cells.pick('whole address');
  if (!whole || (separate.street && !isWhole)) return separate;
  const ofWhole = splitInto(splitAddress({ street: whole.text }), whole);
  return isWhole ? { ...separate, ...ofWhole } : { ...separate, street: ofWhole.street };
}

/** Returns the region, but not the county of an American address. */
function readRegion(cells: Cells, foreignCountry: string): Found | undefined {
  const isAbroad = foreignCountry !== '' || !/^\d{5}/.test(cells.pick('postal_code')?.text ?? '');
  const alone = keepIf(cells.pick('region alone'), (text) => findState(text) !== undefined);
  return keepIf(cells.pick('region'), (text) => isAbroad || findState(text) !== undefined) ?? alone;
}

function readPostalCode(cells: Cells): Found | undefined {
  const code = cells.pick('postal_code');
  const extension = cells.pick('ZIP+4');
  if (!code) return keepIf(extension, (text) => text.length > 4);
  if (!extension || !/^\d{5}$/.test(code.text) || !/^\d{4}$/.test(extension.text)) return code;
  return joinFound([code, extension], '-');
}

/** Maximum further lines of a street. A broken file may have a thousand, and each is compared with the others. */
const maxFurtherLines = 9;

/** Joins the lines of a street in the order in which they are printed. */
function joinStreet(cells: Cells, foreignCountry: string, city: string): Found | undefined {
  const [first, ...lines] = cells.lines('street');
  const main = joinMainLine(cells, foreignCountry, first);
  const index = Math.max(...(main?.from ?? []).map((column) => column.index));
  const [before, after] = splitAt(index, cells.all('further line').slice(0, maxFurtherLines));
  const all = [
    mapText(cells.pick('care of'), (text) => {
      if (/\b(?:c\/o|attn|attention|z\.?\s?hd)/i.test(text)) return text;
      return `${/att/i.test(cells.pick('care of')?.column.name ?? '') ? 'Attn:' : 'c/o'} ${text}`;
    }),
    ...before,
    main,
    ...lines,
    ...cells.lines('unit').map((unit) => labelUnit(unit, cells.pick('unit type'))),
    ...after,
    keepIf(cells.pick('suburb'), (text) => text !== city),
    mapText(cells.pick('PO box'), (text) => text.replace(/^#?\s*(\d+)$/, 'PO Box $1')),
  ].filter((line) => line !== undefined);
  const printed: string[] = [];
  const isLine = (found: Found): boolean => {
    const { text } = found;
    if (found !== main && !isPostal(text)) return false;
    // Shopify repeats the "Apt 2" of "1 Main St, Apt 2" in another column. "7" after "600 Highway 7" is another line.
    const isEnd = hasDigit(text) && /\p{L}/u.test(text) && printed.some((line) => endsWithWords(line, text));
    const isRepeated = printed.includes(text);
    for (const line of text.split('\n')) printed.push(line);
    return !isEnd && !isRepeated;
  };
  return joinFound(all.filter(isLine), '\n');
}

/** Splits the values into those of columns before an index, and the rest. */
function splitAt(index: number, values: readonly Found[]): [Found[], Found[]] {
  const isBefore = ({ column }: Found): boolean => column.index < index;
  return [values.filter(isBefore), values.filter((one) => !isBefore(one))];
}

/** Returns the street with its house number, from one column or from several. */
function joinMainLine(cells: Cells, foreignCountry: string, street: Found | undefined): Found | undefined {
  const name = cells.pick('street name') ?? street;
  const [before, after] = splitAt(name?.column.index ?? 0, cells.all('direction'));
  const type = cells.pick('street type') ?? cells.pick('type');
  const words = joinFound([...before, name, name && type, ...after], ' ');
  const main = addHouseNumber(cells, foreignCountry, name && words);
  if (!main || !street || name === street) return main;
  return hasWordsOf(street.text, main.text) ? street : joinFound([main, street], '\n');
}

function addHouseNumber(cells: Cells, foreignCountry: string, street: Found | undefined): Found | undefined {
  const alone = street && !hasDigit(street.text) ? cells.pick('number') : undefined;
  const ownNumber = mapText(cells.pick('house number') ?? alone, dropDecimals);
  const number = joinFound([ownNumber, cells.pick('house suffix')], ' ');
  if (!number || !street) return street ?? number;
  // A house without a number in Brazil and Spain.
  if (/^s\/?n\.?$/i.test(number.text)) return joinFound([street, number], ' ');
  // "Gryffindor" under "House" may not be the name of a house.
  if (!hasDigit(number.text))
    return /name/i.test(number.column.name) ? joinFound([number, street], '\n') : street;
  const { heading, name } = street.column;
  const isLast = foreignCountry
    ? houseNumberAfterStreet.has(foreignCountry)
    : heading.isForeign && !/^(?:rue|voie)\b/i.test(name);
  const [words, own] = [padWords(street.text), padWords(number.text)];
  // "12 County Road 12" has the number twice.
  if (words.startsWith(own) || (isLast && words.includes(own)))
    return { ...street, from: [...street.from, ...number.from] };
  // Next to "Lindenweg 1", an address number such as 7 is not the house number.
  if (isLast && /\s\d+\s?[a-z]?$/i.test(street.text)) return street;
  return joinFound(isLast ? [street, number] : [number, street], ' ');
}

/** The word for a unit that is printed before a cell with only a number. */
const unitName =
  /(?<!\p{L})(?:apt|apartment|suite|ste|unit|flat|pmb|app|appt|bus|wohnung|piso|puerta|interno|room|кв)(?!\p{L})\.?/iu;
function labelUnit(typed: Found, type: Found | undefined): Found | undefined {
  const unit = { ...typed, text: dropDecimals(typed.text) };
  if (!isBareNumber(unit.text)) return unit;
  if (type) return joinFound([type, unit], ' ');
  const [word = 'Unit'] = unitName.exec(unit.column.name.replaceAll('_', ' ')) ?? [];
  return mapText(unit, (text) => `${word} ${text}`);
}
