import { describe, expect, it } from '@jest/globals';
import { PersonKeys } from '../../src/triggers/new_contact.ts';

const keysOf = (...people: { name?: string | null; company?: string | null }[]): string[] => {
  const keys = new PersonKeys();
  return people.map((person) => keys.next(person));
};

describe('The key of a person', () => {
  it.each([
    [{ name: 'Ann Lee' }, { name: ' ANN  LEE' }],
    [{ name: 'José' }, { name: 'Jose' }],
    [
      { name: 'Ann', company: 'Grace' },
      { name: 'Ann', company: null },
    ],
    [{ company: 'Grace Church' }, { name: '', company: 'grace church' }],
    [{}, { name: null, company: ' ' }],
  ])('is the same for %j and %j', (one, other) => {
    expect(keysOf(one)).toEqual(keysOf(other));
  });

  it.each([
    [{ name: 'Ann' }, { name: 'Anna' }],
    [{ name: '!!!' }, { name: '???' }],
    [{ name: 'Ann' }, {}],
  ])('is different for %j and %j', (one, other) => {
    expect(keysOf(one)).not.toEqual(keysOf(other));
  });

  it('is unique among people with the same name', () => {
    const [first, second, third] = keysOf({ name: 'Ann' }, { name: 'ann' }, { name: 'Ann' });
    expect([first, second, third]).toEqual([first, `${first}-2`, `${first}-3`]);
  });
});
