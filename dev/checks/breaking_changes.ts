/**
 * Finds the changes that would break published Zaps. Codes with a C are Zapier's; Zapier also checks some of the others
 * when a version is promoted, but has no code for them, so they have one with a P here.
 */
import { kinds } from './app.ts';
import type { Contract, Input, Operation } from './contract.ts';
import type { Finding } from './problem.ts';

export interface BreakingChange extends Finding {
  /** What to do instead. */
  remedy: string;
}

/** Returns every change from `before` to `now` that would break a Zap made with `before`. */
export function findBreakingChanges(before: Contract, now: Contract): BreakingChange[] {
  return [
    ...compareAuthentication(before, now),
    ...kinds.flatMap((kind) =>
      Object.entries(before[kind]).flatMap(([key, was]) =>
        compareOperation(`${kind}.${key}`, was, now[kind][key]),
      ),
    ),
    ...Object.entries(before.searchOrCreates).flatMap(([key, was]) =>
      compareSearchOrCreate(`searchOrCreates.${key}`, was, now.searchOrCreates[key]),
    ),
  ];
}

const restore = (what: string): string =>
  `Restore ${what}. If the Zaps that use it may break, release a new major version (npm run baseline, then npm version major).`;

function compareAuthentication(before: Contract, now: Contract): BreakingChange[] {
  if (before.authentication === now.authentication) return [];
  return [
    {
      code: 'P01',
      where: 'authentication',
      problem: `was ${before.authentication} and is ${now.authentication}: every connected account stops working`,
      remedy: restore('the authentication type'),
    },
  ];
}

type SearchOrCreate = Contract['searchOrCreates'][string];

function compareSearchOrCreate(
  where: string,
  was: SearchOrCreate,
  is: SearchOrCreate | undefined,
): BreakingChange[] {
  if (is && is.search === was.search && is.create === was.create && is.update === was.update) return [];
  const change = is ? `combines ${describePair(is)} instead of ${describePair(was)}` : 'was removed';
  return [
    { code: 'P02', where, problem: `${change}: steps that use it stop working`, remedy: restore('the pair') },
  ];
}

const describePair = ({ search, create, update }: SearchOrCreate): string =>
  [search, create, update].filter(Boolean).join(' + ');

function compareOperation(where: string, was: Operation, is: Operation | undefined): BreakingChange[] {
  if (!is || (was.visible && !is.visible)) {
    const problem = `${is ? 'is now hidden' : 'was removed'}: Zaps that use it stop working`;
    return [{ code: 'C001', where, problem, remedy: restore('it') }];
  }
  return [
    ...compareTriggerType(where, was, is),
    ...compareInputs(where, was.inputs, is.inputs),
    ...was.sample
      .filter((path) => !is.sample.includes(path))
      .map((path) => ({
        code: 'C003',
        where: `${where}.sample.${path}`,
        problem: 'was removed: later steps that map it get no value',
        remedy: restore('it'),
      })),
    ...compareOutputs(where, was, is),
    ...comparePrimaryKeys(where, was, is),
  ];
}

function compareTriggerType(where: string, was: Operation, is: Operation): BreakingChange[] {
  if (was.trigger === is.trigger) return [];
  const problem = `was a ${was.trigger} trigger and is a ${is.trigger} trigger: Zaps that are on never start again`;
  return [{ code: 'P03', where, problem, remedy: restore('its type') }];
}

function compareOutputs(where: string, was: Operation, is: Operation): BreakingChange[] {
  return Object.entries(was.outputs).flatMap(([key, before]) => {
    const now = is.outputs[key];
    if (now?.type === before.type && now.list === before.list) return [];
    return [
      {
        code: now ? 'P05' : 'P04',
        where: `${where}.outputFields.${key}`,
        problem: now
          ? `was ${typeName(before)} and is ${typeName(now)}: later steps that map it get another type of value`
          : 'was removed: later steps that map it get no value',
        remedy: restore('it'),
      },
    ];
  });
}

function comparePrimaryKeys(where: string, was: Operation, is: Operation): BreakingChange[] {
  if (was.primary.join() === is.primary.join()) return [];
  const names = ({ primary }: Operation) => primary.join(' and ') || 'id';
  return [
    {
      code: 'P06',
      where: `${where}.outputFields`,
      problem: `identified records by ${names(was)} and now by ${names(is)}: Zaps would run again for old records`,
      remedy: restore('the primary fields'),
    },
  ];
}

const typeName = ({ type, list }: { type: string; list: boolean }): string =>
  list ? `a list of ${type}` : type;

type Inputs = Record<string, Input>;

function compareInputs(where: string, was: Inputs, is: Inputs): BreakingChange[] {
  const kept = Object.entries(was).flatMap(([key, before]) => {
    const path = `${where}.inputFields.${key}`;
    const now = is[key];
    if (!now) {
      const remedy = restore('it (it may do nothing)');
      return [
        { code: 'C002', where: path, problem: 'was removed: Zaps lose what they entered there', remedy },
      ];
    }
    return [
      ...compareInput(path, before, now),
      ...compareInputs(path, before.children ?? {}, now.children ?? {}),
    ];
  });
  const added = Object.entries(is)
    .filter(([key, now]) => !was[key] && now.required && now.default === undefined)
    .map(([key]) => ({
      code: 'P08',
      where: `${where}.inputFields.${key}`,
      problem: 'is new and required: no existing Zap has a value for it',
      remedy: 'Make it optional, or give it a default.',
    }));
  return [...kept, ...added];
}

function compareInput(where: string, was: Input, is: Input): BreakingChange[] {
  return [
    ...compareInputType(where, was, is),
    ...compareRequired(where, was, is),
    ...compareChoices(where, choicesOf(was), choicesOf(is)),
  ];
}

/** Returns whether a field of this type accepts the values that existing Zaps have for the previous type. */
const canHold = (type: string, previous: string): boolean =>
  type === previous || (type === 'string' && ['number', 'integer', 'boolean'].includes(previous));

function compareInputType(where: string, was: Input, is: Input): BreakingChange[] {
  if (canHold(is.type, was.type) && was.list === is.list) return [];
  const problem = `was ${typeName(was)} and is ${typeName(is)}: values in existing Zaps no longer fit`;
  return [{ code: 'P07', where, problem, remedy: restore('its type') }];
}

/** A field of the type `boolean` has only two values. */
const choicesOf = ({ type, choices }: Input): Input['choices'] =>
  choices ?? (type === 'boolean' ? ['true', 'false'] : undefined);

function compareRequired(where: string, was: Input, is: Input): BreakingChange[] {
  if (was.required || !is.required || is.default !== undefined) return [];
  const problem = 'was optional and is required: Zaps that left it blank stop working';
  return [{ code: 'P09', where, problem, remedy: 'Keep it optional, or give it a default.' }];
}

function compareChoices(where: string, was: Input['choices'], is: Input['choices']): BreakingChange[] {
  if (!is) return [];
  if (!was) {
    const problem = 'accepted any value and now only some: Zaps with another value stop working';
    return [{ code: 'P10', where, problem, remedy: restore('the free choice of values') }];
  }
  return was
    .filter((value) => !is.includes(value))
    .map((value) => ({
      code: 'P10',
      where,
      problem: `no longer offers "${value}": Zaps that use it stop working`,
      remedy: restore('the choice'),
    }));
}
