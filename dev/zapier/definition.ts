/** The connector's compiled definition, as the handler's command `definition` returns it. Also works in a browser. */
import * as zod from 'zod';

const choices = zod.union([
  zod.array(zod.union([zod.string(), zod.looseObject({ value: zod.string(), label: zod.string() })])),
  zod.record(zod.string(), zod.unknown()),
]);

const plainField = zod.looseObject({
  key: zod.string(),
  label: zod.string().optional(),
  type: zod.string().optional(),
  required: zod.boolean().optional(),
  list: zod.boolean().optional(),
  dict: zod.boolean().optional(),
  default: zod.string().optional(),
  helpText: zod.string().optional(),
  placeholder: zod.string().optional(),
  group: zod.string().optional(),
  choices: choices.optional(),
  dynamic: zod.string().optional(),
  search: zod.string().optional(),
  resource: zod.string().optional(),
  altersDynamicFields: zod.boolean().optional(),
  dependsOn: zod.array(zod.string()).optional(),
});

/** An input field; one with children describes line items. */
export const inputField = plainField.extend({ children: zod.array(plainField).optional() });
export type InputField = zod.output<typeof inputField>;

/** An output field. The `primary` ones identify a record. */
const outputField = zod.looseObject({
  key: zod.string(),
  label: zod.string().optional(),
  type: zod.string().optional(),
  primary: zod.boolean().optional(),
});

/** A function appears in the definition as a placeholder such as `$func$2$f$`. */
const functionName = zod.string().startsWith('$func$');

const lock = zod.looseObject({
  key: zod.string(),
  scope: zod.array(zod.string()).optional(),
  timeout: zod.number().optional(),
});

const throttle = zod.looseObject({
  window: zod.number(),
  limit: zod.number(),
  key: zod.string().optional(),
  scope: zod.array(zod.string()).optional(),
});

const operation = zod.looseObject({
  type: zod.string().optional(),
  inputFields: zod.array(zod.union([inputField, functionName])).default([]),
  outputFields: zod.array(zod.union([outputField, functionName])).default([]),
  inputFieldGroups: zod
    .array(zod.looseObject({ key: zod.string(), label: zod.string().optional() }))
    .optional(),
  sample: zod.record(zod.string(), zod.unknown()).optional(),
  canPaginate: zod.boolean().optional(),
  lock: lock.optional(),
  throttle: throttle.optional(),
});

const display = zod.looseObject({
  label: zod.string(),
  description: zod.string(),
  hidden: zod.boolean().optional(),
});

export const operationSchema = zod.looseObject({
  key: zod.string(),
  noun: zod.string(),
  display,
  operation,
});
/** A trigger, action or search. */
export type Operation = zod.output<typeof operationSchema>;

const searchOrCreate = zod.looseObject({
  key: zod.string(),
  display,
  search: zod.string(),
  create: zod.string(),
  update: zod.string().optional(),
  updateInputFromSearchOutput: zod.record(zod.string(), zod.string()).optional(),
});

const operations = zod.record(zod.string(), operationSchema).default({});

export const definitionSchema = zod.looseObject({
  version: zod.string(),
  platformVersion: zod.string(),
  authentication: zod
    .looseObject({
      type: zod.string(),
      connectionLabel: zod.string().optional(),
    })
    .optional(),
  triggers: operations,
  creates: operations,
  searches: operations,
  searchOrCreates: zod.record(zod.string(), searchOrCreate).default({}),
});
export type Definition = zod.output<typeof definitionSchema>;

export type OperationKind = 'triggers' | 'creates' | 'searches';

/** @throws if there is no such operation; the message lists the existing ones */
export function findOperation(definition: Definition, kind: OperationKind, key: string): Operation {
  // Inherited properties such as `constructor` are not operations.
  const operation = Object.hasOwn(definition[kind], key) ? definition[kind][key] : undefined;
  if (!operation) {
    throw new Error(
      `The connector has no "${key}" among its ${kind}: ${Object.keys(definition[kind]).join(', ')}.`,
    );
  }
  return operation;
}

/** Returns the fields that the definition lists, without those that a function adds. */
export const staticInputFields = ({ operation: { inputFields } }: Operation): InputField[] =>
  inputFields.filter((field) => typeof field !== 'string');

export const hasDynamicFields = ({ operation: { inputFields } }: Operation): boolean =>
  inputFields.some((field) => typeof field === 'string');

/** Returns the fields that identify a record: the primary ones, or else `id`. */
export function primaryKeys({ operation: { outputFields } }: Operation): string[] {
  const primary = outputFields.flatMap((field) =>
    typeof field !== 'string' && field.primary ? [field.key] : [],
  );
  return primary.length > 0 ? primary : ['id'];
}
