import { describe, expect, it } from '@jest/globals';
import { ListColumns } from '../../src/list_columns/columns.ts';
import { contactFields } from '../../src/person/fields.ts';

/** Reads a row given as headings with their values. @returns the filled-in fields and the names of other columns */
function read(row: Record<string, string>) {
  const columns = new ListColumns(undefined);
  columns.start(Object.keys(row));
  const { fields, values } = columns.read(Object.values(row));
  const others = values.flatMap(({ column }) => (column.merge === 'required' ? [column.name] : []));
  return { fields, others };
}

describe('The export of a program', () => {
  it.each([
    [
      'Google Contacts',
      {
        'First Name': 'Maria',
        'Middle Name': 'J.',
        'Last Name': 'Miller',
        'Organization Name': 'Grace Church',
        'File As': '',
        'Address 1 - Label': 'Work',
        'Address 1 - Formatted': '9 Mill Rd\nDayton, OH',
        'Address 1 - Street': '9 Mill Rd',
        'Address 1 - City': 'Dayton',
        'Address 1 - PO Box': '',
        'Address 1 - Region': 'OH',
        'Address 1 - Postal Code': '45402',
        'Address 1 - Country': 'US',
        'Address 1 - Extended Address': '',
        'Address 2 - Label': '* Home',
        'Address 2 - Formatted': 'x',
        'Address 2 - Street': '12 Market St',
        'Address 2 - City': 'Columbus',
        'Address 2 - PO Box': '77',
        'Address 2 - Region': 'OH',
        'Address 2 - Postal Code': '43215',
        'Address 2 - Country': 'US',
        'Address 2 - Extended Address': 'Apt 4',
      },
      {
        name: 'Maria J. Miller',
        company: 'Grace Church',
        street: '12 Market St\nApt 4\nPO Box 77',
        city: 'Columbus',
        state: 'OH',
        postal_code: '43215',
        country: 'US',
      },
      [],
    ],
    [
      'Google Contacts before 2024',
      {
        Name: 'Maria Miller',
        'Given Name': 'Maria',
        'Additional Name': '',
        'Family Name': 'Miller',
        'Address 1 - Type': 'Home ::: Work',
        'Address 1 - Street': '12 Market St ::: 9 Mill Rd\nUnit 2',
        'Address 1 - City': 'Columbus ::: Dayton',
        'Address 1 - Region': 'OH ::: OH',
        'Address 1 - Postal Code': '43215 ::: 45402',
        'Organization 1 - Name': 'Grace Church',
      },
      {
        name: 'Maria Miller',
        company: 'Grace Church',
        street: '12 Market St',
        city: 'Columbus',
        state: 'OH',
        postal_code: '43215',
      },
      [],
    ],
    [
      'Outlook',
      {
        Title: 'Dr.',
        'First Name': 'Maria',
        'Middle Name': '',
        'Last Name': 'Miller',
        Suffix: 'Jr.',
        Company: 'Grace Church',
        'Job Title': 'Pastor',
        'Business Street': '9 Mill Rd',
        'Business Street 2': '',
        'Business City': 'Dayton',
        'Business State': 'OH',
        'Business Postal Code': '45402',
        'Business Country/Region': 'United States',
        'Home Street': '12 Market St',
        'Home Street 2': 'Apt 4',
        'Home Street 3': '',
        'Home City': 'Columbus',
        'Home State': 'OH',
        'Home Postal Code': '43215',
        'Home Country/Region': '',
        'E-mail Address': 'm@example.com',
        'Home Phone': '1',
      },
      {
        name: 'Dr. Maria Miller Jr.',
        company: 'Grace Church',
        street: '12 Market St\nApt 4',
        city: 'Columbus',
        state: 'OH',
        postal_code: '43215',
      },
      ['Job Title', 'E-mail Address', 'Home Phone'],
    ],
    [
      'Donor Tools',
      {
        Prefix: 'Ms.',
        'First Name': 'Maria',
        'Middle Name': '',
        'Last Name': 'Miller',
        Suffix: '',
        Salutation: 'Bill',
        'Street Address': '12 Market St',
        'Street Address2': 'Apt 4',
        City: 'Columbus',
        State: 'OH',
        'Postal Code': '43215',
        Country: '',
      },
      {
        name: 'Ms. Maria Miller',
        greeting: 'Bill',
        street: '12 Market St\nApt 4',
        city: 'Columbus',
        state: 'OH',
        postal_code: '43215',
      },
      [],
    ],
    [
      'Donor Tools with whole names',
      {
        'Whole Name': 'Maria Miller',
        Salutation: 'Dear Maria',
        'Street Address': '12 Market St',
        City: 'Columbus',
      },
      { name: 'Maria Miller', greeting: 'Dear Maria', street: '12 Market St', city: 'Columbus' },
      [],
    ],
    [
      'ChurchTeams',
      {
        MemberID: '17',
        FirstName: 'Maria',
        LastName: 'Miller',
        Address1: '12 Market St',
        Address2: 'Apt 4',
        City: 'Columbus',
        State: 'OH',
        ZipCode: '43215',
        Amount: '5',
      },
      {
        name: 'Maria Miller',
        external_id: '17',
        street: '12 Market St\nApt 4',
        city: 'Columbus',
        state: 'OH',
        postal_code: '43215',
      },
      ['Amount'],
    ],
    [
      'FellowshipOne',
      {
        Contributor_ID: '17',
        Contributor_Name: 'Maria Miller',
        Street_1: '12 Market St',
        Street_2: 'Apt 4',
        Street_3: 'Rear',
        City: 'Columbus',
        State_Province: 'OH',
        Postal_Code: '43215',
        Amount: '5',
      },
      {
        name: 'Maria Miller',
        external_id: '17',
        street: '12 Market St\nApt 4\nRear',
        city: 'Columbus',
        state: 'OH',
        postal_code: '43215',
      },
      ['Amount'],
    ],
    [
      'Donorbox',
      {
        Name: 'Maria Miller',
        'Donating Company': 'Grace Church',
        "Donor's First Name": 'Maria',
        "Donor's Last Name": 'Miller',
        'Donor Email': 'm@example.com',
        Amount: '5',
        Address: '12 Market St',
        'Address 2': 'Apt 4',
        City: 'Columbus',
        'State / Province': 'OH',
        'Postal Code': '43215',
        Country: 'United States',
        'Donor Id': '17',
        'Receipt Id': '9',
      },
      {
        name: 'Maria Miller',
        company: 'Grace Church',
        external_id: '17',
        street: '12 Market St\nApt 4',
        city: 'Columbus',
        state: 'OH',
        postal_code: '43215',
        country: 'United States',
      },
      ['Donor Email', 'Amount', 'Receipt Id'],
    ],
    [
      'Mailchimp',
      {
        'Email Address': 'm@example.com',
        'First Name': 'Maria',
        'Last Name': 'Miller',
        Address: '12 Market St  Apt 4  Columbus  OH  43215  US',
        'Phone Number': '1',
        MEMBER_RATING: '2',
      },
      {
        name: 'Maria Miller',
        street: '12 Market St\nApt 4',
        city: 'Columbus',
        state: 'OH',
        postal_code: '43215',
        country: 'US',
      },
      ['Email Address', 'Phone Number', 'MEMBER_RATING'],
    ],
    [
      'Salesforce',
      {
        'First Name': 'Maria',
        'Last Name': 'Miller',
        Title: 'CEO',
        'Account Name': 'Hope Fund',
        'Mailing Street': '12 Market St',
        'Mailing City': 'Columbus',
        'Mailing State/Province': 'OH',
        'Mailing Zip/Postal Code': '43215',
        'Mailing Country': 'USA',
        'Other Street': '1 B St',
      },
      {
        name: 'Maria Miller',
        company: 'Hope Fund',
        street: '12 Market St',
        city: 'Columbus',
        state: 'OH',
        postal_code: '43215',
        country: 'USA',
      },
      [],
    ],
    [
      'Gravity Forms',
      {
        'Name (First)': 'Maria',
        'Name (Last)': 'Miller',
        'Address (Street Address)': '12 Market St',
        'Address (Address Line 2)': 'Apt 4',
        'Address (City)': 'Columbus',
        'Address (State / Province)': 'OH',
        'Address (ZIP / Postal Code)': '43215',
      },
      {
        name: 'Maria Miller',
        street: '12 Market St\nApt 4',
        city: 'Columbus',
        state: 'OH',
        postal_code: '43215',
      },
      [],
    ],
    [
      'a shop',
      {
        'Customer ID': '17',
        'Billing First Name': 'Maria',
        'Billing Last Name': 'Miller',
        'Billing Address 1': '9 Mill Rd',
        'Billing City': 'Dayton',
        'Shipping Name': 'Tom Miller',
        'Shipping Address1': '12 Market St',
        'Shipping City': 'Columbus',
        'Shipping Province': 'OH',
        'Shipping Zip': '43215',
      },
      {
        name: 'Tom Miller',
        external_id: '17',
        street: '12 Market St',
        city: 'Columbus',
        state: 'OH',
        postal_code: '43215',
      },
      [],
    ],
    [
      'a plain spreadsheet',
      {
        'Full Name': 'Maria Miller',
        Organisation: 'Grace Church',
        'Address 1': '12 Market St',
        'Address 2': 'Apt 4',
        Town: 'Leeds',
        Province: 'Yorkshire',
        Postcode: 'LS1 4DY',
        'Donor Number': '17',
        'E-mail': 'x',
      },
      {
        name: 'Maria Miller',
        company: 'Grace Church',
        external_id: '17',
        street: '12 Market St\nApt 4',
        city: 'Leeds',
        state: 'Yorkshire',
        postal_code: 'LS1 4DY',
      },
      ['E-mail'],
    ],
  ])('%s is read as it is', (_program, row, fields, others) => {
    expect(read(row)).toEqual({ fields, others });
  });
});

