/** The words of headings in many languages, and which sets of words name a part of a person or an address. */

/** Parts of a person or an address. A name, a greeting and a street are made of several. */
export type Part = (typeof meanings)[number][0];

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
  salutation: 'salutation salut',
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
  // Another person, or another place.
  stranger:
    'spouse spouses husband wife child children kid kids mother father parent parents guardian emergency employer assistant secretary manager supervisor sender from return sp agent realtor referrer referral referred honoree honor honour memory memorial tribute acknowledgee acknowledgment dedication notify beneficiary sponsor organizer fundraiser solicitor bank branch store warehouse venue geo old former previous prior invalid his her sibling fiance property situs worksite site landlord employee staff caretaker companion joint secondaryperson',
  // No part of a person or of a postal address.
  other:
    'email emails web website www url urls ip phone phones telephone tel mobile cell fax sms pager date dates time timestamp birthday birthdate birth born dob death changed created modified updated update verified validated status campaign fund appeal gift gifts donation donations amount total count currency latitude longitude lat lng lon geolocation note notes comment comments memo tag tags list lists source valid score order orders item product sku transaction payment event badge maiden yomi phonetic username filename file domain language gender sex age survey team club campus committee parcel page form group job position department dept occupation quality carrier precinct ward census tract congressional legislative senate online added year month day tax credit price bar license deal stage rating reason expiration effective book',
  // Words without a meaning of their own.
  filler:
    'of the a an my our your in on for to is are what please enter optional required if any eg e g as at by text field value info information details basic long digit digits letters letter usa us c s it should appear appears be used we you do not only lives live where which since non allow send receive bulk gf sal desc descr description dscription d l',
} as const;

export type Word = keyof typeof english;

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

export interface Meaning {
  part: Part;
  preference: number;
}

export const findMeaning = new Map<string, Meaning>();
for (const [part, preference, sets] of meanings) {
  for (const set of sets.split(', ')) findMeaning.set(setOf(set.split(' ')), { part, preference });
}

export const findWord = new Map<string, { word: Word; isForeign: boolean }>();
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

export function isWord(word: string): word is Word {
  return Object.hasOwn(english, word);
}

export function setOf(words: Iterable<string>): string {
  return [...new Set(words)].sort().join(' ');
}

/** Returns text in lower case and without accents. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøđßæ]/g, (letter) => ({ ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae' })[letter] ?? letter)
    .normalize('NFKC');
}
