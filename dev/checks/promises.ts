/**
 * What a published version promises to Zaps in the field, and what a change would break. A Zap keeps the keys of its
 * steps and fields and the values chosen in them; nobody edits it when the integration changes. Zapier's own checks of
 * this are C001 to C003 and, at promotion, its guardrails; those without a code of Zapier's have one with a P.
 */
import type { InputField } from '@print-and-mail/zapier';
import * as zod from 'zod';
import { type App, type Entry, type Kind, kinds, outputFieldsOf } from './app.ts';
import type { Problem } from './problem.ts';
import { leaves } from './shape.ts';

const plainInput = zod.object({
  type: zod.string(),
  required: zod.boolean(),
  list: zod.boolean(),
  /** The values that a Zap may have stored; nothing when any value is taken. */
  choices: zod.array(zod.string()).optional(),
  default: zod.string().optional(),
});
const input = plainInput.extend({ children: zod.record(zod.string(), plainInput).optional() });
type Input = zod.output<typeof input>;

const operation = zod.object({
  /** `hook` or `polling` for a trigger. */
  trigger: zod.string().optional(),
  visible: zod.boolean(),
  inputs: zod.record(zod.string(), input),
  sample: zod.array(zod.string()),
  outputs: zod.record(zod.string(), zod.object({ type: zod.string(), list: zod.boolean() })),
  primary: zod.array(zod.string()),
});
type Operation = zod.output<typeof operation>;

const operations = zod.record(zod.string(), operation);

