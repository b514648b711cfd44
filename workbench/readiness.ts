/** What has to be in order before a Zap is turned on. */
import {
  type Connection,
  checkRequired,
  type Definition,
  type Kind,
  type Platform,
  RequiredFieldError,
} from '../platform/index.ts';
import { marksIn } from './marks.ts';
import { type Action, refuseMarks } from './plan.ts';
import type { MissingField, Plan, Values } from './protocol.ts';
import { Refused } from './refused.ts';
import { operationFor } from './steps.ts';

/** @throws Refused; about required fields that are blank in one sentence a step, in the platform's words */
export async function checkReady(
  platform: Platform,
  plan: Plan,
  connection: () => Connection,
): Promise<void> {
  const [first, ...others] = plan.steps;
  if (!first) throw new Refused(422, `“${plan.name}” has no steps yet; choose what starts it.`);
  if (others.length === 0)
    throw new Refused(422, `“${plan.name}” does nothing yet; add an action after its first step.`);
  const account = connection();
  const sentences: string[] = [];
  const missing: MissingField[] = [];
  const collect = async (step: string, check: () => Promise<void>) => {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof RequiredFieldError)) throw error;
      sentences.push(error.message);
      missing.push(...error.fields.map((field) => ({ step, ...field })));
    }
  };
  if (first.kind === 'triggers') {
    const { key, values } = first;
    refuseMarks(values);
    await collect(first.id, () =>
      checkRequired(platform, 'triggers', { key, inputData: values, connection: account }),
    );
  }
  const before = new Set([first.id]);
  for (const step of others) {
    if (step.kind === 'form') continue;
    const created = step.kind === 'searchOrCreates' ? step.createValues : {};
    for (const { text, step: named } of marksIn([step.values, created])) {
      if (!before.has(named))
        throw new Refused(422, `${text} in the step "${step.id}" names no step that comes before it.`);
    }
    for (const [kind, key, inputData] of formsOf(await platform.definition(), step)) {
      await collect(step.id, () => checkRequired(platform, kind, { key, inputData, connection: account }));
    }
    before.add(step.id);
  }
  if (missing.length > 0) throw new Refused(422, sentences.join(' '), missing);
}

/** The operations whose fields the step has, with what is filled in: two for a search-or-create. */
function formsOf(definition: Definition, step: Action): [Kind, string, Values][] {
  const search: [Kind, string, Values] = [...operationFor(definition, step, 'search'), step.values];
  if (step.kind !== 'searchOrCreates') return [search];
  return [search, [...operationFor(definition, step, 'create'), step.createValues]];
}
