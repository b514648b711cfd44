import { expect, it } from '@jest/globals';
import { checkList } from '../../src/orders/safety.ts';

it.each([
  [1, 'The list has 1 person.'],
  [2, 'The list has 2 people.'],
  [1_200, 'The list has 1,200 people.'],
])('A preview of an order to a known list of %i says: %s', (count, sentence) => {
  expect(checkList({ people: 'x', count, fields: [], allowsBlank: false }).checked).toEqual([sentence]);
});
