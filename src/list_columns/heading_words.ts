/** The words of headings in many languages, and the parts of a person or an address that they name. */
import { normalizeText } from '../text/text_match.ts';

/**
 * The spellings of each word: English, then, after "|", German, French, Spanish, Portuguese, Italian, Dutch, Nordic, Slavic, Finnish,
 * Hungarian and other languages.
 */
const vocabulary = {
  // Parts of an address.
  street:
    'street streets str strt thoroughfare road | strasse strassenname rue via calle rua logradouro straat straatnaam gata gatan gatuadress gatunamn gade gadenavn gadeadresse gate gateadresse adressenavn vej vejnavn veinavn lahiosoite ulica ulice utca katu katuosoite улица 住所 番地',
  address:
    'address addresses addr addrs adr adress add | adresse adresses adres anschrift direccion domicilio indirizzo endereco postadress postadresse osoite cim adresa адрес morada 地址 통신주소 주소',
  line: 'line lines ln',
  house:
    'house civic premise premises | haus exterior hausnummer hausnr huisnummer huisnr civique civico дом domu budynku popisne',
  houseSuffix: 'housesuffix | toevoeging hausnummerzusatz',
  direction:
    'direction dir orientation predir postdir predirection postdirection predirectional postdirectional',
  unit: 'apt apts apartment suite ste flat pmb | wohnung appt appartement bte piso puerta interno interior mieszkania кв',
  extra:
    'urbanization | adresszusatz complementdadresse complementadresse complemento adresszeile colonia bairro ortsteil stadtteil',
  supplement: 'supplemental supplementary extended',
  // Beside an address, these may be lines of it. They may also mean something else.
  room: 'unit room',
  place:
    'building bldg floor block | batiment etage escalier bloc edificio andar scala lokalu app bus zusatz complement',
  locality: 'barangay village subdivision sublocality',
  box: 'pobox poboxes pob postofficebox | postfach postbus postboks bp apartado',
  attention: 'attn attention',
  careOf: 'careof | zhd',
  city: 'city cities town twn posttown | stadt ort wohnort ville localite localidade ciudad poblacion cidade citta comune plaats woonplaats gemeente commune by poststed postort miasto mesto mestska postitoimipaikka kaupunki varos telepules lieu localidad municipio miejscowosc город 城市 市区町村',
  suburb: 'suburb',
  municipality: 'locality municipality',
  state:
    'state states stat province provinces prov stateorprovince | bundesland kanton provincia estado uf wojewodztwo 都道府県 省',
  county: 'county prefecture | comunidad область',
  region: 'region territory republic | regione',
  zip: 'zip zips zp zipcode zip5 postcode pcode pincode eircode | plz postleitzahl cep cp cap npa postnr postnummer postinumero psc pocztowy kodpocztowy iranyitoszam индекс 郵便番号 邮编 우편번호',
  zip4: 'zipext zip4 plus4 zipplus4 zipcode4 zipfour plusfour zipplusfour',
  postal: 'postal',
  country:
    'contrylongdscription country countries nation ctry cntry contry | land pays pais paese nazione kraj zeme orszag maa страна 国 国家 국가',
  csz: 'csz | postnrby',
  // Abbreviations with several meanings, such as state and street.
  st: 'st',
  cty: 'cty',
  pc: 'pc',
  // Parts of a name.
  name: 'name names nm | naam nom nome nombre navn namn nimi nev 姓名 氏名 名前 이름 фио',
  first:
    'first fname forename forenames firstnames | vorname vornamen prenom prenoms voornaam fornavn fornamn imie jmeno keresztnev utonev etunimi имя 名',
  given: 'given',
  nick: 'nick nickname goesby knownas',
  additional: 'additional',
  middle: 'middle mid mname mi | tussenvoegsel отчество mellannamn mellemnavn',
  initial: 'initial initials | initialen',
  legal: 'legal',
  last: 'last lname surname | nachname familienname apellido apellidos cognome sobrenome achternaam etternavn efternavn efternamn nazwisko prijmeni vezeteknev csaladnev sukunimi фамилия 姓',
  prefix: 'prefix honorific | anrede civilite titel tratamiento',
  title: 'title',
  suffix: 'suffix suf',
  greeting: 'greeting dear',
  salutation: 'salutation salut',
  envelope: 'addressee envelope',
  label: 'label labels',
  sort: 'sort sorting fileas',
  display: 'display',
  household: 'household hh',
  family: 'family | famille',
  account: 'account acct',
  company:
    'company companies organization organisation org businessname tradingname workname | firma empresa societe entreprise bedrijf azienda foretag yritys организация 公司 会社',
  // IDs, numbers and codes of the person.
  id: 'id ids identifier reference ref',
  external: 'external',
  number: 'number no num nr numbers | numero nummer numer cislo',
  code: 'code codes cd abbreviation abbr abbrv short | codigo codice kod kode',
  type: 'type types typ kind designator',
  // Words that connect other words, and words for the whole.
  and: 'and plus or including incl with',
  full: 'full whole complete combined formatted entire | complet completo',
  formal: 'formal',
  informal: 'informal',
  // Kinds of addresses. `kinds` has their priority.
  mailing: 'mail mailto mailedto mailing correspondence po',
  preferred: 'preferred pref prf',
  home: 'home primary main default permanent personal residential residence res new current',
  shipping: 'shipping ship shipto shippedto delivery physical location sa | liefer lieferung',
  billing: 'billing bill billto billedto invoice buyer purchaser card | rechnung rechnungs',
  work: 'business work office busn corporate trading',
  alternate: 'orig original other alternate alternative alt seasonal summer winter vacation temporary',
  use: 'use preference',
  // The person whom the list is about.
  owner:
    'donor donors contributor contributors constituent constituents supporter supporters customer customers cust client clients member members membership patron patrons subscriber subscribers person people individual individuals attendee registrant guest guests participant voter voters resident owner record lgl donating lead prospect head cardholder applicant giver user users cn bio patient patients | payeur kunde kunden kund klant socio kontakt mitglied mitglieds',
  contact: 'contact contacts',
  recipient: 'recipient recipients',
  // Another person, or another place.
  stranger:
    'plusone plus1 ownerid accountowner contactowner leadowner recordowner dealowner personowner clientowner customerowner spouse spouses husband wife child children kid kids mother father parent parents guardian emergency employer assistant secretary manager supervisor sender from return sp agent realtor referrer referral referred honoree honor honour memory memorial tribute acknowledgee acknowledgment dedication notify beneficiary sponsor organizer fundraiser solicitor bank branch store warehouse venue geo old former previous prior invalid his her sibling fiance property situs worksite site landlord employee staff caretaker companion joint secondaryperson',
  // Not person fields.
  other:
    'email emails web website url ip phone date campaign fund gift amount notes username contactno contactnumber book businessunit | epostadress epostadresse',
  // Words without a meaning.
  filler:
    'of the a an my our your in on for to what is please enter nonus gf sal | d l de da do della du des di da la le les el et und och en y e ou oder nebo',
} as const;

