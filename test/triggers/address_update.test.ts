import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
afterEach(() => {
  jest.restoreAllMocks();
});

const target = 'https://hooks.zapier.test/1?a=b';
const details = { description: 'd', url: '/e' };

const subscribe = () =>
  new UnitConnector().trigger('address_update', 'performSubscribe', { targetUrl: target });

const address = {
  street: '1 Main St',
  city: 'Akron',
  state: 'OH',
  postal_code: '44301',
  country: '',
  is_deliverable: true,
};
const notice = {
  code: 'returned_mail',
  contact_id: 'c-1',
  external_id: 'x-1',
  message: 'A letter came back.',
  name: 'Maria Miller',
  new_address: { ...address, is_deliverable: false },
  old_address: address,
  updated: '2026-03-13T00:58:53-04:00',
};
const query = 'event=contacts.address_update.v1&contact_id=c-1&external_id=x-1';

describe('Subscribing', () => {
  it.each([
    [['contacts.address_update.v1', 'contacts.address_update.v2'], 'contacts.address_update.v1'],
    [['contacts.address_update.v3', 'contacts.address_update.v2'], 'contacts.address_update.v2'],
    [['contacts.address_update'], 'contacts.address_update'],
    [['address_update'], 'address_update'],
    [['address-update.v1', 'orders.order_complete'], 'address-update.v1'],
    [['other.address_update.v1', 'contacts.address_update.v1'], 'contacts.address_update.v1'],
  ])('chooses of the events %j the event %s', async (names, event) => {
    api()
      .get('/v1/hooks')
      .reply(200, { events: Object.fromEntries(names.map((name) => [name, details])), subscriptions: [] });
    api().post('/v1/hooks').query({ event, target }).reply(201, { id: 'h-1', event, target });
    expect(await subscribe()).toMatchObject({ id: 'h-1' });
  });

  it('names the available events and the missing permission if the event is not available', async () => {
    api()
      .get('/v1/hooks')
      .reply(200, { events: { 'orders.order_complete.v1': details }, subscriptions: [] });
    await expect(subscribe()).rejects.toThrow(
      /"orders\.order_complete\.v1".*approve every permission it asks for, including "contacts\.read"/,
    );
  });
});

describe('Unsubscribing', () => {
  it.each([204, 404, 410])('succeeds if the service responds with %i', async (status) => {
    api().delete('/v1/hooks/h-1').reply(status);
    const bundle = { targetUrl: target, subscribeData: { id: 'h-1' } };
    await expect(
      new UnitConnector().trigger('address_update', 'performUnsubscribe', bundle),
    ).resolves.toBeTruthy();
  });
});

