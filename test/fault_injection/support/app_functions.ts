/** The functions of an app definition that Zapier can call. */
import * as zod from 'zod';

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
const lineItems = zod.looseObject({ children: zod.array(zod.unknown()) });
const dropdown = zod.looseObject({
  resource: zod.string(),
  choices: zod.looseObject({ perform: zod.unknown() }),
});

/** Returns what every function does, by its path in the definition: functions with the same value need to be tested only once. */
export function functionsOf(app: unknown): Map<string, string> {
  const { authentication, hydrators, ...groups } = definition.parse(app);
  const functions = new Map<string, string>([['request', '']]);
  const add = (path: string, value: unknown, job = path) => {
    if (typeof value === 'function') functions.set(path, job);
  };
  add('authentication.test', authentication.test);
  for (const [name, value] of Object.entries(authentication.oauth2Config)) {
    add(`authentication.oauth2Config.${name}`, value);
  }
  for (const [name, value] of Object.entries(hydrators)) add(`hydrators.${name}`, value);
  for (const group of ['triggers', 'creates', 'searches'] as const) {
    for (const [key, { operation: parts }] of Object.entries(groups[group])) {
      const path = `${group}.${key}.operation`;
      for (const [name, value] of Object.entries(parts)) {
        add(`${path}.${name}`, value, /^perform(?:Uns|S)ubscribe$/.test(name) ? name : undefined);
      }
      for (const [place, field] of inputFields(parts.inputFields ?? [])) {
        const { choices, resource } = dropdown.safeParse(field).data ?? {};
        add(`${path}.${place}.choices.perform`, choices?.perform, `choices of ${resource}`);
      }
    }
  }
  return functions;
}

/** Returns the keys of the triggers that subscribe to an event. */
export const hookTriggersOf = (app: unknown): string[] =>
  [...functionsOf(app).keys()].flatMap(
    (path) => /^triggers\.(\w+)\.operation\.performSubscribe$/.exec(path)?.[1] ?? [],
  );

/** Returns the input fields, including the children of line items, with their paths in the operation. */
const inputFields = (fields: readonly unknown[], path = 'inputFields'): [string, unknown][] =>
  fields.flatMap((field, index): [string, unknown][] => {
    const place = `${path}.${index}`;
    const { children = [] } = lineItems.safeParse(field).data ?? {};
    return [[place, field], ...inputFields(children, `${place}.children`)];
  });