export type Word = keyof typeof vocabulary;
const isWord = (word: string): word is Word => Object.hasOwn(vocabulary, word);

/** Kinds of addresses in the order in which a letter prefers them. An address without a kind ('') comes after "home". */
export const kinds = ['mailing', 'home', '', 'shipping', 'billing', 'work', 'alternate'] as const;
export type Kind = Exclude<(typeof kinds)[number], ''>;

/** Words for the person of a heading, such as "Donor". Any heading may have them. */
export const personWords: readonly Word[] = ['owner', 'contact', 'recipient'];

/** Words that say only that a column belongs to an address or a name, as in "Address 1 - City" and "Full Name - First". */
const containers = 'address street line full name';

/** The parts that every letter needs. */
export const neededParts = ['name', 'street', 'city', 'postal_code'] as const;
export type NeededPart = (typeof neededParts)[number];

/**
 * The parts of a person. Each has the needed parts that it fills, and sets of words, separated by commas. A heading matches a set if it
 * has all its words in any order; "|" separates alternatives, and words in parentheses are optional. If several columns match a part,
 * the column whose set comes first is preferred; ">" starts less preferred sets. If a heading matches several sets, the set with the
 * most words counts, then the first one. If it matches no set but has a word of a name or an address, it is unclear.
 */
const partsOfPerson = [
  ['name', 'name', 'full name > name, first|given last (full middle initial)'],
  ['envelope name', 'name', 'name line|label, envelope (label) > envelope (greeting salutation formal)'],
  ['other name', 'name', 'contact|recipient|formal name > display > household|family > legal name'],
  ['account name', 'name', 'account name'],
  ['first', 'name', 'first > given > nick (first) > first legal'],
  ['middle', '', 'middle (initial), additional name (initial)'],
  ['initials', 'name', 'initial'],
  ['last', '', 'last (company) > family name > last legal'],
  ['prefix', '', 'prefix, name title'],
  ['title', '', 'title (prefix)'],
  ['suffix', '', 'suffix'],
  ['greeting', '', 'greeting (informal) > greeting (formal)'],
  ['salutation', '', 'salutation (label informal) > salutation (formal)'],
  ['sort name', 'name', 'sort'],
  ['company', 'name', 'company (account)'],
  [
    'external_id',
    '',
    'external id|number|code > owner|recipient id|number|code > id (number), account id|number|code > contact id|number|code',
  ],
] as const;

