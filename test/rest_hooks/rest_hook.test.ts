import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { namedEvent } from '../../src/rest_hooks/named_event.ts';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const target = 'https://hooks.zapier.test/1?a=b';
const about = { description: 'd', url: '/e' };
const key = 'contacts.address_update.v1';
const listed = (subscriptions: object[], events: object = { [key]: about }) =>
  api().get('/v1/hooks').reply(200, { events, subscriptions });
const subscribe = (targetUrl: string | undefined, trigger = 'address_update', inputData = {}) =>
  new UnitConnector().trigger(trigger, 'performSubscribe', {
    inputData,
    ...(targetUrl === undefined ? {} : { targetUrl }),
  });
const unsubscribe = (bundle: object) =>
  new UnitConnector().trigger('address_update', 'performUnsubscribe', bundle);

describe('an event with a name', () => {
  const event = namedEvent({ name: 'contacts.address_update', noun: 'address updates', scope: 'x.read' });
  const resolve = (keys: readonly string[]) =>
    event.resolve(Object.fromEntries(keys.map((name) => [name, null])), {});

  it.each([
    'address_update',
    'address-update',
    'ADDRESS_UPDATE',
    ' contacts.address_update.v1 ',
    'contacts.address_update.v12',
    'a.b.address_update',
  ])('%j means an address update', (name) => {
    expect(event.matches(name)).toBe(true);
  });

  it.each([
    '',
    'address',
    'address_updates',
    'old_address_update',
    'address_update.contacts',
    'address_update.v',
    'address_update.vx',
    'address_update.v1.more',
    'address_update.v1\nmore',
  ])('%j does not', (name) => {
    expect(event.matches(name)).toBe(false);
    expect(() => resolve([name])).toThrow(/receive address updates/);
  });

  it.each([
    [['contacts.address_update.v2', key, 'contacts.address_update'], key],
    [['contacts.address_update.v10', 'contacts.address_update.v9'], 'contacts.address_update.v9'],
    [['contacts.address_update.v2', 'contacts.address_update'], 'contacts.address_update'],
    [['other.address_update.v1', 'address_update.v3'], 'address_update.v3'],
    [['other.address_update.v1', 'contacts.address_update.v3'], 'contacts.address_update.v3'],
    [['other.address_update.v2', 'another.address_update.v1'], 'another.address_update.v1'],
    [['orders.order_complete.v1', 'other.address_update'], 'other.address_update'],
  ])('of %j chooses %s', (events, chosen) => {
    expect(resolve(events)).toBe(chosen);
    expect(resolve(events.toReversed())).toBe(chosen);
  });
});

describe('an account without the event', () => {
  const { resolve } = namedEvent({ name: 'a.b', noun: 'address updates', scope: 'x.read' });

  it('learns which events are available, and which permission is missing', () => {
    expect(() => resolve({ a: about, c: null }, {})).toThrow(
      /This connection can't receive address updates; the events available to it are .*a.*c.* Reconnect the account and approve every permission it asks for, including .*x\.read/,
    );
  });

  it('learns that no events are available', () => {
    expect(() => resolve({}, {})).toThrow(/; no events are available to it\. Reconnect/);
  });
});

describe('subscribing', () => {
  it.each([undefined, '', 'ftp://hooks.test/1', 'see https://hooks.test/1', '//hooks.test/1'])(
    'to %j is not tried',
    async (targetUrl) => {
      await expect(subscribe(targetUrl)).rejects.toMatchObject({
        code: 'missing_target',
        message: expect.stringMatching(/^Zapier did not provide a URL for events\. Turn the Zap off and on/),
      });
    },
  );

  it.each(['http://127.0.0.1:9/x', 'HTTPS://hooks.test/x'])(
    'to %s asks for exactly that',
    async (targetUrl) => {
      listed([]);
      api().post('/v1/hooks').query({ event: key, target: targetUrl }).reply(201, { id: 'h-1' });
      expect(await subscribe(targetUrl)).toEqual({ id: 'h-1', event: key, target: targetUrl });
    },
  );

  it.each([
    ['the very address', target],
    ['the address in another spelling', 'https://HOOKS.zapier.test:443/1?a=b'],
  ])('again finds the subscription with %s', async (_what, known) => {
    listed([
      { id: 'h-1', event: key, target: 'https://hooks.zapier.test/1?a=c' },
      { id: 'h-2', event: 'orders.order_complete.v1', target },
      { id: 'h-3', event: key, target: null },
      { id: 'h-4', event: key, target: 'not an address' },
      { id: 'h-5', event: key, target: known },
    ]);
    expect(await subscribe(target)).toEqual({ id: 'h-5', event: key, target });
  });

  it('never takes another Zap’s subscription, nor one of another event', async () => {
    listed([
      { id: 'h-1', event: key, target: 'https://hooks.zapier.test/2' },
      { id: 'h-2', event: 'contacts.address_update.v2', target },
    ]);
    api().post('/v1/hooks').query({ event: key, target }).reply(201, { id: 'h-9' });
    expect(await subscribe(target)).toMatchObject({ id: 'h-9' });
  });

  it('that is refused names the event and the permission', async () => {
    listed([]);
    api().post('/v1/hooks').query(true).reply(403, {});
    await expect(subscribe(target)).rejects.toThrow(
      /doesn't have permission to subscribe to the event "contacts\.address_update\.v1"\. .*"contacts\.read"/,
    );
  });
});

