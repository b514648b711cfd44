import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();

// What is logged is looked at where it matters, and need not be seen.
beforeEach(() => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

const event = 'orders.order_shipped.v1';
const target = 'https://hooks.zapier.test/1';
const hooks = (events: object) => api().get('/v1/hooks').reply(200, { events, subscriptions: [] });
const subscribe = (inputData = {}) =>
  new UnitConnector().trigger('service_event', 'performSubscribe', { targetUrl: target, inputData });
const deliver = async (parts: Parameters<UnitConnector['deliver']>[1], connector = new UnitConnector()) => ({
  records: await connector.deliver('service_event', { inputData: { event }, ...parts }),
  logged: connector.logs.map(({ message }) => message).join(),
});

describe('the list of events', () => {
  it('shows each in the service’s words, or by its name where it has none', async () => {
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

describe('a Zap for an event', () => {
  it('follows the one that was chosen, in exactly its spelling', async () => {
    hooks({ [event]: {}, [event.toUpperCase()]: {} });
    api().post('/v1/hooks').query({ event, target }).reply(201, { id: 'h-1', event, target });
    expect(await subscribe({ event: ` ${event} ` })).toEqual({ id: 'h-1', event, target });
  });

  it.each([
    ['what there is', { a: {}, 'b.v1': {} }, 'The events available to it are "a", "b.v1". Choose one'],
    ['that there is nothing', {}, 'No events are available to it. Choose one'],
  ])('that cannot be followed names %s', async (_what, events, sentence) => {
    hooks(events);
    await expect(subscribe({ event: 'toString' })).rejects.toThrow(
      `Event is "toString", which this connection can't receive. ${sentence}`,
    );
  });

  it('without an event asks for one', async () => {
    hooks({});
    await expect(subscribe({ event: '' })).rejects.toThrow(/^Event is blank/);
  });

  it('that may not be followed names the permission', async () => {
    hooks({ [event]: {} });
    api().post('/v1/hooks').query(true).reply(403, { error: 'hooks.missing_scope' });
    await expect(subscribe({ event })).rejects.toThrow(/including "contacts\.read"/);
  });

  it('shows in the editor what every event has', async () => {
    expect(
      await new UnitConnector().trigger('service_event', 'performList', { inputData: { event } }),
    ).toEqual([{ id: expect.stringMatching(/^[0-9a-f]{32}$/), event, own_change: false }]);
  });
});

describe('a delivery', () => {
  it('becomes a record of all that its query and its body say, the body’s word before the query’s', async () => {
    const { records } = await deliver({ query: `event=${event}&a=1&b=2`, body: { b: 3, c: { d: 4 } } });
    expect(records).toEqual([
      { a: '1', b: 3, c: { d: 4 }, id: expect.stringMatching(/^[0-9a-f]{32}$/), event, own_change: false },
    ]);
  });

  it('keeps a number of its own however the service numbers it', async () => {
    const { records } = await deliver({ query: `event=${event}&id=q`, body: { id: 'b' } });
    expect(records).toMatchObject([{ id: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  });

  it('is told by the name that it came with, whatever was chosen', async () => {
    expect((await deliver({ query: 'event=another.v2' })).records).toMatchObject([{ event: 'another.v2' }]);
  });

  it('without a name is the event that was chosen', async () => {
    expect((await deliver({ body: { a: 1 } })).records).toMatchObject([{ a: 1, event }]);
  });

  it.each(['', '+'])('with a blank name (%j) is the event that was chosen', async (name) => {
    expect((await deliver({ query: `event=${name}`, body: { a: 1 } })).records).toMatchObject([
      { a: 1, event },
    ]);
  });

  it('with a blank name and no more starts no Zap, and a reason is logged', async () => {
    const { records, logged } = await deliver({ query: 'event=+' });
    expect(records).toEqual([]);
    expect(logged).toContain('it is empty');
  });

  it('of which neither it nor the Zap says what it is starts no Zap, and a reason is logged', async () => {
    const { records, logged } = await deliver({ body: { a: 1 }, inputData: {} });
    expect(records).toEqual([]);
    expect(logged).toContain('neither the delivery nor this Zap names the event');
  });

  it.each([' ', '..', 'c'.repeat(200_000)])('keeps odd numbers as they came (%#)', async (contact_id) => {
    const { records } = await deliver({ query: `event=${event}`, body: { contact_id } });
    expect(records).toMatchObject([{ contact_id, event }]);
  });

  it('with a name alone starts the Zap too', async () => {
    expect((await deliver({ query: `event=${event}` })).records).toHaveLength(1);
  });

  it('that says nothing starts no Zap, and a reason is logged', async () => {
    const { records, logged } = await deliver({});
    expect(records).toEqual([]);
    expect(logged).toContain('Skipped a delivery: it is empty');
  });

  it.each([
    ['starts the Zap unless the user says otherwise', {}, [{ own_change: true }]],
    ['starts the Zap when the user says so', { include_own_changes: 'yes' }, [{ own_change: true }]],
    ['is passed over when the user wants none of them', { include_own_changes: 'no' }, []],
  ])('that this connection caused %s', async (_what, inputData, expected) => {
    const { records, logged } = await deliver({
      query: `event=${event}&loopback_token=true`,
      inputData: { event, ...inputData },
    });
    expect(records).toMatchObject(expected);
    expect(logged.includes('this connection caused it')).toBe(expected.length === 0);
  });

  it('that this connection did not cause starts the Zap in any case', async () => {
    const inputData = { event, include_own_changes: 'no' };
    expect((await deliver({ query: `event=${event}`, inputData })).records).toHaveLength(1);
  });
});

describe('two service events', () => {
  const idOf = async (query: string) => {
    const [record] = await new UnitConnector().deliver('service_event', { query, body: { quantity: 2 } });
    return record?.id;
  };

  it('that differ only in a context parameter have different IDs, so that Zapier keeps both', async () => {
    expect(await idOf('event=e&shipment_id=1')).not.toBe(await idOf('event=e&shipment_id=2'));
  });

  it('that are one event delivered twice have the same ID', async () => {
    expect(await idOf('event=e&shipment_id=1&attempt=2')).toBe(await idOf('shipment_id=1&event=e'));
  });
});
