import { describe, expect, it } from '@jest/globals';
import { readAddress } from '../../src/person/address.ts';

describe('The country', () => {
  it.each([
    ['N/A', { state: 'OH', postal_code: '43215' }],
    ['none', {}],
    ['NA', { state: 'OH' }],
    ['na', { state: 'Ohio' }],
  ])('takes the country "%s" for blank in an address with %j', (country, parts) => {
    expect(readAddress({ city: 'Columbus', country, ...parts }).address).toEqual({
      city: 'Columbus',
      ...parts,
    });
  });

  it('is asked for if NA stands beside a ZIP code and no state', () => {
    expect(readAddress({ city: 'Columbus', postal_code: '43215', country: 'NA' }).problems).toEqual([
      'has the country "NA", which may mean no country; leave the country blank or enter its name',
    ]);
  });

  it.each([
    ['NA', {}, 'Namibia'],
    ['NAM', { postal_code: '10005' }, 'Namibia'],
    ['NO', { postal_code: '0150' }, 'Norway'],
    ['USA', { state: 'OH' }, ''],
    ['Man', {}, 'Man'],
    // The country in the Caucasus, although North Carolina has this ZIP code.
    ['Georgia', { state: 'NC', postal_code: '27510' }, 'Georgia'],
  ])('reads the country "%s" in an address with %j as "%s"', (country, parts, name) => {
    expect(readAddress({ city: 'X', country, ...parts }).address).toMatchObject({ country: name });
  });
});

describe('readAddress', () => {
  it.each([
    ['2134', 'MA', '02134'],
    ['2134', ' ma ', '02134'],
    ['2134', 'Massachusetts', '02134'],
    ['2134-1234', 'MA', '02134-1234'],
    ['2134.0', 'MA', '02134'],
    ['6101', 'CT', '06101'],
    ['4101', 'ME', '04101'],
    ['3031', 'N.H.', '03031'],
    ['7030', 'New Jersey', '07030'],
    ['00501', 'NY', '00501'],
    ['926', 'PR', '00926'],
    ['0926', 'PR', '00926'],
    ['926-1234', 'PR', '00926-1234'],
    ['802', 'VI', '00802'],
    ['2903', 'RI', '02903'],
    ['5401', 'VT', '05401'],
    ['9096', 'AE', '09096'],
    ['43215.0', 'OH', '43215'],
    ['43215', '', '43215'],
    ['43215-1234', 'OH', '43215-1234'],
    ['43215–1234', 'OH', '43215-1234'],
    ['43215 1234', 'OH', '43215-1234'],
    ['432151234', 'OH', '43215-1234'],
    ['43215-', 'OH', '43215'],
    [' 02134 ', 'MA', '02134'],
  ])('reads the postal code "%s" with the state "%s" as the ZIP code %s', (postal_code, state, zip) => {
    for (const country of [undefined, '']) {
      const address = { city: 'X', state, postal_code, ...(country === undefined ? {} : { country }) };
      expect(readAddress(address)).toMatchObject({
        address: { city: 'X', state, postal_code: zip },
        problems: [],
        notes: [],
      });
    }
  });

  it.each([
    ['SW1A 1AA', ''],
    ['K1A 0B1', 'ON'],
    ['1012 AB', ''],
    ['D-10115', ''],
    ['8001', ''],
    ['2134', 'OH'],
    ['2134', ''],
    ['213', 'MA'],
    ['926', 'MA'],
    ['600', ''],
    ['00-950', ''],
    ['01310-100', 'SP'],
    ['100-0001', ''],
    ['110001', ''],
    ['ABC', 'OH'],
    ['00000', 'OH'],
    ['00500', 'NY'],
    ['21', 'PR'],
    ['2134.5', 'MA'],
  ])('asks for the country if the postal code is "%s" and the state "%s"', (postal_code, state) => {
    const address = { street: '1 A St', city: 'X', state, postal_code };
    // Beside an American state, the code may be wrong.
    const need =
      ['OH', 'MA', 'NY', 'PR'].includes(state) && postal_code !== 'ABC'
        ? 'a correct postal code, or a country if it is abroad'
        : 'a country';
    expect(readAddress(address)).toEqual({
      address,
      notes: [],
      problems: [
        `needs ${need}, because its postal code "${postal_code}" is not a ZIP code of the United States`,
      ],
    });
    const abroad = { ...address, country: 'United Kingdom' };
    expect(readAddress(abroad)).toEqual({ address: abroad, problems: [], notes: [] });
  });

  it.each([
    [{ city: 'Columbus' }, []],
    [{ postal_code: '43215' }, []],
    [{ postal_code: 'SW1A 1AA', country: 'United Kingdom' }, []],
    [{ street: '1 A St, OH 43215' }, ['has no city and no postal code']],
    [{ street: '1 A St', state: 'OH', country: 'Germany', city: ' ' }, ['has no city and no postal code']],
    [{}, ['has no city and no postal code']],
  ])('finds what is missing in %j: %j', (address, problems) => {
    expect(readAddress(address)).toMatchObject({ address, problems, notes: [] });
  });
});

