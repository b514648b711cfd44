/**
 * The contract between a published version and the Zaps that use it. A Zap stores the keys of its steps and fields and
 * the values chosen in them, and it is not updated when the integration changes. Labels and other texts are not part
 * of the contract.
 */
import type { InputField } from '@print-and-mail/zapier';
import * as zod from 'zod';
import { type App, type Entry, type Kind, outputFieldsOf } from './app.ts';
import { flattenRecord } from './shape.ts';

const plainInput = zod.object({
  type: zod.string(),
  required: zod.boolean(),
  list: zod.boolean(),
  /** The values that a Zap may have stored; undefined if the field accepts any value. */
  choices: zod.array(zod.string()).optional(),
  default: zod.string().optional(),
});
const input = plainInput.extend({ children: zod.record(zod.string(), plainInput).optional() });
export type Input = zod.output<typeof input>;

const operation = zod.object({
  /** `hook` or `polling` for a trigger. */
  trigger: zod.string().optional(),
  visible: zod.boolean(),
  inputs: zod.record(zod.string(), input),
  sample: zod.array(zod.string()),
  outputs: zod.record(zod.string(), zod.object({ type: zod.string(), list: zod.boolean() })),
  primary: zod.array(zod.string()),
});
export type Operation = zod.output<typeof operation>;

const operations = zod.record(zod.string(), operation);

export const contractSchema = zod.object({
  version: zod.string(),
  authentication: zod.string(),
  triggers: operations,
  creates: operations,
  searches: operations,
  searchOrCreates: zod.record(
    zod.string(),
    zod.object({ search: zod.string(), create: zod.string(), update: zod.string().optional() }),
  ),
});
export type Contract = zod.output<typeof contractSchema>;

export function contractOf(app: App): Contract {
  return {
    version: app.version,
    authentication: app.authentication?.type ?? 'none',
    triggers: contractsOf(app, 'triggers'),
    creates: contractsOf(app, 'creates'),
    searches: contractsOf(app, 'searches'),
    searchOrCreates: Object.fromEntries(
      sortByKey(Object.entries(app.searchOrCreates)).map(([key, { search, create, update }]) => [
        key,
        { search, create, ...(update === undefined ? {} : { update }) },
      ]),
    ),
  };
}

/** Sorts by key, so that a diff of two contracts shows only what has changed. */
const sortByKey = <Value>(pairs: [string, Value][]): [string, Value][] =>
  pairs.toSorted(([one], [other]) => (one < other ? -1 : 1));

const contractsOf = (app: App, kind: Kind): Record<string, Operation> =>
  Object.fromEntries(
    sortByKey(Object.entries(app[kind])).map(([key, entry]) => [key, operationContract(entry, kind)]),
  );

const operationContract = (entry: Entry, kind: Kind): Operation => ({
  ...(kind === 'triggers' ? { trigger: entry.operation.type ?? 'polling' } : {}),
  visible: !entry.display.hidden,
  inputs: Object.fromEntries(
    sortByKey(
      entry.operation.inputFields
        // A copy field shows text and stores nothing.
        .filter((field) => typeof field !== 'string' && field.type !== 'copy')
        .flatMap((field) => (typeof field === 'string' ? [] : [[field.key, inputContract(field)]])),
    ),
  ),
  sample: [...new Set(flattenRecord(entry.operation.sample ?? {}).map(({ path }) => path))].toSorted(),
  outputs: Object.fromEntries(
    sortByKey(outputFieldsOf(entry).map(({ key, type = 'string', list = false }) => [key, { type, list }])),
  ),
  primary: outputFieldsOf(entry)
    .filter(({ primary }) => primary)
    .map(({ key }) => key)
    .toSorted(),
});

function inputContract(field: InputField): Input {
  const { children } = field;
  return children
    ? {
        ...plainInputContract(field),
        type: 'line items',
        children: Object.fromEntries(
          sortByKey(children.map((child) => [child.key, plainInputContract(child)])),
        ),
      }
    : plainInputContract(field);
}

type PlainField = Pick<InputField, 'type' | 'required' | 'list' | 'choices' | 'default'>;

function plainInputContract(field: PlainField): zod.output<typeof plainInput> {
  const values = choiceValues(field.choices);
  return {
    type: field.type ?? 'string',
    required: field.required ?? false,
    list: field.list ?? false,
    ...(values ? { choices: values.toSorted() } : {}),
    ...(field.default === undefined ? {} : { default: field.default }),
  };
}

function choiceValues(choices: PlainField['choices']): string[] | undefined {
  if (choices === undefined) return undefined;
  if (Array.isArray(choices)) return choices.map((one) => (typeof one === 'string' ? one : one.value));
  return typeof choices.perform === 'string' ? undefined : Object.keys(choices);
}
