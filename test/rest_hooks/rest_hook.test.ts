import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const target = 'https://hooks.zapier.test/1?a=b';
const details = { description: 'd', url: '/e' };
const key = 'contacts.address_update.v1';
const hasSubscriptions = (subscriptions: object[], events: object = { [key]: details }) =>
  api().get('/v1/hooks').reply(200, { events, subscriptions });
const subscribe = (targetUrl: string, trigger = 'address_update', inputData = {}) =>
  new UnitConnector().trigger(trigger, 'performSubscribe', { inputData, targetUrl });
const unsubscribe = (bundle: object) =>
  new UnitConnector().trigger('address_update', 'performUnsubscribe', bundle);

describe('Subscribing', () => {
  it.each(['http://127.0.0.1:9/x', 'HTTPS://hooks.test/x'])(
    'sends the target URL %s unchanged',
    async (targetUrl) => {
      hasSubscriptions([]);
      api().post('/v1/hooks').query({ event: key, target: targetUrl }).reply(201, { id: 'h-1' });
      expect(await subscribe(targetUrl)).toEqual({ id: 'h-1', event: key, target: targetUrl });
    },
  );

  it.each([
    ['the same URL', target],
    ['another spelling of the URL', 'https://HOOKS.zapier.test:443/1?a=b'],
  ])('reuses a subscription with %s', async (_url, existing) => {
    hasSubscriptions([
      { id: 'h-1', event: key, target: 'https://hooks.zapier.test/1?a=c' },
      { id: 'h-2', event: 'orders.order_complete.v1', target },
      { id: 'h-3', event: key, target: null },
      { id: 'h-4', event: key, target: 'not an address' },
      { id: 'h-5', event: key, target: existing },
    ]);
    expect(await subscribe(target)).toEqual({ id: 'h-5', event: key, target });
  });

  it('makes a subscription if the letter service lists none at all', async () => {
    api()
      .get('/v1/hooks')
      .reply(200, { events: { [key]: details } });
    api().post('/v1/hooks').query({ event: key, target }).reply(201, { id: 'h-1' });
    expect(await subscribe(target)).toMatchObject({ id: 'h-1' });
  });

  it('does not reuse a subscription of another Zap or event', async () => {
    hasSubscriptions([
      { id: 'h-1', event: key, target: 'https://hooks.zapier.test/2' },
      { id: 'h-2', event: 'contacts.address_update.v2', target },
    ]);
    api().post('/v1/hooks').query({ event: key, target }).reply(201, { id: 'h-9' });
    expect(await subscribe(target)).toMatchObject({ id: 'h-9' });
  });

  it('names the event and the missing permission if it is rejected', async () => {
    hasSubscriptions([]);
    api().post('/v1/hooks').query(true).reply(403, {});
    await expect(subscribe(target)).rejects.toThrow(
      /doesn't have permission to subscribe to the event "contacts\.address_update\.v1"\. .*"contacts\.read"/,
    );
  });
});

describe('Unsubscribing', () => {
  it('deletes the subscription with the saved ID', async () => {
    api().delete('/v1/hooks/h-1').reply(204);
    expect(await unsubscribe({ targetUrl: target, subscribeData: { id: 'h-1' } })).toEqual({ id: 'h-1' });
  });

  it('fails if the service returns an error', async () => {
    api().delete('/v1/hooks/h-1').reply(500, '');
    await expect(unsubscribe({ subscribeData: { id: 'h-1' } })).rejects.toThrow(/server error/);
  });
});

describe('A delivery', () => {
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
    'of %s is skipped as a ping by any trigger',
    async (event) => {
      const { records, reason } = await deliver('service_event', `event=${event}`, anyEvent);
      expect(records).toEqual([]);
      expect(reason).toBe('Skipped a delivery: a ping only tests the target URL');
    },
  );

  it.each(['shipping', 'pinged', 'ping.late', 'ping.v', 'ping.vx', 'ping.v1.x', 'no-ping', 'xping'])(
    'of %s is not a ping',
    async (event) => {
      expect((await deliver('service_event', `event=${event}`, anyEvent)).records).toMatchObject([{ event }]);
    },
  );

  it.each(['contacts.address_changed', 'x'.repeat(150), 'orders.order_complete.v1'])(
    'with another name starts the Zap, because it arrived at its subscription: %s',
    async (name) => {
      const { records, reason } = await deliver('address_update', `event=${name}`);
      expect(records).toMatchObject([{ contact_id: 'c-1' }]);
      expect(reason).toBeUndefined();
    },
  );

  it('without an event name starts the Zap', async () => {
    expect((await deliver('address_update', '')).records).toMatchObject([{ contact_id: 'c-1' }]);
  });
});