it.each(['USA', 'US', 'United States'])(
  'A postal code that is no ZIP code is the problem, and not the country, if that is filled in: %s',
  (country) => {
    const address = { street: '1 A St', city: 'X', state: 'OH', postal_code: '4321', country };
    expect(readAddress(address).problems).toEqual([
      'has the postal code "4321", which is not a ZIP code of the United States',
    ]);
  },
);

/** A ZIP code of each range of each state, with its city. */
const zipCodes = `
  35203 Birmingham AL, 36602 Mobile AL, 99501 Anchorage AK, 99901 Ketchikan AK, 85004 Phoenix AZ, 86001 Flagstaff AZ,
  72201 Little Rock AR, 75502 Texarkana AR, 71601 Pine Bluff AR, 90012 Los Angeles CA, 96101 Alturas CA, 80202 Denver CO, 06103 Hartford CT,
  19801 Wilmington DE, 20001 Washington DC, 56901 Washington DC, 32301 Tallahassee FL, 33101 Miami FL, 34102 Naples FL,
  30303 Atlanta GA, 31901 Columbus GA, 39801 Albany GA, 96813 Honolulu HI, 83702 Boise ID, 60601 Chicago IL, 62701 Springfield IL,
  46204 Indianapolis IN, 50309 Des Moines IA, 52801 Davenport IA, 66603 Topeka KS, 40601 Frankfort KY, 42001 Paducah KY,
  70112 New Orleans LA, 71101 Shreveport LA, 04330 Augusta ME, 21401 Annapolis MD, 20601 Waldorf MD, 02108 Boston MA,
  01103 Springfield MA, 05501 Andover MA, 48933 Lansing MI, 55101 Saint Paul MN, 56301 Saint Cloud MN, 39201 Jackson MS,
  38601 Abbeville MS, 65101 Jefferson City MO, 63101 Saint Louis MO, 59601 Helena MT, 68508 Lincoln NE, 89501 Reno NV, 03301 Concord NH,
  08608 Trenton NJ, 07030 Hoboken NJ, 87501 Santa Fe NM, 88001 Las Cruces NM, 12207 Albany NY, 10001 New York NY, 06390 Fishers Island NY,
  00501 Holtsville NY, 27601 Raleigh NC, 58501 Bismarck ND, 43215 Columbus OH, 45402 Dayton OH, 73102 Oklahoma City OK,
  74103 Tulsa OK, 97301 Salem OR, 17101 Harrisburg PA, 19103 Philadelphia PA, 02903 Providence RI, 29201 Columbia SC, 57501 Pierre SD,
  37219 Nashville TN, 38103 Memphis TN, 78701 Austin TX, 75201 Dallas TX, 79901 El Paso TX, 88510 El Paso TX, 73301 Austin TX,
  84101 Salt Lake City UT, 05602 Montpelier VT, 23219 Richmond VA, 20101 Dulles VA, 22201 Arlington VA, 24011 Roanoke VA,
  98501 Olympia WA, 99201 Spokane WA, 25301 Charleston WV, 53703 Madison WI, 54301 Green Bay WI, 82001 Cheyenne WY, 83001 Jackson WY, 83414 Alta WY,
  00926 San Juan PR, 00602 Aguada PR, 00802 Saint Thomas VI, 96910 Hagatna GU, 96799 Pago Pago AS, 96950 Saipan MP`;