describe('Addresses of several kinds', () => {
  const address = (kind: string, city: string) => ({
    [`${kind}Street`]: city && '1 A St',
    [`${kind}City`]: city,
    [`${kind}ZIP`]: '',
    [`${kind}Country`]: 'US',
  });

  it.each([
    ['Business ', 'Home '],
    ['Other ', ''],
    ['Work ', 'Mailing '],
    ['', 'Mailing '],
    ['Billing ', 'Shipping '],
    ['Seasonal Mailing ', 'Home '],
    ['Other Mailing ', 'Billing '],
    ['Alternate Home ', 'Work '],
  ])('%j loses to %j, and is used where that is blank', (other, preferred) => {
    expect(
      read({ Name: 'A', ...address(other, 'Akron'), ...address(preferred, 'Bonn') }).fields,
    ).toMatchObject({ city: 'Bonn' });
    expect(read({ Name: 'A', ...address(other, 'Akron'), ...address(preferred, '') }).fields).toMatchObject({
      city: 'Akron',
    });
  });

  it('are never mixed', () => {
    const { fields } = read({
      Name: 'A',
      'Home Street': '1 A St',
      'Home City': '',
      'Work Street': '2 B St',
      'Work City': 'Bonn',
      'Work ZIP': '53111',
    });
    expect(fields).toEqual({ name: 'A', street: '2 B St', city: 'Bonn', postal_code: '53111' });
  });

  it.each([
    ['Columbus', 'OH', '43215'],
    ['Boston', 'MA', '2134'],
    ['Columbus', 'OH', '43215.0'],
  ])('do not share a country: %s, %s %s is American', (city, state, postal_code) => {
    const { fields } = read({
      Name: 'A',
      Street: 'Weg 1',
      City: 'Bonn',
      Country: 'Germany',
      'Mailing Street': '1 A St',
      'Mailing City': city,
      'Mailing State': state,
      'Mailing ZIP': postal_code,
    });
    expect(fields).toEqual({ name: 'A', street: '1 A St', city, state, postal_code });
  });

  it.each(['4321 USA', '43215 USA'])('do not share a country although the ZIP code is %s', (zip) => {
    const home = { Street: 'Weg 1', City: 'Bonn', Country: 'Germany' };
    const mailing = {
      'Mailing Street': '1 A St',
      'Mailing City': 'Columbus',
      'Mailing State': 'OH',
      'Mailing ZIP': zip,
    };
    expect(read({ Name: 'A', ...home, ...mailing }).fields).not.toHaveProperty('country');
  });

  it('are one address if only one column has a prefix', () => {
    const { fields } = read({
      Name: 'A',
      'Mailing Address': '1 A St',
      City: 'Akron',
      State: 'OH',
      ZIP: '44301',
    });
    expect(fields).toEqual({ name: 'A', street: '1 A St', city: 'Akron', state: 'OH', postal_code: '44301' });
  });
});

