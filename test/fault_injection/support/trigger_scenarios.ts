/** Scenarios for triggers. */
import { isEmpty, type Scenario, scenario } from './scenario.ts';
import type { TestAccount } from './test_account.ts';

const target = 'https://hooks.zapier.test/zap/1';

const hookRequest = (event: string, query: string, body: object) => ({
  rawRequest: {
    method: 'POST',
    querystring: `event=${event}&${query}`,
    headers: {},
    content: JSON.stringify(body),
  },
  cleanedRequest: body,
});

const notice = {
  code: 'returned_mail',
  contact_id: 'c-100-0001',
  external_id: 'donor-1',
  message: 'A letter came back',
  name: 'Ann Smith',
  new_address: {
    street: '2 Main St',
    city: 'Akron',
    state: 'OH',
    postal_code: '44301',
    is_deliverable: false,
  },
  old_address: {
    street: '2 Main St',
    city: 'Akron',
    state: 'OH',
    postal_code: '44301',
    is_deliverable: true,
  },
  updated: '2026-03-13T00:58:53-04:00',
};

const addressNotice = () => ({
  inputData: { skip_outdated: 'true' },
  bundle: hookRequest('contacts.address_update.v1', 'contact_id=c-100-0001', notice),
});

/** Returns the scenarios of a function that subscribes or unsubscribes, with the trigger's example input. */
export function subscriptionScenarios(
  method: string,
  inputFor: (account: TestAccount) => Record<string, unknown>,
): Scenario[] {
  if (method.endsWith('.performSubscribe')) {
    return [
      {
        method,
        name: 'for a new Zap',
        arrange: (account) => ({ inputData: inputFor(account), bundle: { targetUrl: target } }),
        once: 'subscription',
      },
    ];
  }
  const unsubscribe = (name: string, id: string, subscribeData?: { id: string }): Scenario => ({
    method,
    name,
    arrange(account) {
      account.service.subscriptions.push({ id, event: 'contacts.address_update.v1', target });
      const bundle = { targetUrl: target, ...(subscribeData ? { subscribeData } : {}) };
      return { inputData: inputFor(account), bundle };
    },
    notFound: { [`service DELETE /v1/hooks/${id}`]: () => true },
  });
  return [
    unsubscribe('with the subscription id', 'h-100-0001', { id: 'h-100-0001' }),
    unsubscribe('without the subscription id', 'h-100-0002'),
  ];
}

/** A delivery that names a contact and an order. */
export const anyDelivery = () =>
  hookRequest('', 'contact_id=c-100-0001&order_id=m-100-0001', { ...notice, order_id: 'm-100-0001' });

export const triggerScenarios: readonly Scenario[] = [
  {
    method: 'triggers.address_update.operation.perform',
    name: 'looking up the contact',
    arrange: addressNotice,
    bestEffort: ['service GET /v1/contacts/c-100-0001'],
    notFound: { 'service GET /v1/contacts/c-100-0001': isEmpty },
  },
  {
    method: 'triggers.mail_returned.operation.perform',
    name: 'looking up the contact',
    arrange: addressNotice,
    bestEffort: ['service GET /v1/contacts/c-100-0001'],
    notFound: { 'service GET /v1/contacts/c-100-0001': isEmpty },
  },
  {
    method: 'triggers.order_complete.operation.perform',
    name: 'with the order',
    arrange: () => ({
      inputData: { include_order: 'true' },
      bundle: hookRequest('orders.order_complete.v1', 'order_id=m-100-0001', {
        order_id: 'm-100-0001',
        completed: '2026-03-13T00:58:53-04:00',
      }),
    }),
    // The event is delivered without the order.
    bestEffort: ['service GET /v1/orders/m-100-0001'],
  },
  scenario('triggers.order_complete.operation.performList', { include_order: 'true' }),
];
