/**
 * Understands the headings of a list of people by their words: whose ("Donor", "Spouse"), which address ("Home", "Billing"),
 * which part ("Street", "City") and which line. Order, case and punctuation do not matter, so "Donor Addr1", "City - Home" and
 * "billing_address_1" need no entry of their own. A heading with a word of an address or a name that is not understood as a
 * whole is unclear, and never taken for something else.
 */
import { isSimilar, normalizeHeading } from '../matching/text_match.ts';
import { contactFields } from './fields.ts';

/** Parts of a person or an address. A name, a greeting and a street are made of several. */
export type Part = (typeof meanings)[number][0];

/** Without these, a letter cannot arrive. */
export type NeededPart = 'name' | 'street' | 'city' | 'postal_code';

/** A column that holds a part of a person. */
export interface PartHeading {
  means: 'part';
  part: Part;
  /** The kind of address that the column belongs to, such as "home"; empty if the heading does not say. */
  kind: Kind | '';
  /** The number of the address, of several of one kind; 0 if the heading has none. */
  number: number;
  /** The line of a street, counted from 1. */
  line: number;
  /** Of several columns for one part, the lowest preference is used. */
  preference: number;
  /** Whether the heading is in another language than English, so that a blank country may be any country. */
  isForeign: boolean;
}

/** What a column holds. */
export type Heading =
  | PartHeading
  /** It has a word of a name or an address, and is not understood. */
  | { means: 'unclear'; parts: readonly NeededPart[] }
  /** Whether the person gets letters. */
  | { means: 'do not mail' | 'may mail' | 'deceased' }
  /** The letter service's own ID of a contact. */
  | { means: 'contact_id' }
  /** It belongs to someone else, or is no part of a person. */
  | { means: 'someone else' | 'other' }
  /** The user says so. */
  | { means: 'ignored' };

/** What words mean. */
const english = {
  // Parts of an address.
  street: 'street streets str strt thoroughfare road',
  st: 'st',
  address: 'address addresses addr addrs adr adress add addrline',
  line: 'line lines ln addressline',
  house: 'house civic premise premises',
  houseSuffix: 'housesuffix',
  direction: 'direction dir orientation predir postdir predirectional postdirectional',
  unit: 'apt apts apartment suite ste unit flat pmb',
  place:
    'building bldg floor room block landmark district neighborhood neighbourhood area zone barangay village subdivision sublocality',
  extra: 'supplemental supplementary extended additional extra urbanization',
  box: 'pobox',
  careOf: 'careof attn attention',
  city: 'city cities town twn posttown',
  suburb: 'suburb locality municipality',
  state: 'state states stat province provinces prov stateorprovince',
  region: 'region county prefecture territory republic',
  informal: 'informal',
  zip: 'zip zips zp zipcode postcode pcode pincode eircode',
  zip4: 'zipext',
  postal: 'postal',
  country: 'country countries nation ctry cntry contry',
  csz: 'csz',
  // Too short to be sure.
  cty: 'cty',
  pc: 'pc',
  // Parts of a name.
  name: 'name names nm',
  first: 'first fname forename forenames firstnames',
  given: 'given',
  nick: 'nick nickname goesby',
  middle: 'middle mname mi',
  initial: 'initial initials',
  legal: 'legal',
  last: 'last lname surname',
  prefix: 'prefix honorific',
  title: 'title',
  suffix: 'suffix',
  greeting: 'greeting dear',
  salutation: 'salutation',
  envelope: 'addressee envelope',
  label: 'label labels',
  sort: 'sort sorting fileas',
  display: 'display',
  household: 'household hh',
  family: 'family',
  account: 'account acct',
  company: 'company companies organization organisation org',
  organization: 'church school congregation parish ministry institution agency establishment',
  // What the person is called by.
  id: 'id ids identifier reference ref',
  external: 'external',
  number: 'number no num nr numbers',
  code: 'code codes cd abbreviation abbr abbrv short',
  type: 'type types typ kind',
  designator: 'designator',
  // Words that connect others, and words about the whole.
  and: 'and or including incl with plus',
  full: 'full whole complete combined formatted block entire',
  formal: 'formal',
  // Kinds of addresses, which beat one another in the order of `kinds`.
  mailing: 'mail mailing correspondence preferred pref prf po',
  home: 'home primary main default permanent personal residential residence res new current',
  shipping: 'shipping ship shipto delivery physical location sa',
  billing: 'billing bill billto invoice buyer purchaser card',
  work: 'business work office busn corporate trading',
  alternate:
    'orig original other alternate alternative alt secondary second seasonal summer winter vacation temporary',
  // The person whom the list is about.
  owner:
    'donor donors contributor contributors constituent constituents supporter supporters customer customers cust client clients member members membership patron patrons subscriber subscribers recipient recipients person people individual individuals contact contacts attendee registrant guest guests participant voter voters resident owner record lgl donating lead prospect head cardholder applicant giver partner partners user users cn bio',
  // Somebody else, or another place.
  stranger:
    'spouse spouses husband wife child children kid kids mother father parent parents guardian emergency employer assistant secretary manager supervisor sender from return sp agent realtor referrer referral referred honoree honor honour memory memorial tribute acknowledgee acknowledgment dedication notify beneficiary sponsor organizer fundraiser solicitor bank branch store warehouse venue geo old former previous prior invalid his her sibling fiance property situs worksite site landlord employee staff caretaker companion joint secondaryperson',
  // No part of a person or of a postal address.
  other:
    'email emails web website www url urls ip phone phones telephone tel mobile cell fax sms pager date dates time timestamp birthday birthdate birth born dob death changed created modified updated update verified validated status campaign fund appeal gift gifts donation donations amount total count currency latitude longitude lat lng lon geolocation note notes comment comments memo tag tags list lists source valid score order orders item product sku transaction payment event badge maiden yomi phonetic username filename file domain language gender sex age survey team club campus committee parcel page form group job position department dept occupation quality carrier precinct ward census tract congressional legislative senate online added year month day tax credit price bar license deal stage rating reason expiration effective book',
  // Words without a meaning of their own.
  filler:
    'of the a an my our your in on for to is are what please enter optional required if any eg e g as at by text field value info information details basic long digit digits letters letter usa us c s it should appear appears be used we you do not only lives live where which since non allow send receive bulk gf sal desc descr description dscription d l',
} as const;

