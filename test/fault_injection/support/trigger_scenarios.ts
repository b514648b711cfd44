/** Scenarios for triggers. */
import { isEmpty, type Scenario, scenario } from './scenario.ts';

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

const subscribe = (key: string, inputData: Record<string, unknown> = {}): Scenario[] => [
  {
    method: `triggers.${key}.operation.performSubscribe`,
    name: 'for a new Zap',
    arrange: () => ({ inputData, bundle: { targetUrl: target } }),
    once: 'subscription',
  },
  {
    method: `triggers.${key}.operation.performUnsubscribe`,
    name: 'with the subscription id',
    arrange(account) {
      account.service.subscriptions.push({ id: 'h-100-0001', event: 'contacts.address_update.v1', target });
      return { inputData, bundle: { targetUrl: target, subscribeData: { id: 'h-100-0001' } } };
    },
    notFound: { 'service DELETE /v1/hooks/h-100-0001': () => true },
  },
  {
    method: `triggers.${key}.operation.performUnsubscribe`,
    name: 'without the subscription id',
    arrange(account) {
      account.service.subscriptions.push({ id: 'h-100-0002', event: 'contacts.address_update.v1', target });
      return { inputData, bundle: { targetUrl: target } };
    },
    notFound: { 'service DELETE /v1/hooks/h-100-0002': () => true },
  },
];

export const triggerScenarios: readonly Scenario[] = [
  ...subscribe('address_update'),
  ...subscribe('mail_returned'),
  ...subscribe('order_complete'),
  ...subscribe('service_event', { event: 'orders.order_shipped.v1' }),
  {
    method: 'triggers.address_update.operation.perform',
    name: 'looking up the contact',
    arrange: addressNotice,
    notFound: { 'service GET /v1/contacts/c-100-0001': isEmpty },
  },
  scenario('triggers.address_update.operation.performList'),
  {
    method: 'triggers.mail_returned.operation.perform',
    name: 'looking up the contact',
    arrange: addressNotice,
    notFound: { 'service GET /v1/contacts/c-100-0001': isEmpty },
  },
  scenario('triggers.mail_returned.operation.performList'),
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
    notFound: {
      'service GET /v1/orders/m-100-0001': (results) => Array.isArray(results) && results.length === 1,
    },
  },
  scenario('triggers.order_complete.operation.performList', { include_order: 'true' }),
  {
    method: 'triggers.service_event.operation.perform',
    name: 'default',
    arrange: () => ({
      inputData: { event: 'orders.order_shipped.v1' },
      bundle: hookRequest('orders.order_shipped.v1', 'order_id=m-100-0001', { order: { id: 'm-100-0001' } }),
    }),
  },
  scenario('triggers.service_event.operation.performList', { event: 'orders.order_shipped.v1' }),
  scenario('triggers.new_contact.operation.perform'),
  scenario('triggers.new_saved_order.operation.perform'),
];