describe('An address notice', () => {
  const deliver = (parts: Parameters<UnitConnector['deliver']>[1]) =>
    new UnitConnector().deliver('address_update', parts);

  it('becomes a record with own_change, address_changed and became_undeliverable', async () => {
    const [record] = await deliver({ query, body: notice });
    const none = {
      street: null,
      city: null,
      state: null,
      postal_code: null,
      country: null,
      is_deliverable: null,
    };
    expect(record).toMatchObject({
      ...notice,
      new_address: none,
      has_new_address: false,
      own_change: false,
      address_changed: false,
      became_undeliverable: true,
    });
  });

  it('has the same id when it is delivered again and a different one from another notice', async () => {
    const [first] = await deliver({ query, body: notice });
    const [again] = await deliver({
      query: `${query}&extra=1`,
      body: Object.fromEntries(Object.entries(notice).reverse()),
    });
    const [other] = await deliver({ query, body: { ...notice, updated: '2026-03-14T00:58:53-04:00' } });
    expect(again?.id).toBe(first?.id);
    expect(other?.id).not.toBe(first?.id);
  });

  it('reports an unknown reason as unspecified', async () => {
    expect(await deliver({ query, body: { ...notice, code: 'moved_to_mars' } })).toMatchObject([
      { code: 'unspecified' },
    ]);
  });

  it('without a body starts the Zap with the values in the query', async () => {
    expect(await deliver({ query })).toMatchObject([
      { contact_id: 'c-1', external_id: 'x-1', code: 'unspecified' },
    ]);
  });

  it.each(['event=ping', 'event=ping&contact_id=c-1'])('is skipped if it is a ping: %s', async (ping) => {
    for (const body of [undefined, {}, { event: 'ping', created: 'x' }])
      expect(await deliver({ query: ping, body })).toEqual([]);
  });

  it.each([
    ['in the query', `${query}&loopback_token=true`, notice],
    ['in the query without a value', `${query}&loopback_client`, notice],
    ['in the body', query, { ...notice, loopback_client: true }],
  ])('that this connection caused is recognized by its mark %s', async (_where, markedQuery, body) => {
    expect(await deliver({ query: markedQuery, body })).toEqual([]);
    expect(
      await deliver({ query: markedQuery, body, inputData: { include_own_changes: 'true' } }),
    ).toMatchObject([{ own_change: true }]);
  });

  it.each([
    [{ reason: 'returned_mail' }, 1],
    [{ reason: 'api_client' }, 0],
    [{ deliverability: 'became_undeliverable' }, 1],
    [{ deliverability: 'deliverable' }, 0],
    [{ reason: '', deliverability: '' }, 1],
  ])('with the filters %j returns %i records', async (inputData, count) => {
    expect(await deliver({ query, body: notice, inputData })).toHaveLength(count);
  });

  it.each([
    ['the current one', { ...notice.new_address }, 200, 1],
    ['outdated', { ...address, street: '9 Elm St' }, 200, 0],
    ['of a deleted contact', undefined, 404, 0],
  ])(
    'with an address that is %s, with outdated notices skipped',
    async (_address, current, status, count) => {
      api()
        .get('/v1/contacts/c-1')
        .reply(
          status,
          current
            ? { contact_id: 'c-1', name: 'M', address: current }
            : { error: 'contacts.missing_contact' },
        );
      const records = await deliver({ query, body: notice, inputData: { skip_outdated: true } });
      expect(records).toHaveLength(count);
      if (count) expect(records).toMatchObject([{ is_current: true }]);
    },
  );

  it.each([500, 503, 429, 401])(
    'is delivered if whether it is current cannot be read (%i), which is logged',
    async (status) => {
      jest.spyOn(console, 'error').mockImplementation(() => undefined);
      api().get('/v1/contacts/c-1').times(2).optionally().reply(status, '');
      const connector = new UnitConnector();
      const inputData = { skip_outdated: true };
      expect(await connector.deliver('address_update', { query, body: notice, inputData })).toMatchObject([
        { contact_id: 'c-1', is_current: null },
      ]);
      const logged = connector.logs.map(({ message }) => message).join();
      expect(logged).toContain('Could not check whether the address is still current.');
    },
  );

  it('with any content does not throw and keeps a known reason', async () => {
    const connector = new UnitConnector();
    const anything = fc.dictionary(
      fc.constantFrom(
        'code',
        'contact_id',
        'new_address',
        'old_address',
        'updated',
        'message',
        '__proto__',
        'loopback_token',
        'x',
      ),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(anything, fc.string(), async (body, extra) => {
        const records = await connector.deliver('address_update', {
          query: `event=address_update&${extra}`,
          body,
        });
        expect(records.length).toBeLessThanOrEqual(1);
        for (const { code } of records) {
          expect(['returned_mail', 'api_client', 'unspecified']).toContain(code);
          if (code !== 'unspecified') expect(body.code).toBe(code);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('that is nested 3,000 levels deep starts the Zap', async () => {
    let deep: unknown = 1;
    for (let level = 0; level < 3000; level += 1) deep = { deep };
    expect(await deliver({ query, body: { ...notice, deep } })).toHaveLength(1);
  });
});

describe('Editor samples', () => {
  it('have the same fields as a delivery and use the first contacts of the mailing list', async () => {
    const contacts = [1, 2, 3, 4].map((number) => ({
      contact_id: `c-${number}`,
      name: `N${number}`,
      address: { city: 'Akron' },
    }));
    for (const trigger of ['address_update', 'mail_returned']) {
      api().get('/v1/contacts').reply(200, { contacts });
      const samples: unknown = await new UnitConnector().trigger(trigger, 'performList', {
        meta: { isLoadingSample: true },
      });
      const [delivered] = await new UnitConnector().deliver(trigger, { query, body: notice });
      const shape = (value: unknown): unknown =>
        typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.keys(value)
                .sort()
                .map((key) => [key, shape(Object(value)[key])]),
            )
          : '';
      expect(samples).toMatchObject([{ contact_id: 'c-1' }, { contact_id: 'c-2' }, { contact_id: 'c-3' }]);
      expect(shape(Object(samples)[0])).toEqual(shape(delivered));
    }
  });
});
