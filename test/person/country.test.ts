import { describe, expect, it } from '@jest/globals';
import { countryForService } from '../../src/person/country.ts';
import { meansNoPlace } from '../../src/person/printed_text.ts';

const nameForService = (typed: string): string => countryForService(typed).country;

describe('countryForService', () => {
  it.each([
    ['', ' ', 'US', 'us', 'USA', 'U.S.', 'U.S.A.', 'the US', 'US of A', 'America'],
    ['United States', 'united states of america', 'The United States', 'United States of America (USA)'],
    ['United States (US)', 'USA - United States', 'The United States of America'],
    [
      'Vereinigte Staaten',
      'USA (Vereinigte Staaten)',
      'Estados Unidos',
      'Los Estados Unidos',
      'EE.UU.',
      'EE. UU.',
    ],
    ['États-Unis', 'Etats-Unis', 'Les États-Unis', 'Stati Uniti', 'Verenigde Staten'],
    ['アメリカ合衆国', '美国', '美國', '미국', 'الولايات المتحدة', 'ארצות הברית'],
  ])('returns a blank country for the United States: %s, %s, %s …', (...names) => {
    expect(names.filter((name) => nameForService(name) !== '')).toEqual([]);
  });

  it.each([
    ['DE', 'Germany'],
    ['deu', 'Germany'],
    ['gb', 'United Kingdom'],
    ['UK', 'United Kingdom'],
    ['U.K.', 'United Kingdom'],
    ['JPN', 'Japan'],
    ['mx', 'Mexico'],
    ['CD', 'Democratic Republic of the Congo'],
    ['HK', 'Hong Kong'],
    ['Congo (Kinshasa)', 'Democratic Republic of the Congo'],
  ])('replaces the code "%s" with %s', (typed, name) => {
    expect(nameForService(typed)).toBe(name);
  });

  it.each([
    ['germany', 'Germany'],
    ['Macau', 'Macao'],
    ['Vatican', 'Vatican City'],
    ['Holy See', 'Vatican City'],
    ['Korea', 'South Korea'],
    ['Bosnia', 'Bosnia and Herzegovina'],
    ['East Timor', 'Timor-Leste'],
    ['S. Korea', 'South Korea'],
    ['Korea (South)', 'South Korea'],
    ['Korea - North', 'North Korea'],
    ['Rep. of Korea', 'South Korea'],
    ['Czech Rep.', 'Czechia'],
    ['Dominican Rep', 'Dominican Republic'],
    ['República Dominicana', 'Dominican Republic'],
    ['Dem. Rep. of Congo', 'Democratic Republic of the Congo'],
    ['Congo (DRC)', 'Democratic Republic of the Congo'],
    ['N. Ireland', 'United Kingdom'],
    ['England, UK', 'United Kingdom'],
    ['P.R. China', 'China'],
    ['Taiwan (R.O.C.)', 'Taiwan'],
    ['Turks & Caicos', 'Turks and Caicos Islands'],
    ['St Vincent', 'St. Vincent and Grenadines'],
    ['French Republic', 'France'],
    ['RSA', 'South Africa'],
    ['GERMANY', 'Germany'],
    ['Deutschland', 'Germany'],
    ["l'Allemagne", 'Germany'],
    ['Germany (DE)', 'Germany'],
    ['DE - Deutschland', 'Germany'],
    ['Deutschland / Germany', 'Germany'],
    ['España', 'Spain'],
    ['ESPANA', 'Spain'],
    ['日本', 'Japan'],
    ['Österreich', 'Austria'],
    ['die Schweiz', 'Switzerland'],
    ['Россия', 'Russia'],
    ['The Netherlands', 'Netherlands'],
    ['Bahamas, The', 'Bahamas'],
    ['Bosnia and Herzegovina', 'Bosnia and Herzegovina'],
    ['St. Lucia', 'St. Lucia'],
    ['Saint Lucia', 'St. Lucia'],
    ['भारत', 'India'],
    ['Netherlands (the)', 'Netherlands'],
    ['Micronesia, Federated States of', 'Micronesia'],
    ['The Hashemite Kingdom of Jordan', 'Jordan'],
    ['Federal Republic of Germany', 'Germany'],
  ])('replaces "%s" with %s', (typed, name) => {
    expect(nameForService(typed)).toBe(name);
  });

  it.each([
    'ZZ',
    'XYZ',
    'Nowhere',
    'Congo',
    'Kongo',
    'Korea (North or South)',
    'Germany / Austria',
    'Georgia (USA)',
    'Atlanta, Georgia',
    'Ruritania / France',
    'United States Virgin Islands',
    'Man',
    'Mon',
    'N.A.M.I.B.I.A.N.',
    'D E',
    'D-E',
    'D.E.F.G.',
    '🇩🇪',
    '+49',
    'Other',
  ])('keeps "%s", which is unknown or ambiguous', (typed) => {
    expect(nameForService(typed)).toBe(typed);
  });
});

