/** A Zap's plan as it comes from the page or from a file: read, and stored against the connector's definition. */

import type { Definition } from '@print-and-mail/zapier';
import * as zod from 'zod';
import { HttpError } from '../http/http_error.ts';
import type { Plan, PlannedStep } from '../protocol.ts';
import type { OutputField } from './items.ts';

/** The form that starts a Zap. */
export type FormStep = Extract<PlannedStep, { kind: 'form' }>;

/** A step that is one of the connector's operations. */
export type Action = Exclude<PlannedStep, FormStep>;

/** The step of one of the connector's triggers, though its type says no more than that it is one operation. */
export type TriggerStep = Exclude<Action, { kind: 'searchOrCreates' }>;

const values = zod.record(zod.string(), zod.unknown());
const id = zod
  .string()
  .regex(/^[\w-]{1,40}$/, 'has to be made of letters, digits, - and _, because mappings name the step by it');

const question = zod.strictObject({
  key: zod.string().regex(/^[A-Za-z]\w*$/, 'has to be a name such as first_name'),
  label: zod.string(),
  example: zod.string(),
  type: zod.enum(['text', 'file']).optional(),
});

const step = zod.discriminatedUnion('kind', [
  zod.strictObject({ id, kind: zod.literal('form'), fields: zod.array(question) }),
  zod.strictObject({
    id,
    kind: zod.enum(['triggers', 'searches', 'creates']),
    key: zod.string(),
    values,
  }),
  zod.strictObject({
    id,
    kind: zod.literal('searchOrCreates'),
    key: zod.string(),
    values,
    createValues: values,
  }),
]);

export const planSchema: zod.ZodType<Plan> = zod.strictObject({
  name: zod.string().max(200),
  description: zod.string().max(2000).optional(),
  steps: zod.array(step).max(50),
});

/** @throws HttpError with a sentence that names the place in the plan and what is wrong there */
export function checkPlan(definition: Definition, plan: Plan): void {
  const ids = new Set<string>();
  plan.steps.forEach((one, index) => {
    const where = `Step ${index + 1} of “${plan.name}”`;
    if (ids.has(one.id))
      throw new HttpError(422, `${where} has the same id, "${one.id}", as an earlier step.`);
    ids.add(one.id);
    const begins = one.kind === 'form' || one.kind === 'triggers';
    if (index === 0 && !begins)
      throw new HttpError(
        422,
        `${where} has to start the Zap: a trigger or a form, and not one of the ${one.kind}.`,
      );
    if (index > 0 && begins)
      throw new HttpError(
        422,
        `${where} is a ${one.kind === 'form' ? 'form' : 'trigger'}; only the first step starts a Zap.`,
      );
    if (one.kind !== 'form' && !Object.hasOwn(definition[one.kind], one.key)) {
      const there = Object.keys(definition[one.kind]).join(', ');
      throw new HttpError(
        422,
        `${where} uses "${one.key}", which the connector does not have among its ${one.kind}: ${there || 'none'}.`,
      );
    }
    if (one.kind === 'form') {
      const keys = one.fields.map(({ key }) => key);
      const twice = keys.find((key, at) => keys.indexOf(key) !== at);
      if (twice !== undefined)
        throw new HttpError(422, `${where} asks "${twice}" twice; each question needs a key of its own.`);
    }
  });
}

/** What the step gives, as the definition (or the form) labels it. */
export function outputFieldsOf(definition: Definition, one: PlannedStep): OutputField[] {
  if (one.kind === 'form') return one.fields.map(({ key, label }) => ({ key, label }));
  if (one.kind !== 'searchOrCreates') return statedOutputs(definition, one.kind, one.key);
  const pair = definition.searchOrCreates[one.key];
  if (!pair) return [];
  const found = statedOutputs(definition, 'searches', pair.search);
  const known = new Set(found.map(({ key }) => key));
  const made = [pair.create, ...(pair.update ? [pair.update] : [])].flatMap((key) =>
    statedOutputs(definition, 'creates', key),
  );
  return [...found, ...made.filter(({ key }) => !known.has(key) && known.add(key))];
}

const statedOutputs = (
  definition: Definition,
  kind: 'triggers' | 'searches' | 'creates',
  key: string,
): OutputField[] =>
  (definition[kind][key]?.operation.outputFields ?? []).flatMap((field) =>
    typeof field === 'string' ? [] : [{ key: field.key, label: field.label }],
  );

/** What the step would give, as far as the definition (or the form) shows it before it has been tested. */
export function sampleOf(definition: Definition, one: PlannedStep): Record<string, unknown> | undefined {
  if (one.kind === 'form') return Object.fromEntries(one.fields.map(({ key, example }) => [key, example]));
  if (one.kind !== 'searchOrCreates') return definition[one.kind][one.key]?.operation.sample;
  const { search = '' } = definition.searchOrCreates[one.key] ?? {};
  return definition.searches[search]?.operation.sample;
}

/** What a form gives to later steps. @param resolveAddress for the answer to a file that lies within the workbench */
export const formRecord = (
  { fields }: FormStep,
  answers: Record<string, string>,
  resolveAddress: (address: string) => string,
): Record<string, string> =>
  Object.fromEntries(
    fields.map(({ key, type }) => {
      const answer = answers[key] ?? '';
      return [key, type === 'file' ? resolveAddress(answer) : answer];
    }),
  );
