import { describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();
const placed = { order_id: 'm-1', created: '2026-03-12T10:00:00' };
const order = { saved_order_id: 'l-003-0001', list_id: 'l-001-0001' };

describe('The response of POST /v1/orders to a saved order', () => {
  it.each([
    [201, placed],
    [200, placed],
    [200, { id: 'm-1', type: 'order', timeline: { created: placed.created, mailed: null } }],
  ])('may be %i %j', async (status, response) => {
    api().post('/v1/orders').reply(status, response);
    const result = await new UnitConnector().create('resend_saved_order', order);
    expect(result).toMatchObject({ ...placed, id: 'm-1', already_ordered: false, preview_only: false });
    expect(nock.isDone()).toBe(true);
  });
});
