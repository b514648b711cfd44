import { expect, it } from '@jest/globals';
import { mapInGroups } from '../../../src/orders/deduplication/groups.ts';

it.each([0, 1, 25, 26, 60])('Each of %i items is mapped, in order', async (count) => {
  const items = Array.from({ length: count }, (_, index) => index);
  expect(await mapInGroups(items, async (item) => item * 2)).toEqual(items.map((item) => item * 2));
});