it.each(zipCodes.trim().split(/,\s+/))(
  'The ZIP code of %s is taken apart from the city and the state',
  (text) => {
    const [, postal_code = '', city = '', state = ''] = /^(\d+) (.+) (\w\w)$/.exec(text) ?? [];
    const parts = { city, state, postal_code };
    expect(readAddress({ street: '1 A St', city: `${city}, ${state} ${postal_code}` }).address).toEqual({
      street: '1 A St',
      ...parts,
    });
  },
);

it.each(['APO', 'FPO', 'DPO', 'D.P.O.', 'dpo AE'])(
  'Mail to %s has no country, and gets a state from its ZIP code',
  (city) => {
    const typed = { street: 'Unit 9100 Box 3', city, postal_code: '09021' };
    const address = city.includes(' ') ? typed : { ...typed, state: 'AE' };
    expect(readAddress({ ...typed, country: 'Germany' })).toEqual({ address, problems: [], notes: [] });
    expect(readAddress({ ...typed, postal_code: '9021' })).toEqual({ address, problems: [], notes: [] });
  },
);

it.each([
  ['APO', 'Armed Forces (AE)', '09012', 'United States (US)', 'AE'],
  ['APO', 'Armed Forces Americas (except Canada)', '34024', 'USA', 'AA'],
  ['APO', 'Armed Forces Middle East', '09812', '', 'AE'],
  ['Guaynabo', 'Guaynabo', '00968', 'Puerto Rico', 'PR'],
  ['Charlotte Amalie', 'Saint Thomas', '00802', 'Virgin Islands, U.S.', 'VI'],
  ['Christiansted', 'St. Croix', '00820', 'United States', 'VI'],
])('The state of %s, %s %s, %s is set from its ZIP code: %s', (city, state, postal_code, country, code) => {
  expect(readAddress({ street: '1 A St', city, state, postal_code, country })).toEqual({
    address: { street: '1 A St', city, state: code, postal_code },
    problems: [],
    notes: [],
  });
});

it.each([
  ['01067 Dresden', 'Germany', { city: 'Dresden', postal_code: '01067' }],
  ['30124 Venezia', 'Italy', { city: 'Venezia', postal_code: '30124' }],
  ['06000  Ciudad  de  México', 'Mexico', { city: 'Ciudad de México', postal_code: '06000' }],
])('The city "%s" has its postal code, also beside a street without a number', (city, country, split) => {
  expect(readAddress({ street: 'Am Markt', city, country })).toEqual({
    address: { street: 'Am Markt', country, ...split },
    problems: [],
    notes: [],
  });
});

it('A state in front of the ZIP code that is not the state of the address is not dropped', () => {
  const address = { street: '1 A St', city: 'X', state: 'OH', postal_code: 'PA 19103' };
  expect(readAddress(address)).toMatchObject({
    address,
    problems: [expect.stringContaining('needs a country')],
  });
});

it.each([
  [
    '200 Bay St, Toronto, ON M5J 2J5, Canada',
    { street: '200 Bay St', city: 'Toronto', state: 'ON', postal_code: 'M5J 2J5', country: 'Canada' },
  ],
  [
    'Rua Augusta 5, São Paulo, SP 01304-000, Brazil',
    { street: 'Rua Augusta 5', city: 'São Paulo', state: 'SP', postal_code: '01304-000', country: 'Brazil' },
  ],
  [
    '5 George St, Sydney NSW 2000, Australia',
    { street: '5 George St', city: 'Sydney', state: 'NSW', postal_code: '2000', country: 'Australia' },
  ],
  [
    'CALLE 5, LA PAZ 1234, BOLIVIA',
    { street: 'CALLE 5', city: 'LA PAZ', postal_code: '1234', country: 'Bolivia' },
  ],
  [
    '10 Downing St, London SW1A 2AA, UK',
    { street: '10 Downing St', city: 'London', postal_code: 'SW1A 2AA', country: 'United Kingdom' },
  ],
  [
    '12 Elm St\nApt 4, Columbus, OH 43215',
    { street: '12 Elm St\nApt 4', city: 'Columbus', state: 'OH', postal_code: '43215' },
  ],
  [
    '5 Rue Neuve, 75002 Paris, France',
    { street: '5 Rue Neuve', city: 'Paris', postal_code: '75002', country: 'France' },
  ],
  [
    'Ring 8, Paris, Île-de-France 75002 France',
    { street: 'Ring 8', city: 'Paris', state: 'Île-de-France', postal_code: '75002', country: 'France' },
  ],
  ['10 Downing St\nLondon SW1A 2AA', { street: '10 Downing St', city: 'London', postal_code: 'SW1A 2AA' }],
  ['100 Queen St\nOttawa K1A 0A6', { street: '100 Queen St', city: 'Ottawa', postal_code: 'K1A 0A6' }],
])('An address in one part is taken apart with its region, which is no city: %s', (street, address) => {
  expect(readAddress({ street }).address).toEqual(address);
});

