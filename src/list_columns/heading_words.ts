/** The words of headings in many languages, and which sets of words name a part of a person or an address. */

/** Parts of a person or an address. A name, a greeting and a street are made of several. */
export type Part = (typeof meanings)[number][0];

/** What words mean. */
const english = {
  // Parts of an address.
  street: 'street streets str strt thoroughfare road',
  address: 'address addresses addr addrs adr adress add',
  line: 'line lines ln',
  house: 'house civic premise premises',
  houseSuffix: 'housesuffix',
  direction: 'direction dir orientation predir postdir predirectional postdirectional',
  unit: 'apt apts apartment suite ste unit flat pmb',
  place:
    'building bldg floor room block landmark district neighborhood neighbourhood area zone barangay village subdivision sublocality',
  extra: 'supplemental supplementary extended additional extra urbanization',
  box: 'pobox poboxes pob postofficebox',
  careOf: 'careof attn attention',
  city: 'city cities town twn posttown',
  suburb: 'suburb locality municipality',
  state: 'state states stat province provinces prov stateorprovince',
  region: 'region county prefecture territory republic',
  zip: 'zip zips zp zipcode zip5 postcode pcode pincode eircode',
  zip4: 'zipext zip4 plus4 zipplus4 zipcode4 zipfour plusfour zipplusfour',
  postal: 'postal',
  country: 'country countries nation ctry cntry contry',
  csz: 'csz',
  // Too short to be sure.
  st: 'st',
  cty: 'cty',
  pc: 'pc',
  // Parts of a name.
  name: 'name names nm',
  first: 'first fname forename forenames firstnames',
  given: 'given',
  nick: 'nick nickname goesby knownas',
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
  type: 'type types typ kind designator',
  // Words that connect others, and words about the whole.
  and: 'and plus or including incl with',
  full: 'full whole complete combined formatted block entire',
  formal: 'formal',
  informal: 'informal',
  // Kinds of addresses, which beat one another in the order of `kinds`.
  mailing: 'mail mailto mailedto mailing correspondence preferred pref prf po',
  home: 'home primary main default permanent personal residential residence res new current',
  shipping: 'shipping ship shipto shippedto delivery physical location sa',
  billing: 'billing bill billto billedto invoice buyer purchaser card',
  work: 'business work office busn corporate trading',
  alternate:
    'orig original other alternate alternative alt secondary second seasonal summer winter vacation temporary',
  // The person whom the list is about.
  owner:
    'donor donors contributor contributors constituent constituents supporter supporters customer customers cust client clients member members membership patron patrons subscriber subscribers person people individual individuals attendee registrant guest guests participant voter voters resident owner record lgl donating lead prospect head cardholder applicant giver user users cn bio',
  contact: 'contact contacts',
  recipient: 'recipient recipients',
  // Another person, or another place.
  stranger:
    'plusone ownerid accountowner contactowner leadowner recordowner dealowner personowner clientowner customerowner spouse spouses husband wife child children kid kids mother father parent parents guardian emergency employer assistant secretary manager supervisor sender from return sp agent realtor referrer referral referred honoree honor honour memory memorial tribute acknowledgee acknowledgment dedication notify beneficiary sponsor organizer fundraiser solicitor bank branch store warehouse venue geo old former previous prior invalid his her sibling fiance property situs worksite site landlord employee staff caretaker companion joint secondaryperson',
  // No part of a person or of a postal address.
  other:
    'email emails web website url ip phone date campaign fund gift amount notes username contactno contactnumber book',
  // Words without a meaning of their own.
  filler:
    '5digit 5digits of the a an my our your in on for to is are what please enter optional required if any eg e g as at text field value info information details basic long digit digits usa us c s only do not live lives live you non gf sal bulk desc descr description dscription d l',
} as const;

export type Word = keyof typeof english;

/** The same in other languages: German, French, Spanish, Portuguese, Italian, Dutch, Nordic, Slavic, Finnish, Hungarian and others. */
const foreign: Partial<Record<Word, string>> = {
  street:
    'strasse strassenname rue via calle rua logradouro straat straatnaam gata gatan gatuadress gatunamn gade gadenavn gadeadresse gate gateadresse vej vejnavn veinavn lahiosoite ulica ulice utca katu katuosoite улица 住所 番地',
  address:
    'adresse adresses adres anschrift direccion domicilio indirizzo endereco postadress postadresse osoite cim adresa адрес 地址 통신주소 주소',
  house: 'haus exterior hausnummer hausnr huisnummer huisnr civique дом budynku popisne',
  unit: 'wohnung app appt appartement bus bte piso puerta interno interior lokalu кв',
  extra:
    'adresszusatz zusatz complement complemento adresszeile colonia bairro ortsteil stadtteil quartier kvartal',
  box: 'postfach postbus postboks bp apartado',
  careOf: 'zhd',
  csz: 'postnrby',
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
};

/** Kinds of addresses in the order in which a letter prefers them. An address of no kind comes after "home". */
export const kinds = ['mailing', 'home', '', 'shipping', 'billing', 'work', 'alternate'] as const;
export type Kind = Exclude<(typeof kinds)[number], ''>;

/** Words that say whose the part is, which any heading may have. */
export const whose: readonly Word[] = ['owner', 'contact', 'recipient'];

