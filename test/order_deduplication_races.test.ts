/** Two steps that find the same reservation over for them at the same moment: what lies in Zapier's memory decides. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnitConnector, useNock } from './support/connector.ts';

const { api } = useNock();
const start = Date.parse('2026-03-12T12:00:00Z');
const hour = 3_600_000;
const owner = { user: 'unit', connection: 'unit' };

const takes = (order_id: string) =>
  api().post('/v1/orders').reply(201, { order_id, created: '2026-03-12T12:00:00' });

let connector = new UnitConnector();
/** The key of the letters and of the place after the elapsed reservation. */
let keys: string[] = [];

/** Runs a step with a window of an hour, two hours after the same letters were ordered for a week. */
async function step(onPlace: (set: () => boolean, place: string) => boolean): Promise<unknown> {
  const { cache } = connector;
  const set = cache.set.bind(cache);
  cache.set = (...parts) => {
    const [, key, , , , nx] = parts;
    keys.push(key);
    return nx ? onPlace(() => set(...parts), key) : set(...parts);
  };
  return send('hour').catch((error: unknown) => error);
}

const send = (duplicate_window: string) =>
  connector.create('resend_saved_order', { saved_order_id: 's', list_id: 'l', duplicate_window });

const lies = (key: string, more: object) =>
  connector.cache.set(
    owner,
    key,
    JSON.stringify({ ticket: 'another', at: start + 1.5 * hour, until: start + 200 * hour, ...more }),
  );

beforeEach(async () => {
  connector = new UnitConnector();
  keys = [];
  jest.spyOn(Date, 'now').mockImplementation(() => connector.now);
  connector.now = start;
  takes('m-1');
  await send('week');
  connector.now = start + 2 * hour;
});

afterEach(() => {
  jest.restoreAllMocks();
});

const placeOf = (key: string) => /^(order:[0-9a-f]{64}):[0-9a-f-]{36}$/.exec(key)?.[1] ?? '';

describe('the place after a reservation that is over for this step', () => {
  it('that another step has is left to it, and nothing is ordered', async () => {
    const outcome = await step((set, place) => {
      lies(place, {});
      return set();
    });
    expect(outcome).toMatchObject({
      message: expect.stringMatching(/^Nothing was ordered now: .* at 2026-03-12T13:30:00\.000Z/),
    });
    expect(keys.filter((key) => placeOf(key) === '')).toEqual([]);
  });

  it('that another step has is answered with its order once there is one', async () => {
    const outcome = await step((set, place) => {
      lies(place, {});
      lies(placeOf(place), { answer: { order_id: 'm-7' } });
      return set();
    });
    expect(outcome).toMatchObject({ order_id: 'm-7', already_ordered: true });
  });

  it('that another step has is not answered with the order before', async () => {
    const outcome = await step((set, place) => {
      lies(place, {});
      lies(placeOf(place), { ticket: 'a third', answer: { order_id: 'm-1' } });
      return set();
    });
    expect(outcome).toMatchObject({ message: expect.stringMatching(/^Nothing was ordered now/) });
  });

  it('that another step has by then is left to it also when nothing else is known any more', async () => {
    const outcome = await step((set, place) => {
      lies(place, {});
      connector.cache.delete(owner, placeOf(place));
      return set();
    });
    expect(outcome).toBeInstanceOf(Error);
    expect(connector.cache.entries().some(({ key }) => key.includes(placeOf(keys[0] ?? '?')))).toBe(true);
  });

  it('that leads to itself is not followed for ever', async () => {
    const outcome = await step((set, place) => {
      lies(place, { at: start });
      return set();
    });
    expect(outcome).toMatchObject({ message: expect.stringMatching(/^Nothing was ordered now/) });
  });

  it('that is this step’s own, though the answer got lost, is used', async () => {
    takes('m-2');
    const outcome = await step((set) => {
      set();
      return false;
    });
    expect(outcome).toMatchObject({ order_id: 'm-2', already_ordered: false });
  });

  it('that nobody has and nobody gets means that nothing is ordered', async () => {
    expect(await step(() => false)).toMatchObject({
      code: 'cache_unavailable',
      message: expect.stringMatching(/^Nothing was ordered: Zapier’s memory/),
    });
  });

  it('is one of its own for each reservation that is over', async () => {
    takes('m-2');
    await step((set) => set());
    const [first] = keys;
    keys = [];
    connector.now += 2 * hour;
    takes('m-3');
    await step((set) => set());
    expect(placeOf(keys[0] ?? '')).toBe(placeOf(first ?? '?'));
    expect(keys[0]).not.toBe(first);
  });
});