it('One address of which only the street has a prefix is of that kind, and beats the next kind', () => {
  const mailing = { 'Mailing Address': '1 A St', City: 'Akron', State: 'OH', ZIP: '44301' };
  const home = { 'Home Address': '2 B St', 'Home City': 'Bonn', 'Home State': 'OH', 'Home ZIP': '43215' };
  const expected = { name: 'A', street: '1 A St', city: 'Akron', state: 'OH', postal_code: '44301' };
  expect(read({ Name: 'A', ...mailing, ...home }).fields).toEqual(expected);
  expect(read({ Name: 'A', ...home, ...mailing }).fields).toEqual(expected);
});

it.each<Record<string, string>>([
  { 'Address Company': 'Grace Church', Street: '1 A St', City: 'Akron' },
  { 'Billing Address Company': 'Grace Church', 'Billing Street': '1 A St', 'Billing City': 'Akron' },
  { 'Mailing Address Company': 'Grace Church', 'Mailing Street': '1 A St', 'Mailing City': 'Akron' },
])('The company of an address is the company, and no street at work: %j', (row) => {
  expect(read({ Name: 'A', ...row }).fields).toEqual({
    name: 'A',
    company: 'Grace Church',
    street: '1 A St',
    city: 'Akron',
  });
});

describe('A heading', () => {
  it.each([
    ['Donor ID', 'external_id'],
    ['donor-number', 'external_id'],
    ['CUSTOMER NUMBER', 'external_id'],
    ['Customer No.', 'external_id'],
    ['Donor #', 'external_id'],
    ['Member_ID', 'external_id'],
    ['Your Reference', 'external_id'],
    ['external id', 'external_id'],
    ['ID', 'external_id'],
    ['Constituent ID', 'external_id'],
    ['Town/City', 'city'],
    ['Province', 'state'],
    ['County', 'state'],
    ['Post Code', 'postal_code'],
    ['zip code', 'postal_code'],
    ['Country Code', 'country'],
    ['Company or Organization', 'company'],
    ['Business Name', 'company'],
    ['P.O. Box', 'street'],
    ['Apt #', 'street'],
    ['Straße', 'street'],
    ['Gatuadress', 'street'],
    ['Gatunamn', 'street'],
    ['Gadeadresse', 'street'],
    ['Vejnavn', 'street'],
    ['Lähiosoite', 'street'],
    ['Email Address', undefined],
    ['Donation ID', undefined],
    ['Billing ID', undefined],
    ['Work ID', undefined],
    ['Shipping Number', undefined],
    ['contact_id', undefined],
    ['Contact ID', 'external_id'],
    ['Account Name', 'company'],
    ['Phone Number', undefined],
    ['Type', undefined],
    ['Previous City', undefined],
    ['Home Greeting', 'greeting'],
    ['Post Office Box', 'street'],
    ['Address - Second Line', 'street'],
    ['Alternate Mailing City', 'city'],
    ['Zip Ext', 'postal_code'],
    ['Number of Gifts', undefined],
    ['# of Guests', undefined],
    ['Reference #', 'external_id'],
    ['Contact #', 'external_id'],
    ['Contact No', undefined],
    ['Billed To Address', 'street'],
    ['Mailed To City', 'city'],
    ['Church Full Address', undefined],
    ['Last Contact', undefined],
    ['Last Line', undefined],
    ['First Contact', undefined],
    ['Last Letter', undefined],
    ['Address Since', undefined],
    ['Partner Name', undefined],
    ['Transaction ID', undefined],
    ['By', undefined],
  ])('%j is the column of %s', (heading, key) => {
    const { fields, others } = read({ Name: 'A', [heading]: 'Suite 7' });
    expect(fields).toEqual({ name: 'A', ...(key ? { [key]: 'Suite 7' } : {}) });
    expect(others).toEqual(key || heading === 'contact_id' ? [] : [heading]);
  });
});

