import { describe, expect, it } from '@jest/globals';
import { identifyPeople, identifyPerson } from '../../src/person/identity.ts';

const address = {
  street: '1 A St\nApt 4',
  city: 'Bonn',
  state: 'NRW',
  postal_code: '53111',
  country: 'Germany',
};
const person = {
  name: 'Ann Lee',
  company: 'Lee',
  greeting: 'Ann',
  external_id: 'donor-1',
  file_as: 'Lee, Ann',
};
const fields: Record<string, string> = { amount: '$5', year: '2026' };
const ann = identifyPerson({ ...person, address }, fields);
const other = (changes: { person?: object; address?: Record<string, string> }, mergeFields = fields) =>
  identifyPerson({ ...(changes.person ?? person), address: changes.address ?? address }, mergeFields);

describe('A person’s identity', () => {
  it.each([
    { person: { ...person, external_id: 'donor-7' } },
    { person: { ...person, file_as: 'Ann Lee' } },
    { person: { ...person, name: ' Ann Lee ' }, address: { ...address, street: '1 A St\r\nApt 4\r\n' } },
    { address: { ...address, street: '1 A St\rApt 4' } },
    { person: { greeting: 'Ann', company: 'Lee', name: 'Ann Lee' } },
    ...[
      'Ann  Lee',
      'Ann\u00a0Lee',
      'Ann\u2009 Lee',
      'Ann\tLee',
      'A\u00adnn Lee',
      '\u200fAnn\u200b Lee',
      'Ann \u202aLee\u202c',
    ]
      .concat([
        '\ufeffAnn \u2066Lee\u2069',
        'Ann\u2060 Lee',
        'Ann \u200b\u00a0Lee',
        'Ann L\u034f\ufe0fee',
        'Ann\u061c Lee\u3164',
      ])
      .map((name) => ({ person: { ...person, name } })),
    { address: { ...address, street: '1 A  St \n\u200b\n\u00a0Apt\u200d 4' } },
  ])('is the same if the same is printed: %j', (changes) => {
    expect(other(changes)).toBe(ann);
  });

  it('does not depend on the order of merge fields and the spaces around their values', () => {
    expect(other({}, { year: ' 2026', amount: '$5 ' })).toBe(ann);
  });

  // Written out, so that a field that is wrongly declared as not printed is noticed.
  it.each(['name', 'company', 'greeting'])('changes with %s', (key) => {
    expect(other({ person: { ...person, [key]: 'other' } })).not.toBe(ann);
  });

  it.each(['street', 'city', 'state', 'postal_code', 'country'])('changes with %s', (key) => {
    expect(other({ address: { ...address, [key]: 'other' } })).not.toBe(ann);
  });

  it.each<Record<string, string>>([
    { ...fields, amount: '$6' },
    { ...fields, amount: '$5.' },
    { ...fields, amount: '$\u00a05' },
    { amount: '2026', year: '$5' },
    { amount: '$5' },
    {},
  ])('changes with the merge fields %j', (mergeFields) => {
    expect(other({}, mergeFields)).not.toBe(ann);
  });

  it('does not depend on the capitals of merge fields’ names', () => {
    expect(other({}, { Year: '2026', AMOUNT: '$5' })).toBe(ann);
    expect(other({}, { ...fields, Amount: '$5' })).toBe(ann);
  });

  it('changes if two merge fields whose names differ only in capitals swap their values', () => {
    const of = (mergeFields: Record<string, string>) => other({}, mergeFields);
    expect(of({ Amount: '$5', amount: '$6' })).not.toBe(of({ Amount: '$6', amount: '$5' }));
    expect(of({ Amount: '$5', amount: '$6' })).toBe(of({ amount: '$6', Amount: '$5' }));
    // The first one is also sent in lower case.
    expect(of({ AMOUNT: '$5', Amount: '$6' })).not.toBe(of({ Amount: '$6', AMOUNT: '$5' }));
    expect(of({ AMOUNT: '', Amount: '$6' })).toBe(of({ amount: '$6' }));
  });

  it.each([
    ['María Núñez', 'MARIA NUNEZ'],
    ['Ann Lee, Jr.', 'Ann Lee Jr'],
    ['Jean-Luc O’Brien', "Jean Luc O'Brien"],
    ['Weiß', 'WEISS'],
    ['Łukasz', 'Lukasz'],
    ['İpek', 'ipek'],
    ['Ann\u0000 Lee', 'Ann Lee'],
    ['An\u0007n Lee', 'Ann Lee'],
    ['Ann\u2800 Lee', 'Ann Lee'],
    ['Ann\ud83d Lee', 'Ann Lee'],
    ['Ann\u0085Lee', 'Ann Lee'],
  ])('is the same for %j and %j', (one, same) => {
    expect(other({ person: { name: one } })).toBe(other({ person: { name: same } }));
  });

  it.each([
    ['Ann Lee Jr.', 'Ann Lee Sr.'],
    ['Ann Lee Jr.', 'Ann Lee'],
    ['राम', 'रमा'],
    ['かとう', 'がとう'],
    ['Иван', 'Йван'],
    ['Studio 1/5', 'Studio 15'],
  ])('differs for %j and %j', (one, another) => {
    expect(other({ person: { name: one } })).not.toBe(other({ person: { name: another } }));
  });
});

