/** What has to be in order before a Zap is turned on. */
import {
  type Connection,
  checkRequiredFields,
  type LocalZapier,
  RequiredFieldError,
} from '@print-and-mail/zapier';
import { HttpError } from '../http/http_error.ts';
import type { FieldProblem, Plan } from '../protocol.ts';
import { inputFormsOf } from '../runs/run_step.ts';
import { describeProblem, findBrokenMappings } from './broken_mappings.ts';
import type { Action } from './plan.ts';

/**
 * @throws HttpError; about required fields that are blank in one sentence a step, in the platform's words, and about values
 * that no earlier step gives
 */
export async function checkReady(
  platform: LocalZapier,
  plan: Plan,
  connection: () => Connection,
): Promise<void> {
  const [first, ...others] = plan.steps;
  if (!first) throw new HttpError(422, `“${plan.name}” has no steps yet; choose what starts it.`);
  if (others.length === 0)
    throw new HttpError(422, `“${plan.name}” does nothing yet; add an action after its first step.`);
  const account = connection();
  const definition = await platform.definition();
  const sentences: string[] = [];
  const problems: FieldProblem[] = [];
  const collect = async (step: string, check: () => Promise<void>) => {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof RequiredFieldError)) throw error;
      sentences.push(error.message);
      problems.push(...error.fields.map((field) => ({ step, ...field })));
    }
  };
  const collectLost = (step: Action) => {
    for (const broken of findBrokenMappings(definition, step, plan.steps)) {
      sentences.push(describeProblem(definition, plan.steps, broken));
      problems.push(broken);
    }
  };
  if (first.kind === 'triggers') {
    const { key, values } = first;
    collectLost(first);
    await collect(first.id, () =>
      checkRequiredFields(platform, 'triggers', { key, inputData: values, connection: account }),
    );
  }
  for (const step of others) {
    if (step.kind === 'form') continue;
    collectLost(step);
    for (const [kind, key, inputData] of inputFormsOf(definition, step)) {
      await collect(step.id, () =>
        checkRequiredFields(platform, kind, { key, inputData, connection: account }),
      );
    }
  }
  if (problems.length > 0) throw new HttpError(422, sentences.join(' '), problems);
}
