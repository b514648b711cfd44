import { describe, expect, it } from '@jest/globals';
import { retryIntervals } from '../../webhooks/deliveries.ts';
import {
  addressUpdate,
  following,
  orderComplete,
  sandbox,
  Target,
  unreachableTarget,
} from '../service_client.ts';

const noon = '2026-03-13T12:00:00Z';

describe('delivery', () => {
  it('pings a new subscription once, without retries', async () => {
    const service = await sandbox({ clock: noon });
    const { post } = await service.as();
    const target = await Target.open(500);
    const { body } = await post(following(addressUpdate, target.url));
    await service.settled();
    await service.advance('7d');
    expect(
      target.received.map(({ method, url, body: sent, contentType }) => [
        method,
        url.search,
        sent,
        contentType,
      ]),
    ).toEqual([['POST', '?event=ping', '{}', 'application/json']]);
    expect(await service.control('GET', '/deliveries')).toEqual([
      {
        id: expect.any(String),
        subscription: body.id,
        event: 'ping',
        url: `${target.url}?event=ping`,
        body: {},
        state: 'given_up',
        tries: [{ time: '2026-03-13T12:00:00.000Z', status: 500 }],
        next: null,
      },
    ]);
  });

  it('adds the event and its context to the query and keeps the target’s other parameters', async () => {
    const service = await sandbox();
    const { post } = await service.as();
    const target = await Target.open();
    await post(
      following(addressUpdate, `${target.url}?a=%20b&event=mine&contact_id=1&contact_id=2&flag#part`),
    );
    await service.control('POST', '/events/address-update', { contact_id: 'c-001-0001' });
    await service.settled();
    expect(target.events.map(({ url }) => url.search)).toEqual([
      `?a=%20b&flag&event=${addressUpdate}&contact_id=c-001-0001&external_id=donor-1001`,
    ]);
  });

  it.each([200, 201, 202, 204, 299])('succeeds with %d', async (status) => {
    const service = await sandbox();
    const { post } = await service.as();
    const target = await Target.open(status);
    await post(following(addressUpdate, target.url));
    const { deliveries } = await service.control('POST', '/events/address-update', {});
    await service.settled();
    expect(await service.control('GET', `/deliveries/${deliveries[0]}`)).toMatchObject({
      state: 'delivered',
      next: null,
      tries: [{ status }],
    });
  });

  it.each([301, 302, 307, 400, 404, 410, 500, 503])(
    'a %d is a failed try, and redirects are not followed',
    async (status) => {
      const service = await sandbox({ clock: noon });
      const { post } = await service.as();
      const elsewhere = await Target.open();
      const target = await Target.open((_, response) =>
        response.writeHead(status, { Location: elsewhere.url }).end(),
      );
      await post(following(addressUpdate, target.url));
      const { deliveries } = await service.control('POST', '/events/address-update', {});
      await service.settled();
      expect(await service.control('GET', `/deliveries/${deliveries[0]}`)).toMatchObject({
        state: 'pending',
        tries: [{ status }],
        next: '2026-03-13T12:01:00.000Z',
      });
      expect(elsewhere.received).toEqual([]);
    },
  );

  it('retries at increasing intervals for a week, then gives up', async () => {
    const service = await sandbox({ clock: noon });
    const { post } = await service.as();
    const target = await Target.open(500);
    await post(following(addressUpdate, target.url));
    const { deliveries } = await service.control('POST', '/events/address-update', {});
    await service.advance('8d');
    const delivery = await service.control('GET', `/deliveries/${deliveries[0]}`);
    const times: number[] = delivery.tries.map(({ time }: { time: string }) => Date.parse(time));
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps).toEqual(retryIntervals);
    expect(gaps.every((gap, index) => index === 0 || gap > (gaps[index - 1] ?? 0))).toBe(true);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThanOrEqual(7 * 86_400_000);
    expect(delivery).toMatchObject({ state: 'given_up', next: null });
    expect(target.events).toHaveLength(times.length);
    expect(new Set(target.events.map(({ url, body }) => url.href + body)).size).toBe(1);
  });

  it('reaches a target that recovers, and records the error of one that does not', async () => {
    const service = await sandbox({ clock: noon });
    const { post } = await service.as();
    const target = await Target.open(204, 503, 503, 200);
    await post(following(addressUpdate, target.url));
    await service.settled();
    await post(following(addressUpdate, await unreachableTarget()));
    const { deliveries } = await service.control('POST', '/events/address-update', {});
    await service.advance('10m');
    const [back, closed] = await Promise.all(
      deliveries.map((id: string) => service.control('GET', `/deliveries/${id}`)),
    );
    expect(back).toMatchObject({
      state: 'delivered',
      tries: [{ status: 503 }, { status: 503 }, { status: 200 }],
    });
    expect(closed).toMatchObject({ state: 'pending', tries: [{ error: 'ECONNREFUSED' }, {}, {}] });
  });

  it('can arrive out of order, with the time of the event', async () => {
    const service = await sandbox({ clock: noon });
    const { post } = await service.as();
    const target = await Target.open(204, 500, 204);
    await post(following(addressUpdate, target.url));
    await service.settled();
    await service.control('POST', '/events/address-update', { new_address: { city: 'First' } });
    await service.advance('30s');
    await service.control('POST', '/events/address-update', { new_address: { city: 'Second' } });
    await service.advance('1h');
    expect(
      target.events.map(({ body }) => [JSON.parse(body).new_address.city, JSON.parse(body).updated]),
    ).toEqual([
      ['First', '2026-03-13T12:00:00.000Z'],
      ['Second', '2026-03-13T12:00:30.000Z'],
      ['First', '2026-03-13T12:00:00.000Z'],
    ]);
  });

  it('goes to a changed target, and is given up if the subscription is deleted', async () => {
    const service = await sandbox({ clock: noon });
    const { post, delete: remove } = await service.as();
    const first = await Target.open(500);
    const second = await Target.open(500);
    const { body: hook } = await post(following(addressUpdate, `${first.url}?zap=1`));
    const { deliveries } = await service.control('POST', '/events/address-update', {
      contact_id: 'c-001-0001',
    });
    await service.settled();
    await post(`${hook.href}?target=${encodeURIComponent(`${second.url}?zap=2`)}`);
    await service.advance('1m');
    expect(first.events).toHaveLength(1);
    expect(second.events.map(({ url }) => url.search)).toEqual([
      `?zap=2&event=${addressUpdate}&contact_id=c-001-0001&external_id=donor-1001`,
    ]);
    await remove(hook.href);
    await service.advance('7d');
    expect(second.events).toHaveLength(1);
    expect(await service.control('GET', `/deliveries/${deliveries[0]}`)).toMatchObject({
      state: 'given_up',
      next: null,
    });
  });

  it('sets last_triggered when the event happens, even if the target does not respond', async () => {
    const service = await sandbox({ clock: noon });
    const { post, get } = await service.as();
    const { body: hook } = await post(following(addressUpdate, await unreachableTarget()));
    await service.advance('1h');
    await service.control('POST', '/events/address-update', {});
    await service.advance('1d');
    expect((await get(hook.href)).body.last_triggered).toBe('2026-03-13T13:00:00.000Z');
  });

  it('is separate for every subscription of the account', async () => {
    const service = await sandbox();
    const mine = await service.as();
    const other = await service.as({ user: 'other@example.com' });
    const [one, two, three] = await Promise.all([Target.open(), Target.open(), Target.open()]);
    await mine.post(following(addressUpdate, one.url));
    await mine.post(following(addressUpdate, two.url));
    await mine.post(following(orderComplete, three.url));
    await other.post(following(addressUpdate, three.url));
    const { deliveries } = await service.control('POST', '/events/address-update', {});
    await service.settled();
    expect(deliveries).toHaveLength(2);
    expect([one, two, three].map(({ events }) => events.length)).toEqual([1, 1, 0]);
  });

  it('stops if all access tokens of the application are revoked', async () => {
    const service = await sandbox();
    const { post, token } = await service.as();
    await post(following(addressUpdate, await unreachableTarget()));
    await service.control('DELETE', `/tokens/${token}`);
    expect(await service.control('POST', '/events/address-update', {})).toEqual({ deliveries: [] });
    await service.as({ scopes: ['contacts.read'] });
    expect((await service.control('POST', '/events/address-update', {})).deliveries).toHaveLength(1);
  });

  it('can be repeated with the same URL and body', async () => {
    const service = await sandbox({ clock: noon });
    const { post } = await service.as();
    const target = await Target.open(200, 500, 500, 200);
    await post(following(addressUpdate, target.url));
    await service.settled();
    const { deliveries } = await service.control('POST', '/events/address-update', {});
    await service.settled();
    const path = `/deliveries/${deliveries[0]}`;
    expect(await service.control('POST', `${path}/resend`)).toMatchObject({
      state: 'pending',
      tries: [{ status: 500 }, { status: 500 }],
    });
    expect(await service.control('POST', `${path}/resend`)).toMatchObject({ state: 'delivered', next: null });
    expect(new Set(target.events.map(({ url, body }) => url.href + body)).size).toBe(1);
    await service.advance('7d');
    expect(target.events).toHaveLength(3);
    expect((await service.send('POST', '/sandbox/deliveries/d-000-0000/resend')).status).toBe(404);
  });
});

