import { describe, expect, it } from '@jest/globals';
import { splitIntoRequests } from '../../src/api/lists.ts';

describe('Recipients', () => {
  it.each([
    ['two with 999,900 bytes', 499_950, [2, 2, 1]],
    ['one if two would have more', 499_951, [1, 1, 1, 1, 1]],
  ])('are sent in requests of up to 1 MB: %s', (_size, bytes, expected) => {
    const others = ',{"type":"contact","name":"","address":{}}'.length;
    const recipient = { name: 'x'.repeat(bytes - others), address: {} };
    const requests = [...splitIntoRequests(Array.from({ length: 5 }, () => recipient))];
    expect(requests.map(({ length }) => length)).toEqual(expected);
  });
});
