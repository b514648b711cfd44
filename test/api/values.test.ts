import { describe, expect, it } from '@jest/globals';
import * as zod from 'zod/mini';
import { identifier, isGone, isoDate, isoTime, listOf, looseText } from '../../src/api/values.ts';

describe('isoTime', () => {
  it.each([
    ['2026-03-13T00:58:53-04:00', '2026-03-13T00:58:53-04:00'],
    ['2026-03-13T00:58:53', '2026-03-13T00:58:53'],
    ['2026-03-13 00:58:53.123', '2026-03-13T00:58:53.123'],
    ['2026-03-13 00:58:53 -04:00', '2026-03-13T00:58:53-04:00'],
    ['1773383933', '1773383933'],
    ['yesterday', 'yesterday'],
    [' ', null],
    [null, null],
    [undefined, null],
  ])('returns for %j the time %j', (time, iso) => expect(isoTime(time)).toBe(iso));
});

describe('looseText', () => {
  const record = () => zod.looseObject({ name: looseText });

  it.each([
    ['Maria', 'Maria'],
    ['', ''],
    [1042, '1042'],
    [0, '0'],
    [true, 'true'],
    [false, 'false'],
    [null, null],
  ])('reads %j as %j', (value, text) => expect(zod.parse(record(), { name: value })).toEqual({ name: text }));

  it('adds no key if the value is missing', () =>
    expect(Object.keys(zod.parse(record(), { other: 1 }))).toEqual(['other']));

  it.each([[{ en: 'Maria' }], [['Maria']], [[]]])('reads %j, whose type is not stated, as null', (value) =>
    expect(zod.parse(record(), { name: value })).toEqual({ name: null }),
  );
});

describe('identifier', () => {
  const record = () => zod.looseObject({ contact_id: identifier });

  it.each([
    ['c-204-1187', 'c-204-1187'],
    [' 7 ', ' 7 '],
    [1187, '1187'],
    [0, '0'],
  ])('reads %j as %j', (value, id) =>
    expect(zod.parse(record(), { contact_id: value })).toEqual({ contact_id: id }),
  );

  it.each([[''], [null], [true], [false], [{}], [['c-204-1187']]])('rejects %j', (value) =>
    expect(zod.safeParse(record(), { contact_id: value }).error?.issues).toEqual([
      expect.objectContaining({ path: ['contact_id'] }),
    ]),
  );

  it('must not be missing', () =>
    expect(zod.safeParse(record(), { name: 'Maria' }).error?.issues).toEqual([
      expect.objectContaining({ path: ['contact_id'] }),
    ]));
});

it.each([
  ['2026-03-26T12:00:00', '2026-03-26'],
  ['2026-03-26 12:00:00', '2026-03-26'],
  ['2026-03-26', '2026-03-26'],
  ['soon', null],
  [null, null],
])('isoDate returns for %j the date %j', (time, date) => {
  expect(isoDate(time)).toBe(date);
});

describe('A record', () => {
  it.each([
    { deleted: true },
    { deleted_at: '2026-03-12' },
    { active: false },
    { canceled: true },
    { cancelled_at: '2026-03-12' },
    { status: 'Canceled' },
    { timeline: { canceled: '2026-03-12' } },
  ])('is gone with the mark %j', (mark) => expect(isGone({ id: 'x', ...mark })).toBe(true));

  it.each([
    { deleted: false },
    { deleted_at: null },
    { deleted: 'false' },
    { active: true },
    { status: 'active' },
    { timeline: { mailed: '2026-03-12' } },
    { timeline: null },
  ])('is not gone with %j', (mark) => expect(isGone({ id: 'x', ...mark })).toBe(false));
});

describe('listOf', () => {
  const read = (value: unknown) =>
    zod.safeParse(zod.looseObject({ data: listOf(zod.string()) }), value).data?.data;
  it.each([
    [{ data: ['a'] }, ['a']],
    [{ data: [] }, []],
    [{ data: null }, []],
    [{}, undefined],
    [{ data: {} }, undefined],
  ])('reads of %j the list %j', (value, list) => expect(read(value)).toEqual(list));
});