describe('address update', () => {
  const bodyOf = async (event: string, content: object) => {
    const service = await sandbox({ clock: noon });
    const { post, get } = await service.as();
    const target = await Target.open();
    await post(following(addressUpdate, target.url));
    await service.control('POST', `/events/${event}`, content);
    await service.settled();
    return { body: JSON.parse(target.events[0]?.body ?? 'null'), get };
  };
  const before = { street: '480 Elm Avenue', city: 'Akron', state: 'OH', postal_code: '44303', country: '' };

  it('has every documented field in the body', async () => {
    const { body, get } = await bodyOf('address-update', {
      contact_id: 'c-001-0002',
      code: 'something_new',
      message: 'Moved.',
      new_address: { city: 'Kent', is_deliverable: false },
    });
    expect(body).toEqual({
      code: 'something_new',
      contact_id: 'c-001-0002',
      external_id: 'donor-1002',
      message: 'Moved.',
      name: 'John Baker',
      new_address: { ...before, city: 'Kent', is_deliverable: false },
      old_address: { ...before, is_deliverable: true },
      updated: '2026-03-13T12:00:00.000Z',
    });
    expect((await get('/v1/contacts/c-001-0002')).body.address.city).toBe('Kent');
  });

  it('changes an address without a specific cause if no field is given', async () => {
    const { body } = await bodyOf('address-update', {});
    expect(body.code).toBe('unspecified');
    expect(body.new_address).not.toEqual(body.old_address);
    expect(body.message).toMatch(/^[^\n]+$/);
  });

  it('changes only is_deliverable for returned mail without a forwarding address', async () => {
    const { body, get } = await bodyOf('mail-returned', { contact_id: 'c-001-0002' });
    expect(body).toMatchObject({
      code: 'returned_mail',
      old_address: { ...before, is_deliverable: true },
      new_address: { ...before, is_deliverable: false },
    });
    expect((await get('/v1/contacts/c-001-0002')).body.address).toEqual(before);
  });

  it('changes the contact for returned mail with a forwarding address', async () => {
    const { body, get } = await bodyOf('mail-returned', {
      contact_id: 'c-001-0002',
      forwarding_address: { street: '1 New Way' },
    });
    const after = { ...before, street: '1 New Way' };
    expect(body).toMatchObject({ code: 'returned_mail', new_address: { ...after, is_deliverable: true } });
    expect((await get('/v1/contacts/c-001-0002')).body.address).toEqual(after);
  });

  it('marks the address of a returned letter as undeliverable', async () => {
    const service = await sandbox();
    const { post } = await service.as();
    const target = await Target.open();
    await post(following(addressUpdate, target.url));
    await service.control('POST', '/events/mail-returned', { contact_id: 'c-001-0002' });
    await post('/v3/contacts/c-001-0002', { address: { street: '2 Newer Way' } });
    await service.settled();
    expect(target.events.map(({ body }) => JSON.parse(body)).at(-1)).toMatchObject({
      old_address: { is_deliverable: false },
      new_address: { street: '2 Newer Way', is_deliverable: true },
    });
  });

  it('has an empty external_id if the contact has none', async () => {
    const service = await sandbox();
    const { post } = await service.as();
    const target = await Target.open();
    await post(following(addressUpdate, target.url));
    const { contact_id } = (await post('/v3/contacts', { name: 'A' })).body;
    await service.control('POST', '/events/mail-returned', { contact_id });
    await service.settled();
    expect(target.events[0]?.url.searchParams.get('external_id')).toBe('');
    expect(JSON.parse(target.events[0]?.body ?? '').external_id).toBe('');
  });

  it('takes its loop marks from by', async () => {
    const service = await sandbox();
    const { post, token } = await service.as();
    const target = await Target.open();
    await post(following(addressUpdate, target.url));
    for (const by of [{ token }, { client: 'sandbox-client' }, { client: 'other-client' }])
      await service.control('POST', '/events/address-update', { by });
    await service.settled();
    expect(
      target.events.map(({ body }) => {
        const { code, loopback_token, loopback_client } = JSON.parse(body);
        return { code, loopback_token, loopback_client };
      }),
    ).toEqual([
      { code: 'api_client', loopback_token: true, loopback_client: true },
      { code: 'api_client', loopback_client: true },
      { code: 'api_client' },
    ]);
  });

  it('returns 404 for unknown IDs and 400 for invalid input', async () => {
    const service = await sandbox();
    const statusOf = async (event: string, body: unknown) =>
      (await service.send('POST', `/sandbox/events/${event}`, { body })).status;
    expect(await statusOf('address-update', { contact_id: 'c-999-9999' })).toBe(404);
    expect(await statusOf('address-update', { by: { client: 'nobody' } })).toBe(404);
    expect(await statusOf('address-update', { by: { token: 'nothing' } })).toBe(404);
    expect(await statusOf('mail-returned', { contact_id: 'c-999-9999' })).toBe(404);
    expect(await statusOf('order-complete', { order_id: 'm-999-9999' })).toBe(404);
    expect(await statusOf('raw', { event: 'x', user: 'nobody' })).toBe(404);
    expect(await statusOf('address-update', { code: 5 })).toBe(400);
    expect(await statusOf('address-update', { contact: 'c-001-0001' })).toBe(400);
    expect(await statusOf('address-update', { new_address: { planet: 'Mars' } })).toBe(400);
    expect(await statusOf('order-complete', {})).toBe(400);
    expect(await statusOf('raw', {})).toBe(400);
    expect(await statusOf('address-update', '{"code":')).toBe(400);
    expect(await statusOf('nothing', {})).toBe(404);
  });

  it('can be any raw event, which is sent unchanged', async () => {
    const service = await sandbox();
    const { post } = await service.as();
    const target = await Target.open();
    await post(following(addressUpdate, target.url));
    await service.control('POST', '/events/raw', {
      event: addressUpdate,
      query: { a: 'b&c' },
      body: [1, null],
    });
    await service.control('POST', '/events/raw', { event: addressUpdate, user: 'demo@example.com' });
    expect(
      await service.control('POST', '/events/raw', { event: addressUpdate, user: 'other@example.com' }),
    ).toEqual({ deliveries: [] });
    await service.settled();
    expect(
      target.events.map(({ url, body, contentType }) => [url.searchParams.get('a'), body, contentType]),
    ).toEqual([
      ['b&c', '[1,null]', 'application/json'],
      [null, '', undefined],
    ]);
  });
});