/** The part of a definition that Zaps depend on: keys, types and values, but no words that may be improved at will. */
export const promisesSchema = zod.object({
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
export type Promises = zod.output<typeof promisesSchema>;

export function promisesOf(app: App): Promises {
  return {
    version: app.version,
    authentication: app.authentication?.type ?? 'none',
    triggers: each(app, 'triggers'),
    creates: each(app, 'creates'),
    searches: each(app, 'searches'),
    searchOrCreates: Object.fromEntries(
      sorted(Object.entries(app.searchOrCreates)).map(([key, { search, create, update }]) => [
        key,
        { search, create, ...(update === undefined ? {} : { update }) },
      ]),
    ),
  };
}

/** The order of a definition is not a promise; a sorted one shows what has changed and nothing else. */
const sorted = <Value>(pairs: [string, Value][]): [string, Value][] =>
  pairs.toSorted(([one], [other]) => (one < other ? -1 : 1));

const each = (app: App, kind: Kind): Record<string, Operation> =>
  Object.fromEntries(sorted(Object.entries(app[kind])).map(([key, entry]) => [key, promised(entry, kind)]));

const promised = (entry: Entry, kind: Kind): Operation => ({
  ...(kind === 'triggers' ? { trigger: entry.operation.type ?? 'polling' } : {}),
  visible: !entry.display.hidden,
  inputs: Object.fromEntries(
    sorted(
      entry.operation.inputFields
        // A note to read is filled in by nobody.
        .filter((field) => typeof field !== 'string' && field.type !== 'copy')
        .flatMap((field) => (typeof field === 'string' ? [] : [[field.key, promisedInput(field)]])),
    ),
  ),
  sample: [...new Set(leaves(entry.operation.sample ?? {}).map(({ path }) => path))].toSorted(),
  outputs: Object.fromEntries(
    sorted(outputFieldsOf(entry).map(({ key, type = 'string', list = false }) => [key, { type, list }])),
  ),
  primary: outputFieldsOf(entry)
    .filter(({ primary }) => primary)
    .map(({ key }) => key)
    .toSorted(),
});

function promisedInput(field: InputField): Input {
  const { children } = field;
  return children
    ? {
        ...promisedPlainInput(field),
        type: 'line items',
        children: Object.fromEntries(sorted(children.map((child) => [child.key, promisedPlainInput(child)]))),
      }
    : promisedPlainInput(field);
}

type PlainField = Pick<InputField, 'type' | 'required' | 'list' | 'choices' | 'default'>;

function promisedPlainInput(field: PlainField): zod.output<typeof plainInput> {
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

export interface Breakage extends Problem {
  code: string;
  /** What to do instead. */
  remedy: string;
}

const restore = (what: string): string =>
  `Put ${what} back, or, if Zaps in the field may stop working, release a new major version (npm run release -- major).`;

/** Everything that Zaps made with `before` would lose with `now`. */
export function brokenPromises(before: Promises, now: Promises): Breakage[] {
  return [
    ...(before.authentication === now.authentication
      ? []
      : [
          {
            code: 'P01',
            where: 'authentication',
            problem: `was ${before.authentication} and is ${now.authentication}: every connected account stops working`,
            remedy: restore('the way of connecting'),
          },
        ]),
    ...kinds.flatMap((kind) =>
      Object.entries(before[kind]).flatMap(([key, was]) =>
        brokenOperation(`${kind}.${key}`, was, now[kind][key]),
      ),
    ),
    ...Object.entries(before.searchOrCreates).flatMap(([key, was]) => {
      const is = now.searchOrCreates[key];
      const same = is && is.search === was.search && is.create === was.create && is.update === was.update;
      return same
        ? []
        : [
            {
              code: 'P02',
              where: `searchOrCreates.${key}`,
              problem: is
                ? `pairs ${pair(is)} instead of ${pair(was)}: steps that find or create stop working`
                : 'is gone: steps that find or create stop working',
              remedy: restore('the pair'),
            },
          ];
    }),
  ];
}

const pair = ({ search, create, update }: Promises['searchOrCreates'][string]): string =>
  [search, create, update].filter(Boolean).join(' + ');

function brokenOperation(where: string, was: Operation, is: Operation | undefined): Breakage[] {
  if (!is || (was.visible && !is.visible)) {
    return [
      {
        code: 'C001',
        where,
        problem: `is ${is ? 'hidden' : 'gone'}: Zaps that use it stop working`,
        remedy: restore('it'),
      },
    ];
  }
  return [
    ...(was.trigger === is.trigger
      ? []
      : [
          {
            code: 'P03',
            where,
            problem: `was a ${was.trigger} trigger and is a ${is.trigger} one: Zaps that are on would never start again`,
            remedy: restore('its type'),
          },
        ]),
    ...brokenInputs(where, was.inputs, is.inputs),
    ...was.sample
      .filter((path) => !is.sample.includes(path))
      .map((path) => ({
        code: 'C003',
        where: `${where}.sample.${path}`,
        problem: 'is gone: later steps that map it would get nothing',
        remedy: restore('it'),
      })),
    ...brokenOutputs(where, was, is),
  ];
}

function brokenOutputs(where: string, was: Operation, is: Operation): Breakage[] {
  const fields = Object.entries(was.outputs).flatMap(([key, before]) => {
    const now = is.outputs[key];
    if (now?.type === before.type && now.list === before.list) return [];
    return [
      {
        code: now ? 'P05' : 'P04',
        where: `${where}.outputFields.${key}`,
        problem: now
          ? `was ${typeName(before)} and is ${typeName(now)}: later steps that map it would get another kind of value`
          : 'is gone: later steps that map it would get nothing',
        remedy: restore('it'),
      },
    ];
  });
  const samePrimary = was.primary.join() === is.primary.join();
  return samePrimary
    ? fields
    : [
        ...fields,
        {
          code: 'P06',
          where: `${where}.outputFields`,
          problem: `records were told apart by ${was.primary.join(' and ') || 'id'} and are by ${is.primary.join(' and ') || 'id'}: Zaps would start once more for old ones`,
          remedy: restore('the primary fields'),
        },
      ];
}

const typeName = ({ type, list }: { type: string; list: boolean }): string =>
  list ? `a list of ${type}` : type;

function brokenInputs(where: string, was: Record<string, Input>, is: Record<string, Input>): Breakage[] {
  const kept = Object.entries(was).flatMap(([key, before]) => {
    const path = `${where}.inputFields.${key}`;
    const now = is[key];
    if (!now) {
      return [
        {
          code: 'C002',
          where: path,
          problem: 'is gone: what Zaps have filled in there is lost',
          remedy: restore('it (a field that does nothing any more may stay)'),
        },
      ];
    }
    return [
      ...brokenInput(path, before, now),
      ...brokenInputs(path, before.children ?? {}, now.children ?? {}),
    ];
  });
  const added = Object.entries(is)
    .filter(([key, now]) => !was[key] && now.required && now.default === undefined)
    .map(([key]) => ({
      code: 'P08',
      where: `${where}.inputFields.${key}`,
      problem: 'is new and required: no Zap in the field has it filled in',
      remedy: 'Make it optional or give it a default.',
    }));
  return [...kept, ...added];
}

function brokenInput(where: string, was: Input, is: Input): Breakage[] {
  const gone = (was.choices ?? []).filter((value) => is.choices && !is.choices.includes(value));
  return [
    ...(was.type === is.type && was.list === is.list
      ? []
      : [
          {
            code: 'P07',
            where,
            problem: `was ${typeName(was)} and is ${typeName(is)}: what Zaps have filled in no longer fits`,
            remedy: restore('its type'),
          },
        ]),
    ...(!was.required && is.required && is.default === undefined
      ? [
          {
            code: 'P09',
            where,
            problem: 'was optional and is required: Zaps that left it blank stop working',
            remedy: 'Keep it optional, or give it a default.',
          },
        ]
      : []),
    ...(!was.choices && is.choices
      ? [
          {
            code: 'P10',
            where,
            problem: 'took any value and takes only some: Zaps that filled in another one stop working',
            remedy: restore('the freedom to fill in anything'),
          },
        ]
      : gone.map((value) => ({
          code: 'P10',
          where,
          problem: `no longer offers "${value}": Zaps that chose it stop working`,
          remedy: restore('the choice'),
        }))),
  ];
}