type Word = keyof typeof english;

/** The same in other languages: German, French, Spanish, Portuguese, Italian, Dutch, Nordic, Slavic, Finnish, Hungarian and others. */
const foreign: Partial<Record<Word, string>> = {
  street:
    'strasse strassenname rue via calle rua logradouro straat straatnaam gata gatan gate gateadresse vej ulica ulice utca katu katuosoite улица 住所 番地',
  address:
    'adresse adresses adres anschrift direccion domicilio indirizzo endereco postadress postadresse osoite cim adresa адрес 地址 통신주소 주소',
  house: 'haus exterior hausnummer hausnr huisnummer huisnr civique дом budynku popisne',
  unit: 'wohnung app appt appartement bus bte piso puerta interno interior lokalu кв',
  extra:
    'adresszusatz zusatz complement complemento adresszeile colonia bairro ortsteil stadtteil quartier kvartal',
  box: 'postfach postbus postboks bp apartado',
  careOf: 'zhd',
  city: 'stadt ort wohnort ville localite ciudad poblacion cidade citta comune plaats woonplaats gemeente commune by poststed postort miasto mesto mestska postitoimipaikka kaupunki varos telepules lieu localidad municipio город 城市 市区町村',
  state: 'bundesland kanton provincia estado uf wojewodztwo 都道府県 省',
  region: 'regione comunidad область',
  zip: 'plz postleitzahl cep cp cap npa postnr postnummer postinumero psc pocztowy kodpocztowy iranyitoszam индекс 郵便番号 邮编 우편번호',
  country: 'land pays pais paese nazione kraj zeme orszag maa страна 国 国家 국가',
  name: 'naam nom nome nombre navn namn nimi nev 姓名 氏名 名前 이름 фио',
  first:
    'vorname vornamen prenom prenoms voornaam fornavn fornamn imie jmeno keresztnev utonev etunimi имя 名',
  middle: 'tussenvoegsel отчество mellannamn mellemnavn',
  last: 'nachname familienname apellido apellidos cognome sobrenome achternaam etternavn efternavn efternamn nazwisko prijmeni vezeteknev csaladnev sukunimi фамилия 姓',
  initial: 'initialen',
  prefix: 'anrede civilite titel tratamiento',
  company: 'firma empresa societe entreprise bedrijf azienda foretag yritys организация 公司 会社',
  number: 'numero nummer numer cislo',
  full: 'complet completo',
  family: 'famille',
  code: 'codigo codice kod kode',
  houseSuffix: 'toevoeging hausnummerzusatz',
  owner: 'kunde kunden kund klant socio kontakt mitglied mitglieds',
  filler: 'de da do della du des di la le les el et und och en y e ou oder nebo orientacni',
  other: 'telefon telefono telephon telefonnummer datum fecha importo quantite commande epost',
};

