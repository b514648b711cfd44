/** How the cells of a row become a person: parts that are joined, and columns that depend on others. */
import { describe, expect, it } from '@jest/globals';
import { ListColumns } from '../../src/list_columns/columns.ts';
import { readPerson } from '../../src/person/person.ts';

/** Reads a row given as headings with their values. */
function readRow(row: Record<string, string>) {
  const columns = new ListColumns(undefined);
  columns.start(Object.keys(row));
  return { columns, row: columns.read(Object.values(row)) };
}

/** Reads a row given as headings with their values. @returns what is printed, and the columns that are left over */
function read(row: Record<string, string>) {
  const { fields, values } = readRow(row).row;
  const others = values.flatMap(({ column }) => (column.merge === 'required' ? [column.name] : []));
  const { person, address } = readPerson(fields);
  return { ...person, ...address, others };
}

describe('The street of a row', () => {
  const place = { City: 'Dayton', State: 'OH', ZIP: '45402' };
  it.each([
    [
      'the house number goes before an English street',
      { 'House No': '12', 'Street Name': 'Main St' },
      '12 Main St',
    ],
    [
      'the house number may be beside the direction of the street',
      { Number: '12', Direction: 'N', 'Street Name': 'Main St' },
      '12 N Main St',
    ],
    [
      'the house number may be beside the type of the street',
      { 'Street Name': 'Main', 'Street Type': 'St', Number: '12' },
      '12 Main St',
    ],
    [
      'a suffix after the name of the street is its type',
      { 'House Number': '12', 'Street Name': 'Main', Suffix: 'St' },
      '12 Main St',
    ],
    [
      'a house name has its own line',
      { 'House Name': 'Rose Cottage', 'Street Name': 'Mill Ln' },
      'Rose Cottage\nMill Ln',
    ],
    [
      'a house number that the street has is not repeated',
      { Street: '12 Main St', 'House Number': '12' },
      '12 Main St',
    ],
    [
      'the type of a unit goes before its number',
      { Street: '1 A St', 'Unit Type': 'Ste', Unit: '4' },
      '1 A St\nSte 4',
    ],
    ['a bare number is called what its heading says', { Street: '1 A St', Apt: '4' }, '1 A St\nApt 4'],
    [
      'a bare number is a unit if its heading does not say more',
      { Street: '1 A St', Apts: '4' },
      '1 A St\nUnit 4',
    ],
    ['a private mailbox is no unit', { Street: '1 A St', PMB: '4' }, '1 A St\nPMB 4'],
    [
      'who takes the letter in comes first',
      { Street: '1 A St', 'Care Of': 'Bob Ray' },
      'c/o Bob Ray\n1 A St',
    ],
    ['who it is for comes first', { Street: '1 A St', Attention: 'Bob Ray' }, 'Attn: Bob Ray\n1 A St'],
    ['a German mark for it stays', { Street: '1 A St', 'Care Of': 'zHd Bob Ray' }, 'zHd Bob Ray\n1 A St'],
    [
      'a line that is a part of another one is printed, too',
      { 'Address 1': '12 Oak Court', 'Address 2': 'Oak Court' },
      '12 Oak Court\nOak Court',
    ],
    [
      'the whole street is printed if it has more than its parts',
      { 'Street Address': '12 Elm St Apt 4', 'House Number': '12', 'Street Name': 'Elm St' },
      '12 Elm St Apt 4',
    ],
    [
      'the prefix of a street is its direction',
      { 'House Number': '12', 'Street Prefix': 'N', 'Street Name': 'Main', 'Street Suffix': 'St' },
      '12 N Main St',
    ],
    [
      'an email address is not a line',
      { 'E-postadress': 'ann@example.org', Adress: 'Storgatan 5' },
      'Storgatan 5',
    ],
    [
      'a number that is not of the house is left out',
      { Adressnummer: '7', Straße: 'Lindenweg 1' },
      'Lindenweg 1',
    ],
    [
      'a unit that the line above ends with is printed once',
      { 'Address 1': '1 A St, Apt 2', 'Address 2': 'Apt 2' },
      '1 A St, Apt 2',
    ],
    ['a number is the house number if the street has none', { Number: '7', Street: 'Elm St' }, '7 Elm St'],
    ['a number of a row is no house number', { 'No.': '17', Address: '12 Elm St' }, '12 Elm St'],
    ['a phone number is no house number', { Number: '614-555-0134', Street: 'Elm St' }, 'Elm St'],
    ['a type of gift is no type of a street', { House: '12', Street: 'Elm', Type: 'Monthly' }, '12 Elm'],
    ['a type of a street is printed', { House: '12', Street: 'Elm', Type: 'St' }, '12 Elm St'],
    [
      'a road with a number has a house number, too',
      { 'House Number': '12', Street: 'County Road 12' },
      '12 County Road 12',
    ],
    [
      'a number that the street ends with may be another line',
      { Address: '600 Highway 7', 'Address 2': '7' },
      '600 Highway 7\n7',
    ],
    ['a unit of a product is not printed', { Street: '1 A St', Unit: 'each' }, '1 A St'],
    ['a room away from the address is not printed', { Room: '204', Guests: '2', Street: '1 A St' }, '1 A St'],
    ['a flag is no line', { Street: '1 A St', 'Address 2': 'Yes', Apt: 'No' }, '1 A St'],
    ['a phone number is no line', { Street: '1 A St', 'Address 2': '614-555-0134' }, '1 A St'],
    ['a house without a number may be anything', { House: 'Gryffindor', Street: '1 A St' }, '1 A St'],
    ['a block in Japan is not a date', { Street: '1-7-1' }, '1-7-1'],
    ['a line in two columns is printed once', { 'Address 1': '1 A St', 'Address 2': '1 A St' }, '1 A St'],
  ])('%s', (_rule, columns, street) => {
    expect(read({ Name: 'Ann Lee', ...columns, ...place })).toMatchObject({ street, city: 'Dayton' });
  });
});

