/**
 * The compiled definition, which Zapier's publishing checks inspect. It has a placeholder such as `$func$2$f$` for each
 * function.
 */
import { fileURLToPath } from 'node:url';
import { type InputField, inputField, startLocalZapier } from '@print-and-mail/zapier';
import * as zod from 'zod';

const functionName = zod.string().startsWith('$func$');

const plainOutputField = zod.looseObject({
  key: zod.string(),
  label: zod.string().optional(),
  type: zod.string().optional(),
  primary: zod.boolean().optional(),
  required: zod.boolean().optional(),
  list: zod.boolean().optional(),
  dict: zod.boolean().optional(),
});
const outputField = plainOutputField.extend({ children: zod.array(plainOutputField).optional() });
export type OutputField = zod.output<typeof outputField>;

const operation = zod.looseObject({
  type: zod.string().optional(),
  inputFields: zod.array(zod.union([inputField, functionName])).default([]),
  inputFieldGroups: zod
    .array(zod.looseObject({ key: zod.string(), label: zod.string().optional() }))
    .default([]),
  outputFields: zod.array(zod.union([outputField, functionName])).default([]),
  sample: zod.record(zod.string(), zod.unknown()).optional(),
  cleanInputData: zod.boolean().optional(),
  lock: zod.looseObject({ timeout: zod.number().optional() }).optional(),
});

const entry = zod.looseObject({
  key: zod.string(),
  noun: zod.string().default(''),
  display: zod.looseObject({
    label: zod.string().default(''),
    description: zod.string().default(''),
    hidden: zod.boolean().default(false),
  }),
  operation,
});
/** A trigger, action or search. */
export type Entry = zod.output<typeof entry>;

const entries = zod.record(zod.string(), entry).default({});

const authentication = zod.looseObject({
  type: zod.string(),
  connectionLabel: zod.string().optional(),
  fields: zod.array(inputField).default([]),
});

export const appSchema = zod.looseObject({
  version: zod.string(),
  platformVersion: zod.string(),
  flags: zod.looseObject({ cleanInputData: zod.boolean().optional() }).default({}),
  authentication: authentication.optional(),
  triggers: entries,
  creates: entries,
  searches: entries,
  searchOrCreates: zod
    .record(
      zod.string(),
      zod.looseObject({
        key: zod.string(),
        display: zod
          .looseObject({ label: zod.string().default(''), description: zod.string().default('') })
          .default({ label: '', description: '' }),
        search: zod.string(),
        create: zod.string(),
        update: zod.string().optional(),
      }),
    )
    .default({}),
});
export type App = zod.output<typeof appSchema>;

export const kinds = ['triggers', 'creates', 'searches'] as const;
export type Kind = (typeof kinds)[number];

export interface LocatedEntry {
  kind: Kind;
  /** For example `creates.create_contact`. */
  path: string;
  entry: Entry;
}

export const allEntries = (app: App): LocatedEntry[] =>
  kinds.flatMap((kind) =>
    Object.entries(app[kind]).map(([key, one]) => ({ kind, path: `${kind}.${key}`, entry: one })),
  );

/** Returns the entries that users see, so without the triggers that only fill dropdowns. */
export const visibleEntries = (app: App): LocatedEntry[] =>
  allEntries(app).filter(({ entry: { display } }) => !display.hidden);

export interface LocatedField {
  path: string;
  field: InputField;
  /** The line item that the field is a column of. */
  parent?: InputField;
}

/** Returns the fields that are not computed, including the columns of line items. */
export const inputFieldsOf = ({ path, entry: { operation } }: LocatedEntry): LocatedField[] =>
  operation.inputFields
    .filter((field) => typeof field !== 'string')
    .flatMap((field) => [
      { path: `${path}.inputFields.${field.key}`, field },
      ...(field.children ?? []).map((child) => ({
        path: `${path}.inputFields.${field.key}.${child.key}`,
        field: child,
        parent: field,
      })),
    ]);

export const allInputFields = (app: App): LocatedField[] => allEntries(app).flatMap(inputFieldsOf);

/** Returns the output fields that are not computed. The children of a field have keys such as `contacts[]name`. */
export const outputFieldsOf = ({ operation }: Entry): OutputField[] =>
  operation.outputFields
    .filter((field) => typeof field !== 'string')
    .flatMap(({ children, ...field }) =>
      children ? children.map((child) => ({ ...child, key: `${field.key}[]${child.key}` })) : [field],
    );

/** Whether a function adds output fields, so that the definition does not list them all. */
export const hasDynamicOutput = ({ operation }: Entry): boolean =>
  operation.outputFields.some((field) => typeof field === 'string');

/** Returns the keys that together identify a record: those of the primary fields, or else `id`. */
export function primaryKeysOf(one: Entry): string[] {
  const primaryFields = outputFieldsOf(one).filter(({ primary }) => primary);
  return primaryFields.length > 0 ? primaryFields.map(({ key }) => key) : ['id'];
}

export interface Text {
  path: string;
  text: string;
}

/** Returns every string in a value, at any depth. */
export function textsIn(value: unknown, path: string): Text[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, path ? `${path}.${key}` : key));
}

/** Returns all descriptions and help texts. */
export const proseIn = (app: App): Text[] => [
  ...allEntries(app).map(({ path, entry: { display } }) => ({
    path: `${path}.description`,
    text: display.description,
  })),
  ...Object.entries(app.searchOrCreates).map(([key, { display }]) => ({
    path: `searchOrCreates.${key}.description`,
    text: display.description,
  })),
  ...[...allInputFields(app), ...authFields(app)].map(({ path, field }) => ({
    path: `${path}.helpText`,
    text: field.helpText ?? '',
  })),
];

export const authFields = (app: App): LocatedField[] =>
  (app.authentication?.fields ?? []).map((field) => ({ path: `authentication.fields.${field.key}`, field }));

/** Reads the definition of the built connector. Run `npm run build` first. */
export async function builtApp(
  connector = fileURLToPath(new URL('../../dist/index.js', import.meta.url)),
): Promise<App> {
  const platform = await startLocalZapier({ connector, processes: 1 });
  try {
    return appSchema.parse(await platform.run({ command: 'definition' }));
  } finally {
    await platform.close();
  }
}