/** Kinds of addresses in the order in which a letter prefers them. An address of no kind comes after "home". */
export const kinds = ['mailing', 'home', '', 'shipping', 'billing', 'work', 'alternate'] as const;
export type Kind = Exclude<(typeof kinds)[number], ''>;

/**
 * Which sets of words name a part, in any order. The number is the preference among columns for the same part.
 * A set that is not here is unclear if it has a word of a name or an address.
 */
const meanings = [
  ['name', 0, 'name full'],
  ['name', 1, 'name'],
  [
    'envelope name',
    0,
    'envelope, envelope name, envelope line, envelope full name, label name, envelope label, name line',
  ],
  ['envelope name', 1, 'envelope greeting, envelope salutation, envelope formal, envelope formal greeting'],
  ['other name', 1, 'display name, display'],
  ['other name', 2, 'household name, household, family'],
  ['account name', 0, 'account name, account'],
  ['first', 0, 'first, first name'],
  ['first', 1, 'given, given name'],
  ['first', 2, 'nick, nick name, nick first, nick first name'],
  ['name', 2, 'legal name, full legal name'],
  ['first', 3, 'legal first, first legal name'],
  ['last', 3, 'last legal, last legal name'],
  ['middle', 0, 'middle, middle name, initial middle, extra name, initial middle name'],
  ['initials', 0, 'initial'],
  ['last', 0, 'last, last name, company last name'],
  ['last', 2, 'family name'],
  ['prefix', 0, 'prefix, prefix name, name title'],
  ['title', 0, 'title, title prefix'],
  ['suffix', 0, 'suffix, name suffix'],
  ['greeting', 0, 'greeting, greeting name, greeting informal'],
  ['greeting', 1, 'formal greeting'],
  ['salutation', 0, 'salutation, name salutation, label salutation, informal salutation'],
  ['salutation', 1, 'formal salutation'],
  ['sort name', 0, 'sort, sort name'],
  ['company', 0, 'company, company name, company full name, account company, account company name'],
  ['organization', 0, 'organization name, organization'],
  ['external_id', 0, 'external id, external number, external code'],
  ['external_id', 2, 'id, id number, account id, account number, account code'],
  ['street', 0, 'street, line street, address line, address street, address line street'],
  ['street', 1, 'address'],
  ['whole address', 0, 'address full, address street full, address envelope full, full street'],
  ['street name', 0, 'name street'],
  [
    'house number',
    0,
    'house, house number, number street, house street, address number, house number street',
  ],
  ['house number', 1, 'house number unit, house unit'],
  ['house suffix', 0, 'houseSuffix, house houseSuffix'],
  ['street type', 0, 'street type, street suffix, designator, designator street'],
  ['direction', 0, 'direction, direction street, prefix street, direction prefix'],
  ['care of', 0, 'careOf, careOf name, careOf line'],
  ['unit', 0, 'unit, number unit, line unit, name unit, place unit, number place unit'],
  ['unit type', 0, 'type unit, designator unit'],
  ['further line', 0, 'extra, extra line, extra street, line place, place street'],
  ['PO box', 0, 'box, box number'],
  ['city', 0, 'city, city name, city suburb, city place, city place suburb'],
  ['suburb', 0, 'suburb, name suburb'],
  ['suburb', 1, 'place suburb'],
  ['state', 0, 'state, name state, region state, state territory'],
  ['state', 1, 'code state, code region state'],
  ['region', 0, 'region, name region, code region'],
  ['postal_code', 0, 'zip, code zip, code postal, code postal zip, number zip, postal zip'],
  ['postal_code', 1, 'postal, number postal'],
  ['ZIP+4', 0, 'zip4, zip zip4, code zip zip4, code postal suffix'],
  ['country', 0, 'country, country name, country region'],
  ['country', 1, 'code country, code country region'],
  [
    'city line',
    0,
    'csz, city state zip, city code postal state, city postal state, city state, city zip, state zip, city code postal, code postal state, city country state zip',
  ],
  [
    'whole address',
    0,
    'address city state zip, address city state street zip, city state street zip, address city zip, city street zip, city street',
  ],
  ['kind of address', 0, 'address label, address type'],
  // What these mean depends on the other columns.
  ['place', 0, 'place, number place, name place'],
  ['number', 0, 'number'],
  ['type', 0, 'type'],
  ['St', 0, 'st'],
] as const;