/** Written out, so that no country can be lost. */
const numberLast = [
  ...[
    'Germany',
    'Austria',
    'Switzerland',
    'Liechtenstein',
    'Netherlands',
    'Belgium',
    'Denmark',
    'Norway',
    'Sweden',
  ],
  ...[
    'Finland',
    'Iceland',
    'Poland',
    'Czechia',
    'Slovakia',
    'Hungary',
    'Slovenia',
    'Croatia',
    'Serbia',
    'Bulgaria',
  ],
  ...[
    'Romania',
    'Italy',
    'Spain',
    'Portugal',
    'Brazil',
    'Mexico',
    'Argentina',
    'Chile',
    'Peru',
    'Colombia',
    'Uruguay',
  ],
  ...['Greece', 'Türkiye', 'Russia', 'Ukraine', 'Lithuania', 'Latvia', 'Estonia', 'Israel'],
];

it.each(numberLast)('A house number goes behind a street in %s', (Country) => {
  const row = { Name: 'Ann', 'House Number': '7', Street: 'Glavna ulica', City: 'X', ZIP: '1000', Country };
  expect(read(row)).toMatchObject({ street: 'Glavna ulica 7' });
});

describe('A value that does not fit its heading', () => {
  const base = { First: 'Ann', Last: 'Lee', Street: '1 A St' };
  const place = { City: 'Dayton', State: 'OH', ZIP: '45402' };

  it.each([
    ['Prefix', 'Monthly donor'],
    ['Honorific', 'In honor of Bob Roy'],
    ['Middle Name', 'Q3 newsletter'],
    ['Suffix', 'Class of 1998'],
    ['Company', '$1,200.00'],
    ['Organization', '2024-11-02'],
    ['Company', 'Met at the spring fair, wants a call back in May'],
    ['Organization', 'Household'],
    ['Attention', '208-555-0134'],
    ['c/o', 'www.facebook.com/annlee'],
    ['Suite', 'call at 5'],
    ['Unit', 'Scout Troop 14'],
    ['PO Box', '$35.00'],
    ['Address 2', '$50.00'],
    ['Company', 'None'],
    ['Address 2', 'Not provided'],
  ])('is not printed, but named in a warning: %s, %s', (heading, value) => {
    const { columns, row } = readRow({ ...base, [heading]: value, ...place });
    expect(row.fields).toEqual({
      name: 'Ann Lee',
      street: '1 A St',
      city: 'Dayton',
      state: 'OH',
      postal_code: '45402',
    });
    expect(columns.warnings.join()).toContain(
      `Not printed on the envelope: "${heading}" (${value.slice(0, 20)}`,
    );
  });

  it.each([
    ['Attention', 'please call me first'],
    ['Attn', 'Gave $500 in 2023, thank by phone'],
    ['c/o', 'paid by check 1044'],
    ['Address 2', 'please leave it at the door'],
    ['Address Line 3', 'moved in 2022'],
    ['Address Line 3', 'monthly; newsletter; gala2024'],
    ['Adresszusatz', 'bitte nicht anrufen, nur Post'],
  ])('is a mistake of the row if it may be a line of the address: %s, %s', (heading, value) => {
    const { columns, row } = readRow({ ...base, [heading]: value, ...place });
    const person = readPerson(row.fields);
    columns.check(row, person);
    expect(person.problems).toEqual([
      `has "${value}" under "${heading}", which may not be a part of the address (if it is, say so in Columns)`,
    ]);
  });

  it.each([
    ['Prefix', 'Mr. and Mrs.', 'Mr. and Mrs. Ann Lee'],
    ['Prefix', 'Lt. Col.', 'Lt. Col. Ann Lee'],
    ['Prefix', 'CW4', 'CW4 Ann Lee'],
    ['Suffix', 'MD, PhD', 'Ann Lee MD, PhD'],
  ])('is none of these titles: %s, %s', (heading, value, name) => {
    expect(read({ ...base, [heading]: value, ...place }).name).toBe(name);
  });

  it.each([
    ['Judge', 'Judge Ann Lee'],
    ['MSgt (Ret.)', 'MSgt (Ret.) Ann Lee'],
    ['Lieutenant Colonel', 'Lieutenant Colonel Ann Lee'],
    ['General Manager', 'Ann Lee'],
    ['CEO', 'Ann Lee'],
  ])('keeps the position %s off the name, but not a rank', (title, name) => {
    expect(read({ Title: title, ...base, ...place }).name).toBe(name);
  });

  it.each(['Ann Lee, M.D.', 'Eve Fox, Trustee'])('is no sorted name: %s', (name) => {
    expect(read({ 'Display Name': name, Street: '1 A St', ...place }).name).toBe(name);
  });

  it('names a last name that is a number', () => {
    const { columns } = readRow({ ...base, Last: '12', ...place });
    expect(columns.warnings).toEqual(['Not printed on the envelope: "Last" (12).']);
  });

  it.each([
    ['c/o', 'our lady of mercy parish', 'c/o our lady of mercy parish\n1 A St'],
    ['Attention', 'Accounts Payable', 'Attn: Accounts Payable\n1 A St'],
    ['Unit', '4B', '1 A St\nUnit 4B'],
    ['Unit', 'st. th.', '1 A St\nst. th.'],
    ['Suite', 'Bldg 3 Apt 4', '1 A St\nBldg 3 Apt 4'],
    ['Address 2', 'second floor rear', '1 A St\nsecond floor rear'],
    ['Company', 'toys for the children', '1 A St'],
  ])('is none of these lines: %s, %s', (heading, value, street) => {
    expect(read({ ...base, [heading]: value, ...place }).street).toBe(street);
  });
});

