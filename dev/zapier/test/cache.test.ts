import { beforeEach, describe, expect, it } from '@jest/globals';
import { Cache } from '../cache.ts';

const owner = { user: 'user-1', connection: 'connection-1' };
let now = 0;
let cache = new Cache(() => now);

beforeEach(() => {
  now = 0;
  cache = new Cache(() => now);
});

const set = (key: string, value: string, nx = false) => cache.set(owner, key, value, undefined, [], nx);
const keys = () => cache.entries().map(({ key }) => key);

describe('a budget of bytes a minute', () => {
  it('refuses what exceeds it, accepts what still fits, and starts again after a minute', () => {
    cache.bytesPerMinute = 10;
    expect([set('a', '1234567'), set('b', '12'), set('c', '1'), set('d', '')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    now += 59_999;
    expect(set('b', '1')).toBe(false);
    now += 1;
    expect(set('b', '123456789')).toBe(true);
    expect(keys()).toEqual(['a', 'c', 'b']);
  });

  it('of zero refuses every write', () => {
    cache.bytesPerMinute = 0;
    expect(set('a', '1')).toBe(false);
    expect(cache.get(owner, 'a')).toBeNull();
  });

  it('counts bytes, not characters', () => {
    cache.bytesPerMinute = 4;
    expect(set('a', 'éé')).toBe(false);
  });

  it('is not used up by a key that is taken', () => {
    cache.bytesPerMinute = 4;
    expect([set('a', '1'), set('a', '2', true), set('b', '1')]).toEqual([true, false, true]);
  });
});

describe('refused writes', () => {
  it('are all later ones, until that ends', () => {
    const end = cache.refuseWrites();
    expect([set('a', '1'), set('a', '1', true)]).toEqual([false, false]);
    end();
    expect(set('a', '1')).toBe(true);
  });

  it('can be the nth from now on', () => {
    set('a', '1');
    cache.refuseWrites(2);
    expect([set('b', '1'), set('c', '1'), set('d', '1')]).toEqual([true, false, true]);
  });

  it('and keys that are taken can return null', () => {
    cache = new Cache(() => now, { notWritten: null });
    set('a', '1');
    expect(set('a', '2', true)).toBeNull();
    cache.refuseWrites();
    expect(set('b', '1')).toBeNull();
  });
});

describe('entries', () => {
  it('can be gone before they expire', () => {
    set('a', '1');
    set('b', '2');
    cache.evict((key) => key === 'a');
    expect(keys()).toEqual(['b']);
    cache.evict();
    expect(keys()).toEqual([]);
  });

  it('belong to a major version, which can be cleared alone', () => {
    const second = { ...owner, majorVersion: 2 };
    set('a', '1');
    expect(cache.get(second, 'a')).toBeNull();
    cache.set(second, 'a', '2');
    cache.clear(1);
    expect([cache.get(owner, 'a'), cache.get(second, 'a')]).toEqual([null, '2']);
  });
});
