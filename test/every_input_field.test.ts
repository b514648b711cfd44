/**
 * Fills in every input field of every trigger, action and search, one at a time, and demands that a request or the result
 * changes. A field that is never sent, or that an operation ignores, fails here.
 */
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { Bundle } from '@print-and-mail/zapier';
import * as zod from 'zod';
import app from '../src/index.ts';
import type { Fault } from './fault_injection/support/fault.ts';
import { Harness } from './fault_injection/support/harness.ts';
import type { TestAccount } from './fault_injection/support/test_account.ts';
import { type ExampleInput, exampleInputs } from './support/example_inputs.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await Harness.open();
});

afterAll(() => harness.close());

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

/** What may differ between two runs with the same input: times, generated names and the account's files at Zapier. */
const withoutChance = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\d[T ][\d:.-]+(Z| UTC, [\da-f]{8})?|account\d+/g, '…');

/** The fields that matter only in other runs than a single one outside the editor. */
const specialRuns: Record<string, Bundle[]> = {
  duplicate_window: [{}, {}],
  event_id: [{}, {}],
  found_order_id: [{}, {}],
  editor_test: [{ meta: { isLoadingSample: true } }],
};

/** How an operation is run so that the field can matter. */
const runsFor = (key: string, { deliveries }: ExampleInput): Bundle[] =>
  specialRuns[key] ?? deliveries?.map((cleanedRequest) => ({ cleanedRequest })) ?? [{}];

interface Trace {
  requests: string;
  results: string;
}

const lostAnswer: Fault = {
  name: 'an answer that is lost',
  inject({ response, handle }) {
    handle();
    response.socket?.resetAndDestroy();
  },
};

type InputOf = (example: ExampleInput) => Record<string, unknown>;

const street = { street: '1 A St', city: 'Akron', state: 'OH', postal_code: '44301' };

/** What an account must have so that a field can matter. */
const specialAccounts: Record<string, (account: TestAccount) => void> = {
  // A list of fewer than ten people may be replaced by others.
  allow_different_people: ({ service }) => {
    service.contacts = Array.from({ length: 10 }, (_, index) => ({
      contact_id: `c-${index}`,
      name: `X${index}`,
    }));
  },
};

/** The runs before and the input with which a field of an operation matters. */
const specialInputs: Record<string, { before: [path: string, inputData: object][]; input: object }> = {
  // Only a placeholder that an earlier run has filled in stops the step.
  'creates.repeat_order blank_merge_fields': {
    before: [
      ['creates.create_list', { recipients: [{ name: 'Ann', ...street }], merge_fields: { amount: '$5' } }],
      [
        'creates.create_order',
        { list_id: 'l-200-0501', sheets: [{ file: 'f-100-0001' }], merges: [{ text: '{amount}' }] },
      ],
      ['creates.create_list', { recipients: [{ name: 'Bob', ...street }] }],
    ],
    input: { order_id: 'm-200-0503', list_id: 'l-200-0504' },
  },
};

/** Runs the operation in a new account. @returns its requests to the service, and its results */
async function trace(path: string, key: string, inputOf: InputOf): Promise<Trace> {
  const account = harness.createAccount();
  specialAccounts[key]?.(account);
  const example = exampleOf(path, exampleInputs(account));
  const special = specialInputs[`${path} ${key}`];
  for (const [method, inputData] of special?.before ?? []) {
    const earlier = await account.run({ method: `${method}.operation.perform`, inputData: { ...inputData } });
    if (!earlier.ok) throw earlier.error;
  }
  const results: unknown[] = [];
  for (const [index, bundle] of runsFor(key, example).entries()) {
    // An Event ID matters only if the earlier letters have another one.
    const inputData = key === 'event_id' && index === 0 ? example.input : inputOf(example);
    // A found order matters only if the answer to an earlier one was lost. Then the second run fails, too.
    const isLost = key === 'found_order_id';
    if (isLost && index === 0) account.fault = { call: 'service POST /v1/orders #1', fault: lostAnswer };
    const run = {
      method: `${path}.operation.perform`,
      inputData: { ...inputData, ...special?.input },
      bundle,
    };
    const outcome = await account.run(run);
    if (!outcome.ok && !isLost) throw outcome.error;
    results.push(outcome.ok ? outcome.results : outcome.error.message);
  }
  const requests = account.sent.filter(({ call }) => call.startsWith('service '));
  harness.removeAccount(account);
  return {
    requests: withoutChance(JSON.stringify(requests.map(({ call, url, body }) => [call, url, body]))),
    results: withoutChance(JSON.stringify(results)),
  };
}