describe('A column', () => {
  it('St beside a street is the state, and unclear beside a state, too', () => {
    expect(read({ Name: 'Ann Lee', Street: '1 A St', City: 'Dayton', St: 'OH', ZIP: '45402' })).toMatchObject(
      {
        state: 'OH',
        street: '1 A St',
      },
    );
    const row = { Name: 'Ann Lee', Street: '1 A St', City: 'Dayton', State: 'OH', St: 'x', ZIP: '45402' };
    expect(read(row)).toMatchObject({ state: 'OH', street: '1 A St', others: ['St'] });
  });

  it.each([
    ['Any additional information?', 'I am going through a divorce, please call me first'],
    ['Additional Details', 'x y'],
    ['Extra Info', 'x y'],
    ['Complement', 'x y'],
    ['Business Unit', '4'],
    ['Floor', '2'],
    ['Building', 'North'],
    ['District', '9'],
    ['Zone', 'B'],
    ['Area', 'Midwest'],
    ['App', '4'],
    ['Landmark', 'Mill'],
  ])('named %s puts nothing on the envelope', (heading, value) => {
    const row = { Name: 'Ann Lee', Street: '1 A St', [heading]: value, City: 'Dayton' };
    expect(read(row)).toMatchObject({ street: '1 A St', city: 'Dayton', others: [heading] });
  });

  it.each([
    ['Complemento', 'Rua', 'Apto 4'],
    ['Adresszusatz', 'Straße', 'Hinterhaus'],
    ["Complément d'adresse", 'Rue', 'Bât. C'],
  ])('named %s is a line of the address', (heading, street, value) => {
    const row = { Name: 'Ann Lee', [street]: 'Weg 1', [heading]: value, City: 'Bonn' };
    expect(read(row)).toMatchObject({ street: `Weg 1\n${value}`, city: 'Bonn', others: [] });
  });

  it.each(['Address 0', 'Address 10'])('named %s is not understood', (heading) => {
    expect(read({ Name: 'Ann Lee', Street: '1 A St', City: 'Dayton', [heading]: 'x' })).toMatchObject({
      street: '1 A St',
      others: [heading],
    });
  });

  it('with ZIP+4 alone is the postal code if it holds a whole one', () => {
    const row = { Name: 'Ann Lee', Street: '1 A St', City: 'Dayton' };
    expect(read({ ...row, 'ZIP+4': '45402-1234' })).toMatchObject({ postal_code: '45402-1234' });
    expect(read({ ...row, 'ZIP+4': '1234' })).not.toHaveProperty('postal_code');
    expect(read({ ...row, ZIP: '45402', 'ZIP+4': '1234' })).toMatchObject({ postal_code: '45402-1234' });
  });

  it.each([
    ['10115 Berlin, Germany', { city: 'Berlin', postal_code: '10115', country: 'Germany' }],
    ['Berlin 10115, Ruritania', { city: 'Berlin 10115, Ruritania' }],
    ['Columbus, OH 43215', { city: 'Columbus', state: 'OH', postal_code: '43215' }],
  ])('for city, state and ZIP is taken apart: %s', (line, parts) => {
    expect(read({ Name: 'Ann Lee', Street: '1 A St', 'City, State, ZIP': line })).toMatchObject(parts);
  });
});

