import { describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { accessToken, apiRoot, UnitConnector, useNock } from './connector.ts';

const { api } = useNock();

describe('UnitConnector', () => {
  it('sends requests to nock with the access token', async () => {
    api()
      .post('/v3/contacts', (body) => body.name === 'Maria Miller')
      .matchHeader('authorization', `Bearer ${accessToken}`)
      .reply(200, { contact_id: 'c-001-0001' });
    const connector = new UnitConnector();
    expect(await connector.create('create_contact', { name: 'Maria Miller' })).toMatchObject({
      id: 'c-001-0001',
    });
    expect(connector.logs.length).toBeGreaterThan(0);
  });

  it('throws errors with zapier-platform-core’s class names', async () => {
    api().post('/v3/contacts').reply(401, { error: 'invalid_request' });
    await expect(new UnitConnector().create('create_contact', { name: 'Maria' })).rejects.toMatchObject({
      name: 'ExpiredAuthError',
    });
  });

  it('uses only its own settings', async () => {
    await expect(
      new UnitConnector({ BASE_URL: '' }).create('create_contact', { name: 'Maria' }),
    ).rejects.toThrow('BASE_URL');
  });

  it('has a cache that supports nx', async () => {
    const connector = new UnitConnector();
    const order = { saved_order_id: 'l-003-0001', list_id: 'l-001-0001' };
    api().post('/v1/orders').reply(201, { order_id: 'm-001-0001', created: '2026-03-12T10:00:00' });
    const first = await connector.create('resend_saved_order', order);
    expect(await connector.create('resend_saved_order', order)).toEqual({
      ...first,
      already_ordered: true,
      warning: expect.stringContaining('(m-001-0001)'),
    });
    const ofOthers = connector.cache.entries().filter(({ key }) => !key.startsWith('auth='));
    expect(ofOthers).toEqual([]);
  });

  it('cannot send a request that nock does not expect', async () => {
    await expect(new UnitConnector().search('find_order', { order_id: 'm-1' })).rejects.toThrow();
  });

  it('leaves an unused nock response pending', () => {
    nock(apiRoot).get('/never').reply(200);
    expect(nock.pendingMocks()).toEqual(['GET https://api.letters.test:443/never']);
    nock.cleanAll();
  });
});
