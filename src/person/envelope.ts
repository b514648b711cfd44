/** Formats the lines of an envelope. */
import { isPlainObject, toText } from '../text/values.ts';

/** Layouts of the city (C), the state (S) and the postal code (Z), for countries that differ from {@link usual}. */
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
 * Returns the lines of a person's envelope in the layout of the person's country. A blank country is the United States, where letters
 * are mailed. The letter service prints the envelopes and may use another layout for a foreign address.
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
    // Remove separators next to blank parts.
    .replace(/^[ ,-]+|(?<![ ,-])[ ,-]+$/gm, '')
    .replaceAll(' ,', ',');
  const streetAndPlace = `${toText(street)}\n${place}`.split(/[\r\n]+/);
  return [person.name, person.company, ...streetAndPlace, countryName.toUpperCase()]
    .map((line) => toText(line).trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .join('\n');
}

/** Returns the envelope on one line, such as "Ann Lee, 12 Elm St, Columbus, OH 43215". */
export const describePerson = (person: Printed): string => formatEnvelope(person).replaceAll('\n', ', ');
