/** The connector's compiled definition, as the command `definition` gives it: the parts that Zapier acts upon. */
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

/** An output field, of which `primary` tells what makes a record another one. */
const outputField = zod.looseObject({
  key: zod.string(),
  label: zod.string().optional(),
  type: zod.string().optional(),
  primary: zod.boolean().optional(),
});

/** In place of a function stands a word such as `$func$2$f$`. */
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

const entry = zod.looseObject({
  key: zod.string(),
  noun: zod.string(),
  display: zod.looseObject({
    label: zod.string(),
    description: zod.string(),
    hidden: zod.boolean().optional(),
  }),
  operation,
});
export type Entry = zod.output<typeof entry>;

const searchOrCreate = zod.looseObject({
  key: zod.string(),
  search: zod.string(),
  create: zod.string(),
  update: zod.string().optional(),
  updateInputFromSearchOutput: zod.record(zod.string(), zod.string()).optional(),
});

const entries = zod.record(zod.string(), entry).default({});

export const definitionSchema = zod.looseObject({
  version: zod.string(),
  platformVersion: zod.string(),
  authentication: zod
    .looseObject({
      type: zod.string(),
      connectionLabel: zod.string().optional(),
    })
    .optional(),
  triggers: entries,
  creates: entries,
  searches: entries,
  searchOrCreates: zod.record(zod.string(), searchOrCreate).default({}),
});
export type Definition = zod.output<typeof definitionSchema>;

export type Kind = 'triggers' | 'creates' | 'searches';

/** @throws a sentence that lists what there is */
export function entryOf(definition: Definition, kind: Kind, key: string): Entry {
  // Only what the connector named itself: an object has a "constructor" as well.
  const found = Object.hasOwn(definition[kind], key) ? definition[kind][key] : undefined;
  if (!found) {
    throw new Error(
      `The connector has no "${key}" among its ${kind}: ${Object.keys(definition[kind]).join(', ')}.`,
    );
  }
  return found;
}

/** The fields that stand in the definition itself, without those that a function adds. */
export const staticFields = ({ operation: { inputFields } }: Entry): InputField[] =>
  inputFields.filter((field) => typeof field !== 'string');

export const hasDynamicFields = ({ operation: { inputFields } }: Entry): boolean =>
  inputFields.some((field) => typeof field === 'string');

/** The fields whose values together tell one record from another: those marked primary, else `id`. */
export function primaryKeys({ operation: { outputFields } }: Entry): string[] {
  const marked = outputFields.flatMap((field) =>
    typeof field !== 'string' && field.primary ? [field.key] : [],
  );
  return marked.length > 0 ? marked : ['id'];
}
