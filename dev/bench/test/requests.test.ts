import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Machine } from '../processes.ts';
import { eventFor } from '../protocol.ts';
import { built, child } from './support/built_connector.ts';
import { type CountingService, startCountingService } from './support/counting_service.ts';

interface Case {
  what: string;
  method: string;
  inputData?: Record<string, unknown>;
  bundle?: (root: string) => Record<string, unknown>;
  requests: string[];
}

const contactId = 'c-100-1';
const orderNotice = { order_id: 'm-310-4471', completed: '2026-03-13T09:30:00-04:00' };
const address = {
  street: '1 Market Street',
  city: 'Columbus',
  state: 'OH',
  postal_code: '43215',
  country: '',
};
const addressNotice = {
  code: 'returned_mail',
  contact_id: contactId,
  external_id: 'donor-1',
  message: 'Returned.',
  name: 'Maria Miller',
  old_address: { ...address, is_deliverable: true },
  new_address: { ...address, is_deliverable: false },
  updated: '2026-03-13T09:30:00-04:00',
};
const delivery = (event: string, cleanedRequest: object) => () => ({
  cleanedRequest,
  rawRequest: {
    method: 'POST',
    querystring: `event=${event}`,
    headers: {},
    content: JSON.stringify(cleanedRequest),
  },
});
const addressDelivery = delivery('contacts.address_update.v1', addressNotice);
const orderDelivery = delivery('orders.order_complete.v1', orderNotice);
const subscription = {
  targetUrl: 'https://hooks.zapier.test/1',
  subscribeData: {
    id: 'h-100-0001',
    event: 'contacts.address_update.v1',
    target: 'https://hooks.zapier.test/1',
  },
};

const cases: Case[] = [
  {
    what: 'adding a contact',
    method: 'creates.create_contact.operation.perform',
    inputData: { name: 'Maria Miller', street: '1 Market Street', city: 'Columbus' },
    requests: ['POST /v3/contacts'],
  },
  {
    what: 'changing a contact',
    method: 'creates.update_contact.operation.perform',
    inputData: { contact_id: contactId, company: 'Grace Church' },
    requests: ['GET /v1/contacts/c-100-1', 'POST /v3/contacts/c-100-1'],
  },
  {
    what: 'changing a contact to what it is already',
    method: 'creates.update_contact.operation.perform',
    inputData: { contact_id: contactId, name: 'Maria Miller' },
    requests: ['GET /v1/contacts/c-100-1'],
  },
  {
    what: 'deleting a contact',
    method: 'creates.delete_contact.operation.perform',
    inputData: { contact_id: contactId },
    requests: ['DELETE /v1/contacts/c-100-1'],
  },
  {
    what: 'replacing the mailing list',
    method: 'creates.replace_mailing_list.operation.perform',
    inputData: {
      minimum_contacts: '1',
      contacts: [{ name: 'Maria Miller', city: 'Columbus', external_id: 'donor-1' }],
    },
    requests: ['GET /v1/contacts', 'PUT /v1/contacts'],
  },
  {
    what: 'uploading a file',
    method: 'creates.upload_file.operation.perform',
    bundle: (root) => ({ inputData: { file: `${root}/file`, filename: 'newsletter.pdf' } }),
    requests: ['GET /file', 'POST /v1/files'],
  },
  {
    what: 'deleting a file',
    method: 'creates.delete_file.operation.perform',
    inputData: { file_id: 'f-120-8841' },
    requests: ['DELETE /v1/files/f-120-8841'],
  },
  {
    what: 'sending a saved order again',
    method: 'creates.resend_saved_order.operation.perform',
    inputData: { saved_order_id: 'l-1', list_id: 'l-2' },
    requests: ['POST /v1/orders', 'GET /v1/orders/m-310-4471'],
  },
  {
    what: 'subscribing',
    method: 'triggers.address_update.operation.performSubscribe',
    bundle: () => ({ targetUrl: subscription.targetUrl }),
    requests: ['GET /v1/hooks', 'POST /v1/hooks'],
  },
  {
    what: 'unsubscribing',
    method: 'triggers.address_update.operation.performUnsubscribe',
    bundle: () => subscription,
    requests: ['DELETE /v1/hooks/h-100-0001'],
  },
  {
    what: 'an address notice',
    method: 'triggers.address_update.operation.perform',
    bundle: addressDelivery,
    requests: [],
  },
  {
    what: 'an address notice that is checked for being current',
    method: 'triggers.address_update.operation.perform',
    inputData: { skip_outdated: 'true' },
    bundle: addressDelivery,
    requests: ['GET /v1/contacts/c-100-1'],
  },
  {
    what: 'returned mail',
    method: 'triggers.mail_returned.operation.perform',
    bundle: addressDelivery,
    requests: [],
  },
  {
    what: 'a completed order',
    method: 'triggers.order_complete.operation.perform',
    bundle: orderDelivery,
    requests: [],
  },
  {
    what: 'a completed order with the order itself',
    method: 'triggers.order_complete.operation.perform',
    inputData: { include_order: 'true' },
    bundle: orderDelivery,
    requests: ['GET /v1/orders/m-310-4471'],
  },
  {
    what: 'looking for new contacts',
    method: 'triggers.new_contact.operation.perform',
    requests: ['GET /v1/contacts'],
  },
  {
    what: 'looking for new saved orders',
    method: 'triggers.new_saved_order.operation.perform',
    requests: ['GET /v1/orders/saved'],
  },
  {
    what: 'finding a contact by its id',
    method: 'searches.find_contact.operation.perform',
    inputData: { contact_id: contactId },
    requests: ['GET /v1/contacts/c-100-1'],
  },
  {
    what: 'finding a contact by its reference',
    method: 'searches.find_contact.operation.perform',
    inputData: { external_id: 'donor-2' },
    requests: ['GET /v1/contacts'],
  },
  {
    what: 'finding an order',
    method: 'searches.find_order.operation.perform',
    inputData: { order_id: 'm-310-4471' },
    requests: ['GET /v1/orders/m-310-4471'],
  },
  {
    what: 'finding a file',
    method: 'searches.find_file.operation.perform',
    inputData: { file_id: 'f-120-8841' },
    requests: ['GET /v1/files/f-120-8841'],
  },
  {
    what: 'finding a logo',
    method: 'searches.find_logo.operation.perform',
    inputData: { name: 'church' },
    requests: ['GET /v1/logos'],
  },
];

describe('the requests of the built connector', () => {
  let machine: Machine;
  let service: CountingService;
  beforeAll(async () => {
    machine = await Machine.start(child, built);
  });
  afterAll(() => machine.stop());
  beforeEach(async () => {
    service = await startCountingService();
  });
  afterEach(() => service.close());

  it.each(cases)('are as few as possible for $what', async ({ method, inputData, bundle, requests }) => {
    await machine.invoke(
      eventFor(service.root, method, { inputData: inputData ?? {}, ...bundle?.(service.root) }),
    );
    expect(service.requests).toEqual(requests);
  });

  it('are each logged once, as zapier-platform-core does for its own client', async () => {
    const upload = { inputData: { file: `${service.root}/file`, filename: 'newsletter.pdf' } };
    await machine.invoke(eventFor(service.root, 'creates.upload_file.operation.perform', upload));
    const find = { inputData: { external_id: 'donor-2' } };
    await machine.invoke(eventFor(service.root, 'searches.find_contact.operation.perform', find));
    expect(service.logged).toHaveLength(service.requests.length);
    expect(service.logged.join()).not.toContain('patched');
  });
});