interface Meaning {
  part: Part;
  preference: number;
}

const findMeaning = new Map<string, Meaning>();
for (const [part, preference, sets] of meanings) {
  for (const set of sets.split(', ')) findMeaning.set(setOf(set.split(' ')), { part, preference });
}

const findWord = new Map<string, { word: Word; isForeign: boolean }>();
// English words come last, because they win over equal foreign ones.
for (const [table, isForeign] of [
  [foreign, true],
  [english, false],
] as const) {
  for (const [word, spellings] of Object.entries(table)) {
    if (!isWord(word)) continue;
    for (const spelling of spellings.split(' ')) findWord.set(plain(spelling), { word, isForeign });
  }
}

function isWord(word: string): word is Word {
  return Object.hasOwn(english, word);
}

function setOf(words: Iterable<string>): string {
  return [...new Set(words)].sort().join(' ');
}

/** The labels and keys of the contact's own fields, which need no interpretation. */
const ownHeadings = new Map<string, Part>(
  contactFields.flatMap(({ key, label }) => {
    const part = key === 'file_as' ? 'sort name' : key;
    return [key, label].map((heading) => [normalizeHeading(heading), part] as const);
  }),
);

export function parseHeading(heading: string): Heading {
  const own = ownHeadings.get(normalizeHeading(heading));
  if (own) {
    return { means: 'part', part: own, kind: '', number: 0, line: 1, preference: -0.5, isForeign: false };
  }
  if (heading.trim() === 'contact_id') return { means: 'contact_id' };
  const found = interpret(readWords(heading));
  if (found.means !== 'unclear' && found.means !== 'other') return found;
  // "State (2 letters, e.g. OH)" and "3. Street address" have words around the heading.
  const inner = interpret(readWords(heading.replace(/\(.*?\)/g, ' ').replace(/^\s*\d+[.):]/, ' ')));
  return inner.means === 'part' ? inner : found;
}

/** Returns the kind of address that a text names, such as "* Home" in a column "Address 1 - Label". */
export const readKind = (text: string): Kind | '' => findKind(readWords(text));

/** A word or a number of a heading. Unknown words have no meaning. */
interface Token {
  text: string;
  word?: Word;
  isForeign?: boolean;
  number?: number;
}

/** Words that mean something only together or with their punctuation. */
const phrases: readonly [RegExp, string][] = [
  [/^\s*\d+[.):]\s*(?=\D)/, ''],
  [/\bc\/o\b|\b(?:in )?care of\b/g, 'careof'],
  [/\bp\.?\s?o\.?\s?box(?:es)?\b|\bpost office box\b|\bpob\b/g, 'pobox'],
  [/\be[\s-]mails?\b/g, 'email'],
  [/\bzip\s?(?:code)?\s?(?:\+|plus)?\s?(?:4|four)\b|(?:\+|\bplus)\s?4\b/g, 'zipext'],
  [/\bzip\s?5\b/g, 'zip'],
  [/\b5[\s-]digits?\b/g, ''],
  [/\bpost\s?nr\b/g, 'postnr'],
  [/\bpostnr\W+by\b/g, 'postnr city'],
  [/\bprimary line\b/g, 'address 1'],
  [/\bsecondary line\b/g, 'address 2'],
  [/\bowner id\b/g, 'agent'],
  [/\s[+&]\s/g, 'and'],
  [/\b(?:post|pin|zip) codes?\b/g, 'zip'],
  [/\b(bill|ship|mail)(?:ed)?[\s-]?to\b/g, '$1'],
  [/\bm\.\s?i\./g, 'mi'],
  [/\bf\.? name\b/g, 'first'],
  [/\bl\.? name\b/g, 'last'],
  [/\bfile as\b/g, 'fileas'],
  [/\bgoes by\b/g, 'goesby'],
  [/\bsur name\b/g, 'surname'],
  [/\bpost town\b/g, 'posttown'],
  [/\bknown as\b/g, 'nick'],
  [/\badditional addresses\b/g, 'other address'],
  [/\bplus one\b/g, 'spouse'],
  [/\b(?:account|contact|lead|record|deal|person|client|customer)s?[\s-]+owner\b/g, 'agent'],
  [/\b(?:contact|reference) (?:number|no)\b|\barea code\b|\bline of business\b/g, 'phone'],
  [/^\W*(?:number|no\.?) of\b|\btime zone\b|\b(?:user|maiden) name\b/g, 'phone'],
  [/\bdonot|\bdont\b/g, 'do not '],
  [/\bnomail/g, 'no mail'],
  [/(\d)(?:st|nd|rd|th)\b/g, '$1'],
  [/#/g, ' number '],
];

