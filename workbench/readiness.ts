/** What has to be in order before a Zap is turned on. */
import { type Connection, checkRequired, type Definition, type Platform } from '../platform/index.ts';
import { marksIn } from './marks.ts';
import { type Action, refuseMarks } from './plan.ts';
import type { Plan } from './protocol.ts';
import { Refused } from './refused.ts';
import { operationFor } from './steps.ts';

/** @throws Refused, or the platform's sentence about required fields */
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
  if (first.kind === 'triggers') {
    const { key, values } = first;
    refuseMarks(values);
    await checkRequired(platform, 'triggers', { key, inputData: values, connection: account });
  }
  const before = new Set([first.id]);
  for (const step of others) {
    if (step.kind === 'form') continue;
    const created = step.kind === 'searchOrCreates' ? step.createValues : {};
    for (const { text, step: named } of marksIn([step.values, created])) {
      if (!before.has(named))
        throw new Refused(422, `${text} in the step "${step.id}" names no step that comes before it.`);
    }
    await checkFilledIn(platform, await platform.definition(), step, account);
    before.add(step.id);
  }
}

async function checkFilledIn(
  platform: Platform,
  definition: Definition,
  step: Action,
  connection: Connection,
): Promise<void> {
  const [kind, key] = operationFor(definition, step, 'search');
  await checkRequired(platform, kind, { key, inputData: step.values, connection });
  if (step.kind !== 'searchOrCreates') return;
  const [createKind, createKey] = operationFor(definition, step, 'create');
  await checkRequired(platform, createKind, { key: createKey, inputData: step.createValues, connection });
}
