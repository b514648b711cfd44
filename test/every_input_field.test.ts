/**
 * Fills in every input field of every trigger, action and search, one at a time, and demands that a request or the result
 * changes. A field that is never sent, or that an operation ignores, fails here.
 */
import { describe, expect, it } from '@jest/globals';
import type { Bundle } from '@print-and-mail/zapier';
import nock from 'nock';
import * as zod from 'zod';
import app from '../src/index.ts';
import { apiRoot, UnitConnector, useNock } from './support/connector.ts';

useNock();

interface Scenario {
  /** What is filled in besides the field under test. */
  base: Record<string, unknown>;
  /** Values of fields for which no value can be made up. A child of line items is named like `sheets[]width`. */
  values?: Record<string, unknown>;
  /** Fields whose value makes the step fail, because that is what they are for. */
  limits?: readonly string[];
}

const byName = { base: { search: 'ann' } };
const ann = { name: 'Ann', city: 'Akron' };
const fileUrl = (name: string) => `https://files.test/${name}`;
/** Fields that take a number. Their type is `string`, because Zapier would turn "8,5" into 8. */
const orderNumbers = [
  ...['width', 'height', 'rows', 'cols'].map((key) => `sheets[]${key}`),
  ...['size', 'page', 'x', 'y'].map((key) => `merges[]${key}`),
  ...['outer', 'return'].flatMap((name) => [`${name}_envelope_width`, `${name}_envelope_height`]),
];

const scenarios: Record<string, Scenario> = {
  'creates.create_contact': { base: { name: 'Ann' } },
  'creates.update_contact': {
    base: { contact_id: 'c-1' },
    values: { contact_id: 'c-2', clear_fields: ['company'] },
  },
  'creates.delete_contact': { base: { contact_id: 'c-1' }, values: { contact_id: 'c-2' } },
  'creates.delete_file': { base: { file_id: 'f-1' }, values: { file_id: 'f-2' } },
  'creates.replace_mailing_list': {
    base: { minimum_contacts: 1, contacts: [ann] },
    values: { file: fileUrl('other.csv'), minimum_contacts: '7' },
    limits: ['minimum_contacts'],
  },
  'creates.upload_file': { base: { file: fileUrl('letter.pdf') }, values: { file: fileUrl('other.pdf') } },
  'creates.create_order': {
    base: {
      list_id: 'l-1',
      sheets: [{ file: 'f-1' }, { file: 'f-2' }],
      merges: [{ sheet_number: 1, text: 'Dear {greeting}' }],
      outer_envelope_type: 'e-10',
      return_envelope_type: 'e-9',
    },
    values: {
      ...Object.fromEntries(orderNumbers.map((path) => [path, '7'])),
      'merges[]sheet_number': '2',
      'merges[]text_color': '#1A4D80',
    },
  },
  'creates.resend_saved_order': {
    base: { saved_order_id: 'l-1', list_id: 'l-1' },
    values: { saved_order_id: 'l-2' },
  },
  'creates.send_letter': {
    base: { saved_order_id: 'l-1', ...ann },
    values: { saved_order_id: 'l-2', contact_id: 'c-1', merge_fields: { amount: '$50' } },
  },
  'creates.create_list': {
    base: { recipients: [ann] },
    values: { file: fileUrl('other.csv'), contact_ids: ['c-1'], merge_fields: { amount: '$50' } },
  },
  'triggers.address_update': { base: {} },
  'triggers.mail_returned': { base: {} },
  'triggers.order_complete': { base: {} },
  'triggers.service_event': {
    base: { event: 'orders.order_shipped.v1' },
    values: { event: 'orders.order_complete.v1' },
  },
  'searches.find_contact': { base: byName.base, values: { contact_id: 'c-1' } },
  'searches.find_contacts': { base: byName.base, values: { contact_id: 'c-1', limit: '1' } },
  'searches.find_order': { base: { order_id: 'm-1' }, values: { order_id: 'm-2' } },
  'searches.find_saved_order': { base: { name: 'letter' }, values: { saved_order_id: 'l-2' } },
  'searches.find_file': { base: { file_id: 'f-1' }, values: { file_id: 'f-2' } },
  'searches.find_logo': { base: { name: 'church' }, values: { logo_id: 'l-2' } },
};

