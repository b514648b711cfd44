import { describe, expect, it } from '@jest/globals';
import { identifyPeople, identifyPerson } from '../../../src/recipients/identity.ts';

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
    { year: '2026', Amount: '$5' },
    { amount: '2026', year: '$5' },
    { amount: '$5' },
    {},
  ])('changes with the merge fields %j', (mergeFields) => {
    expect(other({}, mergeFields)).not.toBe(ann);
  });

  it.each(['Maria', 'MARIA', 'María'])('distinguishes %s from other spellings', (name) => {
    const spellings = ['Maria', 'MARIA', 'María'].map((one) => other({ person: { ...person, name: one } }));
    expect(spellings.filter((one) => one === other({ person: { ...person, name } }))).toHaveLength(1);
  });
});

it('The identity of people does not depend on their order, and one person has the same alone', () => {
  expect(identifyPeople(['b', 'a']).id).toBe(identifyPeople(['a', 'b']).id);
  expect(identifyPeople(['a', 'b']).id).not.toBe(identifyPeople(['a', 'c']).id);
  expect(identifyPeople(['a']).id).toBe('a');
});
