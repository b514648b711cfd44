import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Operation, operationSchema } from '../definition.ts';
import { Locks } from '../locks.ts';
import { Throttle } from '../throttle.ts';

const owner = { user: 'user-1', connection: 'connection-1' };
const other = { user: 'user-2', connection: 'connection-2' };

const operation = (key: string, limits: object): Operation =>
  operationSchema.parse({
    key,
    noun: 'Task',
    display: { label: key, description: key },
    operation: { ...limits },
  });

describe('a throttle', () => {
  let now = 0;
  let throttle = new Throttle(() => now);
  beforeEach(() => {
    throttle = new Throttle(() => now);
  });
  const count = (key: string, options: object = {}, more: object = {}) =>
    throttle.count({
      operation: operation(key, { throttle: { window: 60, limit: 1, ...options } }),
      inputData: {},
      owner,
      ...more,
    });

  it('limits each action and account separately by default', () => {
    count('first');
    expect(() => count('second')).not.toThrow();
    expect(() => count('first', {}, { owner: other })).not.toThrow();
    expect(() => count('first')).toThrow('"first" can run only once in 60 seconds.');
  });

  it('is shared by actions if its scope does not include the action', () => {
    count('first', { scope: ['account'] });
    expect(() => count('second', { scope: ['account'] })).toThrow('only once');
  });

  it('counts by the input in its key', () => {
    const key = '{{bundle.inputData.list}}';
    count('first', { key }, { inputData: { list: 'a' } });
    expect(() => count('first', { key }, { inputData: { list: 'b' } })).not.toThrow();
    expect(() => count('first', { key }, { inputData: { list: 'a' } })).toThrow('only once');
  });

  it('starts at zero in each window', () => {
    count('first');
    now += 59_000;
    expect(() => count('first')).toThrow(expect.objectContaining({ name: 'ThrottledError', delay: 1 }));
    now += 1000;
    expect(() => count('first')).not.toThrow();
  });
});

describe('a lock', () => {
  const lockedRun = (lock: object, inputData: Record<string, unknown> = {}) => ({
    operation: operation('first', { lock: { key: 'same', scope: ['account'], ...lock } }),
    inputData,
    owner,
  });
  const endless = () => new Promise<never>(() => {});
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it.each([
    ['its timeout', { timeout: 20 }, 20],
    ['180 seconds at most', { timeout: 999 }, 180],
    ['30 seconds without a timeout', {}, 30],
  ])('lets others through after %s', async (_duration, lock, seconds) => {
    let now = 0;
    const locks = new Locks(() => now);
    void locks.hold(lockedRun(lock), endless);
    const events: string[] = [];
    for (const name of ['second', 'third']) {
      void locks.hold(lockedRun(lock), async () => {
        events.push(name);
        return endless();
      });
    }
    const advance = async (milliseconds: number) => {
      now += milliseconds;
      locks.releaseExpired();
      await settle();
      return [...events];
    };
    expect(await advance(seconds * 1000 - 1)).toEqual([]);
    expect(await advance(1)).toEqual(['second']);
    expect(await advance(seconds * 1000)).toEqual(['second', 'third']);
  });

  it('is released after a run that fails', async () => {
    const locks = new Locks(() => 0);
    await expect(locks.hold(lockedRun({}), () => Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    );
    expect(await locks.hold(lockedRun({}), async () => 'done')).toBe('done');
  });

  it('of different input does not block', async () => {
    const locks = new Locks(() => 0);
    const lock = { key: 'letter-{{bundle.inputData.to}}' };
    void locks.hold(lockedRun(lock, { to: 'Ann' }), endless);
    expect(await locks.hold(lockedRun(lock, { to: 'Bob' }), async () => 'done')).toBe('done');
  });

  it('can hold a run instead of letting it wait', async () => {
    const locks = new Locks(() => 0, 'hold');
    void locks.hold(lockedRun({ timeout: 20 }), endless);
    await expect(locks.hold(lockedRun({}), endless)).rejects.toMatchObject({
      name: 'ThrottledError',
      delay: 20,
    });
  });

  it.each([
    ['is shared by actions with the same key', 'same', owner, ['first in', 'first out', 'second in']],
    ['does not block another key', 'other', owner, ['first in', 'second in', 'first out']],
    ['does not block another account', 'same', other, ['first in', 'second in', 'first out']],
  ])('%s', async (_what, key, secondOwner, expected) => {
    const locks = new Locks(() => 0);
    const events: string[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const lock = (name: string) => ({ lock: { key: name, scope: ['account'] } });
    const first = locks.hold(
      { operation: operation('first', lock('same')), inputData: {}, owner },
      async () => {
        events.push('first in');
        await released;
        events.push('first out');
      },
    );
    const second = locks.hold(
      { operation: operation('second', lock(key)), inputData: {}, owner: secondOwner },
      async () => void events.push('second in'),
    );
    await settle();
    release();
    await Promise.all([first, second]);
    expect(events).toEqual(expected);
  });
});