/** Deliveries that a trigger's filters accept or skip; a trigger's result is the records of all of them. */
const addressUpdate = { contact_id: 'c-1', code: 'returned_mail' };
const deliveries: Record<string, Record<string, unknown>[]> = {
  'triggers.address_update': [
    { ...addressUpdate, new_address: { city: 'Akron', is_deliverable: true } },
    { ...addressUpdate, code: 'unspecified', new_address: { is_deliverable: false } },
    { ...addressUpdate, loopback_token: true },
  ],
  'triggers.mail_returned': [
    { ...addressUpdate, new_address: { city: 'Elsewhere' } },
    { ...addressUpdate, loopback_token: true },
  ],
  'triggers.order_complete': [{ order_id: 'm-1' }],
  'triggers.service_event': [{ loopback_token: true, text: 'A body without an event' }],
};

const fieldSchema = zod.looseObject({
  key: zod.string(),
  type: zod.string().optional(),
  default: zod.string().optional(),
  list: zod.boolean().optional(),
  choices: zod.unknown().optional(),
});
const lineItemsSchema = zod.object({ key: zod.string(), children: zod.array(fieldSchema) });

interface Field extends zod.output<typeof fieldSchema> {
  /** The line items that the field is a child of. */
  parent?: string;
  /** The key, after that of its line items: `sheets[]width`. */
  path: string;
}

function fieldsOf(inputFields: unknown): Field[] {
  return zod
    .array(zod.unknown())
    .parse(inputFields)
    .flatMap((one): Field[] => {
      const lineItems = lineItemsSchema.safeParse(one).data;
      if (lineItems) {
        const { key: parent, children } = lineItems;
        return children.map((child) => ({ ...child, parent, path: `${parent}[]${child.key}` }));
      }
      const field = fieldSchema.parse(one);
      return field.type === 'copy' ? [] : [{ ...field, path: field.key }];
    });
}

const operations = Object.entries({
  triggers: app.triggers ?? {},
  creates: app.creates ?? {},
  searches: app.searches ?? {},
})
  .flatMap(([kind, all]) =>
    Object.entries(all).map(([key, { operation }]) => ({
      path: `${kind}.${key}`,
      fields: fieldsOf(operation.inputFields ?? []),
    })),
  )
  .filter(({ fields }) => fields.length > 0);

const contacts = ['c-1', 'c-2', 'c-3'].map((id) => ({
  contact_id: id,
  external_id: `x-${id}`,
  name: `Ann ${id}`,
  company: 'Hope',
  address: { street: '1 Elm St', city: 'Akron', state: 'OH', postal_code: '44301', country: '' },
}));

/** The service. @returns the status and the body of its answer */
function answer(method: string, path: string, body: string): [number, unknown] {
  const id = path.split('/').at(-1) ?? '';
  switch (`${method} ${path.replace(/(?<=^\/v\d\/\w+\/)(?!saved$)[^/]+/, ':id')}`) {
    case 'GET /v1/contacts':
      return [200, { contacts }];
    case 'PUT /v1/contacts':
      return [200, { contacts: [] }];
    case 'POST /v3/contacts':
      return [200, { contact_id: 'c-9' }];
    case 'GET /v1/contacts/:id':
      return [200, contacts.find((one) => one.contact_id === id)];
    case 'GET /v1/files/:id':
      return [200, { id, filename: `${id}.pdf` }];
    case 'POST /v1/files':
      return [201, { id: 'f-9', filename: 'letter.pdf' }];
    case 'GET /v1/orders/saved':
      return [
        200,
        {
          saved_orders: ['l-1', 'l-2'].map((one) => ({
            saved_order_id: one,
            name: `Letter ${one}`,
            created: null,
          })),
        },
      ];
    case 'GET /v1/orders/:id':
      return [200, { id, type: 'order' }];
    case 'POST /v1/orders':
      return [201, { order_id: 'm-9', id: 'm-9', type: 'order', created: '2026-03-12T10:00:00' }];
    case 'POST /v1/lists':
      return [201, { list_id: 'l-9', expires: '2026-03-26T12:00:00' }];
    case 'POST /v1/lists/:id/contacts':
      return [200, { contacts: Array.from(JSON.parse(body).data, (_, index) => ({ id: `a-${index}` })) }];
    case 'GET /v1/logos':
      return [200, { data: ['l-1', 'l-2'].map((one) => ({ id: one, name: `Church ${one}` })) }];
    default:
      return [204, ''];
  }
}

const files: Record<string, [type: string, content: string]> = {
  '/letter.pdf': ['application/pdf', '%PDF-1'],
  '/other.pdf': ['application/pdf', '%PDF-2'],
  '/other.csv': ['text/csv', 'name,city\nBob,Bonn\n'],
};

