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
    ['Mr. Hart', 'Mr.'],
    ['Mr.Hart', 'Mr.'],
    ['SEÑORA Díaz', 'SEÑORA'],
  ])('begins with a title: %s', (name, first) => {
    expect(findGreetingRisk({ name })).toBe(`begins with the title "${first}"`);
  });

  it.each(['Mister Otto', "Lady-Ann O'Dea", 'Drs Otto', "Dr'Oz"])('begins with no title: %s', (name) => {
    expect(findGreetingRisk({ name })).toBeUndefined();
  });
});
