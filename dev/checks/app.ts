/**
 * An app as Zapier's publishing checks see it: the compiled definition, in which a word such as `$func$2$f$` stands for
 * each function. Whatever a rule does not look at is kept as it came.
 */
import { fileURLToPath } from 'node:url';
import { type InputField, inputField, startLocalZapier } from '@print-and-mail/zapier';
import * as zod from 'zod';

const functionWord = zod.string().startsWith('$func$');

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
  inputFields: zod.array(zod.union([inputField, functionWord])).default([]),
  inputFieldGroups: zod
    .array(zod.looseObject({ key: zod.string(), label: zod.string().optional() }))
    .default([]),
  outputFields: zod.array(zod.union([outputField, functionWord])).default([]),
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

/** A trigger, action or search, and where it stands, such as `creates.create_contact`. */
export interface Placed {
  kind: Kind;
  path: string;
  entry: Entry;
}

export const allEntries = (app: App): Placed[] =>
  kinds.flatMap((kind) =>
    Object.entries(app[kind]).map(([key, one]) => ({ kind, path: `${kind}.${key}`, entry: one })),
  );

/** What users see; a hidden trigger only fills dropdowns. */
export const visibleEntries = (app: App): Placed[] =>
  allEntries(app).filter(({ entry: { display } }) => !display.hidden);

export interface PlacedField {
  path: string;
  field: InputField;
  /** The line item that the field is a column of. */
  parent?: InputField;
}

/** The fields that stand in the definition itself, columns of line items included. */
export const inputFieldsOf = ({ path, entry: { operation } }: Placed): PlacedField[] =>
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

export const allInputFields = (app: App): PlacedField[] => allEntries(app).flatMap(inputFieldsOf);

/** Output fields that stand in the definition itself; children are given by the key they have in the parent's items. */
export const outputFieldsOf = ({ operation }: Entry): OutputField[] =>
  operation.outputFields
    .filter((field) => typeof field !== 'string')
    .flatMap(({ children, ...field }) =>
      children ? children.map((child) => ({ ...child, key: `${field.key}[]${child.key}` })) : [field],
    );

/** Whether a function adds output fields, so that the definition alone does not know them all. */
export const hasDynamicOutput = ({ operation }: Entry): boolean =>
  operation.outputFields.some((field) => typeof field === 'string');

/** The keys that together tell one record from another: those marked primary, else `id`. */
export function primaryKeysOf(one: Entry): string[] {
  const marked = outputFieldsOf(one).filter(({ primary }) => primary);
  return marked.length > 0 ? marked.map(({ key }) => key) : ['id'];
}

export interface Text {
  path: string;
  text: string;
}

/** Every text anywhere inside a value, with the path to it. */
export function textsIn(value: unknown, path: string): Text[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, path ? `${path}.${key}` : key));
}

/** What users read as prose: descriptions and help texts. */
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

export const authFields = (app: App): PlacedField[] =>
  (app.authentication?.fields ?? []).map((field) => ({ path: `authentication.fields.${field.key}`, field }));

/** Reads this project's own build (`npm run build` first) as Zapier would. */
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
