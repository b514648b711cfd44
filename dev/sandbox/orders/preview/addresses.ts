/** Addresses as each country writes them on an envelope. */
import type { AddressField } from '../../contacts/contact_fields.ts';

export type PostalAddress = { [Field in AddressField]?: string | null | undefined };

/** The lines between the street and the country. Blank ones and blank parts may be among them. */
type Order = (parts: { city: string; state: string; postal: string }) => string[];

const joined = (between: string, ...parts: string[]): string => parts.filter(Boolean).join(between);

/** `City, ST 12345`. */
const american: Order = ({ city, state, postal }) => [joined(', ', city, joined(' ', state, postal))];
/** `CITY ST 1234`, without a comma. */
const oneLine: Order = ({ city, state, postal }) => [joined(' ', city, state, postal)];
/** `City`, the county or region, and the postal code, each on a line of its own. */
const postalBelow: Order = ({ city, state, postal }) => [city, state, postal];
/** `12345 City`, and the region, where one is given, below. */
const postalFirst: Order = ({ city, state, postal }) => [joined(' ', postal, city), state];
/** `12345 City, State`. */
const postalFirstWithState: Order = ({ city, state, postal }) => [
  joined(', ', joined(' ', postal, city), state),
];
/** `12345 City ST`, the province as an abbreviation. */
const postalFirstWithProvince: Order = ({ city, state, postal }) => [joined(' ', postal, city, state)];
/** `City 12345`, and the region below. */
const postalLast: Order = ({ city, state, postal }) => [joined(' ', city, postal), state];

/** What is not here puts the postal code before the city, as most countries do. */
const orders: Readonly<Record<string, Order>> = {
  australia: oneLine,
  bangladesh: postalLast,
  brazil: ({ city, state, postal }) => [joined(' - ', city, state), postal],
  canada: ({ city, state, postal }) => [joined('  ', joined(' ', city, state), postal)],
  china: postalFirstWithState,
  colombia: postalFirstWithState,
  egypt: postalBelow,
  'hong kong': postalBelow,
  india: ({ city, state, postal }) => [joined(' - ', city, postal), state],
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

/** Other ways to write the countries above, and the United States. */
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

/** `U.S.A.` and `usa` are one key. */
const keyOf = (country: string): string =>
  country
    .normalize('NFD')
    .replace(/[\p{M}.'’]/gu, '')
    .replace(/^the\s+/i, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();

/** The country's English name, for a name, another name of it, or its code of two letters; what is unknown stays as it is. */
function countryOf(text: string): string {
  const key = keyOf(text);
  const name = /^[a-z]{2}$/.test(key) ? countryNames.of(key.toUpperCase()) : undefined;
  return name ?? (Object.hasOwn(otherNames, key) ? otherNames[key] : undefined) ?? text;
}

/**
 * The lines below the name: the street's, the city with the rest in its country's order, and last the country in
 * capitals. No country is the United States, which is mailed from and so has no country line. Blank lines are left out.
 */
export function addressLines(address: PostalAddress | null | undefined): string[] {
  const text = (value: string | null | undefined): string => value?.trim() ?? '';
  const country = countryOf(text(address?.country));
  const key = keyOf(country);
  const domestic = key === '' || key === 'united states';
  const order = domestic ? american : Object.hasOwn(orders, key) ? (orders[key] ?? postalFirst) : postalFirst;
  const place = order({
    city: text(address?.city),
    state: text(address?.state),
    postal: text(address?.postal_code),
  });
  return [...text(address?.street).split(/\r\n|\r|\n/), ...place, domestic ? '' : country.toUpperCase()]
    .map((line) => line.trim())
    .filter(Boolean);
}