const numberWords = [
  ['one', 'primer', 'primero', 'paterno'],
  ['two', 'segundo', 'materno'],
  ['three'],
  ['four'],
  ['five'],
];
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

function readWords(heading: string): Token[] {
  const text = phrases.reduce(
    (changed, [pattern, replacement]) => changed.replace(pattern, ` ${replacement} `),
    plain(
      heading
        .replace(/_+/g, ' ')
        .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
        .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2'),
    ),
  );
  const texts = text.match(/\p{L}+|\p{N}+/gu) ?? [];
  const hasLine = texts.some((one) => findWord.get(one)?.word === 'line');
  return texts.flatMap((one): Token[] => {
    const ordinal = hasLine ? ordinals.indexOf(one) : -1;
    const count = numberWords.findIndex((same) => same.includes(one)) + 1 || ordinal + 1;
    if (count > 0) return [{ text: one, number: count }];
    return /^\p{N}/u.test(one) ? [{ text: one, number: Number(one) }] : splitWord(one);
  });
}

/** Returns text in lower case and without accents. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøđßæ]/g, (letter) => ({ ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae' })[letter] ?? letter)
    .normalize('NFKC');
}

/** Splits "mailcity" into known words, unless the rest of it is unknown: "ethnicity" has no city. */
function splitWord(text: string): Token[] {
  const whole = findWord.get(text);
  if (whole) return [{ text, ...whole }];
  for (let length = text.length - 2; length >= 3; length -= 1) {
    const start = text.slice(0, length);
    const found = findWord.get(start);
    if (!found) continue;
    const rest = splitWord(text.slice(length));
    const isEnd = rest.length === 1 && ['id', 'number'].includes(rest[0]?.word ?? '');
    if (rest.every(({ text, word }) => word && (text.length >= 3 || isEnd)))
      return [{ text: start, ...found }, ...rest];
  }
  return [{ text }];
}

/** Which words belong to an address or a name, and the needed part that a column with such a word may hold. */
const telling: Partial<Record<Word, NeededPart | 'other'>> = {
  street: 'street',
  address: 'street',
  line: 'street',
  house: 'street',
  unit: 'street',
  box: 'street',
  careOf: 'street',
  city: 'city',
  suburb: 'city',
  zip: 'postal_code',
  zip4: 'postal_code',
  postal: 'postal_code',
  csz: 'city',
  cty: 'city',
  pc: 'postal_code',
  name: 'name',
  first: 'name',
  last: 'name',
  envelope: 'name',
  state: 'other',
  country: 'other',
};

/** Returns the needed part whose word is misspelled: "Stret", "Zipp". */
function findMisspelled(text: string): NeededPart | undefined {
  const meant = {
    street: 'street',
    address: 'street',
    city: 'city',
    zip: 'postal_code',
    postal: 'postal_code',
  } as const;
  const found = Object.entries(meant).find(([word]) => word[0] === text[0] && isSimilar(word, text));
  return found?.[1];
}

const addressWords = new Set<Word>(
  'street st address line house unit place extra box careOf city suburb state region zip zip4 postal country csz'
    .split(' ')
    .filter(isWord),
);
const isAddressWord = ({ word }: Token): boolean => word !== undefined && addressWords.has(word);

/** Owners that are a name where they stand alone: a column "Donor" holds the donor's name. */
const ownersByName =
  /^(?:primary )?(?:donor|contributor|constituent|supporter|customer|client|contact|recipient|patron|subscriber|guest|resident|kunde|klant)s?$/;

