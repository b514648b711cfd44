import { describe, expect, it } from '@jest/globals';
import { isoTime } from '../../src/api/values.ts';

describe('a time', () => {
  it.each([
    ['2026-03-13T00:58:53-04:00', '2026-03-13T00:58:53-04:00'],
    ['2026-03-13T00:58:53', '2026-03-13T00:58:53'],
    ['2026-03-13 00:58:53.123', '2026-03-13T00:58:53.123'],
    ['2026-03-13 00:58:53 -04:00', '2026-03-13T00:58:53-04:00'],
    ['1773383933', '2026-03-13T06:38:53.000Z'],
    ['1773383933000', '2026-03-13T06:38:53.000Z'],
    ['yesterday', 'yesterday'],
    [' ', null],
    [null, null],
    [undefined, null],
  ])('%j is %j', (told, iso) => expect(isoTime(told)).toBe(iso));
});
