import { describe, expect, it } from '@jest/globals';
import {
  addressUpdate,
  allScopes,
  following,
  orderComplete,
  orderShipped,
  sandbox,
  Target,
  unreachableTarget,
} from '../service_client.ts';

describe('webhook subscriptions', () => {
  it('are offered for the events that the scopes allow, with descriptions and URLs', async () => {
    const service = await sandbox();
    const all = (await (await service.as()).get('/v1/hooks')).body;
    expect(all.subscriptions).toEqual([]);
    expect(Object.keys(all.events)).toEqual(
      expect.arrayContaining([addressUpdate, orderComplete, orderShipped]),
    );
    for (const { description, url } of Object.values<{ description: string; url: string }>(all.events)) {
      expect(description).toMatch(/\w/);
      const page = await fetch(url);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain(`id="${new URL(url).hash.slice(1)}"`);
    }
    const few = await service.as({ scopes: ['contacts.read'] });
    const { events } = (await few.get('/v1/hooks')).body;
    expect(events).toHaveProperty([addressUpdate]);
    expect(events).not.toHaveProperty([orderComplete]);
    const none = await service.as({ scopes: [] });
    expect((await none.get('/v1/hooks')).body).toEqual({ events: {}, subscriptions: [] });
  });

  it('can be created, read and listed', async () => {
    const { get, post } = await (await sandbox()).as();
    const target = `${await unreachableTarget()}?zap=1&x=%20y`;
    const { status, body } = await post(following(addressUpdate, target));
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^h-\d{3}-\d{4}$/),
      event: addressUpdate,
      target,
      href: `/v1/hooks/${body.id}`,
      last_triggered: null,
    });
    expect((await get(body.href)).body).toEqual(body);
    expect((await get('/v1/hooks')).body.subscriptions).toEqual([body]);
  });

  it.each([
    ['no event', '?target=http%3A%2F%2Flocalhost%2F', 400, 'hooks.missing_event'],
    ['no target', `?event=${addressUpdate}`, 400, 'hooks.missing_target'],
    ['an unknown event', '?event=nothing&target=http%3A%2F%2Flocalhost%2F', 400, 'hooks.unknown_event'],
    ['an ftp target', `?event=${addressUpdate}&target=ftp%3A%2F%2Flocalhost%2F`, 400, 'hooks.invalid_target'],
    [
      'a javascript target',
      `?event=${addressUpdate}&target=javascript%3Aalert(1)`,
      400,
      'hooks.invalid_target',
    ],
    ['a relative target', `?event=${addressUpdate}&target=%2Fhook`, 400, 'hooks.invalid_target'],
    ['a target without a host', `?event=${addressUpdate}&target=http%3A%2F%2F`, 400, 'hooks.invalid_target'],
    [
      'a line break in the target',
      `?event=${addressUpdate}&target=http%3A%2F%2Flocalhost%2F%0D%0Ax`,
      400,
      'hooks.invalid_target',
    ],
    [
      'two targets',
      `?event=${addressUpdate}&target=http%3A%2F%2Fa%2F&target=http%3A%2F%2Fb%2F`,
      400,
      'invalid_request',
    ],
  ])('are rejected with %s', async (_, query, status, error) => {
    const { post, get } = await (await sandbox()).as();
    expect(await post(`/v1/hooks${query}`)).toMatchObject({ status, body: { error } });
    expect((await get('/v1/hooks')).body.subscriptions).toEqual([]);
  });

  it('require the scope of the event', async () => {
    const { post } = await (await sandbox()).as({ scopes: ['contacts.read'] });
    expect(await post(following(orderComplete, 'http://localhost/'))).toMatchObject({
      status: 403,
      body: { error: 'hooks.missing_scope', scope: 'orders.read' },
    });
  });

  it('can change their target, and nothing else', async () => {
    const { post, get } = await (await sandbox()).as();
    const { body } = await post(following(addressUpdate, await unreachableTarget()));
    const target = await unreachableTarget();
    const changed = await post(
      `/v1/hooks/${body.id}?target=${encodeURIComponent(target)}&event=${orderComplete}`,
    );
    expect(changed).toMatchObject({ status: 200, body: { ...body, target } });
    expect((await get(body.href)).body).toEqual({ ...body, target });
    expect((await post(`/v1/hooks/${body.id}?target=nowhere`)).status).toBe(400);
    expect((await post(`/v1/hooks/${body.id}`)).status).toBe(400);
    expect((await get(body.href)).body).toEqual({ ...body, target });
  });

  it('can be deleted', async () => {
    const service = await sandbox();
    const { post, get, delete: remove } = await service.as();
    const target = await Target.open();
    const { body } = await post(following(addressUpdate, target.url));
    expect(await remove(body.href)).toMatchObject({ status: 204, body: '' });
    expect(await get(body.href)).toMatchObject({ status: 404, body: { error: 'hooks.not_found' } });
    expect((await remove(body.href)).status).toBe(404);
    expect(await service.control('POST', '/events/address-update', {})).toEqual({ deliveries: [] });
  });

  it('can be pinged, which returns the target’s status, or 0 if it is unreachable', async () => {
    const service = await sandbox();
    const { post, get } = await service.as();
    const target = await Target.open(204, 418);
    const { body } = await post(following(addressUpdate, `${target.url}?event=mine`));
    await service.settled();
    const before = await service.control('GET', '/deliveries');
    expect(await get(`${body.href}/ping`)).toMatchObject({ status: 200, body: { status: 418 } });
    expect(target.received.map(({ url, body: sent }) => [url.search, sent])).toEqual([
      ['?event=ping', '{}'],
      ['?event=ping', '{}'],
    ]);
    const nobody = (await post(following(addressUpdate, await unreachableTarget()))).body;
    expect((await get(`${nobody.href}/ping`)).body).toEqual({ status: 0 });
    await service.advance('7d');
    expect(target.received).toHaveLength(2);
    expect(before).toHaveLength(1);
  });

  it('belong to a client and an account', async () => {
    const service = await sandbox();
    const mine = await service.as();
    const { body } = await mine.post(following(addressUpdate, await unreachableTarget()));
    const again = await service.as();
    expect((await again.get('/v1/hooks')).body.subscriptions).toHaveLength(1);
    const otherClient = await service.as({ client: 'other-client' });
    expect((await otherClient.get('/v1/hooks')).body.subscriptions).toEqual([]);
    expect(await otherClient.delete(body.href)).toMatchObject({
      status: 403,
      body: { error: 'hooks.unauthorized', scope: 'hooks.manage' },
    });
    expect((await otherClient.get(body.href)).status).toBe(403);
    const otherAccount = await service.as({
      user: 'other@example.com',
      scopes: [...allScopes, 'hooks.manage'],
    });
    expect((await otherAccount.get(body.href)).status).toBe(404);
    expect((await otherAccount.delete(body.href)).status).toBe(404);
    expect((await mine.get(body.href)).status).toBe(200);
  });

  it('can be read, changed and deleted by every client of the account with hooks.manage', async () => {
    const service = await sandbox();
    const mine = await service.as();
    const { body } = await mine.post(following(addressUpdate, await unreachableTarget()));
    const manager = await service.as({ client: 'other-client', scopes: ['hooks.manage'] });
    expect((await manager.get('/v1/hooks')).body.subscriptions).toEqual([body]);
    const target = encodeURIComponent(await unreachableTarget());
    expect((await manager.post(`${body.href}?target=${target}`)).status).toBe(200);
    expect((await manager.delete(body.href)).status).toBe(204);
    expect((await mine.get('/v1/hooks')).body.subscriptions).toEqual([]);
  });
});