it.each([
  [{ state: 'OH 43215' }, { state: 'OH', postal_code: '43215' }],
  [{ postal_code: 'OH-43215-1234' }, { state: 'OH', postal_code: '43215-1234' }],
  [
    { state: 'Ohio', postal_code: 'OH 43215' },
    { state: 'Ohio', postal_code: '43215' },
  ],
])('A state and a ZIP code in one field are two: %j', (typed, parts) => {
  expect(readAddress({ city: 'Columbus', ...typed }).address).toEqual({ city: 'Columbus', ...parts });
});

it.each(['undefined', '{{country}}', '*|COUNTRY|*', '$NaN', '%COUNTRY%', '\ufffd'])(
  'A country that an earlier step did not fill in is not the United States: %j',
  (country) => {
    const { address, problems } = readAddress({
      street: 'Hauptstr. 5',
      city: 'Köln',
      postal_code: '50667',
      country,
    });
    expect(problems).toEqual([expect.stringMatching(/^has the Country ".+", which /)]);
    expect(address.country).toBeUndefined();
  },
);

describe('A street that repeats the rest of the address', () => {
  const boise = { city: 'Boise', state: 'ID', postal_code: '83702' };

  it.each([
    '12 Elm St, Boise, ID 83702, USA',
    '12 Elm St, Boise, ID 83702-1234, USA',
    '12 Elm St, BOISE, Idaho 83702, U.S.A.',
    '12 Elm St Boise ID 83702 Estados Unidos',
    '12 Elm St, Boise, ID, USA',
    '12 Elm St, Boise, ID',
    '12 Elm St\nBoise, ID 83702\nUnited States\nMap It',
    '12 Elm St\nBoise',
    '12 Elm St\nIdaho',
    '12 Elm St\nBoise\nUSA',
  ])('loses its end: %s', (street) => {
    const { address, problems, notes } = readAddress({ street, ...boise });
    expect(address).toMatchObject({ street: '12 Elm St', ...boise });
    expect({ problems, notes }).toEqual({ problems: [], notes: [] });
  });

  it('fills in the city and the state on its last line', () => {
    const { address } = readAddress({ street: '12 Elm St\nBoise, ID', postal_code: '83702' });
    expect(address).toEqual({ street: '12 Elm St', ...boise });
  });

  it.each([
    [{ city: 'Boise' }],
    [{ postal_code: '83702' }],
    [{ city: 'Boise', state: 'ID' }],
    [{ city: 'boise', postal_code: '83702' }],
  ])('fills in the blank parts beside %j', (parts) => {
    const { address } = readAddress({ street: '12 Elm St, Boise, ID 83702, USA', ...parts });
    expect(address).toMatchObject({ street: '12 Elm St', ...boise, ...parts });
  });

  it.each([
    ['Ring 8, 10115 Berlin, Deutschland', { city: 'Berlin', postal_code: '10115', country: 'Germany' }],
    ['Ring 8, 10115 Berlin, Germany', { city: 'Berlin', postal_code: '10115' }],
    ['Ring 8', { city: '10115 Berlin', postal_code: '10115', country: 'Germany' }],
    ['Ring 8, 10115 Berlin', { city: 'Berlin', country: 'Germany' }],
    ['Ring 8\nBerlin 10115', { city: 'Berlin', country: 'Germany' }],
  ])('is in Germany in "%s" with %j', (street, parts) => {
    expect(readAddress({ street, ...parts }).address).toEqual({
      street: 'Ring 8',
      city: 'Berlin',
      postal_code: '10115',
      country: 'Germany',
    });
  });

  it.each([
    ['10 High St, London, SW1A 2AA, England', { city: 'London', postal_code: 'SW1A2AA', country: 'UK' }],
    [
      '10 High St, Milano MI, 20121, Italy',
      { city: 'Milano', state: 'MI', postal_code: '20121', country: 'IT' },
    ],
    ['10 High St, New York, NY 10001', { city: 'New York', state: 'New York', postal_code: '10001' }],
    ['10 High St, Boston, MA 02134, USA', { city: 'Boston', state: 'MA', postal_code: '2134' }],
  ])('knows other spellings: "%s" with %j', (street, parts) => {
    expect(readAddress({ street, ...parts }).address.street).toBe('10 High St');
  });

  it.each([
    ['12 Boise Ave', boise],
    ['12 Elm St, Boise', boise],
    ['12 Boise, ID 83702 Road', boise],
    ['12 New York Ave, Apt 4', { city: 'New York', state: 'NY', postal_code: '10001' }],
    ['12 New York', { city: 'New York', state: 'NY', postal_code: '10001' }],
    ['100 USA Pkwy', { city: 'Sparks', state: 'NV', postal_code: '89434' }],
    ['12 Elm St, Reno, NV 89501, USA', boise],
    ['12 Elm St\nundefined', boise],
    ['12 Elm St\nNew York', { state: 'NY', postal_code: '10001' }],
    ['12 Elm St\nUnknown', boise],
    ['Av. Arequipa 2450, Lima', { city: 'Lima', country: 'Peru' }],
    ['Av. Arequipa, 2450 Lima', { city: 'Lima', country: 'Peru' }],
    ['Calle Lima 2450', { city: 'Lima', country: 'Peru' }],
    ['Av. Brasil 1234 São Paulo, SP', { city: 'São Paulo', country: 'Brazil' }],
    ['PO Box 12345, Nairobi', { city: 'Nairobi', country: 'Kenya' }],
    ['12 rue A, BP 1234 Dakar', { city: 'Dakar', country: 'Senegal' }],
  ])('stays if it is a whole street or another address: "%s" with %j', (street, parts) => {
    expect(readAddress({ street, ...parts }).address).toEqual({ street, ...parts });
  });
});