describe('The name of a row', () => {
  it.each([
    ['first and last names in one column', { 'First and Last Name': 'Ann Lee' }, 'Ann Lee'],
    ['last and first names in one column', { 'Last Name, First Name': 'Lee, Ann' }, 'Ann Lee'],
    ['the parts of a sorted name', { Name: 'Lee, Ann', 'First Name': 'Ann', 'Last Name': 'Lee' }, 'Ann Lee'],
    ['the parts of a household', { Name: 'Lee Family', 'First Name': 'Ann', 'Last Name': 'Lee' }, 'Ann Lee'],
    [
      'a whole name, although there are parts',
      { Name: 'Ann B. Lee', 'First Name': 'Ann', 'Last Name': 'Lee' },
      'Ann B. Lee',
    ],
    ['NULL as a missing middle name', { Name: 'Ann NULL Lee' }, 'Ann Lee'],
    ['NULL as a last name in capitals', { Name: 'ANN NULL' }, 'ANN NULL'],
    ['no number as a last name', { 'First Name': 'Ann', 'Last Name': '10115', Surname: 'Lee' }, 'Ann Lee'],
    [
      'without a title or suffix that the name has',
      { Title: 'Mr.', 'First Name': 'Mr. Tom', 'Last Name': 'Ray, Jr.', Suffix: 'Jr.' },
      'Mr. Tom Ray, Jr.',
    ],
    [
      'a title before a degree, whatever the order of the columns',
      { Titel: 'Dr.', Anrede: 'Frau', Vorname: 'Ute', Nachname: 'Kern' },
      'Frau Dr. Ute Kern',
    ],
    [
      'a title once that two columns have',
      { Prefix: 'Dr.', Honorific: 'Dr.', 'First Name': 'Ann', 'Last Name': 'Lee' },
      'Dr. Ann Lee',
    ],
    ['the same word twice', { 'First Name': 'Thomas', 'Last Name': 'Thomas' }, 'Thomas Thomas'],
    ['without a number or a flag', { First: 'Ann', Middle: 'No', Last: 'Lee', Suffix: '4411' }, 'Ann Lee'],
    ['not a legal name', { 'First Name': 'Ann', 'Last Name': 'Lee', 'Legal Name': 'Robert Lee' }, 'Ann Lee'],
    ['a legal name that is the only one', { 'Legal Name': 'Robert Lee' }, 'Robert Lee'],
    ['the contact person of a company', { 'Contact Person': 'Ann Lee', Company: 'Hope Ltd' }, 'Ann Lee'],
    [
      'without a title that repeats itself',
      { Title: `${'Sr '.repeat(40)}x`, 'First Name': 'Ann', 'Last Name': 'Lee' },
      'Ann Lee',
    ],
    ['no number of an order', { Name: '#1001', 'First Name': 'Ann', 'Last Name': 'Lee' }, 'Ann Lee'],
  ])('may be %s', (_rule, columns, name) => {
    expect(read({ ...columns, City: 'Dayton' })).toMatchObject({ name });
  });
});

