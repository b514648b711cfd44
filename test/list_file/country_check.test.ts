import { describe, expect, it } from '@jest/globals';
import { CountryCheck } from '../../src/list_file/list_file.ts';
import { readAddress } from '../../src/person/address.ts';
import type { Address } from '../../src/person/fields.ts';

const columbus = { city: 'Columbus', state: 'OH', postal_code: '43215' };
const munich = { city: 'München', postal_code: '80331' };
const apo = { city: 'APO', postal_code: '09012' };
const sanJuan = { city: 'San Juan', postal_code: '00926' };

function check(addresses: readonly Address[], defaultCountry?: string) {
  const countries = new CountryCheck();
  for (const [index, address] of addresses.entries())
    countries.add(`row ${index + 1}`, readAddress(address, defaultCountry));
  return { isUnknown: countries.isUnknown, unusual: [...countries.unusual] };
}

describe('The countries of a list', () => {
  it('are unknown for people without a state or a country if most people have a state', () => {
    expect(check([columbus, munich, columbus])).toEqual({ isUnknown: false, unusual: ['row 2'] });
  });

  it('are unknown for everyone if nobody has a state or a country', () => {
    expect(check([munich, munich])).toEqual({ isUnknown: true, unusual: [] });
  });

  it.each<[string, readonly Address[], string]>([
    ['one person', [munich], ''],
    ['territories and military mail', [columbus, apo, columbus, sanJuan, columbus], ''],
    ['people who mostly have no state', [columbus, munich, munich], ''],
    ['people with a country', [columbus, columbus, { ...munich, country: 'Germany' }], ''],
    [
      'people with the United States as their country',
      [columbus, columbus, { ...munich, country: 'USA' }],
      '',
    ],
    ['people of whom one has a country', [munich, { ...munich, country: 'Germany' }], ''],
    ['people with a Default Country', [munich, munich], 'Germany'],
    ['people whose Default Country is the United States', [columbus, columbus, munich], 'United States'],
    ['people whose Default Country is the United States, without any state', [munich, munich], 'USA'],
  ])('are certain for %s', (_who, addresses, defaultCountry) => {
    expect(check(addresses, defaultCountry)).toEqual({ isUnknown: false, unusual: [] });
  });
});