describe('An address without a country', () => {
  const read = (typed: object, defaultCountry?: string) =>
    readAddress({ street: '1 A St', city: 'X', ...typed }, defaultCountry);

  it.each([
    [
      { state: 'Île-de-France', postal_code: '75002' },
      'state, because "Île-de-France" is not a state of the United States',
    ],
    [{ state: 'NRW' }, 'state, because "NRW" is not a state of the United States'],
    [
      { city: 'Paris, Île-de-France 75002' },
      'state, because "Île-de-France" is not a state of the United States',
    ],
    [{ state: 'OH', postal_code: '10001' }, 'postal code, because 10001 is a ZIP code of NY, not of OH'],
    [{ city: 'Milano, MI 20121' }, 'postal code, because 20121 is a ZIP code of VA, not of MI'],
    [{ state: 'PR', postal_code: '43121' }, 'postal code, because 43121 is a ZIP code of OH, not of PR'],
    [{ state: 'ID', postal_code: '71500' }, 'postal code, because 71500 is not a ZIP code of ID'],
  ])('is asked for it if it cannot be American: %j', (typed, problem) => {
    expect(read(typed).problems).toEqual([`needs a country, or a correct ${problem}`]);
    const reason = problem.replace(/^.*because /, '');
    for (const { problems, notes } of [read({ ...typed, country: 'USA' }), read(typed, 'United States')])
      expect({ problems, notes }).toEqual({ problems: [], notes: [`${reason}. Check the address.`] });
  });

  it.each([
    [{ state: 'NY', postal_code: '07302' }, '07302 is a ZIP code of NJ, not of NY. Check the address.'],
    [{ state: 'NM', postal_code: '86515' }, '86515 is a ZIP code of AZ, not of NM. Check the address.'],
    [
      { city: 'APO', state: 'NY', postal_code: '09012' },
      '09012 is a ZIP code of AE, not of NY. Check the address.',
    ],
  ])('is only noted if its ZIP code is of a neighboring state: %j', (typed, note) => {
    expect(read(typed)).toMatchObject({ problems: [], notes: [note] });
  });

  it.each(['Calif.', 'D.C.', 'N. Mex.', 'W.Va.', 'Penna', 'Northern Mariana Islands', 'FM', 'MH', 'Palau'])(
    'may have the state "%s", which is printed as typed',
    (state) => {
      expect(read({ state })).toEqual({
        address: { street: '1 A St', city: 'X', state },
        problems: [],
        notes: [],
      });
    },
  );

  it.each([
    ['ID - Idaho', 'ID'],
    ['Idaho (US)', 'ID'],
    ['US-ID', 'ID'],
    ['Washington, D.C.', 'DC'],
  ])('has in "%s" the state %s', (state, code) => {
    expect(read({ state })).toMatchObject({ address: { state: code }, problems: [], notes: [] });
  });

  it('gets back the zero of a ZIP code beside "Massachusetts (US)"', () => {
    const boston = { state: 'Massachusetts (US)', postal_code: '2134', country: 'United States' };
    expect(read(boston).address).toMatchObject({ state: 'MA', postal_code: '02134' });
  });
});

