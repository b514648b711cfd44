/** Addresses as each country writes them on an envelope (§2.2): the country's name in capitals on the last line. */

export interface PostalAddress {
  street?: string | null | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
  postal_code?: string | null | undefined;
  country?: string | null | undefined;
}

type Order = (parts: { city: string; state: string; postal: string }) => string[];

const joined = (...parts: string[]): string => parts.filter(Boolean).join(' ');

/** `City, ST 12345`, as in the United States, which is the address without a country. */
const american: Order = ({ city, state, postal }) => [
  [city, joined(state, postal)].filter(Boolean).join(', '),
];
/** `CITY ST  A1A 1A1` on one line, without a comma. */
const oneLine: Order = ({ city, state, postal }) => [joined(city, state, postal)];
/** The postal code on a line of its own below. */
const postalBelow: Order = ({ city, state, postal }) => [joined(city, state), postal];
/** `12345 City`, and the region, where one is given, below. */
const postalFirst: Order = ({ city, state, postal }) => [joined(postal, city), state];
/** `City 12345`, and the region below. */
const postalLast: Order = ({ city, state, postal }) => [joined(city, postal), state];
/** `12345 City, State`. */
const postalFirstWithState: Order = ({ city, state, postal }) => [
  [joined(postal, city), state].filter(Boolean).join(', '),
];

const orders: Record<string, Order> = {
  'united states': american,
  canada: oneLine,
  australia: oneLine,
  'united kingdom': postalBelow,
  ireland: postalBelow,
  'south africa': postalBelow,
  kenya: postalBelow,
  ukraine: postalBelow,
  russia: postalBelow,
  'hong kong': postalBelow,
  mexico: postalFirstWithState,
  brazil: ({ city, state, postal }) => [[city, state].filter(Boolean).join(' - '), postal],
  japan: ({ city, state, postal }) => [[city, joined(state, postal)].filter(Boolean).join(', ')],
  'south korea': ({ city, state, postal }) => [[city, joined(state, postal)].filter(Boolean).join(', ')],
  china: ({ city, state, postal }) => [joined(postal, city), state],
  india: ({ city, state, postal }) => [[city, postal].filter(Boolean).join(' - '), state],
  'new zealand': postalLast,
  singapore: postalLast,
  indonesia: postalLast,
  thailand: postalLast,
};

/** The lines under the name: street, city and the rest in the country's order, the country last. Blank ones are left out. */
export function addressLines(address: PostalAddress | null | undefined): string[] {
  const text = (value: string | null | undefined): string => value?.trim() ?? '';
  const country = text(address?.country);
  const order = country === '' ? american : (orders[country.toLowerCase()] ?? postalFirst);
  const street = text(address?.street).split(/\r?\n/);
  const place = order({
    city: text(address?.city),
    state: text(address?.state),
    postal: text(address?.postal_code),
  });
  return [...street, ...place, country.toUpperCase()].map((line) => line.trim()).filter(Boolean);
}
