/**
 * Countries as the service wants them: blank for the United States, else the English name. docs/api.md#address
 *
 * People map what their form or spreadsheet holds: "USA", "DE", "Deutschland", "Germany (DE)", nothing. A code or a name
 * in one of many languages becomes the English name. What means no country, such as "N/A", is blank. A value that is unknown
 * or could mean two countries is passed on as typed.
 */

import isoCodes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

/** Three-letter codes by two-letter codes. */
const codes = new Map(isoCodes.map(([alpha2 = '', alpha3 = '']) => [alpha2, alpha3]));

/** English names for envelopes, where the name in Unicode's CLDR is a compromise such as "Congo - Kinshasa". */
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

/** What forms, spreadsheets and databases hold where there is no country, as {@link lettersOf} returns it. */
const noCountryWords = new Set(
  `none null nil nan void undefined unknown unspecified blank empty missing nothing tbd tba country noanswer
  nocountry nodata noentry noinfo noinformation noneentered nonegiven noneprovided noneselected
  nonespecified noresponse novalue notapplicable notavailable notentered notgiven notindicated notknown
  notprovided notselected notset notspecified notstated countrynotspecified countryunknown nocountrygiven
  nocountryselected nocountryspecified notlisted unknowncountry unknownregion choosecountry chooseacountry
  leaveblank pleaseselect pleaseselectacountry pleaseselectcountry select selectacountry selectanoption
  selectcountry selectone selectyourcountry aucun aucune geen inconnu keine keineangabe kein nessuno ninguna
  ninguno nvt onbekend unbekannt desconocido sconosciuto`.split(/\s+/),
);

/** Codes that are also words for "no country": Namibia's and Norway's. */
const ambiguousCodes = ['NA', 'NO'];

/** Everyday and native names that the tables do not have, as {@link lettersOf} returns them. */
const furtherNames = new Map(
  Object.entries({
    AE: 'uae',
    CD: 'zaire drcongo drc',
    CN: 'mainlandchina prc peoplesrepublicofchina zhongguo',
    CZ: 'ceskarepublika',
    GB: 'greatbritain britain england scotland wales northernireland gbeng gbsct gbwls gbnir unitedkingdomofgreatbritainandnorthernireland',
    HK: 'hongkongsar hongkongchina 香港',
    IN: 'bharat',
    JP: 'nippon nihon',
    KP: 'dprk',
    KR: 'republicofkorea rok hanguk',
    MA: 'almaghrib',
    MK: 'macedonia fyrom',
    MM: 'burma',
    MO: '澳門 澳门',
    NL: 'holland',
    GR: 'hellas',
    CH: 'confederationsuisse schweizerischeeidgenossenschaft',
    DE: 'bundesrepublikdeutschland',
    EG: 'misr',
    FR: 'republiquefrancaise',
    IT: 'repubblicaitaliana',
    MX: 'estadosunidosmexicanos',
    AT: 'oesterreich',
    KG: 'kyrgyzrepublic',
    PS: 'palestine',
    SK: 'slovakrepublic slovenskarepublika',
    SZ: 'swaziland',
    TW: 'republicofchina',
    VA: 'vaticancitystate',
    XK: 'kosovo',
  }).flatMap(([code, names]) => names.split(' ').map((name) => [name, code] as const)),
);

/** Names of the United States that CLDR does not have, and abbreviations with spaces. */
const unitedStatesNames = new Set(
  `us usa america usofa eeuu eua forentastaterna amerikasforentastater amerikasforentestater
  amerikasforenedestater deforenedestater 米国 美利坚合众国 미합중국`.split(/\s+/),
);

/** What may be added to a short name of the United States: "of America" in many languages and scripts. */
const ofAmerica = /^.{0,6}(?:amer[iy][ckq]|америк|αμερικ|امريك|אמריק|アメリカ|아메리카).{0,6}$/u;

/** Names that two countries share in everyday use, although CLDR gives them to one of the two in some language. */
const ambiguousCountryNames = new Set(['congo', 'kongo', 'конго', 'korea']);

