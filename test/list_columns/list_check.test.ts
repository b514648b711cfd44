/** What keeps letters from being sent to a list whose columns may have been misread, and what is only a warning. */
import { describe, expect, it } from '@jest/globals';
import { ListColumns } from '../../src/list_columns/columns.ts';
import { readPerson } from '../../src/person/person.ts';

/** Reads rows of cells below their headings. @returns why no letters are sent, and the warnings */
function check(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { columns: chosen = {}, merge_columns: named = [] as string[] } = {},
) {
  const columns = new ListColumns(chosen, { named });
  columns.start(headings);
  for (const cells of rows) {
    const row = columns.read(cells);
    columns.check(row, readPerson(row.fields));
  }
  const warning = columns.warnings.join(' ');
  try {
    columns.requireReadable();
    return { stop: '', warning };
  } catch (error) {
    return { stop: String(error), warning };
  }
}

const split = (text: string): string[] => text.split(';');

describe('A list stops the step', () => {
  it.each([
    [
      'if nobody has a street',
      'Name;Where they live;City;ZIP',
      ['Ann Lee;12 Elm St;Dayton;45402'],
      'Nobody in the file has a street. Look at the columns "Where they live" (12 Elm St).',
    ],
    [
      'if the street is only the number of a house',
      'Navn;Gatenavnet;Hausnummer;Poststed;Land',
      ['Kari Dahl;Storgata;12;Oslo;Norge'],
      'Nobody in the file has a street. Look at the columns "Gatenavnet" (Storgata).',
    ],
    [
      'if some have no street, and another column looks like one',
      'Name;Street;Residence;City;ZIP',
      ['Ann Lee;12 Elm St;;Dayton;45402', 'Bob Ray;;9 Oak St;Dayton;45402'],
      '1 person of the file has no street. Look at the columns "Residence" (9 Oak St).',
    ],
    [
      'if nobody has a city, and another column has words',
      'Name;Street;Burg;ZIP',
      ['Ann Lee;12 Elm St;Dayton;45402'],
      'Nobody in the file has a city. Look at the columns "Burg" (Dayton).',
    ],
    [
      'if no street has a number, and a column beside the address has one',
      'Name;Straße;HsNr;PLZ;Ort;Land',
      ['Max Vogel;Lindenweg;12;53111;Bonn;Deutschland'],
      'Nobody in the file has a house number. Look at the columns "HsNr" (12).',
    ],
    [
      'if there are only last names beside a column of words',
      'Tilltalsnamn;Efternamn;Adress;Ort;Land',
      ['Eva;Berg;Storgatan 5;Lund;Sverige'],
      'All names in the file are only last names. Look at the columns "Tilltalsnamn" (Eva).',
    ],
    [
      'if there are only first names beside a column of words',
      'First Name;Family;Street;City',
      ['Ann;Lee;12 Elm St;Dayton'],
      'All names in the file are only first names. Look at the columns "Family" (Lee).',
    ],
    [
      'if there is half of a name beside a title',
      'Prefix;Efternamn;Tilltalsnamn;Adress;Ort;Land',
      ['Dr.;Berg;Eva;Storgatan 5;Lund;Sverige'],
      'All names in the file are only last names. Look at the columns "Tilltalsnamn" (Eva).',
    ],
    [
      'if the headings of two addresses do not tell them apart',
      'Nome;Via (uff.);Città (uff.);Via (ab.);Città (ab.);Paese',
      ['Anna Rossi;Via Po 9;Torino;Via Roma 1;Milano;Italia'],
      'The headings of the file do not say which of two addresses to use. Look at the columns "Via (uff.)" (Via Po 9), "Via (ab.)" (Via Roma 1), "Città (uff.)" (Torino), "Città (ab.)" (Milano).',
    ],
    [
      'if two addresses have the same headings',
      'Name;Street;City;Street;City',
      ['Ann Lee;12 Elm St;Dayton;9 Oak St;Akron'],
      'The headings of the file do not say which of two addresses to use. Look at the columns "Street" (12 Elm St), "Street (2)" (9 Oak St), "City" (Dayton), "City (2)" (Akron).',
    ],
    [
      'if a company is only yes or no, in any language',
      'Name;Firma;Straße;Ort;Land',
      ['Max Vogel;nein;Lindenweg 1;Bonn;Deutschland', 'Eva Berg;ja;Lindenweg 2;Bonn;Deutschland'],
      'A column for the name or the company has only words for yes and no. Look at the columns "Firma" (nein).',
    ],
    [
      'if a P.O. box has a city of its own',
      'Name;Street;City;ZIP;PO Box;PO Box City;PO Box ZIP',
      ['Ann Lee;12 Elm St;Dayton;45402;77;Akron;44301'],
      'Columns that are not printed may be lines of the address. Look at the columns "PO Box City" (Akron).',
    ],
    [
      'if the postal code of another address is not told apart',
      'Name;Street;Postcode;Mailing Street;Mailing City;Postal Postcode',
      ['Ann Lee;5 Wharf St;4870;PO Box 12;Cairns;4870'],
      'Nobody in the file has a postal code. Look at the columns "Postcode" (4870), "Postal Postcode" (4870).',
    ],
    [
      'if a code may be the postal code',
      'Name;Address;City;State;Code',
      ['Ann Lee;12 Elm St;Dayton;OH;45402'],
      'The file has no column for the postal code. Look at the columns "Code" (45402).',
    ],
    [
      'and names the column that looks like a street beside the one whose heading may mean it',
      'Name;How many people live in your house?;Fax;City;ZIP',
      ['Ann Lee;2;12 Elm St;Dayton;45402'],
      'Look at the columns "How many people live in your house?" (2), "Fax" (12 Elm St).',
    ],
    [
      'if there are first names of a husband and a wife',
      'Husband;Wife;Last Name;Street;City;ZIP',
      ['Tom;Ann;Lee;12 Elm St;Dayton;45402'],
      'All names in the file are only last names. Look at the columns "Husband" (Tom), "Wife" (Ann).',
    ],
    [
      'if the name and the address belong to two people',
      'Customer Name;Recipient Name;Recipient Address;Recipient City;Recipient ZIP',
      ['Ann Lee;Bob Roy;1 Oak St;Dayton;45402'],
      'The name and the address may belong to two people. Look at the columns "Customer Name" (Ann Lee), "Recipient Name" (Bob Roy).',
    ],
    [
      'if the only name is that of another address, above a company',
      'Shipping Name;Company;Street;City;State;ZIP',
      ['Ann Lee;Acme;12 Elm St;Dayton;OH;45402'],
      'The name and the address may belong to two people. Look at the columns "Shipping Name" (Ann Lee).',
    ],
    [
      'if the words for yes and no in the company are German',
      'Name;Company;Street;City;State;ZIP',
      ['Ann Lee;WAHR;12 Elm St;Dayton;OH;45402'],
      'has only words for yes and no. Look at the columns "Company" (WAHR).',
    ],
    [
      'if a buyer has no address beside the address of another person',
      'Buyer Name;Ship To Name;Ship To Address;Ship To City;Ship To ZIP',
      ['Ann Lee;Bob Roy;1 Oak St;Dayton;45402'],
      'Look at the columns "Ship To Name" (Bob Roy), "Buyer Name" (Ann Lee).',
    ],
    [
      'if a mailing address shares the city of another street',
      'Name;Street Address;Mailing Address;City;State;ZIP',
      ['Ann Lee;12 Elm St;PO Box 7;Dayton;OH;45402'],
      'The headings of the file do not say which of two addresses to use. Look at the columns "Mailing Address" (PO Box 7).',
    ],
    [
      'if only another address has the city',
      'Name;Billing Street;Billing City;Shipping Street;Shipping State;Shipping ZIP',
      ['Ann Lee;12 Elm St;Dayton;9 Palm Dr;FL;33101'],
      'Nobody in the file has a city. Look at the columns "Billing City" (Dayton).',
    ],
    [
      'if only the unit has a number',
      'Name;Custom 1;Street;Apt;City;State;ZIP',
      ['Ann Lee;12;Elm St;3;Dayton;OH;45402'],
      'Nobody in the file has a house number. Look at the columns "Custom 1" (12).',
    ],
    [
      'if the country is that of a card',
      'Name;Street;City;State;ZIP;Card Country',
      ['Ann Lee;12 Elm St;Dayton;OH;45402;FRANCE'],
      'A state or a country may belong to another address. Look at the columns "Card Country" (FRANCE).',
    ],
    [
      'if the state is that of another address',
      'Name;Street;City;ZIP;Work State',
      ['Ann Lee;12 Elm St;Dayton;45402;NY'],
      'A state or a country may belong to another address. Look at the columns "Work State" (NY).',
    ],
    [
      'if a floor is beside the street',
      'Nom;Étage;Rue;Code postal;Ville;Pays',
      ['Luc Roy;3;12 rue Elm;75002;Paris;France'],
      'Columns that are not printed may be lines of the address. Look at the columns "Étage" (3).',
    ],
  ])('%s', (_rule, headings, rows, message) => {
    expect(check(split(headings), rows.map(split)).stop).toContain(message);
  });

  it('no longer if the answer says what belongs to the address', () => {
    const rows = [split('Ann Lee;12 Elm St;PO Box 7;Dayton;OH;45402')];
    const headings = split('Name;Street Address;Mailing Address;City;State;ZIP');
    expect(check(headings, rows, { columns: { 'Mailing Address': 'Street' } }).stop).toBe('');
    const canada = [split('Ann Lee;12 Elm St;Toronto;M5V 2T6;Canada')];
    const home = split('Name;Street;City;Postal Code;Home Country');
    expect(check(home, canada, { columns: { 'Home Country': 'Country' } }).stop).toBe('');
  });

  it('again if the answer gives the address or the last name of someone else', () => {
    const honoree = split('Donor Name;Honoree Name;Honoree Address;Honoree City;Honoree State;Honoree ZIP');
    const answer = {
      'Honoree Address': 'Street',
      'Honoree City': 'City',
      'Honoree State': 'State',
      'Honoree ZIP': 'Postal Code',
    };
    const rows = [split('Ann Lee;Bob Roy;1 Oak St;Dayton;OH;45402')];
    expect(check(honoree, rows, { columns: answer }).stop).toContain('may belong to two people');
    expect(check(honoree, rows, { columns: { ...answer, 'Donor Name': 'Name' } }).stop).toBe('');
    const spouse = split('First Name;Spouse Last Name;Street;City;State;ZIP');
    const family = { columns: { 'Spouse Last Name': 'Last Name' } };
    expect(check(spouse, [split('Ann;Ray;1 Oak St;Dayton;OH;45402')], family).stop).toContain(
      'may belong to two people',
    );
  });

  it('again if the answer gives the name of one person and not the address of the other', () => {
    const headings = split('Customer Name;Recipient Name;Recipient Address;Recipient City;Recipient ZIP');
    const rows = [split('Ann Lee;Bob Roy;1 Oak St;Dayton;45402')];
    const answer = { 'Customer Name': 'Name' };
    expect(check(headings, rows, { columns: answer }).stop).toContain('may belong to two people');
    const both = { ...answer, 'Recipient Address': 'Street' };
    expect(check(headings, rows, { columns: both }).stop).toBe('');
  });

  it.each([
    [
      'every row says which of two complete addresses to use',
      'Name;Home Street;Home City;Home ZIP;Work Street;Work City;Work ZIP;Preferred Address',
      'Ann Lee;9 Oak Ave;Dayton;45402;12 Elm St;Dayton;45402;Business',
    ],
    [
      'the preferred address has no city in any row',
      'Name;Home Street;Home City;Home ZIP;Work Street;Work City;Work ZIP',
      'Ann Lee;9 Oak Ave;;;12 Elm St;Dayton;45402',
    ],
    [
      'both streets are the same',
      'Name;Street;Home Address;City;State;ZIP',
      'Ann Lee;12 Elm St;12 Elm St;Dayton;OH;45402',
    ],
  ])('not because of another street if %s', (_case, headings, row) => {
    expect(check(split(headings), [split(row)]).stop).toBe('');
  });

  it('and names the columns that may hold what is missing, not those that only have a known word', () => {
    const { stop } = check(split('Nome;Estado civil;Residência;Freguesia;País'), [
      split('Rui Costa;casado;Rua Augusta 1;Lisboa;Portugal'),
    ]);
    expect(stop).toContain('Nobody in the file has a street.');
    expect(stop).toContain('"Residência" (Rua Augusta 1)');
    expect(stop).toContain('"Freguesia" (Lisboa)');
  });
});

