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
  return { isAsked: countries.question !== '', unusual: [...countries.unusual] };
}

describe('The countries of a list', () => {
  it('are unknown for people without a state or a country if most people have a state', () => {
    expect(check([columbus, munich, columbus])).toEqual({ isAsked: false, unusual: ['row 2'] });
  });

  it.each<[string, readonly Address[]]>([
    ['if nobody has a state or a country', [munich, munich]],
    ['of a list of one', [munich]],
    ['if at least half of the people have neither', [columbus, munich, munich, columbus]],
    [
      'if one has neither, and others are abroad',
      [munich, { ...munich, country: 'Germany' }, { ...munich, country: 'Germany' }],
    ],
  ])('are asked for %s', (_who, addresses) => {
    expect(check(addresses)).toEqual({ isAsked: true, unusual: [] });
  });

  it('are named with the way out', () => {
    const countries = new CountryCheck();
    for (const address of [munich, munich, columbus]) countries.add('Row 2', readAddress(address));
    expect(countries.question).toBe(
      'Row 2 and 1 more on the list have neither a state nor a country, so the addresses may be in any country. Enter it in Default Country, such as United States, or in a column Country if they are in different countries.',
    );
  });

  it.each<[string, readonly Address[], string]>([
    ['territories and military mail', [columbus, apo, columbus, sanJuan, columbus], ''],
    ['people with a country', [columbus, columbus, { ...munich, country: 'Germany' }], ''],
    [
      'people with the United States as their country',
      [columbus, columbus, { ...munich, country: 'USA' }],
      '',
    ],
    ['people with a Default Country', [munich, munich], 'Germany'],
    ['people whose Default Country is the United States', [columbus, columbus, munich], 'United States'],
    ['people whose Default Country is the United States, without any state', [munich, munich], 'USA'],
  ])('are certain for %s', (_who, addresses, defaultCountry) => {
    expect(check(addresses, defaultCountry)).toEqual({ isAsked: false, unusual: [] });
  });
});
