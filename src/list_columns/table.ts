/**
 * What the headings of common programs mean. To read the export of one more program, add its spellings here and a list to
 * `test/list_columns/examples/lists.json`. Case, accents, spaces and punctuation do not matter. Spellings after "|" are in other languages.
 * Of two columns for one name, company or reference, the spelling that comes first is preferred. `~` before a spelling means that it
 * counts only beside a word that says which address.
 */
import { normalizeText } from '../text/text_match.ts';

const name = {
  'envelope name':
    'envelope name, addressee, primary addressee, mailing name, mail name, name on envelope, preferred mailing name, label name, name line, envelope line, envelope, mailing label, mailing label name, envelope greeting, envelope salutation, formal addressee',
  name: 'full name, whole name, complete name, name, names, nm | vollstandiger name, nom complet, nombre completo, nome completo, naam, nom, nome, nombre, navn, namn, nimi, nev, 姓名, 氏名, 名前, 이름, фио',
  'other name':
    'contact name, recipient, recipient name, contact, contact person, billing contact, donor, donors, constituent, contributor, supporter, customer, client, patron, subscriber, guest, resident, formal name, display name, household name, household, family, hh name, legal name | kunde, klant',
  'account name': 'account name, acct name',
  first:
    'first name, first, fname, f name, forename, forenames, first names, name first, given name, given names, legal first name, legal fname | vorname, vornamen, rufname, prenom, prenoms, voornaam, fornavn, fornamn, imie, jmeno, keresztnev, utonev, etunimi, имя, 名',
  initials: 'initials, first initial | initialen, voorletters',
  nick: 'nickname, nick name, nick, preferred name, preferred first name, informal name, goes by, goesby name, known as',
  middle:
    'middle name, middle, middle initial, mid name, mname, mi, m i, additional name, name middle | tussenvoegsel, отчество, mellannamn, mellomnavn, mellemnavn',
  last: 'last name, last, lname, l name, surname, family name, name last, last organization name, last name org, last company, legal last name | nachname, familienname, nom de famille, apellido, apellidos, cognome, sobrenome, achternaam, etternavn, efternavn, efternamn, nazwisko, prijmeni, vezeteknev, csaladnev, sukunimi, фамилия, 姓',
  prefix:
    'prefix, name prefix, name title, honorific, honorific prefix, mr ms, mr mrs | anrede, titel, civilite, tratamiento',
  title: 'title',
  suffix: 'suffix, name suffix, honorific suffix, suf',
  greeting: 'greeting, informal greeting, dear, your greeting, formal greeting',
  salutation:
    'salutation, salut, primary salutation, label salutation, informal salutation, formal salutation',
  'sort name':
    'sort name, file as, sorting name, last first, last name first name, last name first, name last first, sort key',
  company:
    'company, company name, organization, organization name, organisation, organisation name, org, org name, business name, company account, company and name, trading name, workname | firma, firmenname, empresa, societe, entreprise, bedrijf, bedrijfsnaam, azienda, foretag, yritys, raison sociale, razon social, organisatie, 公司, 会社, организация',
  external_id:
    'your reference, external id, external contact id, external number, id, id nr, identifier, ref id, reference id, account id, account number, accountno, account reference, customer reference, ref, reference, contact id, contact external id, client code, custno | kundennr, kundennummer, mitgliedsnr, mitgliedsnummer, kontakt nr, kundid, no client, code client, no socio',
  'id number': '~number, ~no, ~nr, ~code, ~key',
} as const;

