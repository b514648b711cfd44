import { describe, expect, it } from '@jest/globals';
import { findGreetingRisk, isOfSeveral } from '../../src/person/greeting.ts';

describe('A name', () => {
  it.each(['Frank and Gloria Moore', 'Ann & Tom Lee', 'Juan y Maria Lopez', 'The Lees', 'Familie Otto'])(
    'is that of several people: %s',
    (name) => {
      expect(isOfSeveral(name)).toBe(true);
    },
  );

  it.each(['Ann Lee', 'Robert E Lee', 'José Ortega y Gasset', 'Anders Andersen'])(
    'is that of one person: %s',
    (name) => {
      expect(isOfSeveral(name)).toBe(false);
      expect(findGreetingRisk({ name })).toBeUndefined();
    },
  );

  it.each([
    ['Frau Otto', 'Frau'],
    ['Frau', 'Frau'],
    ['Mrs.', 'Mrs.'],
    ['Sgt. Hart', 'Sgt.'],
    ['SEÑORA Díaz', 'SEÑORA'],
  ])('begins with a title that the letter service may take for a name: %s', (name, first) => {
    expect(findGreetingRisk({ name })).toBe(`begins with the title "${first}"`);
  });

  it.each([
    'Mr. Hart',
    'Mr.Hart',
    'Mrs. Ann Lee',
    'Dr Otto',
    'Mister Otto',
    "Lady-Ann O'Dea",
    'Drs Otto',
    "Dr'Oz",
  ])('begins with no such title: %s', (name) => {
    expect(findGreetingRisk({ name })).toBeUndefined();
  });
});
