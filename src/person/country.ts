/**
 * Converts countries to the service's form: blank for the United States, else the English name. docs/api.md#address
 *
 * People map the values of their form or spreadsheet: "USA", "DE", "Deutschland", "Germany (DE)", or a blank cell. A code, or a name
 * in one of many languages, becomes the English name. A placeholder such as "N/A" becomes blank. A value that is unknown or could
 * mean two countries stays as typed.
 */

import isoCodes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { normalizeText } from '../text/text_match.ts';
import { meansNoPlace } from './printed_text.ts';

/** English names for envelopes, for countries whose name in Unicode's CLDR is a compromise such as "Congo - Kinshasa". */
const envelopeNames: Record<string, string> = {
  CD: 'Democratic Republic of the Congo',
  CG: 'Republic of the Congo',
  CI: 'Ivory Coast',
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
};

/** Languages in which a form or spreadsheet may name a country. */
const languages =
  'es fr de pt it nl pl sv da nb fi cs sk hu ro tr ru uk bg sr hr sl sq el et lv lt ca eu gl is ga cy af sw vi id ms fil ja ko zh zh-Hant th hi ar he fa';

/** Everyday, official and native names that CLDR and ISO lack, or give to another country. */
const furtherNames = {
  AE: 'Emirates',
  AG: 'Antigua, Barbuda',
  AR: 'Argentine Republic',
  AT: 'Oesterreich',
  BA: 'Bosnia, Herzegovina',
  BF: 'Burkina, Upper Volta',
  BL: 'St. Barts, St. Barths',
  BQ: 'Bonaire, Saba, Sint Eustatius, St. Eustatius',
  BY: 'Byelorussia, Belorussia',
  CC: 'Cocos Islands, Keeling Islands',
  CD: 'DR Congo, DRC, Zaire, Congo DRC, Democratic Republic of Congo, Democratic Republic Congo',
  CG: 'Republic of Congo, Congo Republic',
  CH: 'Confédération suisse, Schweizerische Eidgenossenschaft, Swiss Confederation',
  CN: 'Mainland China, PRC, PR China, China PR, China PRC, Zhongguo',
  CZ: 'Česká republika, Czech',
  DE: 'Bundesrepublik Deutschland',
  EG: 'Misr',
  FJ: 'Fiji Islands',
  FK: 'Falklands',
  FO: 'Faroes, Faeroe Islands',
  FR: 'République française, French Republic',
  GA: 'Gabonese Republic',
  GB: `Britain, England, Scotland, Wales, Northern Ireland, North Ireland, GB-ENG, GB-SCT, GB-WLS, GB-NIR,
    England UK, Scotland UK, Wales UK, Northern Ireland UK, UK of Great Britain,
    United Kingdom of Great Britain and Northern Ireland`,
  GR: 'Hellenic Republic',
  HK: '香港, Hong Kong China',
  IE: 'Irish Republic',
  IN: 'Bharat',
  IR: 'Persia, Iran Islamic Republic',
  IT: 'Repubblica italiana, Italian Republic',
  JP: 'Nippon, Nihon',
  KG: 'Kyrgyz Republic',
  KH: 'Kampuchea, Khmer Republic',
  KM: 'Comoro Islands',
  KN: 'Saint Kitts, Nevis',
  KP: 'DPRK, Korea North, Korea DPR',
  KR: 'Korea, ROK, Korea South, Korea Republic, Hanguk',
  KY: 'Caymans',
  LA: 'Lao PDR',
  LI: 'Lichtenstein',
  LK: 'Ceylon',
  MA: 'Al-Maghrib',
  MK: 'Macedonia, FYROM, FYR Macedonia',
  MM: 'Burma',
  MO: 'Macau, Macau SAR, 澳門, 澳门',
  MP: 'Northern Marianas',
  MV: 'Maldive Islands',
  MX: 'Estados Unidos Mexicanos, United Mexican States',
  NZ: 'Aotearoa',
  PH: 'Philipines, Phillipines',
  PN: 'Pitcairn Island',
  PS: 'Palestinian Territory, West Bank, Gaza',
  PT: 'Portuguese Republic',
  RU: 'Российская Федерация, Russian Fed.',
  SA: 'KSA, Saudi',
  SB: 'Solomons',
  SJ: 'Svalbard',
  SK: 'Slovak Republic, Slovenská republika',
  ST: 'Sao Tome',
  SX: 'St. Maarten',
  TC: 'Turks and Caicos',
  TG: 'Togolese Republic',
  TH: 'Siam',
  TL: 'East Timor',
  TT: 'Trinidad, Tobago',
  TW: 'Republic of China, Taiwan ROC, 中華民國, 中华民国',
  TZ: 'Zanzibar',
  US: 'America, US of A, US of America, EE. UU., E.U.A.',
  VA: 'Vatican, Holy See, Vatican City State',
  VC: 'St. Vincent',
  VG: 'BVI',
  VI: 'USVI',
  WS: 'Western Samoa',
  ZA: 'RSA',
};

