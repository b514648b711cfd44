import { expect, it } from '@jest/globals';
import { generateListName } from '../../src/recipients/list_name.ts';

const address = { city: 'Columbus' };

it.each([
  [{ name: 'Maria Miller' }, 1, 'Maria Miller'],
  [{ company: 'Grace  Church' }, 1, 'Grace Church'],
  [{ name: 'Maria\nMiller', company: 'Grace Church' }, 2, 'Maria Miller and 1 other'],
  [{ name: 'Maria Miller' }, 20_000, 'Maria Miller and 19,999 others'],
])(
  'The name of a list for %j and %i in total begins with "%s" and ends with the time',
  (first, count, who) => {
    const name = generateListName(Array.from({ length: count }, () => ({ ...first, address })));
    expect(name).toMatch(new RegExp(`^${who}, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC, [\\da-f]{8}$`));
  },
);

it('The names of two lists for the same recipients differ and have at most 100 characters', () => {
  const names = [1, 2].map(() =>
    generateListName(Array.from({ length: 100_000 }, () => ({ name: 'x'.repeat(1000), address }))),
  );
  expect(new Set(names).size).toBe(2);
  expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(100);
});
