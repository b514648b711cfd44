import { describe, expect, it } from '@jest/globals';
import * as zod from 'zod/mini';
import { identifier, isoTime, looseText } from '../../src/api/values.ts';

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

describe('text of which the type is not stated', () => {
  const record = () => zod.looseObject({ name: looseText });

  it.each([
    ['Maria', 'Maria'],
    ['', ''],
    [1042, '1042'],
    [0, '0'],
    [true, 'true'],
    [false, 'false'],
    [null, null],
  ])('%j is %j', (told, read) => expect(zod.parse(record(), { name: told })).toEqual({ name: read }));

  it('stays absent when it is absent, so that no key appears which the service did not send', () =>
    expect(Object.keys(zod.parse(record(), { other: 1 }))).toEqual(['other']));

  it.each([[{ en: 'Maria' }], [['Maria']], [[]]])('is no text: %j', (told) =>
    expect(zod.safeParse(record(), { name: told }).error?.issues).toEqual([
      expect.objectContaining({ path: ['name'] }),
    ]),
  );
});

describe('an identifier', () => {
  const record = () => zod.looseObject({ contact_id: identifier });

  it.each([
    ['c-204-1187', 'c-204-1187'],
    [' 7 ', ' 7 '],
    [1187, '1187'],
    [0, '0'],
  ])('%j is %j', (told, read) =>
    expect(zod.parse(record(), { contact_id: told })).toEqual({ contact_id: read }),
  );

  it.each([[''], [null], [true], [false], [{}], [['c-204-1187']]])('is none: %j', (told) =>
    expect(zod.safeParse(record(), { contact_id: told }).error?.issues).toEqual([
      expect.objectContaining({ path: ['contact_id'] }),
    ]),
  );

  it('may not be missing', () =>
    expect(zod.safeParse(record(), { name: 'Maria' }).error?.issues).toEqual([
      expect.objectContaining({ path: ['contact_id'] }),
    ]));
});