const address = {
  street:
    'street, street address, streets, address, address line, address lines, street address line, street line, address street, address street address, street address1, street and number, street and house number, addr, addr line, addrline, addr ln, add, line, primary line, full address, whole address, complete address, address block, envelope address block, combined address, full combined address, address formatted, formatted, thoroughfare, road | strasse, strasse und hausnummer, strasse hausnummer, strasse nr, strasse and nr, str, anschrift, adresse, adress, rue, adresse postale, calle, direccion, domicilio, rua, logradouro, endereco, morada, indirizzo, via, straat, adres, gate, gateadresse, adressenavn, gade, gadeadresse, vej, vejnavn, gata, gatuadress, gatunamn, postadress, postadresse, utca, cim, ulica, ulice, katu, katuosoite, lahiosoite, osoite, улица, адрес, 住所, 番地, 地址, 주소, 통신주소',
  'street name':
    'street name, street road name, name of street | strassenname, straatnaam, gatenavn, nom de rue, nom de la voie',
  'house number':
    'house number, house no, house nr, house num, house, street number, street no, address number, building number, street nr, premise, civic number, house name and number, house number and name, house name | hausnummer, hausnr, huisnummer, huisnr, numero civico, civico, numero exterior, exterior, domnr, nr domu, numer domu, cislo popisne, numero de calle, numero de rue, no civique, nr budynku, cislo popisne nebo orientacni, дом',
  'house suffix':
    'house number suffix, house suffix, street number suffix | toevoeging, huisnummer toevoeging, hausnummerzusatz',
  direction:
    'direction, dir, street direction, street dir, predirection, predir, pre directional, predirectional, postdirection, postdir, post directional, postdirectional, direction prefix, street prefix, street orientation',
  'street type': 'street type, street suffix, type of street',
  'care of':
    'c o, care of, attn, attention, attention to, attn to, attention line, address attention | zhd, zu handen, z hd, bei',
  unit: 'apt, apt number, apt no, apts, apartment, apartment number, unit, unit number, unit no, suite, suite number, ste, ste number, flat, flat number, apt suite, apt unit, apt suite floor, apt suite unit, apt nr, unit nr, suite nr, suite no, street unit, room, room number, pmb, secondary address, secondary line, secondary | wohnung, appartement, appt, interno, interior, numero interior, piso, puerta, bte, mieszkanie, nr mieszkania, nr lokalu, lokal, app, кв',
  'unit type': 'unit type, apt type',
  'further line':
    'supplemental address, supplementary address, extended address, address extended, address extended address, address supplement, urbanization | adresszusatz, zusatz, ortsteil, adresszeile, complement, complement d adresse, complement adresse, complemento, bairro, colonia, complementadresse',
  'PO box':
    'po box, p o box, pob, post office box, po box number | postfach, postbus, boite postale, bp, apartado, apartado postal, postboks',
  'city line':
    'csz, city state zip line, last line, city line, city state zip, city state, city state zip code, city state postal code, city st zip, city zip, address city state zip | plz ort, plz und ort, plz stadt, plz wohnort, code postal ville, postnummer og poststed, postnr og by, postnr by, cp ville',
  city: 'city, cities, town, town name, city town, post town, place of residence, cty, admin area2, city town village locality | stadt, ort, wohnort, ville, commune, lieu, ciudad, poblacion, localidad, municipio, cidade, citta, comune, plaats, woonplaats, gemeente, poststed, postort, by, miasto, miejscowosc, mesto, obec, varos, telepules, kaupunki, postitoimipaikka, город, 城市, 市区町村',
  suburb: 'suburb, locality, city area',
  state:
    'state, state province, province, prov, state code, state abbreviation, province code, province name, state prov other, st, st code, st cd, stat, stat code, stt, state or province, state region, admin area1, administrative district level1 | bundesland, kanton, estado, provincia, uf, wojewodztwo, 都道府県, 省',
  county: 'county, region, prefecture, territory, republic, ~region | regione, comunidad autonoma, область',
  postal_code:
    'postal code, zip code, zip, zipcode, zips, postcode, post code, postal, zip5, pcode, pin code, pincode, eircode, postal cd, ~code | plz, postleitzahl, code postal, codigo postal, cp, cep, cap, npa, postnr, postnummer, kod pocztowy, psc, iranyitoszam, codice postale, postinumero, индекс, 郵便番号, 邮编, 우편번호',
  'ZIP+4':
    'zip4, plus4, zip plus4, zip ext, zip extension, zip code4, plus four, zip plus four, zip code plus4, postal code suffix, zip suffix',
  country:
    'country, country name, country code, country region, nation, ctry, cntry, cntry cd, cntry code, natn code, contry longdscription, country of residence | land, pays, pais, paese, nazione, kraj, zeme, orszag, maa, страна, 国, 国家, 국가',
  'kind of address':
    'address label, address type, adress typ, type of address, address kind, address is primary',
  'which address':
    'preferred address type, preferred mailing address, address preference, address to use, send mail to, mail to, use alt address, use alternate address, mailing address type, mailing address preference',
} as const;

/** Headings that say who gets no letter. */
const mail = {
  'do not mail':
    'do not mail, do not mail to this address, no mailed to, reference no direct mail, mail opted out, opted out of mailings, no direct mail, do not send mail, do not send postal mail, do not postal mail, no mail, nomail, no postal mail, dont mail, dnm, do not contact, undeliverable, mail undeliverable, address undeliverable, returned mail, return to sender, bad address, bad mailing address, mail opt out, opt out mail, opt out of mail, opted out of mail, no mailings, do not allow mails, do not allow mail, do not allow bulk mails, donotpostalmail, donotbulkpostalmail, do not bulk mail | werbesperre, postsperre, keine post, pas de courrier, no enviar correo',
  'may mail':
    'can mail, may mail, send mail, send mail yes no, send postal mail, mail ok, ok to mail, okay to mail, mailable, postal mail, direct mail, receive mail, receives mail, wants mail, accepts mail, engage mail subscribed, mail subscribed, mailing allowed, contact by mail, contact by post, postal consent, post consent, postal opt in, can receive mail | postwerbung erlaubt, post erlaubt',
  deceased:
    'deceased, is deceased, deceased date, date deceased, date of death, death date | verstorben, decede, fallecido, deceduto, overleden',
  status:
    'status, solicit code, solicit codes, account status, record status, member status, membership status, constituent status, tags, tag, tag list, communication restrictions, contact restrictions, mail restrictions, mailing restrictions, restrictions, preferences, communication preferences, preferred communication, communication preference, contact preferences, mailing preferences, mail preferences, labels, groups',
} as const;

