/**
 * One or more ways to run every function of the definition. The list of functions is taken from the definition itself,
 * so that an operation that nobody attacks makes the campaign fail.
 */
import * as zod from 'zod';
import type { Run, World } from './stage.ts';

export interface Scenario {
  /** The function, as the platform names it. */
  method: string;
  /** What is special about this way. */
  name: string;
  arrange(world: World): Omit<Run, 'method'>;
  /** Calls whose failure the operation is meant to get over. */
  bestEffort?: readonly string[];
  /** Calls for which 404 and 410 mean "there is none", and what the result is then. */
  absent?: Record<string, (results: unknown, status: number) => boolean>;
  /** Whether a run after a failed one must not do the same thing again. */
  once?: 'order' | 'subscription';
  /** A request that a user wrote: its answer is theirs to read, and a broken connection is told by the platform. */
  raw?: true;
  /** Whether the old mailing list has to be somewhere, whatever happens. */
  keepsList?: true;
}

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

const isEmpty = (results: unknown) => Array.isArray(results) && results.length === 0;
const sample = { meta: { isLoadingSample: true } };
const csv = 'Name;City;External ID\r\n"Mü;ller";Bonn;a\r\nZoë;Ulm;b\r\n';

const sheets = [{ file: 'f-100-0001', width: '8.5', height: 11, color: 'false' }];
const order = {
  list_id: 'l-100-0001',
  sheets,
  merges: [{ text: 'Dear {greeting},', page: '1', x: 1, y: '2' }],
  outer_envelope_type: 'e-1',
  logo: 'l-700-0001',
};
const resend = { saved_order_id: 'l-018-2203', list_id: 'l-100-0002' };

const subscribe = (key: string, inputData: Record<string, unknown> = {}): Scenario[] => [
  {
    method: `triggers.${key}.operation.performSubscribe`,
    name: 'for a new Zap',
    arrange: () => ({ inputData, bundle: { targetUrl: target } }),
    once: 'subscription',
  },
  {
    method: `triggers.${key}.operation.performUnsubscribe`,
    name: 'with the id that was remembered',
    arrange(world) {
      world.service.subscriptions.push({ id: 'h-100-0001', event: 'contacts.address_update.v1', target });
      return { inputData, bundle: { targetUrl: target, subscribeData: { id: 'h-100-0001' } } };
    },
    absent: { 'service DELETE /v1/hooks/h-100-0001': () => true },
  },
  {
    method: `triggers.${key}.operation.performUnsubscribe`,
    name: 'by the target alone',
    arrange(world) {
      world.service.subscriptions.push({ id: 'h-100-0002', event: 'contacts.address_update.v1', target });
      return { inputData, bundle: { targetUrl: target } };
    },
    absent: { 'service DELETE /v1/hooks/h-100-0002': () => true },
  },
];

const plain = (
  method: string,
  inputData: Record<string, unknown> = {},
  more: Partial<Scenario> = {},
): Scenario => ({
  method,
  name: 'plainly',
  arrange: () => ({ inputData }),
  ...more,
});