it.each(zipCodes.trim().split(/,\s+/))('%s is American without a word', (text) => {
  const [, postal_code = '', city = '', state = ''] = /^(\d+) (.+) (\w\w)$/.exec(text) ?? [];
  const address = { street: '1 A St', city, state, postal_code };
  expect(readAddress(address)).toEqual({ address, problems: [], notes: [] });
});

describe('A country that is filled in', () => {
  const boise = { street: '12 Elm St', city: 'Boise', state: 'ID', postal_code: '83702' };

  it.each(['Afghanistan', 'Ada County', 'Hong Kong', 'Canada', "États-Unis d'Amérique"])(
    'is asked for if the address is American: %s',
    (country) => {
      expect(readAddress({ ...boise, country }).problems).toEqual([
        `has the country "${country}", but "ID 83702" is in the United States; leave the country blank or correct the address`,
      ]);
    },
  );

  it.each([
    { street: 'Via Roma 1', city: 'Trento', state: 'TN', postal_code: '38122', country: 'Italy' },
    { street: '12 Mall Rd', city: 'Lahore', state: 'Punjab', postal_code: '54000', country: 'Pakistan' },
    { street: 'PO Box 5', city: 'Majuro', state: 'MH', postal_code: '96960', country: 'Marshall Islands' },
    { street: 'PO Box 5', city: 'Koror', postal_code: '96940', country: 'Palau' },
  ])('is printed if its postal codes have five digits: %j', (address) => {
    expect(readAddress(address)).toEqual({ address, problems: [], notes: [] });
  });

  it.each([
    ['4329', 'Germany', '04329'],
    ['6000', 'France', '06000'],
    ['100', 'Finland', '00100'],
    ['184', 'Italy', '00184'],
    ['3187', 'South Korea', '03187'],
  ])('gives the postal code "%s" of %s the zeros that it lost', (postal_code, country, repaired) => {
    const { address, notes } = readAddress({ city: 'X', postal_code, country });
    expect(address.postal_code).toBe(repaired);
    expect(notes).toEqual([
      `The postal code "${postal_code}" is printed as "${repaired}", because postal codes of that country have five digits.`,
    ]);
  });

  it.each([
    ['8001', 'Switzerland', '8001'],
    ['4300', 'Denmark', '4300'],
    ['1010', 'Austria', '1010'],
    ['100', 'Germany', '100'],
  ])('keeps the postal code "%s" of %s without a note', (postal_code, country, printed) => {
    const { address, notes } = readAddress({ city: 'X', postal_code, country });
    expect({ code: address.postal_code, notes }).toEqual({ code: printed, notes: [] });
  });

  it('gives no zero to a postal code of Default Country', () => {
    expect(readAddress({ city: 'Wien', postal_code: '1010' }, 'Germany').address.postal_code).toBe('1010');
  });
});