describe('A list does not stop the step', () => {
  it.each([
    ['if companies have no street', 'Company;Street;City;ZIP', ['Telekom;;Bonn;53171']],
    [
      'if one row has no street, which is its own mistake',
      'Name;Street;City;Notes',
      ['Ann;1 A St;Bonn;x y', 'Bob;;Bonn;x y'],
    ],
    [
      'if an address in Singapore has no city',
      'Name;Street;Postal Code;Country;Hobby',
      ['Ann;5 Orchard Road;238801;Singapore;Tennis'],
    ],
    [
      'if a street has no number, and no column beside the address has one',
      'Name;Street;City;ZIP',
      ['Ann Lee;One Plaza;Dayton;45402'],
    ],
    ['if a family has only a last name', 'Last Name;Street;City;ZIP', ['Smith;1 A St;Dayton;45402']],
    [
      'if two columns for the city say the same',
      'Name;Street;City;Town;State',
      ['Ann Lee;1 A St;Dayton;Dayton;OH'],
    ],
    [
      'if one of several companies is called Ja',
      'Company;Street;City',
      ['Ja;1 A St;Dayton', 'Hope;2 A St;Dayton'],
    ],
    [
      'if only one part of the address has two columns',
      'Name;City;City;Street;State',
      ['Ann Lee;Dayton;Akron;1 A St;OH'],
    ],
    [
      'because of a number away from the address',
      'Seat;Name;Fund;Street;City',
      ['12;Ann Lee;General;One Plaza;Dayton'],
    ],
    [
      'if the name for the envelope has nicknames',
      'Addressee;Donor Name;Donor Street;Donor City',
      ['Tom and Grace;Thomas Okafor;1 A St;Dayton'],
    ],
    [
      'if many columns have the same heading and value',
      `Name;${Array(50).fill('Street').join(';')};City;ZIP`,
      [`Ann Lee;${Array(50).fill('12 Elm St').join(';')};Dayton;45402`],
    ],
    ['because of a fund', 'Name;Fund;Street;City', ['Smith Family;General;1 A St;Dayton']],
  ])('%s', (_rule, headings, rows) => {
    expect(check(split(headings), rows.map(split))).toEqual({ stop: '', warning: '' });
  });

  it.each([
    ['field', { columns: { 'Where they live': 'Street' } }],
    ['merge field', { columns: { 'Where they live': 'merge field', Address: 'Street' } }],
    ['ignored column', { columns: { 'Where they live': 'ignore', Address: 'Street' } }],
    ['merge column', { merge_columns: ['Where they live'] }],
  ])('if the user says which %s a column is', (_meaning, settings) => {
    const headings = split('Name;Street;City;Where they live');
    const rows = [split('Ann Lee;1 A St;Dayton;'), split('Bob Ray;;Dayton;9 Oak St')];
    expect(check(headings, rows).stop).toContain('1 person of the file has no street.');
    expect(check(headings, rows, settings).stop).toBe('');
  });

  it('if the user says what the second of two equal columns is', () => {
    const headings = split('Name;Street;City;Street;City');
    const rows = [split('Ann Lee;12 Elm St;Dayton;9 Oak St;Akron')];
    const columns = { 'Street (2)': 'ignore', 'City (2)': 'ignore' };
    expect(check(headings, rows, { columns })).toEqual({ stop: '', warning: '' });
  });
});