const article =
  /^(?:the|la|le|les|el|los|las|il|gli|os|as|der|die|das|de|het)\s+|^l['’]\s*|\s*[,(]\s*the\)?$/i;

/** The start of an official name, such as "Federal Republic of" in "Federal Republic of Germany". */
const formOfState =
  /^(?:[a-z’'-]+\s+)*?(?:republic|kingdom|states?|commonwealth|union|federation|principality|duchy|sultanate|emirate)\s+of\s+(?:the\s+)?/i;

/** Returns true for NA (Namibia) and NO (Norway), which can also mean "no country". The rest of the address must decide. */
export const isAmbiguousCode = (country: string): boolean => /^\s*(?:NA|NO)\s*$/i.test(country);

/**
 * Returns the country in the service's form: blank for the United States, the English name of another country, or an unknown country
 * as typed.
 */
export function countryForService(typed: string) {
  const found = recent.get(typed) ?? findCountry(typed.trim());
  if (recent.size >= 1_000) recent.clear();
  recent.set(typed, found);
  return found;
}

/** Results of earlier lookups. A list repeats the same countries. */
const recent = new Map<string, ReturnType<typeof findCountry>>();

function findCountry(typed: string): { country: string; isKnown: boolean; code?: string | undefined } {
  if (meansNoPlace(typed)) return { country: '', isKnown: true };
  // Longer text is not a country's name. The limit keeps the search fast.
  const code = typed.length > 120 ? undefined : (findCode(typed) ?? findCodeOfParts(typed));
  if (code === 'US') return { country: '', isKnown: true };
  const name = code && (envelopeNames[code] ?? regionNames('en').of(code)?.replace(' & ', ' and '));
  return { country: name ?? typed, isKnown: code !== undefined, code };
}

/** Countries whose postal codes have five digits, like ZIP codes. */
const fiveDigitCountries = new Set(
  `AX BA BL BR BT CR CU CZ DE DO DZ EE EG ES FI FM FR GF GP GR GT HN HR ID IL IQ IR IT JO KE KH KR KW LA LB LK LT LY MA MC ME MF MH MM MN MQ MV
   MX MY NC NI NP PE PF PK PL PM PW RE RS SA SD SE SK SM SN TH TR TW TZ UA UY VA VN WF XK YT ZM`.split(/\s+/),
);

/** Returns true if a postal code of the country can look like a ZIP code. */
export function hasFiveDigitCodes(country: string): boolean {
  const { code, country: name } = countryForService(country);
  return name === '' || fiveDigitCountries.has(code ?? '');
}

/** The fewest digits that a five-digit postal code has without its leading zeros. Codes of Austria, such as 1010, have four digits. */
const digitsWithoutZeros = { DE: 4, ES: 4, FI: 3, FR: 4, IT: 3, KR: 4, MX: 4, MY: 4, TR: 4, UA: 4 };

/** Returns the postal code with the zero that a spreadsheet dropped. @param country the ISO code of the country, if it is known */
export function addLostZero(code: string, country: string | undefined): string {
  const digits = Object.entries(digitsWithoutZeros).find(([key]) => key === country)?.[1];
  return digits && /^\d{3,4}$/.test(code) && code.length >= digits ? code.padStart(5, '0') : code;
}

/** Returns the country that every part names, as in "Germany (DE)" or "Deutschland / Germany". */
function findCodeOfParts(typed: string): string | undefined {
  const parts = typed.split(/[()[\]/,;|–—-]/).filter((part) => part.trim());
  const [code, ...others] = new Set(parts.map((part) => findCode(part.trim())));
  return parts.length > 1 && others.length === 0 ? code : undefined;
}

/** Writes "S. Korea", "Czech Rep." and "Dem. Rep." in full. */
const spellOut = (name: string): string =>
  name
    .replace(/^n[.\s]\s*(?=\p{L}{2})/iu, 'North ')
    .replace(/^s[.\s]\s*(?=\p{L}{2})/iu, 'South ')
    .replace(/\bdem(?!\p{L})\.?/iu, 'Democratic')
    .replace(/\brep(?!\p{L})\.?/iu, 'Republic');

function findCode(typed: string): string | undefined {
  // "Korea, Republic of" and "Korea (Republic of)" are "Republic of Korea".
  const whole = spellOut(typed).replace(/^([^,(]+?)\s*[,(]\s*([^,]*\bof(?:\s+the)?)\)?$/i, '$2 $1');
  const bare = whole.replace(article, '');
  return (
    findIsoCode(typed) ??
    findByName(whole) ??
    findIsoCode(bare) ??
    findByName(bare) ??
    findByName(bare.replace(formOfState, ''))
  );
}

/** Returns the country of a two- or three-letter code, with or without dots. */
function findIsoCode(typed: string): string | undefined {
  const dotted = typed.normalize('NFKC').toUpperCase();
  if (!/^[A-Z]\.?[A-Z](?:\.?[A-Z])?\.?$/.test(dotted)) return undefined;
  const code = dotted.replaceAll('.', '');
  return code === 'UK' ? 'GB' : isoCodes.find(([alpha2, alpha3]) => code === alpha2 || code === alpha3)?.[0];
}

// Built only for a country that is neither blank nor a code, because reading the names takes a moment.
let englishNames: NameIndex | undefined;
let foreignNames: NameIndex | undefined;

function findByName(name: string): string | undefined {
  const letters = lettersOf(name);
  englishNames ??= indexNames([
    ...Object.entries(furtherNames).map(([code, names]) => [code, names.split(',')] as const),
    ...Object.entries(english.countries).map(([code, names]) => [code, [names].flat()] as const),
    ...namesIn(['en']),
  ]);
  // A short word such as "Man" is unlikely to be a country's name in another language.
  if (englishNames.has(letters) || /^[a-z]{0,3}$/.test(letters)) return englishNames.get(letters);
  foreignNames ??= indexNames(namesIn(languages.split(' ')));
  return foreignNames.get(letters);
}

function namesIn(locales: readonly string[]): (readonly [code: string, names: string[]])[] {
  const tables = locales.map(regionNames);
  return isoCodes.map(([code = '']) => [code, tables.map((names) => names.of(code) ?? '')]);
}

/** The country code of each name; undefined if several countries share the name. */
type NameIndex = Map<string, string | undefined>;

function indexNames(entries: readonly (readonly [code: string, names: string[]])[]): NameIndex {
  const index: NameIndex = new Map();
  for (const [code, names] of entries) {
    for (const letters of names.map(lettersOf)) {
      index.set(letters, index.has(letters) && index.get(letters) !== code ? undefined : code);
    }
  }
  return index;
}

/** Returns text without case, accents, punctuation and spaces. */
const lettersOf = (text: string): string =>
  normalizeText(text.replaceAll('&', ' and '))
    .replace(/\bst\b/g, 'saint')
    .replaceAll(' ', '');

const regionNames = (language: string) =>
  new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
