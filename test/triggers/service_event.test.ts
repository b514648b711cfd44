import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();

// Silences the log.
beforeEach(() => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

const event = 'orders.order_shipped.v1';
const target = 'https://hooks.zapier.test/1';
const noParts = {
  customer: { id: null, name: null },
  order: { id: null, created: null, quantity: null, shipped: null },
  template: { id: null, code: null, name: null },
};
const hooks = (events: object | null) => api().get('/v1/hooks').reply(200, { events, subscriptions: [] });
const subscribe = (inputData = {}) =>
  new UnitConnector().trigger('service_event', 'performSubscribe', { targetUrl: target, inputData });
const deliver = async (parts: Parameters<UnitConnector['deliver']>[1], connector = new UnitConnector()) => ({
  records: await connector.deliver('service_event', { inputData: { event }, ...parts }),
  logged: connector.logs.map(({ message }) => message).join(),
});

describe('The event dropdown', () => {
  it('shows the description of each event, or its key if it has none', async () => {
    hooks({ a: { description: ' An order was shipped ' }, b: { description: ' ' }, c: {}, d: null });
    expect(
      await new UnitConnector().run('triggers.service_event.operation.inputFields.0.choices.perform'),
    ).toEqual({
      results: [
        { id: 'a', label: 'An order was shipped' },
        { id: 'b', label: 'b' },
        { id: 'c', label: 'c' },
        { id: 'd', label: 'd' },
      ],
      paging_token: null,
    });
  });
});

describe('Other Event', () => {
  it('subscribes to the selected event', async () => {
    hooks({ [event]: {}, [event.toUpperCase()]: {} });
    api().post('/v1/hooks').query({ event, target }).reply(201, { id: 'h-1', event, target });
    expect(await subscribe({ event: ` ${event} ` })).toEqual({ id: 'h-1', event, target });
  });

  it('shortens an event that is a long text', async () => {
    hooks({});
    await expect(subscribe({ event: 'x'.repeat(1_000_000) })).rejects.toThrow(/^.{0,300}$/);
  });

  it.each([
    ['the available events', { a: {}, 'b.v1': {} }, 'the events available to it are "a", "b.v1". Choose one'],
    ['no available events', {}, 'no events are available to it. Choose one'],
    ['null as no available events', null, 'no events are available to it. Choose one'],
  ])('names %s if it cannot receive the event', async (_available, events, message) => {
    hooks(events);
    await expect(subscribe({ event: 'toString' })).rejects.toThrow(
      `This connection can't receive the event "toString"; ${message}`,
    );
  });

  it('asks for an event if it is blank', async () => {
    hooks({});
    await expect(subscribe({ event: '' })).rejects.toThrow(/^Event is blank/);
  });

  it('names the event that the connection may not subscribe to', async () => {
    hooks({ [event]: {} });
    api().post('/v1/hooks').query(true).reply(403, { error: 'hooks.missing_scope' });
    await expect(subscribe({ event })).rejects.toThrow(
      `doesn't have permission to subscribe to the event "${event}". Reconnect the account and approve every permission it asks for.`,
    );
  });

  it('returns the fields that every event has as editor sample', async () => {
    expect(
      await new UnitConnector().trigger('service_event', 'performList', { inputData: { event } }),
    ).toEqual([
      { id: expect.stringMatching(/^[0-9a-f]{32}$/), event, own_change: false, ...noParts, data: {} },
    ]);
  });
});

describe('A delivery', () => {
  it('becomes a record with the values of its query and its body, which wins', async () => {
    const { records } = await deliver({ query: `event=${event}&a=1&b=2`, body: { b: 3, c: { d: 4 } } });
    expect(records).toEqual([
      {
        a: '1',
        b: 3,
        c: { d: 4 },
        ...noParts,
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        event,
        own_change: false,
        data: { b: 3, c: { d: 4 } },
      },
    ]);
  });

  it('gets its own record ID, whatever the ID in the delivery', async () => {
    const { records } = await deliver({ query: `event=${event}&id=q`, body: { id: 'b' } });
    expect(records).toMatchObject([{ id: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  });

  it('keeps its body as it came, so that its own values are not lost', async () => {
    const body = { id: 'b', event: 'shipped', own_change: 'yes', data: 1, loopback_token: true };
    expect((await deliver({ query: `event=${event}`, body })).records).toMatchObject([
      { id: expect.stringMatching(/^[0-9a-f]{32}$/), event, own_change: true, data: body },
    ]);
  });

  it('has the parts of a shipped order, each one null that did not come', async () => {
    const body = { customer: { id: 7 }, order: { id: 'm-1', quantity: 24, carrier: 'Post' }, template: 'x' };
    expect((await deliver({ query: `event=${event}`, body })).records).toMatchObject([
      {
        customer: { id: 7, name: null },
        order: { id: 'm-1', created: null, quantity: 24, shipped: null, carrier: 'Post' },
        template: 'x',
        data: body,
      },
    ]);
  });

  it('has the event it names, not the selected one', async () => {
    expect((await deliver({ query: 'event=another.v2' })).records).toMatchObject([{ event: 'another.v2' }]);
  });

  it('has the selected event if it names none', async () => {
    expect((await deliver({ body: { a: 1 } })).records).toMatchObject([{ a: 1, event }]);
  });

  it.each(['', '+'])('has the selected event if its event is %j', async (name) => {
    expect((await deliver({ query: `event=${name}`, body: { a: 1 } })).records).toMatchObject([
      { a: 1, event },
    ]);
  });

  it('is skipped with a reason if it has only a blank event', async () => {
    const { records, logged } = await deliver({ query: 'event=+' });
    expect(records).toEqual([]);
    expect(logged).toContain('it is empty');
  });

  it.each([' ', '..', 'c'.repeat(200_000)])('keeps unusual IDs unchanged (%#)', async (contact_id) => {
    const { records } = await deliver({ query: `event=${event}`, body: { contact_id } });
    expect(records).toMatchObject([{ contact_id, event }]);
  });

  it('starts the Zap if it has only an event', async () => {
    expect((await deliver({ query: `event=${event}` })).records).toHaveLength(1);
  });

  it('is skipped with a reason if it is empty', async () => {
    const { records, logged } = await deliver({});
    expect(records).toEqual([]);
    expect(logged).toContain('Skipped a delivery: it is empty');
  });

  it.each([
    ['starts the Zap by default', {}, [{ own_change: true }]],
    ['starts the Zap if own changes are included', { include_own_changes: 'yes' }, [{ own_change: true }]],
    ['is skipped if own changes are not included', { include_own_changes: 'no' }, []],
  ])('that this connection caused %s', async (_behavior, inputData, expected) => {
    const { records, logged } = await deliver({
      query: `event=${event}&loopback_token=true`,
      inputData: { event, ...inputData },
    });
    expect(records).toMatchObject(expected);
    expect(logged.includes('this connection caused it')).toBe(expected.length === 0);
  });

  it('that this connection did not cause starts the Zap even if own changes are not included', async () => {
    const inputData = { event, include_own_changes: 'no' };
    expect((await deliver({ query: `event=${event}`, inputData })).records).toHaveLength(1);
  });
});

describe('Two service events', () => {
  const idOf = async (query: string) => {
    const [record] = await new UnitConnector().deliver('service_event', { query, body: { quantity: 2 } });
    return record?.id;
  };

  it('that differ only in a context parameter have different IDs', async () => {
    expect(await idOf('event=e&shipment_id=1')).not.toBe(await idOf('event=e&shipment_id=2'));
  });

  it('have the same ID if they are one event delivered twice', async () => {
    expect(await idOf('event=e&shipment_id=1')).toBe(await idOf('shipment_id=1&event=e'));
  });
});