/** Answers every request. @returns the requests to the service */
function answerAll(): unknown[] {
  const requests: unknown[] = [];
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
    nock(apiRoot)
      .persist()
      .intercept(/.*/, method)
      .query(true)
      .optionally()
      .reply(async (request: Request) => {
        const { pathname, search } = new URL(request.url);
        const sent = await request.text();
        requests.push([method, pathname + search, sent]);
        const [status, body] = answer(method, pathname, sent);
        return [status, body === '' ? '' : JSON.stringify(body), { 'Content-Type': 'application/json' }];
      });
  }
  nock('https://files.test')
    .persist()
    .get(/.*/)
    .query(true)
    .optionally()
    .reply((request: Request) => {
      const [type = '', content = ''] = files[new URL(request.url).pathname] ?? [];
      return [200, content, { 'Content-Type': type, 'Content-Length': String(content.length) }];
    });
  return requests;
}

/** What may differ between two runs with the same input: times, generated names, and where Zapier is. */
const withoutChance = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z?( [\da-f-]{36})?|zapier-\d+\.test/g, '…');

/** How an operation is run so that the field can matter: for most fields, once. */
function runsFor(path: string, key: string): Bundle[] {
  if (key === 'duplicate_window') return [{}, {}];
  if (key === 'editor_test') return [{ meta: { isLoadingSample: true } }];
  return deliveries[path]?.map((cleanedRequest) => ({ cleanedRequest })) ?? [{}];
}

interface Trace {
  requests: string;
  results: string;
}

/** Runs the operation. @returns its requests and its results */
async function trace(path: string, inputData: Record<string, unknown>, runs: Bundle[]): Promise<Trace> {
  const requests = answerAll();
  const connector = new UnitConnector();
  const results: unknown[] = [];
  for (const bundle of runs) {
    results.push(await connector.run(`${path}.operation.perform`, { inputData, ...bundle }));
  }
  nock.cleanAll();
  return {
    requests: withoutChance(JSON.stringify(requests)),
    results: withoutChance(JSON.stringify(results)),
  };
}

function otherValue({ path, type, choices, list, ...field }: Field, { values = {} }: Scenario): unknown {
  if (path in values) return values[path];
  if (type === 'boolean') return field.default === 'true' ? 'false' : 'true';
  if (zod.record(zod.string(), zod.string()).safeParse(choices).success) {
    const other = Object.keys(Object(choices)).find((choice) => choice !== field.default);
    return list ? [other] : other;
  }
  return 'Zebra';
}

const rowsSchema = zod.array(zod.record(zod.string(), zod.unknown())).default([]);

function fillIn(field: Field, scenario: Scenario): Record<string, unknown> {
  const value = otherValue(field, scenario);
  if (field.parent === undefined) {
    // A file takes the place of line items.
    const { contacts: _, ...base } = scenario.base;
    return { ...(field.type === 'file' ? base : scenario.base), [field.key]: value };
  }
  const [first, ...rest] = rowsSchema.parse(scenario.base[field.parent]);
  return { ...scenario.base, [field.parent]: [{ ...first, [field.key]: value }, ...rest] };
}

const baseTraces = new Map<string, Promise<Trace>>();

/** Traces the scenario's base, once for all fields that need the same runs. */
function traceBase(path: string, base: Record<string, unknown>, runs: Bundle[]): Promise<Trace> {
  const name = `${path} ${JSON.stringify(runs)}`;
  const known = baseTraces.get(name) ?? trace(path, base, runs);
  baseTraces.set(name, known);
  return known;
}

describe.each(operations)('$path', ({ path, fields }) => {
  it.each(fields)('does something with $path', async (field) => {
    const scenario = scenarios[path];
    if (!scenario || (path.startsWith('triggers.') && !deliveries[path])) {
      throw new Error(
        `${path} has no scenario. In test/every_input_field.test.ts, add its required fields to "scenarios" and, for a trigger, deliveries that its filters tell apart to "deliveries".`,
      );
    }
    const runs = runsFor(path, field.key);
    const without = await traceBase(path, scenario.base, runs);
    const tracing = trace(path, fillIn(field, scenario), runs);
    if (scenario.limits?.includes(field.path)) {
      await expect(tracing).rejects.toThrow();
      return;
    }
    const filledIn = await tracing;
    // The result of an action may repeat the input, so only a request shows that the value was used.
    const isUsed =
      filledIn.requests !== without.requests ||
      (!path.startsWith('creates.') && filledIn.results !== without.results);
    if (!isUsed) {
      throw new Error(
        `${field.path} changes neither a request nor the result of ${path}. Use the field, or add a value that matters to "values" in test/every_input_field.test.ts.`,
      );
    }
  });
});
