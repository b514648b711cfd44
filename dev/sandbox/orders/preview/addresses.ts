/** Formats addresses as each country writes them on an envelope. */
import type { AddressField } from '../../contacts/contact_fields.ts';

export type PostalAddress = { [Field in AddressField]?: string | null | undefined };

/** Returns the lines between the street and the country. Some can be blank. */
type Layout = (parts: { city: string; state: string; postal: string }) => string[];

const joinFilled = (separator: string, ...parts: string[]): string => parts.filter(Boolean).join(separator);

/** `City, ST 12345`. */
const american: Layout = ({ city, state, postal }) => [
  joinFilled(', ', city, joinFilled(' ', state, postal)),
];
/** `CITY ST 1234`, without a comma. */
const oneLine: Layout = ({ city, state, postal }) => [joinFilled(' ', city, state, postal)];
/** `City`, the county or region, and the postal code, each on a separate line. */
const postalBelow: Layout = ({ city, state, postal }) => [city, state, postal];
/** `12345 City`, then the region. */
const postalFirst: Layout = ({ city, state, postal }) => [joinFilled(' ', postal, city), state];
/** `12345 City, State`. */
const postalFirstWithState: Layout = ({ city, state, postal }) => [
  joinFilled(', ', joinFilled(' ', postal, city), state),
];
/** `12345 City ST`, with the abbreviated province. */
const postalFirstWithProvince: Layout = ({ city, state, postal }) => [joinFilled(' ', postal, city, state)];
/** `City 12345`, then the region. */
const postalLast: Layout = ({ city, state, postal }) => [joinFilled(' ', city, postal), state];

/** All other countries use {@link postalFirst}. */
const layouts: Readonly<Record<string, Layout>> = {
  australia: oneLine,
  bangladesh: postalLast,
  brazil: ({ city, state, postal }) => [joinFilled(' - ', city, state), postal],
  canada: ({ city, state, postal }) => [joinFilled('  ', joinFilled(' ', city, state), postal)],
  china: postalFirstWithState,
  colombia: postalFirstWithState,
  egypt: postalBelow,
  'hong kong': postalBelow,
  india: ({ city, state, postal }) => [joinFilled(' - ', city, postal), state],
  indonesia: postalLast,
  iraq: postalBelow,
  ireland: postalBelow,
  italy: postalFirstWithProvince,
  japan: american,
  jordan: postalLast,
  kenya: postalBelow,
  mexico: postalFirstWithState,
  nepal: postalLast,
  'new zealand': postalLast,
  nigeria: postalLast,
  pakistan: postalLast,
  russia: postalBelow,
  'saudi arabia': postalLast,
  singapore: postalLast,
  'south africa': postalBelow,
  'south korea': american,
  taiwan: american,
  thailand: postalLast,
  ukraine: postalBelow,
  'united kingdom': postalBelow,
  vietnam: postalLast,
};

/** Other names of the countries above and of the United States. */
const otherNames: Readonly<Record<string, string>> = {
  america: 'United States',
  usa: 'United States',
  'united states of america': 'United States',
  england: 'United Kingdom',
  scotland: 'United Kingdom',
  wales: 'United Kingdom',
  'northern ireland': 'United Kingdom',
  'great britain': 'United Kingdom',
  'republic of ireland': 'Ireland',
  korea: 'South Korea',
  'republic of korea': 'South Korea',
  'russian federation': 'Russia',
  'hong kong sar china': 'Hong Kong',
  'viet nam': 'Vietnam',
  prc: 'China',
  'peoples republic of china': 'China',
};

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Returns the same key for `U.S.A.` and `usa`. */
const keyOf = (country: string): string =>
  country
    .normalize('NFD')
    .replace(/[\p{M}.'’]/gu, '')
    .replace(/^the\s+/i, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();

/** Returns the English name for another name or a two-letter code. Unknown names stay unchanged. */
function englishNameOf(text: string): string {
  const key = keyOf(text);
  const name = /^[a-z]{2}$/.test(key) ? countryNames.of(key.toUpperCase()) : undefined;
  return name ?? (Object.hasOwn(otherNames, key) ? otherNames[key] : undefined) ?? text;
}

/**
 * Returns the lines below the name: the street, the city with state and postal code, and the country in capitals. A blank
 * country is the United States. Letters are mailed from there, so it is not printed. Blank lines are omitted.
 */
export function addressLines(address: PostalAddress | null | undefined): string[] {
  const text = (value: string | null | undefined): string => value?.trim() ?? '';
  const country = englishNameOf(text(address?.country));
  const key = keyOf(country);
  const isDomestic = key === '' || key === 'united states';
  const layout = isDomestic
    ? american
    : Object.hasOwn(layouts, key)
      ? (layouts[key] ?? postalFirst)
      : postalFirst;
  const place = layout({
    city: text(address?.city),
    state: text(address?.state),
    postal: text(address?.postal_code),
  });
  return [...text(address?.street).split(/\r\n|\r|\n/), ...place, isDomestic ? '' : country.toUpperCase()]
    .map((line) => line.trim())
    .filter(Boolean);
}