it('The reference of a row is as typed, because 1001.0 may belong to another person than 1001', () => {
  expect(read({ 'Donor ID': '1001.0', Name: 'Ann Lee' })).toMatchObject({ external_id: '1001.0' });
});

/**
 * Who a person is, if every column that could say so has another value. The sources of each part are in the order in which they
 * must win; each one is blanked out in turn.
 */
describe('If several columns compete, the first that is filled in wins', () => {
  it.each([
    ['name', ['Addressee', 'Full Name', 'Display Name', 'Household Name', 'Sort Name']],
    ['company', ['Company', 'Account Name']],
    ['external_id', ['Your Reference', 'Donor ID', 'ID', 'Contact ID']],
    ['greeting', ['Greeting', 'Formal Greeting', 'Salutation', 'Formal Salutation']],
    ['greeting', ['Informal Greeting', 'Formal Greeting', 'Informal Salutation', 'Formal Salutation']],
  ] as const)('for the %s', (key, headings) => {
    const values = ['Ann Lee', 'Bea Moe', 'Cid Poe', 'Dan Roe', 'Eve Soe'];
    const row = Object.fromEntries(headings.map((heading, index) => [heading, values[index] ?? '']));
    const others = { City: 'Dayton', ...(key === 'name' ? {} : { Name: 'Zoe Fox' }) };
    for (const [index, heading] of headings.entries()) {
      expect(read({ ...row, ...others })).toMatchObject({ [key]: values[index] });
      row[heading] = '';
    }
    expect(read({ ...row, ...others })).not.toHaveProperty(key);
  });

  it('for the address, which is taken whole', () => {
    const kinds = ['Mailing ', 'Home ', '', 'Shipping ', 'Billing ', 'Work ', 'Other '];
    const row: Record<string, string> = { 'Full Name': 'Ann Lee' };
    for (const [index, kind] of kinds.entries()) {
      row[`${kind}Street`] = `${index} A St`;
      row[`${kind}City`] = `City ${index}`;
      row[`${kind}Postal Code`] = `4321${index}`;
    }
    for (const [index, kind] of kinds.entries()) {
      expect(read(row)).toMatchObject({
        street: `${index} A St`,
        city: `City ${index}`,
        postal_code: `4321${index}`,
      });
      // Half of an address is none while another one is whole.
      row[`${kind}Street`] = '';
    }
  });
});

describe('A name beside an address', () => {
  const shipping = { 'Shipping Street': '1 A St', 'Shipping City': 'Dayton', 'Shipping ZIP': '45402' };

  it("is not used if the person's own name and company are filled in", () => {
    const row = { 'Shipping Name': 'Tom Ray', 'Shipping Company': 'Hope', Name: 'Ann Lee', Company: 'Grace' };
    expect(read({ ...row, ...shipping })).toMatchObject({
      name: 'Ann Lee',
      company: 'Grace',
      city: 'Dayton',
    });
  });

  it('is used if there is none of the person', () => {
    const row = { 'Shipping Name': 'Tom Ray', 'Shipping Company': 'Hope', Name: '', Company: '' };
    expect(read({ ...row, ...shipping })).toMatchObject({ name: 'Tom Ray', company: 'Hope' });
  });

  it('beats what only says how the person is known', () => {
    expect(read({ Donor: 'annlee', 'Shipping Name': 'Ann Lee', ...shipping })).toMatchObject({
      name: 'Ann Lee',
    });
  });

  it('of another address is not used', () => {
    const row = { 'Billing Name': 'Eve Fox', 'Shipping Name': 'Tom Ray' };
    expect(read({ ...row, ...shipping })).toMatchObject({ name: 'Tom Ray' });
    expect(read({ ...row, ...shipping, 'Shipping Name': '' }).name).toBeUndefined();
  });

  it('stays with its address: a complete address with a name beats one that nobody is named at', () => {
    const billing = { 'Billing Street': '2 B St', 'Billing City': 'Akron', 'Billing ZIP': '44301' };
    const row = { ...shipping, 'Shipping Name': '', ...billing, 'Billing Name': 'Eve Fox' };
    expect(read(row)).toMatchObject({ name: 'Eve Fox', street: '2 B St', city: 'Akron' });
    expect(read({ ...row, Name: 'Ann Lee' })).toMatchObject({ name: 'Ann Lee', street: '1 A St' });
  });

  it('does not hide a company that is one of its words', () => {
    const row = { Name: 'Mary Ford', Company: 'Ford', City: 'Dayton' };
    expect(read(row)).toMatchObject({ name: 'Mary Ford', company: 'Ford' });
  });

  it('is not printed twice as the company if it differs in capital letters only', () => {
    const row = { Name: 'Grace Church', Company: 'GRACE CHURCH', City: 'Dayton' };
    expect(read(row)).toMatchObject({ name: 'Grace Church', others: [] });
    expect(read(row)).not.toHaveProperty('company');
  });
});