describe('A warning names', () => {
  it.each([
    ['a column between those of the address', 'Name;Street;Stiege;City', 'Ann;Ring 5;2;Wien', '"Stiege" (2)'],
    [
      'a column beside the address that looks like a line of it',
      'Name;Mail Stop;Street;City',
      'Ann;MS 4-120;1 A St;Dayton',
      '"Mail Stop" (MS 4-120)',
    ],
    [
      'a column with a word of a street anywhere',
      'Name;Street;City;Zip;Phone;Street Xyz',
      'Ann;1 A St;Dayton;45402;1;Rear',
      '"Street Xyz" (Rear)',
    ],
    [
      'a street of another kind that has no city',
      'Name;RESIDENTIAL_ADDRESS1;RESIDENTIAL_SECONDARY_ADDR;RESIDENTIAL_CITY',
      'Ann;1 A St;Apt 4;Dayton',
      '"RESIDENTIAL_SECONDARY_ADDR" (Apt 4)',
    ],
  ])('%s', (_rule, headings, row, named) => {
    const { stop, warning } = check(split(headings), [split(row)]);
    expect(stop).toBe('');
    expect(warning).toContain(`Not understood, so not printed in the address: ${named}.`);
  });

  it.each([
    ['an email address', 'E-Box', 'ann@example.org'],
    ['a date', 'Since when', '2026-01-05'],
    ['yes or no', 'Verified', 'yes'],
    ['nothing', 'Stiege', ''],
  ])('no column between those of the address that holds %s', (_what, heading, value) => {
    expect(check(['Name', 'Street', heading, 'City'], [['Ann', '1 A St', value, 'Dayton']]).warning).toBe('');
  });
});
