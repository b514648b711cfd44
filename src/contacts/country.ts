/**
 * Countries as the service wants them: blank for the United States, else the English name. docs/api.md#address
 *
 * People map what their form or spreadsheet holds: "USA", "DE", "Deutschland", "Germany (DE)", nothing. A code or a name
 * in one of many languages becomes the English name. What means no country, such as "N/A", is blank. A value that is unknown
 * or could mean two countries is passed on as typed.
 */

/** ISO 3166-1: each country's three-letter code, then its two-letter code. */
const isoEntries = `
  ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT
  AZEAZ BDIBI BELBE BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO
  BRABR BRBBB BRNBN BTNBT BVTBV BWABW CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG
  COKCK COLCO COMKM CPVCV CRICR CUBCU CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO
  DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB
  GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY
  HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT
  JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB LBRLR LBYLY
  LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH
  MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA
  NCLNC NERNE NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE
  PHLPH PLWPW PNGPG POLPL PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA
  SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR
  SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO
  TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG
  VIRVI VNMVN VUTVU WLFWF WSMWS XKKXK YEMYE ZAFZA ZMBZM ZWEZW
`
  .trim()
  .split(/\s+/);

/** English names for envelopes, where the name in Unicode's CLDR is a compromise such as "Congo - Kinshasa". */
const envelopeNames: Record<string, string> = {
  CD: 'Democratic Republic of the Congo',
  CG: 'Republic of the Congo',
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

/** Names of the United States that CLDR does not have, and abbreviations with spaces. */
const unitedStatesNames = new Set(
  `us usa america usofa eeuu eua forentastaterna amerikasforentastater amerikasforentestater
  amerikasforenedestater deforenedestater 米国 美利坚合众国 미합중국`.split(/\s+/),
);

/** What may be added to a short name of the United States: "of America" in many languages and scripts. */
const ofAmerica = /^.{0,6}(?:amer[iy][ckq]|америк|αμερικ|امريك|אמריק|アメリカ|아메리카).{0,6}$/u;

/** Names that two countries share in everyday use, although CLDR gives them to one of the two in some language. */
const sharedNames = new Set(['congo', 'kongo', 'конго']);

const leadingArticle = /^(?:the|la|le|les|el|los|las|il|gli|os|as|der|die|das|de|het)\s+|^l['’]\s*|,\s*the$/i;

/** Whether the text means that there is no country: `N/A`, `none`, `-`, `#REF!`. */
export function isNoCountry(country: string): boolean {
  const typed = country.trim();
  if (!/[\p{L}\p{N}\p{RI}]/u.test(typed) || /^0+$/.test(typed) || /^#[A-Z\d/]+[!?]?$/.test(typed))
    return true;
  const letters = lettersOf(typed);
  return noCountryWords.has(letters) || (letters === 'na' && !isAmbiguousCode(typed));
}

/** Whether the text is a country's code that also means "no country", so that the rest of the address must decide. */
export const isAmbiguousCode = (country: string): boolean =>
  ambiguousCodes.includes(country.trim().toUpperCase());

/** Longer text is not a country's name. The limit keeps the search fast. */
const maxLength = 120;

/** Returns the country as the service wants it: blank for the United States, the English name, or the text as typed. */
export function countryForService(country: string): string {
  const typed = country.trim();
  if (isNoCountry(typed)) return '';
  const code = typed.length > maxLength ? undefined : (findCode(typed) ?? findCodeOfParts(typed));
  if (!code) return typed;
  return code === 'US'
    ? ''
    : (envelopeNames[code] ?? regionNames('en').of(code)?.replace(' & ', ' and ') ?? typed);
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
  const bare = typed.replace(leadingArticle, '');
  return (
    findIsoCode(typed) ?? findByName(lettersOf(typed)) ?? findIsoCode(bare) ?? findByName(lettersOf(bare))
  );
}

/** Two or three letters, optionally with dots between them, and nothing else. */
const codePattern = /^[A-Z]\.?[A-Z](?:\.?[A-Z])?\.?$/;

function findIsoCode(typed: string): string | undefined {
  const dotted = typed.normalize('NFKC').toUpperCase();
  if (!codePattern.test(dotted)) return undefined;
  const code = dotted.replaceAll('.', '');
  if (code === 'UK') return 'GB';
  return isoEntries
    .find((entry) => (code.length === 3 ? entry.startsWith(code) : entry.slice(3) === code))
    ?.slice(3);
}

function findByName(letters: string): string | undefined {
  if (unitedStatesNames.has(letters)) return 'US';
  // A short word such as "Man" is hardly a name in another language.
  if (/^[a-z]{0,3}$/.test(letters) || sharedNames.has(letters)) return undefined;
  englishNames ??= indexNames(['en']);
  const english = englishNames.get(letters);
  if (english) return english;
  foreignNames ??= indexNames(languages.split(' '));
  const foreign = foreignNames.get(letters);
  if (foreign !== undefined) return foreign ?? undefined;
  return isLongNameOfUnitedStates(letters, [...englishNames, ...foreignNames]) ? 'US' : undefined;
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
    for (const entry of isoEntries) {
      const code = entry.slice(3);
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
