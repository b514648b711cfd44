/** What is printed on an envelope, line by line. */
import { isPlainObject, toText } from '../values.ts';

/** How a country writes its city (C), state (S) and postal code (Z), for the countries that differ from {@link usual}. */
const layouts = {
  'C, S Z': 'Japan, South Korea, Taiwan',
  'C S Z': 'Australia, Canada',
  'C - S\nZ': 'Brazil',
  'C - Z\nS': 'India',
  'C Z\nS': `Bangladesh, Indonesia, Jordan, Nepal, New Zealand, Nigeria, Pakistan, Saudi Arabia, Singapore,
    Thailand, Vietnam`,
  'C\nS\nZ': 'Egypt, Hong Kong, Iraq, Ireland, Kenya, Russia, South Africa, Ukraine, United Kingdom',
  'Z C S': 'Italy',
  'Z C, S': 'China, Colombia, Mexico',
};
const usual = 'Z C\nS';
const american = 'C, S Z';

type Printed = { readonly [Key in 'name' | 'company' | 'address']?: unknown };

/**
 * Returns the lines of a person's envelope, as the person's country writes them. The letter service prints the envelopes, so it may
 * arrange a foreign address in another way. A blank country is the United States, from where letters are mailed.
 */
export function formatEnvelope(person: Printed): string {
  const { street, city, state, postal_code, country } = isPlainObject(person.address) ? person.address : {};
  const countryName = toText(country).trim();
  const foreign = Object.entries(layouts).find(([, countries]) =>
    countries.split(/,\s*/).includes(countryName),
  );
  const layout = countryName === '' ? american : (foreign?.[0] ?? usual);
  const parts: Record<string, unknown> = { C: city, S: state, Z: postal_code };
  const place = layout
    .replace(/[CSZ]/g, (part) => toText(parts[part]).trim())
    // What separates a blank part from the others.
    .replace(/^[ ,-]+|(?<![ ,-])[ ,-]+$/gm, '')
    .replaceAll(' ,', ',');
  const streetAndPlace = `${toText(street)}\n${place}`.split(/[\r\n]+/);
  return [person.name, person.company, ...streetAndPlace, countryName.toUpperCase()]
    .map((line) => toText(line).trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .join('\n');
}

/** Returns the same in one line, such as "Ann Lee, 12 Elm St, Columbus, OH 43215". */
export const describePerson = (person: Printed): string => formatEnvelope(person).replaceAll('\n', ', ');