function interpret(written: readonly Token[]): Heading {
  const text = written.map((token) => token.text).join(' ');
  const hasWritten = (word: Word): boolean => written.some((token) => token.word === word);
  const mail = readMailPermission(text);
  if (hasWritten('stranger') || isSecondPerson(written)) return { means: 'someone else' };
  if (mail) return { means: mail };
  if (hasWritten('other')) return { means: 'other' };
  const tokens = resolveWords(written);
  const found = findPart(tokens, text);
  const position = found && findPosition(tokens);
  const isIdOfOther =
    found?.part === 'external_id' && !['', 'home', 'mailing'].includes(position?.kind ?? '');
  if (isIdOfOther) return { means: 'other' };
  // "Address Line 1" says more than "Address Lines" does.
  if (found && position && tokens.some(({ number }) => number === position.line)) found.preference -= 0.5;
  if (found && position && (position.line === 1 || linedParts.includes(found.part))) {
    return { means: 'part', ...found, ...position, isForeign: tokens.some(({ isForeign }) => isForeign) };
  }
  const parts = tokens.flatMap(
    ({ text: written, word }) => (word ? telling[word] : findMisspelled(written)) ?? [],
  );
  // "Bill to 3" is a line of an address, and nobody knows which.
  if (/^(?:bill|ship|mail) \d$/.test(text)) parts.push('street');
  const isIdOfAddress = hasWritten('id') && tokens.some(isAddressWord);
  return parts.length === 0 || isIdOfAddress
    ? { means: 'other' }
    : { means: 'unclear', parts: parts.filter((part) => part !== 'other') };
}

/** Whether the heading is about a second person, as "Contact2 First Name" is. */
const isSecondPerson = (tokens: readonly Token[]): boolean =>
  tokens.some(({ word }, index) => word === 'owner' && (tokens[index + 1]?.number ?? 1) > 1);

function readMailPermission(text: string): 'do not mail' | 'may mail' | 'deceased' | undefined {
  if (deceasedPattern.test(text)) return 'deceased';
  if (/\breason\b|\bemail/.test(text)) return undefined;
  if (notMailPattern.test(text)) return 'do not mail';
  return mayMailPattern.test(text) ? 'may mail' : undefined;
}

const deceasedPattern =
  /\b(?:deceased|dead|date of death|death date|verstorben|decede|fallecid[oa]|falecid[oa]|deceduto|overleden)\b/;
const mailPattern =
  '(?:(?:allow|send|receive|use|postal|bulk|physical|paper|us|direct|regular|any) )*mail(?:s|ing|ings)?\\b(?! (?:list|code|address|city|state|zip|street|name|date))';
const notMailPattern = new RegExp(
  `\\b(?:do not|no|not|never|stop) ${mailPattern}|\\bdo not contact\\b|\\bmail opt(?:ed)? out\\b|\\bopt(?:ed)? out of ${mailPattern}`,
);
const mayMailPattern = new RegExp(
  `^(?:can|send|receives?|accepts?|wants?|allows?) ${mailPattern}|\\bmail(?:ing)? (?:ok|okay|yn|allowed|subscribed)$|^mailable$`,
);

/** Gives words that mean something else beside others that meaning. */
function resolveWords(tokens: readonly Token[]): Token[] {
  const has = (...words: Word[]): boolean => tokens.some(({ word }) => word && words.includes(word));
  const isAddress = tokens.some(isAddressWord);
  return tokens.map((token, index) => {
    const as = (word: Word): Token => ({ ...token, word });
    switch (token.word) {
      // "Company Street" is an address at work, and "Address Company" is the company of an address.
      case 'company':
      case 'account':
        return tokens.slice(index).some(isAddressWord) ? as('work') : token;
      case 'household':
      case 'family':
        return isAddress || has('envelope', 'mailing') ? as('owner') : token;
      case 'postal': {
        const isCode =
          has('zip', 'zip4', 'code') ||
          !tokens.some((one) => (one !== token && isAddressWord(one)) || one.word === 'greeting');
        return isCode ? token : as('mailing');
      }
      case 'st':
        if (has('state', 'code')) return as('state');
        return has('street', 'address', 'line', 'name', 'number', 'house', 'type', 'unit')
          ? as('street')
          : token;
      case 'mailing':
        if (isAddress || !has('name', 'first', 'last', 'label')) return token;
        if (!token.text.startsWith('pref')) return as('envelope');
        return as(has('prefix') || tokens.some(({ text }) => text === 'mail') ? 'filler' : 'nick');
      case 'box':
        return has('city', 'state', 'zip') ? as('mailing') : token;
      case 'work':
        return tokens.length === 2 && has('name') ? as('company') : token;
      default:
        return token;
    }
  });
}