export const scenarios: readonly Scenario[] = [
  // Authentication
  plain('authentication.test', {}, { bestEffort: ['service GET /v1/logos'] }),
  plain('authentication.oauth2Config.authorizeUrl', { state: 's' }),
  {
    method: 'authentication.oauth2Config.getAccessToken',
    name: 'plainly',
    arrange: (world) => ({ inputData: { code: `code-${world.id}` }, bundle: { authData: {} } }),
  },

  // Triggers
  ...subscribe('address_update'),
  ...subscribe('mail_returned'),
  ...subscribe('order_complete'),
  ...subscribe('service_event', { event: 'orders.order_shipped.v1' }),
  {
    method: 'triggers.address_update.operation.perform',
    name: 'looking the contact up',
    arrange: addressNotice,
    absent: { 'service GET /v1/contacts/c-100-0001': isEmpty },
  },
  plain('triggers.address_update.operation.performList'),
  {
    method: 'triggers.mail_returned.operation.perform',
    name: 'looking the contact up',
    arrange: addressNotice,
    absent: { 'service GET /v1/contacts/c-100-0001': isEmpty },
  },
  plain('triggers.mail_returned.operation.performList'),
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
    absent: {
      'service GET /v1/orders/m-100-0001': (results) => Array.isArray(results) && results.length === 1,
    },
  },
  plain('triggers.order_complete.operation.performList', { include_order: 'true' }),
  {
    method: 'triggers.service_event.operation.perform',
    name: 'plainly',
    arrange: () => ({
      inputData: { event: 'orders.order_shipped.v1' },
      bundle: hookRequest('orders.order_shipped.v1', 'order_id=m-100-0001', { order: { id: 'm-100-0001' } }),
    }),
  },
  plain('triggers.service_event.operation.performList', { event: 'orders.order_shipped.v1' }),
  plain('triggers.new_contact.operation.perform'),
  plain('triggers.new_saved_order.operation.perform'),

  // Actions
  plain('creates.create_contact.operation.perform', { name: 'Żaneta 😀', city: 'Bonn', country: 'DE' }),
  plain('creates.update_contact.operation.perform', {
    contact_id: 'c-100-0001',
    city: 'Bonn',
    name: 'Ann B',
  }),
  plain(
    'creates.update_contact.operation.perform',
    { contact_id: 'c-100-0001', clear_fields: ['greeting'] },
    {
      name: 'so that the service makes the greeting',
      bestEffort: ['service GET /v1/contacts/c-100-0001 #2'],
    },
  ),
  plain(
    'creates.delete_contact.operation.perform',
    { contact_id: 'c-100-0002' },
    { absent: { 'service DELETE /v1/contacts/c-100-0002': (_results, status) => status === 410 } },
  ),
  plain(
    'creates.replace_mailing_list.operation.perform',
    {
      minimum_contacts: '2',
      contacts: [
        { name: 'A', city: 'x', external_id: '1' },
        { name: 'B', street: 'y' },
      ],
    },
    { name: 'with line items', keepsList: true },
  ),
  {
    method: 'creates.replace_mailing_list.operation.perform',
    name: 'with a CSV file',
    arrange: (world) => ({
      inputData: { minimum_contacts: 2, file: world.offer('list.csv', { content: csv, chunked: true }) },
    }),
    keepsList: true,
  },
  {
    method: 'creates.replace_mailing_list.operation.perform',
    name: 'only checking',
    arrange: (world) => ({
      inputData: { minimum_contacts: 2, file: world.offer('list.csv', { content: csv }), dry_run: 'true' },
    }),
    keepsList: true,
  },
  {
    method: 'creates.upload_file.operation.perform',
    name: 'of known length',
    arrange: (world) => ({
      inputData: {
        file: world.offer('a.pdf', { content: '%PDF-1', headers: { 'content-type': 'application/pdf' } }),
      },
    }),
  },
  {
    method: 'creates.upload_file.operation.perform',
    name: 'of unknown length',
    arrange: (world) => ({
      inputData: {
        filename: 'Übersicht.pdf',
        file: world.offer('a.pdf', {
          content: '%PDF-1',
          chunked: true,
          headers: { 'content-type': 'application/pdf' },
        }),
      },
    }),
  },
  plain(
    'creates.delete_file.operation.perform',
    { file_id: 'f-100-0001' },
    { absent: { 'service DELETE /v1/files/f-100-0001': () => true } },
  ),
  plain('creates.create_order.operation.perform', order, { once: 'order' }),
  plain(
    'creates.create_order.operation.perform',
    { ...order, duplicate_window: 'off' },
    { name: 'unprotected' },
  ),
  {
    method: 'creates.create_order.operation.perform',
    name: 'in the editor',
    arrange: () => ({ inputData: order, bundle: sample }),
  },
  plain('creates.resend_saved_order.operation.perform', resend, { once: 'order' }),
  plain(
    'creates.resend_saved_order.operation.perform',
    { ...resend, duplicate_window: 'off' },
    { name: 'unprotected' },
  ),
  {
    method: 'creates.resend_saved_order.operation.perform',
    name: 'in the editor',
    arrange: () => ({ inputData: resend, bundle: sample }),
  },
  plain('creates.create_list.operation.perform', { recipients: [{ name: 'Ann Lee', city: 'Columbus' }] }),
  plain(
    'creates.send_letter.operation.perform',
    { saved_order_id: resend.saved_order_id, name: 'Ann Lee', city: 'Columbus' },
    { once: 'order' },
  ),
  {
    method: 'creates.send_letter.operation.perform',
    name: 'in the editor',
    arrange: () => ({
      inputData: { saved_order_id: resend.saved_order_id, name: 'Ann Lee', city: 'Columbus' },
      bundle: sample,
    }),
  },

  // Searches
  plain(
    'searches.find_contact.operation.perform',
    { contact_id: 'c-100-0002' },
    { name: 'by number', absent: { 'service GET /v1/contacts/c-100-0002': isEmpty } },
  ),
  plain('searches.find_contact.operation.perform', { search: 'koln' }, { name: 'in the list' }),
  plain('searches.find_contacts.operation.perform', { name: 'ann' }),
  plain(
    'searches.find_order.operation.perform',
    { order_id: 'm-100-0001' },
    { absent: { 'service GET /v1/orders/m-100-0001': isEmpty } },
  ),
  plain('searches.find_saved_order.operation.perform', { name: 'welcome' }),
  plain(
    'searches.find_file.operation.perform',
    { file_id: 'f-100-0001' },
    { absent: { 'service GET /v1/files/f-100-0001': isEmpty } },
  ),
  plain('searches.find_logo.operation.perform', { name: 'grace' }),

  // Files that are fetched later
  plain('hydrators.orderPreview', { id: 'm-100-0001' }),
  plain('hydrators.fileContent', { id: 'f-100-0001', name: 'letter.pdf' }),

  // The platform's own API Request
  {
    method: 'request',
    name: 'reading',
    raw: true,
    arrange: (world) => ({
      command: 'request',
      bundle: { request: { url: `${world.origin}/v1/contacts/c-100-0001` } },
    }),
  },
];