/** In "Address 1 - City" and "Full Name - First", the first words say only that it is an address or a name. */
const containers: readonly Word[] = ['address', 'street', 'line', 'full', 'name'];

/**
 * Which words name a part, in any order: sets of words that the heading needs, and words that it may have besides. The first
 * row that fits counts. The number is the preference among columns for the same part. A heading that fits no row is unclear if
 * it has a word of a name or an address.
 */
const meanings = [
  ['name', 0, 'full name'],
  // Several parts in one column.
  ['city line', 0, 'city line state, city line zip', 'state zip'],
  ['street', 0, 'address line'],
  ['whole address', 0, 'city street, address city zip', 'state zip'],
  ['whole address', 0, 'address full, full street', 'envelope'],
  [
    'city line',
    0,
    'csz, city state, city zip, state zip, city code postal, code postal state, city country state zip',
    'code postal zip',
  ],
  ['street', 0, 'and street, and address', 'number house unit box'],
  // Parts of a name.
  ['street name', 0, 'name street'],
  ['envelope name', 0, 'name line, label name, envelope', 'label'],
  ['envelope name', 1, 'envelope', 'greeting salutation formal'],
  ['other name', 0, 'contact name, recipient name'],
  ['name', 1, 'name'],
  ['name', 1, 'first last, given last', 'full middle initial'],
  ['name', 2, 'legal name'],
  ['other name', 1, 'display'],
  ['last', 2, 'family name'],
  ['other name', 2, 'household, family'],
  ['account name', 0, 'account'],
  ['first', 0, 'first'],
  ['first', 1, 'given'],
  ['first', 2, 'nick', 'first'],
  ['first', 3, 'first legal'],
  ['middle', 0, 'middle, extra name', 'initial'],
  ['initials', 0, 'initial'],
  ['last', 0, 'last', 'company'],
  ['last', 3, 'last legal'],
  ['direction', 0, 'direction, prefix street', 'prefix'],
  ['prefix', 0, 'prefix, name title'],
  ['title', 0, 'title', 'prefix'],
  ['street type', 0, 'street type, street suffix'],
  ['suffix', 0, 'suffix'],
  ['greeting', 0, 'greeting', 'informal'],
  ['greeting', 1, 'greeting', 'formal'],
  ['salutation', 0, 'salutation', 'label informal'],
  ['salutation', 1, 'salutation', 'formal'],
  ['sort name', 0, 'sort'],
  ['company', 0, 'company', 'account'],
  ['organization', 0, 'organization'],
  // Parts of an address.
  ['house number', 0, 'house, number street, address number', 'number'],
  ['house number', 1, 'house unit', 'number'],
  ['house suffix', 0, 'houseSuffix', 'house'],
  ['care of', 0, 'careOf'],
  ['unit type', 0, 'type unit'],
  ['unit', 0, 'unit', 'number place'],
  ['further line', 0, 'extra, line place, place street'],
  ['PO box', 0, 'box', 'number'],
  ['city', 0, 'city', 'place suburb'],
  ['suburb', 0, 'suburb'],
  ['suburb', 1, 'suburb', 'place'],
  ['state', 0, 'state', 'region'],
  ['state', 1, 'state', 'region code'],
  ['region', 0, 'region', 'code'],
  ['postal_code', 0, 'zip, code postal', 'code number postal zip'],
  ['postal_code', 1, 'postal', 'number'],
  ['ZIP+4', 0, 'zip4, code postal suffix', 'code zip'],
  ['country', 0, 'country', 'region'],
  ['country', 1, 'country', 'region code'],
  ['kind of address', 0, 'address label, address type'],
  ['street', 0, 'street'],
  ['street', 1, 'address'],
  // What the person is called by.
  ['external_id', 0, 'external id, external number, external code', 'number'],
  ['external_id', 3, 'contact id, contact number, contact code', 'number'],
  [
    'external_id',
    1,
    'owner id, owner number, owner code, recipient id, recipient number, recipient code',
    'number',
  ],
  ['external_id', 2, 'id, account id, account number, account code', 'number'],
  // What these mean depends on the other columns.
  ['place', 0, 'place', 'number'],
  ['number', 0, 'number'],
  ['type', 0, 'type'],
  ['St', 0, 'st'],
] as const;

/** The rows of the table, one for each set of needed words, with all the words that it may have. */
const rules = meanings.flatMap(([part, preference, sets, companions = '']) =>
  sets.split(', ').map((set) => {
    const needed = set.split(' ');
    const besides = part === 'external_id' ? [] : part === 'organization' ? (['name'] as const) : containers;
    return {
      part,
      preference,
      needed,
      allowed: new Set<string>([...needed, ...companions.split(' '), ...whose, ...besides, 'and']),
    };
  }),
);

/** Returns the part that the words name. */
export function findMeaning(words: ReadonlySet<string>): { part: Part; preference: number } | undefined {
  return rules.find(
    ({ needed, allowed }) =>
      needed.every((word) => words.has(word)) && [...words].every((word) => allowed.has(word)),
  );
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
export const longestWord = Math.max(...[...findWord.keys()].map((word) => word.length));

function isWord(word: string): word is Word {
  return Object.hasOwn(english, word);
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