describe('meansNoPlace', () => {
  it.each([
    ['', ' ', '-', '--', '—', '.', '...', '?', '??', '*', '/', '()', '0', '00'],
    [
      'N/A',
      'n/a',
      'n.a.',
      'N.A.',
      'N / A',
      'n. a.',
      'n-a',
      'N\\A',
      '(n/a)',
      '#N/A',
      '#REF!',
      '#NAME?',
      '#VALUE!',
    ],
    [
      'none',
      'None',
      'NONE',
      '<none>',
      '[None]',
      'null',
      'NULL',
      'nil',
      'NaN',
      'undefined',
      'blank',
      '(blank)',
    ],
    [
      'unknown',
      'Unknown',
      'not applicable',
      'Not Applicable',
      'not available',
      'not specified',
      'no country',
    ],
    ['Country', 'Select', '- Select -', '-- Please select --', 'Select country', 'Choose a country'],
    ['keine Angabe', 'ninguno', 'aucun', 'n.v.t.', 'TBD'],
    ['No country given', 'Country not specified', 'country unknown', 'No information', 'Leave blank'],
  ])('is true for %s, %s, %s …', (...texts) => {
    expect(texts.filter((text) => !meansNoPlace(text) || nameForService(text) !== '')).toEqual([]);
  });

  it.each([
    'US',
    'USA',
    'Germany',
    'DE',
    'NA',
    'na',
    'NO',
    'NAM',
    'Norway',
    'Man',
    'ZZ',
    '🇩🇪',
    '276',
    'Nauru',
  ])('is false for %s', (text) => {
    expect(meansNoPlace(text)).toBe(false);
  });
});

describe('A country that is read', () => {
  it('is the same after a thousand others', () => {
    expect(nameForService('Deutschland')).toBe('Germany');
    for (let index = 0; index < 1_001; index += 1)
      expect(nameForService(`Ruritania ${index}`)).toBe(`Ruritania ${index}`);
    expect(nameForService('Deutschland')).toBe('Germany');
  });

  it('is passed on as typed if it is unknown, however others typed it', () => {
    expect(['NEVERLAND', 'Neverland', 'neverland'].map(nameForService)).toEqual([
      'NEVERLAND',
      'Neverland',
      'neverland',
    ]);
  });

  it('is passed on as typed if it is too long for a name', () => {
    const long = `Germany ${'(Deutschland) '.repeat(20)}`.trim();
    expect(countryForService(long)).toEqual({ country: long, isKnown: false });
  });
});

it.each([
  ['Česká republika', 'Czechia'],
  ['香港', 'Hong Kong'],
  ['Korea, Republic of', 'South Korea'],
  ['Republic of China', 'Taiwan'],
  ['Wales', 'United Kingdom'],
  ['GB-SCT', 'United Kingdom'],
  ['Bundesrepublik Deutschland', 'Germany'],
  ['République française', 'France'],
  ['Estados Unidos Mexicanos', 'Mexico'],
  ['PRC', 'China'],
  ['Nippon', 'Japan'],
  ['Hong Kong, China', 'Hong Kong'],
  ['澳門', 'Macao'],
  ['中華民國', 'Taiwan'],
  ['Российская Федерация', 'Russia'],
  ['Vatican City State', 'Vatican City'],
])('%s is %s', (typed, country) => {
  expect(countryForService(typed)).toMatchObject({ country, isKnown: true });
});