const operation = zod.looseObject({
  operation: zod.looseObject({ inputFields: zod.array(zod.unknown()).optional() }),
});
const operations = zod.record(zod.string(), operation);
const definition = zod.looseObject({
  authentication: zod.looseObject({
    test: zod.unknown(),
    oauth2Config: zod.record(zod.string(), zod.unknown()),
  }),
  hydrators: zod.record(zod.string(), zod.unknown()),
  triggers: operations,
  creates: operations,
  searches: operations,
});
const dropdown = zod.looseObject({ choices: zod.looseObject({ perform: zod.unknown() }) });

/** Every function of a definition that the platform may call, by the name that it has for it, with its source. */
export function functionsOf(app: unknown): Map<string, string> {
  const read = definition.parse(app);
  const found = new Map<string, string>([['request', '']]);
  const add = (name: string, value: unknown) => {
    if (typeof value === 'function') found.set(name, String(value));
  };
  add('authentication.test', read.authentication.test);
  for (const [name, value] of Object.entries(read.authentication.oauth2Config)) {
    add(`authentication.oauth2Config.${name}`, value);
  }
  for (const [name, value] of Object.entries(read.hydrators)) add(`hydrators.${name}`, value);
  for (const kind of ['triggers', 'creates', 'searches'] as const) {
    for (const [key, { operation: parts }] of Object.entries(read[kind])) {
      const at = `${kind}.${key}.operation`;
      for (const [name, value] of Object.entries(parts)) add(`${at}.${name}`, value);
      for (const [index, field] of (parts.inputFields ?? []).entries()) {
        add(`${at}.inputFields.${index}.choices.perform`, dropdown.safeParse(field).data?.choices.perform);
      }
    }
  }
  return found;
}

/**
 * Returns the scenarios for every function of a definition. Dropdowns need no arrangement.
 * @throws if functions have no scenario, with their names
 */
export function scenariosFor(app: unknown): Scenario[] {
  const found = [...functionsOf(app).keys()].map((method) => ({
    method,
    of: method.endsWith('.choices.perform')
      ? [plain(method)]
      : scenarios.filter((scenario) => scenario.method === method),
  }));
  const missing = found.filter(({ of }) => of.length === 0).map(({ method }) => method);
  if (missing.length > 0) {
    throw new Error(
      `Add a scenario in test/fault_injection/support/scenarios.ts for each of:\n${missing.join('\n')}`,
    );
  }
  return found.flatMap(({ of }) => of);
}