/** The parts of an address, in the same format. Some fill lines of the envelope. */
const partsOfAddress = [
  [
    'whole address',
    'street city postal_code',
    'city street (state zip), address city zip (state), full address|street (envelope)',
  ],
  [
    'city line',
    'city postal_code',
    'csz (code postal zip), city line state|zip, city state|zip (code postal), state zip (code postal), city|state code postal (zip), city country state zip (code postal)',
  ],
  [
    'street',
    'line street',
    'address line, address line name, and street|address (number house unit room box), street house (number), street > address',
  ],
  ['street name', 'line street', 'name street, name street line'],
  ['house number', 'line', 'house (number), number street|address > house unit|room (number)'],
  ['house suffix', '', 'houseSuffix (house)'],
  ['direction', 'line', 'direction (prefix), prefix street'],
  ['street type', '', 'street type|suffix'],
  ['care of', 'line', 'careOf, attention address'],
  ['unit', 'line', 'unit (number place room), room number|address|street'],
  ['unit type', '', 'type unit|room'],
  ['further line', 'line', 'extra, supplement address|street'],
  ['PO box', 'line street', 'box (number)'],
  ['city', 'city', 'city (locality suburb municipality)'],
  ['suburb', 'line city', 'suburb (locality municipality)'],
  ['municipality', 'line city', 'municipality (locality)'],
  ['state', '', 'state (region county) > state (region county code)'],
  ['region', '', 'county (code), region address (code)'],
  ['postal_code', 'postal_code', 'code postal (number zip) > zip (code number postal) > postal (number)'],
  ['ZIP+4', 'postal_code', 'zip4 (code zip), code postal suffix (zip)'],
  ['country', '', 'country (region) > country (region code)'],
  ['kind of address', '', 'address label|type'],
  ['which address', '', 'use (address)'],
] as const;

/** Parts whose meaning depends on the other columns. */
const dependentParts = [
  ['number', '', 'number'],
  ['type', '', 'type'],
  ['St', '', 'st'],
  ['region alone', '', 'region'],
  ['room', 'line', 'room (place)'],
  ['attention', 'line', 'attention'],
] as const;

const parts = [...partsOfPerson, ...partsOfAddress, ...dependentParts];

/** A part of a name or an address. A name, a greeting and a street are made of several parts. */
export type Part = (typeof parts)[number][0];

export const addressParts = new Set<Part>([...partsOfAddress, ...dependentParts].map(([part]) => part));

const purposes = new Map<Part, readonly string[]>(parts.map(([part, filled]) => [part, filled.split(' ')]));

/** Returns true if the part fills this purpose: a needed part, or a line of the envelope. */
export const partFills = (part: Part, purpose: NeededPart | 'line'): boolean =>
  purposes.get(part)?.includes(purpose) ?? false;

/** The rules by which the words of a heading mean a part. Rules with more words are more specific, so they come first. */
const rules = parts
  .flatMap(([part, , levels]) =>
    levels.split(' > ').flatMap((level, preference) =>
      level.split(', ').map((set) => {
        const [words = '', besides = ''] = set.split(/ \(|\)/);
        const needed = words.split(' ').map((alternatives) => alternatives.split('|'));
        const others = part === 'external_id' ? '' : containers;
        const allowed = new Set([...needed.flat(), ...`${besides} ${others} and`.split(' '), ...personWords]);
        return { part, preference, needed, allowed };
      }),
    ),
  )
  .toSorted((one, other) => other.needed.length - one.needed.length);

export function findMeaning(words: ReadonlySet<string>): { part: Part; preference: number } | undefined {
  return rules.find(
    ({ needed, allowed }) =>
      needed.every((alternatives) => alternatives.some((word) => words.has(word))) &&
      [...words].every((word) => allowed.has(word)),
  );
}

/** The word of each normalized spelling. */
export const wordsBySpelling = new Map<string, { word: Word; isForeign: boolean }>();
// English words come last, so that they replace equal foreign words.
for (const isForeign of [true, false])
  for (const word of Object.keys(vocabulary).filter(isWord))
    for (const spelling of vocabulary[word].split(' | ')[Number(isForeign)]?.match(/\S+/g) ?? [])
      wordsBySpelling.set(normalizeText(spelling), { word, isForeign });
export const longestSpelling = Math.max(...[...wordsBySpelling.keys()].map((word) => word.length));