it.each(['Zip Plus Four', 'Zip Four', 'ZIP + Four', 'Zip+4'])(
  'The column %s completes the ZIP code',
  (heading) => {
    expect(read({ Name: 'A', ZIP: '43215', [heading]: '1234' }).fields).toMatchObject({
      postal_code: '43215-1234',
    });
  },
);

it.each(contactFields)('A column named $label fills in $key', ({ key, label }) => {
  expect(read({ 'First Name': 'A', [label]: 'Bea' }).fields).toMatchObject({ [key]: 'Bea' });
});

describe('Columns for one field', () => {
  it.each([
    [{ name: 'A', Name: 'B' }, { name: 'A' }],
    [
      { Name: 'A', ZIP: '1', 'Postal Code': '2' },
      { name: 'A', postal_code: '2' },
    ],
    [
      { Name: 'A', 'Donor ID': '', 'Member Number': '8' },
      { name: 'A', external_id: '8' },
    ],
    [{ 'First Name': 'Ann', 'Given Name': 'Bea' }, { name: 'Ann' }],
    [
      { Name: 'A', Street: '1 A St', 'Street Address': '2 B St' },
      { name: 'A', street: '1 A St' },
    ],
  ])('never refuse a file: %j', (row, fields) => {
    expect(read(row).fields).toEqual(fields);
  });

  it.each([
    [{ Name: 'A', 'Donor ID': '7', ID: '8' }, { name: 'A', external_id: '7' }, []],
    [{ Name: 'A', State: 'OH', County: 'Franklin' }, { name: 'A', state: 'OH' }, []],
    [
      { Name: 'A', 'Home Address': '1 A St, Akron', 'Home Street': '1 A St' },
      { name: 'A', street: '1 A St' },
      [],
    ],
    [{ Name: 'A', Salutation: 'Ann', Greeting: 'Annie' }, { name: 'A', greeting: 'Annie' }, []],
    [{ Name: '', 'First Name': 'Ann', 'Last Name': 'Lee' }, { name: 'Ann Lee' }, []],
    [{ Name: 'A', Salutation: 'Mrs.' }, { name: 'A' }, []],
    [
      { Name: 'A', Address: '1 Main St  Köln  50667  Germany' },
      { name: 'A', street: '1 Main St', city: 'Köln', postal_code: '50667', country: 'Germany' },
      [],
    ],
    [{ Name: 'A', Address: '12  Main St' }, { name: 'A', street: '12  Main St' }, []],
  ])('are chosen or joined: %j', (row, fields, others) => {
    expect(read(row)).toEqual({ fields, others });
  });
});