/** Words that say whose or which, but not what. */
const isQualifier = (word: Word): boolean =>
  word === 'filler' || word === 'owner' || kinds.some((kind) => kind === word);

/** Returns which part the words name, or undefined if some of them are unknown. */
function findPart(tokens: readonly Token[], text: string): Meaning | undefined {
  if (tokens.some(({ word, number }) => word === undefined && number === undefined)) return undefined;
  const words = new Set(tokens.flatMap(({ word }) => (word && !isQualifier(word) ? [word] : [])));
  if (words.size === 0) return ownersByName.test(text) ? { part: 'other name', preference: 4 } : undefined;
  const only = (...allowed: Word[]): boolean => [...words].every((word) => allowed.includes(word));
  const isStreet = words.has('street') || words.has('address');
  if (
    words.has('and') &&
    isStreet &&
    only('and', 'street', 'address', 'number', 'house', 'unit', 'box', 'line', 'name')
  ) {
    return { part: 'street', preference: 0 };
  }
  words.delete('and');
  const indexOf = (...any: Word[]): number => tokens.findIndex(({ word }) => word && any.includes(word));
  const first = indexOf('first', 'given');
  const other = indexOf('last', ...(tokens[first]?.isForeign ? (['name'] as const) : []));
  if (first >= 0 && other >= 0 && only('first', 'given', 'last', 'name', 'full', 'middle', 'initial')) {
    return first < other ? { part: 'name', preference: 1 } : { part: 'sort name', preference: 0 };
  }
  const isOwned = tokens.some(({ word }) => word === 'owner');
  if (isOwned && ['id', 'number', 'code', 'id number'].includes(setOf(words))) {
    return { part: 'external_id', preference: /\bcontact\b/.test(text) ? 3 : 1 };
  }
  if (setOf(words) === 'code' && findKind(tokens)) return { part: 'postal_code', preference: 2 };
  if (setOf(words) === 'name' && /\b(?:contact|recipient)\b/.test(text))
    return { part: 'other name', preference: 0 };
  // In "Address 1 - City" and "Full Name - First", the first words say only that it is an address or a name.
  const containers = words.has('id')
    ? [[]]
    : [[], ['address'], ['address', 'street'], ['address', 'line'], ['full'], ['full', 'name']];
  for (const container of containers) {
    const found = findMeaning.get(setOf([...words].filter((word) => !container.includes(word))));
    if (found) return { ...found };
  }
  return undefined;
}

/** Returns which address and which line the heading is about, or undefined if its numbers are not understood. */
function findPosition(tokens: readonly Token[]): Pick<PartHeading, 'kind' | 'number' | 'line'> | undefined {
  const position = { kind: findKind(tokens), number: 0, line: 1 };
  for (const [index, { number }] of tokens.entries()) {
    if (number === undefined) continue;
    if (number < 1 || number > 9) return undefined;
    const before = tokens[index - 1]?.word;
    const isLast = tokens.slice(index + 1).every(({ word }) => word === 'filler');
    const isLine =
      before === 'line' ||
      (tokens[index + 1]?.word === 'line' && tokens[index + 2]?.number === undefined) ||
      (index === 0 && tokens.some(({ word }) => word === 'line'));
    // "Apellido 2" and "segundo apellido".
    const isLastName = [before, tokens[index + 1]?.word].includes('last');
    const isSecondLastName = isLastName && tokens.some(({ isForeign }) => isForeign);
    if (isLine || isSecondLastName || (isLast && before && linedWords.includes(before)))
      position.line = number;
    else if (tokens.some(isAddressWord)) position.number = number;
    else if (number > 1) return undefined;
  }
  return position;
}

function findKind(tokens: readonly Token[]): Kind | '' {
  const has = (kind: Kind): boolean => tokens.some(({ word }) => word === kind);
  return has('alternate') ? 'alternate' : (kinds.find((kind) => kind !== '' && has(kind)) ?? '');
}

/** Words after which a number at the end counts lines. After others, such as "City 2", it counts addresses. */
const linedWords: readonly Word[] = ['street', 'address', 'unit', 'place', 'extra', 'careOf'];
const linedParts: readonly Part[] = ['street', 'further line', 'unit', 'care of', 'last', 'place'];
