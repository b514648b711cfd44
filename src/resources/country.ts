/**
 * Countries as the service wants them (§2.2): blank for the United States, else the English name.
 *
 * People map what their form or spreadsheet holds: "USA", "United States", "DE", "Deutschland", nothing. The United
 * States in any spelling becomes blank, an ISO 3166 code becomes the English name, anything else passes as it is.
 */

/** ISO 3166-1: each country's three-letter code, then its two-letter code. */
const isoCodes = `
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
`;

/** Where the CLDR's English name is a compromise that nobody writes on an envelope. */
const envelopeNames: Record<string, string> = {
  CD: 'Democratic Republic of the Congo',
  CG: 'Republic of the Congo',
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
};

/** Languages in which an account holder's form may name the United States. */
const formLanguages = [
  'en',
  'es',
  'fr',
  'de',
  'pt',
  'it',
  'nl',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'hu',
  'ro',
  'tr',
  'ru',
  'uk',
  'el',
  'ja',
  'ko',
  'zh',
  'zh-Hant',
  'vi',
  'id',
  'ar',
  'he',
  'hi',
];

const englishSpellings = new Set([
  'us',
  'usa',
  'unitedstates',
  'unitedstatesofamerica',
  'theunitedstates',
  'theunitedstatesofamerica',
  'america',
  'unitedstatesusa',
  'unitedstatesus',
  'usofa',
  'eeuu',
  'eua',
]);

/** @returns the country as the service wants it: blank for the United States in any spelling */
export function countryForService(country: string): string {
  const given = country.trim();
  if (!given || isUnitedStates(given)) return '';
  const code = alpha2(given.toUpperCase());
  if (!code) return given;
  return envelopeNames[code] ?? regionNames('en').of(code) ?? given;
}

function isUnitedStates(given: string): boolean {
  const letters = lettersOf(given);
  if (englishSpellings.has(letters)) return true;
  // A name in another language; short codes cannot be one, and looking through the languages takes a moment.
  return (
    letters.length > 1 &&
    !/^[a-z]{2,3}$/.test(letters) &&
    formLanguages.some((language) => lettersOf(regionNames(language).of('US') ?? '') === letters)
  );
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();

function alpha2(code: string): string | undefined {
  if (code === 'UK') return 'GB';
  if (!/^[A-Z]{2,3}$/.test(code)) return undefined;
  const entry = isoCodes
    .split(/\s+/)
    .find((both) => (code.length === 3 ? both.startsWith(code) : both.slice(3) === code));
  return entry?.slice(3);
}

const regionNames = (language: string) =>
  new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