describe('unsubscribing', () => {
  it('deletes what was remembered, and asks for nothing else', async () => {
    api().delete('/v1/hooks/h-1').reply(204);
    expect(await unsubscribe({ targetUrl: target, subscribeData: { id: 'h-1' } })).toEqual({ id: 'h-1' });
  });

  it('without an address and without anything remembered is done at once', async () => {
    expect(await unsubscribe({})).toEqual({});
  });

  it('by the address alone deletes this Zap’s subscriptions and nobody else’s', async () => {
    listed([
      { id: 'h-1', event: key, target: 'https://hooks.zapier.test/1?a=c' },
      { id: 'h-2', event: key, target },
      { id: 'h-3', event: key, target: null },
      { id: 'h-4', event: 'contacts.address_update.v2', target },
    ]);
    api().delete('/v1/hooks/h-2').reply(204);
    api().delete('/v1/hooks/h-4').reply(404);
    expect(await unsubscribe({ targetUrl: target })).toEqual({});
  });

  it('by an address that is none finds nothing', async () => {
    listed([{ id: 'h-2', event: key, target }]);
    expect(await unsubscribe({ targetUrl: 'nowhere' })).toEqual({});
  });

  it('that the service does not confirm fails', async () => {
    api().delete('/v1/hooks/h-1').reply(500, '');
    await expect(unsubscribe({ subscribeData: { id: 'h-1' } })).rejects.toThrow(/server error/);
  });
});

describe('a delivery', () => {
  beforeEach(() => {
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  const deliver = async (trigger: string, query: string, inputData = {}) => {
    const connector = new UnitConnector();
    const records = await connector.deliver(trigger, { query, inputData, body: { contact_id: 'c-1' } });
    const reasons = connector.logs
      .map(({ message }) => message.trim())
      .filter((line) => line.startsWith('Skipped'));
    return { records, reason: reasons[0] };
  };
  const anyEvent = { event: 'orders.order_shipped.v1' };

  it.each(['ping', 'PING', 'ping.v1', 'ping.v12', 'hooks.ping', 'a.b.ping.v2'])(
    'called %s starts nothing, whatever a Zap follows, and says why',
    async (event) => {
      const { records, reason } = await deliver('service_event', `event=${event}`, anyEvent);
      expect(records).toEqual([]);
      expect(reason).toBe('Skipped a delivery: a ping only tests the target URL');
    },
  );

  it.each(['shipping', 'pinged', 'ping.late', 'ping.v', 'ping.vx', 'ping.v1.x', 'no-ping', 'xping'])(
    'called %s is none of the tests of the address',
    async (event) => {
      expect((await deliver('service_event', `event=${event}`, anyEvent)).records).toMatchObject([{ event }]);
    },
  );

  it('of another event starts nothing, and says which one it was', async () => {
    const name = 'x'.repeat(150);
    const { records, reason } = await deliver('address_update', `event=${name}`);
    expect(records).toEqual([]);
    expect(reason).toBe(`Skipped a delivery: its event "${'x'.repeat(100)}" is not the one this Zap follows`);
  });

  it('that does not name its event is what the Zap follows', async () => {
    expect((await deliver('address_update', '')).records).toMatchObject([{ contact_id: 'c-1' }]);
  });
});
