import { describe, expect, it } from '@jest/globals';
import { readAddress } from '../../src/contacts/address.ts';

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
      expect(readAddress(address)).toEqual({
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
    expect(readAddress(address)).toEqual({
      address,
      notes: [],
      problems: [
        `needs a country, because its postal code "${postal_code}" is not a ZIP code of the United States`,
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
    expect(readAddress(address)).toEqual({ address, problems, notes: [] });
  });
});
