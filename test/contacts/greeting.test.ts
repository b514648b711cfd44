import { describe, expect, it } from '@jest/globals';
import { findGreetingRisk, isOfSeveral } from '../../src/contacts/greeting.ts';

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
});