describe('A column says which address to use', () => {
  it('by a mark beside each address of an API', () => {
    const address = (index: number, street: string, primary: string) => ({
      [`addresses.${index}.street`]: street,
      [`addresses.${index}.city`]: 'Dayton',
      [`addresses.${index}.zip`]: '45402',
      [`addresses.${index}.is_primary`]: primary,
    });
    const row = { name: 'Ann Lee', ...address(1, '9 Palm Dr', 'false'), ...address(2, '12 Elm St', 'true') };
    expect(read(row).street).toBe('12 Elm St');
  });

  const home = { 'Home Street': '1 A St', 'Home City': 'Dayton', 'Home ZIP': '45402' };
  const work = { 'Business Street': '2 B St', 'Business City': 'Akron', 'Business ZIP': '44301' };
  const other = { 'Alt Address': '3 C St', 'Alt City': 'Naples', 'Alt ZIP': '34102' };
  it.each([
    [{ 'Preferred Address': 'Business' }, 'Akron'],
    [{ 'Preferred Address': 'Home' }, 'Dayton'],
    [{ 'Primary Address Type': 'Work' }, 'Akron'],
    [{ use_alt_address: 'Yes' }, 'Naples'],
    [{ use_alt_address: 'No' }, 'Dayton'],
  ])('%j: %s', (choice, city) => {
    expect(read({ Name: 'Ann Lee', ...choice, ...home, ...work, ...other })).toMatchObject({ city });
  });

  it('with the line before the kind, as with the kind before the line', () => {
    const mailing = { 'Address 1 (Mailing)': 'PO Box 9', 'City (Mailing)': 'Reno', 'Zip (Mailing)': '89501' };
    expect(read({ Name: 'Ann Lee', ...home, ...mailing })).toMatchObject({
      street: 'PO Box 9',
      city: 'Reno',
    });
  });
});

it.each([
  ['Region', 'EMEA', undefined],
  ['Territory', 'West', undefined],
  ['Region', 'OH', 'OH'],
  ['Home Region', 'Bayern', 'Bayern'],
  ['County', 'Bayern', 'Bayern'],
])('The column %s with %s is the state %s', (heading, value, state) => {
  const kind = heading.startsWith('Home') ? 'Home ' : '';
  const row = { [`${kind}Street`]: 'Weg 1', [`${kind}City`]: 'Bonn', [`${kind}Country`]: 'Germany' };
  expect(read({ Name: 'Ann Lee', ...row, [heading]: value }).state).toBe(state);
});

it('An account is a merge field, and a company may be one letter', () => {
  const row = { Name: 'Ann Lee', Account: 'Missions', Company: 'X', Street: '1 A St', City: 'Dayton' };
  expect(read(row)).toMatchObject({ company: 'X', others: ['Account'] });
});

it('A flag of an address, such as "default", is no line that is lost', () => {
  const columns = new ListColumns(undefined);
  columns.start(['name', 'default_address.address1', 'default_address.city', 'default_address.default']);
  columns.read(['Ann Lee', '12 Elm St', 'Boise', 'true']);
  expect(columns.warnings).toEqual([]);
});