/** Headings that look like a part but are not one. */
const noPart = {
  none: 'user name, contact owner, account owner, lead owner, owner id, contact owner id, client owner id, line of business, district sublocality, attn title, attention title',
} as const;

const table = { ...name, ...address, ...mail, ...noPart };
export type Part = keyof typeof table;
const isPart = (part: string): part is Part => Object.hasOwn(table, part);

const addressParts = new Set<string>(Object.keys(address));
export const isAddressPart = (part: Part): boolean => addressParts.has(part);
const mailParts = new Set<string>(Object.keys(mail));
export const isMailPart = (part: Part): boolean => mailParts.has(part);

const streetParts: readonly Part[] = [
  'street',
  'street name',
  'house number',
  'care of',
  'unit',
  'further line',
  'PO box',
];
/** Returns true if the part may be a line of a street. */
export const isStreetLine = (part: Part): boolean => streetParts.includes(part);

export const kinds = ['mailing', 'home', '', 'shipping', 'billing', 'work', 'other', 'newer'] as const;
export type Kind = (typeof kinds)[number];

/** Words that say which address a column belongs to, in the order in which letters prefer the addresses. */
const kindWords = {
  mailing: 'mailing, mail, postal, correspondence, preferred, pref, prf, po',
  home: 'home, primary, main, default, permanent, personal, residential, residence, res, new, current',
  shipping:
    'shipping, ship, ship to, shipto, shipped to, delivery, deliver to, physical, location, sa, liefer, lieferung',
  billing: 'billing, bill, bill to, billto, invoice, buyer, purchaser, card, payment, rechnung, rechnungs',
  work: 'work, business, office, company, corporate, busn, trading, account, organization',
  other: 'other, secondary, alternate, alternative, alt, orig, original',
  newer: 'ncoa, forwarding, updated, corrected, seasonal, summer, winter, vacation, temporary',
} as const;

/** Words for the person whom the list is about, and for other people and former addresses, which are never used unless the user says so. */
const ownerWords = {
  donor:
    'donor, donors, donator, contributor, contributors, constituent, constituents, supporter, supporters, customer, customers, cust, client, clients, member, members, membership, memberships, patron, subscriber, person, people, individual, individuals, attendee, registrant, guest, participant, voter, resident, owner, record, lead, prospect, user, cn, bio, gf, lgl, donating, payer, payeur, adherent, kunde, kunden, klant, mitglied, head, applicant, cardholder, profile',
  recipient: 'recipient, recipients, to',
  contact: 'contact, contacts, primary contact',
  household: 'household, family, hh, famille',
  stranger:
    'employer, spouse, spouses, partner, husband, wife, child, children, parent, parents, father, mother, guardian, assistant, manager, sender, from, return, agent, honoree, honor, memorial, tribute, acknowledgee, notify, beneficiary, sponsor, property, site, worksite, venue, store, warehouse, branch, employee, sibling, caretaker, secondary person, emergency, emergency contact, old, previous, prior, former, sp, dedication, dedication contact, in honor of, off site, offsite, his, her, bank, situs, landlord',
} as const;
export type Owner = keyof typeof ownerWords;

/** Words without a meaning of their own beside a part. */
const fillerWords =
  'address, addresses, adr, sal, name, names, nm, cd, full, full name, whole, complete, combined, formatted, line, details, detail, the, of, a, an, your, my, our, and, or, ind, flag, indicator, nonus, non us, district, neighborhood, c, f, s, de, du, la, le, el, da, do, des, der, die, und, y, e, et';

export interface Spelling {
  part: Part;
  /** The place among the spellings of the part. */
  preference: number;
  isForeign: boolean;
  /** True if the spelling counts only beside a word that says which address or whose it is. */
  isWeak: boolean;
}

const lettersOf = (text: string): string => normalizeText(text).replaceAll(' ', '');
const split = (spellings: string): string[] => spellings.split(/[,|]/).flatMap((one) => one.trim() || []);

export const spellings = new Map<string, Spelling>();
for (const part of Object.keys(table).filter(isPart)) {
  const [, foreign = ''] = table[part].split('|');
  const isForeign = new Set(split(foreign));
  for (const [preference, typed] of split(table[part]).entries()) {
    const spelling = lettersOf(typed);
    const entry = { part, preference, isForeign: isForeign.has(typed), isWeak: typed.startsWith('~') };
    const before = spellings.get(spelling);
    if (!before || before.isWeak) spellings.set(spelling, entry);
  }
}

export interface Qualifier {
  kind?: Kind;
  owner?: Owner;
}

export const qualifiers = new Map<string, Qualifier>();
const addQualifiers = (words: string, meaning: Qualifier): void => {
  for (const word of split(words)) {
    const spelling = lettersOf(word);
    qualifiers.set(spelling, { ...qualifiers.get(spelling), ...meaning });
  }
};
addQualifiers(fillerWords, {});
for (const kind of kinds) if (kind !== '') addQualifiers(kindWords[kind], { kind });
const owners: readonly Owner[] = ['donor', 'recipient', 'contact', 'household', 'stranger'];
for (const owner of owners) addQualifiers(ownerWords[owner], { owner });
