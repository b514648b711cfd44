/**
 * Fills in every input field of every trigger, action and search, one at a time, and demands that a request or the result
 * changes. A field that is never sent, or that an operation ignores, fails here.
 */
import { describe, it } from '@jest/globals';
import nock from 'nock';
import * as zod from 'zod';
import app from '../src/index.ts';
import { apiRoot, UnitConnector, useNock } from './support/connector.ts';

useNock();

interface Scenario {
  /** What is filled in besides the field under test. */
  base: Record<string, unknown>;
  /** Values of fields for which no value can be made up. */
  values?: Record<string, unknown>;
  isEditorTest?: boolean;
}

const byName = { base: { search: 'ann' } };
const scenarios: Record<string, Scenario> = {
  'creates.create_contact': { base: { name: 'Ann' } },
  'creates.update_contact': {
    base: { contact_id: 'c-1' },
    values: { contact_id: 'c-2', clear_fields: ['company'] },
  },
  'creates.delete_contact': {
    base: { contact_id: 'c-1' },
    values: { contact_id: 'c-2' },
    isEditorTest: true,
  },
  'creates.delete_file': { base: { file_id: 'f-1' }, values: { file_id: 'f-2' }, isEditorTest: true },
  'triggers.address_update': { base: {} },
  'triggers.mail_returned': { base: {} },
  'triggers.order_complete': { base: {} },
  'triggers.service_event': {
    base: { event: 'orders.order_shipped.v1' },
    values: { event: 'orders.order_complete.v1' },
  },
  'searches.find_contact': { base: byName.base, values: { contact_id: 'c-1' } },
  'searches.find_contacts': { base: byName.base, values: { contact_id: 'c-1', limit: 1 } },
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

/** Operations whose fields have tests of their own in test/creates. */
const testedElsewhere = new Set([
  'creates.replace_mailing_list',
  'creates.upload_file',
  'creates.create_order',
  'creates.resend_saved_order',
  'creates.send_letter',
  'creates.create_list',
]);

const fieldSchema = zod.looseObject({
  key: zod.string(),
  type: zod.string().optional(),
  default: zod.string().optional(),
  list: zod.boolean().optional(),
  choices: zod.unknown().optional(),
});
type Field = zod.output<typeof fieldSchema>;

const operations = Object.entries({
  triggers: app.triggers ?? {},
  creates: app.creates ?? {},
  searches: app.searches ?? {},
})
  .flatMap(([kind, all]) =>
    Object.entries(all).map(([key, { operation }]) => ({
      path: `${kind}.${key}`,
      fields: zod
        .array(fieldSchema)
        .parse(operation.inputFields ?? [])
        .filter(({ type }) => type !== 'copy'),
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

function answer(uri: string): [number, unknown] {
  const id = uri.split('/').at(-1) ?? '';
  if (uri === '/v1/contacts') return [200, { contacts }];
  if (uri === '/v3/contacts') return [200, { contact_id: 'c-9' }];
  if (uri.startsWith('/v1/contacts/')) return [200, contacts.find((one) => one.contact_id === id)];
  if (uri.startsWith('/v1/files/')) return [200, { id, filename: `${id}.pdf` }];
  if (uri === '/v1/orders/saved') {
    const saved = ['l-1', 'l-2'].map((one) => ({
      saved_order_id: one,
      name: `Letter ${one}`,
      created: null,
    }));
    return [200, { saved_orders: saved }];
  }
  if (uri.startsWith('/v1/orders/')) return [200, { id, type: 'order' }];
  if (uri === '/v1/logos') {
    return [200, { data: ['l-1', 'l-2'].map((one) => ({ id: one, name: `Church ${one}` })) }];
  }
  return [204, ''];
}

/** Runs the operation. @returns its requests and its result, or its error */
async function trace(path: string, inputData: Record<string, unknown>, isEditorTest: boolean) {
  const requests: unknown[] = [];
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
    nock(apiRoot)
      .persist()
      .intercept(/.*/, method)
      .optionally()
      .reply(async (request: Request) => {
        const { pathname } = new URL(request.url);
        requests.push([method, pathname, await request.text()]);
        const [status, body] =
          method === 'DELETE' || pathname === '/v3/contacts/c-1' ? [204, ''] : answer(pathname);
        return [status, body === '' ? '' : JSON.stringify(body), { 'Content-Type': 'application/json' }];
      });
  }
  const bundle = { inputData, meta: { isLoadingSample: isEditorTest } };
  const result: unknown[] = [];
  for (const cleanedRequest of deliveries[path] ?? [undefined]) {
    result.push(
      await new UnitConnector().run(`${path}.operation.perform`, {
        ...bundle,
        ...(cleanedRequest ? { cleanedRequest } : {}),
      }),
    );
  }
  nock.cleanAll();
  return JSON.stringify({ requests, result });
}

function otherValue({ key, type, choices, list, ...field }: Field, { values = {} }: Scenario): unknown {
  if (key in values) return values[key];
  if (type === 'boolean') return field.default === 'true' ? 'false' : 'true';
  if (zod.record(zod.string(), zod.string()).safeParse(choices).success) {
    const other = Object.keys(Object(choices)).find((choice) => choice !== field.default);
    return list ? [other] : other;
  }
  return type === 'integer' || type === 'number' ? 7 : 'Zebra';
}

describe.each(operations.filter(({ path }) => !testedElsewhere.has(path)))('$path', ({ path, fields }) => {
  it.each(fields)('does something with $key', async (field) => {
    const scenario = scenarios[path];
    if (!scenario || (path.startsWith('triggers.') && !deliveries[path])) {
      throw new Error(
        `${path} has no scenario. In test/every_input_field.test.ts, add its required fields to "scenarios" and, for a trigger, deliveries that its filters tell apart to "deliveries".`,
      );
    }
    const { base, isEditorTest = false } = scenario;
    const without = await trace(path, base, isEditorTest);
    const filledIn = await trace(path, { ...base, [field.key]: otherValue(field, scenario) }, isEditorTest);
    if (filledIn === without) {
      throw new Error(
        `${field.key} changes neither a request nor the result of ${path}. Use the field, or add a value that matters to "values" in test/every_input_field.test.ts.`,
      );
    }
  });
});
