import { describe, expect, it } from '@jest/globals';
import { UnitConnector, useNock } from '../support/connector.ts';

const { api } = useNock();

describe('The labels of the saved orders in a dropdown', () => {
  it('distinguish those with the same name and day and are never empty', async () => {
    api()
      .get('/v1/orders/saved')
      .reply(200, {
        saved_orders: [
          { saved_order_id: 'l-1', name: 'Welcome', created: '2026-02-18T14:05:00-05:00' },
          { saved_order_id: 'l-2', name: 'Welcome', created: '2026-02-18T09:30:00-05:00' },
          { saved_order_id: 'l-3', name: 'Thanks', created: '2026-02-17T09:30:00-05:00' },
          { saved_order_id: 'l-4', name: ' ', created: null },
          { saved_order_id: 'l-5', name: '', created: null },
        ],
      });
    const page = await new UnitConnector().run(
      'creates.resend_saved_order.operation.inputFields.0.choices.perform',
      {},
    );
    expect(page).toEqual({
      results: [
        { id: 'l-1', label: 'Welcome (2026-02-18) · 14:05 · l-1' },
        { id: 'l-2', label: 'Welcome (2026-02-18) · 09:30 · l-2' },
        { id: 'l-3', label: 'Thanks (2026-02-17)' },
        { id: 'l-4', label: 'Untitled · l-4' },
        { id: 'l-5', label: 'Untitled · l-5' },
      ],
      paging_token: null,
    });
  });
});