describe('An American address', () => {
  const boise = { street: '12 Elm St', city: 'Boise', state: 'ID', postal_code: '83702' };
  const identify = (changes: Partial<typeof boise>) =>
    identifyPerson({ name: 'Ann Lee', address: { ...boise, ...changes } }, {});

  it.each([
    { postal_code: '' },
    { postal_code: '83702-4321' },
    { state: 'Idaho' },
    { street: '12 ELM STREET', city: 'BOISE', state: 'idaho', postal_code: '83702-4321' },
  ])('is the same after the correction %j', (changes) => {
    expect(identify(changes)).toBe(identify({}));
  });

  it.each([
    [
      '12 Elm Street Apartment 4',
      '12 ELM ST APT 4',
      '12 Elm St.\nApt. 4',
      '12 Elm St #4',
      '12 Elm St, Apt # 4',
    ],
    ['12 North Main Street', '12 N. Main St', '12 N MAIN ST'],
    ['12 Main Avenue Northeast', '12 Main Ave N.E.', '12 Main Av NE'],
    ['P.O. Box 12', 'PO Box 12', 'P O Box #12', 'Post Office Box 12'],
    ['350 South 500 East', '350 S 500 E'],
    ['12 Highway 20 North', '12 Hwy 20 N'],
    ['12 North Court St', '12 N Ct Street'],
    ['12 North East St', '12 N East St'],
    ['5 Saint James Place Suite #3', '5 St. James Pl Ste 3'],
    ['1/23 High St', '1-23 High Street'],
  ])('is the same for %j and its other spellings', (one, ...others) => {
    expect(others.map((street) => identify({ street }))).toEqual(others.map(() => identify({ street: one })));
  });

  it.each([
    ['12 N St', '12 North St'],
    ['12 N Street Apt B', '12 North Street Apt B'],
    ['12 N St W', '12 North St W'],
    ['12 N East St', '12 N E St'],
    ['1/23 High St', '123 High St'],
    ['10-12 37th Ave', '101-2 37th Ave'],
    ['Apt 1\n23 Elm St', 'Apt 12\n3 Elm St'],
    ['12 Elm St Apt 4', '12 Elm St Ste 4'],
    ['12 Elm St Apt 4', '12 Elm St Apt 5'],
    ['12 Elm St Apt 4', '12 Elm St'],
    ['12 Elm St', '13 Elm St'],
    ['12 Elm St', '12 Elm Ave'],
    ['12 Streeter St', '12 Ster St'],
    ['12 Spring St', '12 Springs St'],
  ])('differs for %j and %j', (one, another) => {
    expect(identify({ street: one })).not.toBe(identify({ street: another }));
  });

  it.each([{ street: '' }, { city: '' }, { state: '' }, { state: 'Idaoh' }])(
    'counts its ZIP code with %j',
    (changes) => {
      expect(identify({ ...changes, postal_code: '83703' })).not.toBe(identify(changes));
    },
  );

  it('is compared without short forms in another country', () => {
    const identifyIn = (street: string) =>
      identifyPerson({ name: 'Ann', address: { street, city: 'Perth', country: 'Australia' } }, {});
    expect(identifyIn('12 Elm Street')).not.toBe(identifyIn('12 Elm St'));
    expect(identifyIn('12 elm-street')).toBe(identifyIn('12 Elm Street'));
  });
});

it('The identity of people does not depend on their order, and one person has the same alone', () => {
  const identify = (...ids: string[]) =>
    identifyPeople(
      ids.map((id) => ({ id })),
      [],
    ).id;
  expect(identify('b', 'a')).toBe(identify('a', 'b'));
  expect(identify('a', 'b')).not.toBe(identify('a', 'c'));
  expect(identify('a')).toBe('a');
});
