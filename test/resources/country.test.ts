import { describe, expect, it } from '@jest/globals';
import { countryForService } from '../../src/resources/country.ts';

describe('§2.2 a country', () => {
  it.each([
    '',
    ' ',
    'US',
    'us',
    'USA',
    'U.S.',
    'U.S.A.',
    'United States',
    'united states of america',
    'The United States',
    'Vereinigte Staaten',
    'Estados Unidos',
    'États-Unis',
    'Etats-Unis',
    'アメリカ合衆国',
  ])('"%s" is the United States: blank', (given) => expect(countryForService(given)).toBe(''));
  it.each([
    ['DE', 'Germany'],
    ['deu', 'Germany'],
    ['gb', 'United Kingdom'],
    ['UK', 'United Kingdom'],
    ['JPN', 'Japan'],
    ['mx', 'Mexico'],
    ['CD', 'Democratic Republic of the Congo'],
  ])('the code "%s" is %s', (given, name) => expect(countryForService(given)).toBe(name));
  it.each(['Germany', 'Deutschland', 'Österreich', 'ZZ', 'Nowhere', 'XYZ'])(
    '"%s" passes as it is',
    (given) => {
      expect(countryForService(given)).toBe(given);
    },
  );
});