const leadingArticle = /^(?:the|la|le|les|el|los|las|il|gli|os|as|der|die|das|de|het)\s+|^l['’]\s*|,\s*the$/i;

/** Whether the text means that there is no country: `N/A`, `none`, `-`, `#REF!`. */
export function isNoCountry(country: string): boolean {
  const typed = country.trim();
  if (!/[\p{L}\p{N}\p{RI}]/u.test(typed) || /^(?:0+|\+?1)$/.test(typed) || /^#[A-Z\d/]+[!?]?$/.test(typed))
    return true;
  const letters = lettersOf(typed);
  return noCountryWords.has(letters) || (letters === 'na' && !isAmbiguousCode(typed));
}

/** Whether the text is a country's code that also means "no country", so that the rest of the address must decide. */
export const isAmbiguousCode = (country: string): boolean =>
  ambiguousCodes.includes(country.trim().toUpperCase());

/** Longer text is not a country's name. The limit keeps the search fast. */
const maxLength = 120;

/**
 * Returns the country as the service wants it: blank for the United States, else the English name.
 * A text that names no known country is returned as typed.
 */
export function countryForService(typed: string): ServiceCountry {
  const known = recent.get(typed);
  if (known) return known;
  const found = findCountry(typed.trim());
  if (recent.size >= maxRecent) recent.clear();
  recent.set(typed, found);
  return found;
}

interface ServiceCountry {
  country: string;
  isKnown: boolean;
}

/** Countries that were looked up, because a list has the same ones again and again. */
const recent = new Map<string, ServiceCountry>();
const maxRecent = 1_000;

function findCountry(typed: string): ServiceCountry {
  if (isNoCountry(typed)) return { country: '', isKnown: true };
  const code = typed.length > maxLength ? undefined : (findCode(typed) ?? findCodeOfParts(typed));
  if (!code) return { country: typed, isKnown: false };
  const name =
    code === 'US' ? '' : (envelopeNames[code] ?? regionNames('en').of(code)?.replace(' & ', ' and '));
  return { country: name ?? typed, isKnown: true };
}

/** "Germany (DE)" or "Deutschland / Germany": the country that every part names. */
function findCodeOfParts(typed: string): string | undefined {
  const parts = typed
    .split(/[()[\]/,;|–—-]/)
    .map((part) => part.trim())
    .filter(Boolean);
  const codes = new Set(parts.map(findCode));
  return parts.length > 1 && codes.size === 1 ? [...codes][0] : undefined;
}

function findCode(typed: string): string | undefined {
  // "Korea, Republic of" and "Korea (Republic of)" are "Republic of Korea".
  const [, name, form] = /^([^,(]+?)\s*[,(]\s*([^,]*\bof(?:\s+the)?)\)?$/i.exec(typed) ?? [];
  const whole = name && form ? `${form} ${name}` : typed;
  const bare = whole.replace(leadingArticle, '');
  return (
    findIsoCode(typed) ??
    findByName(lettersOf(whole)) ??
    findIsoCode(bare) ??
    findByName(lettersOf(bare)) ??
    findByName(lettersOf(bare.replace(formOfState, '')))
  );
}

/** What an official name says before the name: "Federal Republic of Germany". */
const formOfState =
  /^(?:(?:federal|federative|islamic|democratic|people['’]s|socialist|united|plurinational|bolivarian|arab|independent|co-?operative|oriental)\s+)*(?:republic|kingdom|states?|commonwealth|union|federation|principality|grand duchy|sultanate|emirate)\s+of\s+(?:the\s+)?/i;

/** Two or three letters, optionally with dots between them, and nothing else. */
const codePattern = /^[A-Z]\.?[A-Z](?:\.?[A-Z])?\.?$/;

function findIsoCode(typed: string): string | undefined {
  const dotted = typed.normalize('NFKC').toUpperCase();
  if (!codePattern.test(dotted)) return undefined;
  const code = dotted.replaceAll('.', '');
  if (code === 'UK') return 'GB';
  if (code.length === 2) return codes.has(code) ? code : undefined;
  return [...codes].find(([, alpha3]) => alpha3 === code)?.[0];
}

function findByName(letters: string): string | undefined {
  if (unitedStatesNames.has(letters)) return 'US';
  const further = furtherNames.get(letters);
  if (further) return further;
  // A short word such as "Man" is hardly a name in another language.
  if (/^[a-z]{0,3}$/.test(letters) || ambiguousCountryNames.has(letters)) return undefined;
  englishNames ??= indexNames(['en']);
  const found = englishNames.get(letters) ?? findAlias(letters);
  if (found) return found;
  foreignNames ??= indexNames(languages.split(' '));
  const foreign = foreignNames.get(letters);
  if (foreign !== undefined) return foreign ?? undefined;
  return isLongNameOfUnitedStates(letters, [...englishNames, ...foreignNames]) ? 'US' : undefined;
}

/** Returns the only country that has this English name, such as "Ivory Coast" or "Viet Nam". */
function findAlias(letters: string): string | undefined {
  const found = Object.entries(english.countries).flatMap(([code, names]) =>
    [names].flat().some((name) => lettersOf(name) === letters) ? [code] : [],
  );
  return found.length === 1 ? found[0] : undefined;
}

const isLongNameOfUnitedStates = (letters: string, names: [string, string | null][]): boolean =>
  names.some(
    ([name, code]) =>
      code === 'US' &&
      ((letters.startsWith(name) && ofAmerica.test(letters.slice(name.length))) ||
        (letters.endsWith(name) && ofAmerica.test(letters.slice(0, -name.length)))),
  );

// Built only for a country that is neither blank nor a code, because reading the names in all languages takes a moment.
let englishNames: Map<string, string | null> | undefined;
let foreignNames: Map<string, string | null> | undefined;

/** Each country's name in these languages with its code; null where two countries have the same name. */
function indexNames(locales: readonly string[]): Map<string, string | null> {
  const index = new Map<string, string | null>();
  for (const locale of locales) {
    const names = regionNames(locale);
    for (const code of codes.keys()) {
      const name = lettersOf(names.of(code) ?? '');
      if (name) index.set(name, (index.get(name) ?? code) === code && index.get(name) !== null ? code : null);
    }
  }
  return index;
}

/** Text without case, Latin and Greek accents, punctuation and spaces. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/\bst\b/g, 'saint')
    .replace(/[\u0300-\u036f\u0653-\u0655]|[^\p{L}\p{M}]/gu, '');

const regionNames = (language: string) =>
  new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