/** The traces of the examples as they are, by operation and kind of runs. */
const exampleTraces = new Map<string, Promise<Trace>>();

function traceExample(path: string, key: string): Promise<Trace> {
  const isSpecial = key in specialRuns || key in specialAccounts || `${path} ${key}` in specialInputs;
  const name = `${path} ${isSpecial || key === 'columns' ? key : ''}`;
  const known = exampleTraces.get(name) ?? trace(path, key, (example) => inputFor(key, example));
  exampleTraces.set(name, known);
  return known;
}

function exampleOf(path: string, examples: Record<string, ExampleInput>): ExampleInput {
  const example = examples[path];
  if (example && (example.deliveries || !path.startsWith('triggers.'))) return example;
  throw new Error(
    `${path} has no example. In test/support/example_inputs.ts, add an input and, for a trigger, deliveries that its filters tell apart.`,
  );
}

function otherValue({ path, type, choices, list, ...field }: Field, { others = {} }: ExampleInput): unknown {
  if (path in others) return others[path];
  if (zod.record(zod.string(), zod.string()).safeParse(choices).success) {
    const other = Object.keys(Object(choices)).find((choice) => choice !== field.default);
    return list ? [other] : other;
  }
  return 'Zebra';
}

const rowsSchema = zod.array(zod.record(zod.string(), zod.unknown())).default([]);

/** Returns the example's input. For its columns, a file takes the place of line items. */
function inputFor(key: string, { input, others }: ExampleInput): Record<string, unknown> {
  const { contacts, ...rest } = input;
  return key === 'columns' && contacts !== undefined ? { ...rest, file: others?.file } : input;
}

function fillIn(field: Field, example: ExampleInput): Record<string, unknown> {
  const value = otherValue(field, example);
  if (field.parent === undefined) {
    const input = inputFor(field.type === 'file' ? 'columns' : field.key, example);
    return { ...input, [field.key]: value };
  }
  const [first, ...rest] = rowsSchema.parse(example.input[field.parent]);
  return { ...example.input, [field.parent]: [{ ...first, [field.key]: value }, ...rest] };
}

describe.each(operations.filter(({ path }) => path.startsWith('searches.')))('$path', ({ path }) => {
  it('finds its example', async () => {
    const { results } = await traceExample(path, '');
    if (results !== '[[]]') return;
    throw new Error(
      `${path} finds nothing. Add its sample to test/fault_injection/support/letter_service.ts, or an input that finds something to test/support/example_inputs.ts.`,
    );
  });
});

describe.each(operations)('$path', ({ path, fields }) => {
  it.each(fields)('does something with $path', async (field) => {
    const without = await traceExample(path, field.key);
    let isLimit = false;
    const tracing = trace(path, field.key, (example) => {
      isLimit = example.limits?.includes(field.path) === true;
      return fillIn(field, example);
    });
    const filledIn = await tracing.catch((error: unknown) => {
      if (!isLimit) throw error;
    });
    // The result of an action may repeat the input, so only a request shows that the value was used.
    const isUsed =
      filledIn?.requests !== without.requests ||
      (!path.startsWith('creates.') && filledIn.results !== without.results);
    if (!isUsed) {
      throw new Error(
        `${field.path} changes neither a request nor the result of ${path}. Use the field, or add a value that matters to "others" in test/support/example_inputs.ts.`,
      );
    }
  });
});
