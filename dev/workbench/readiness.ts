/** What has to be in order before a Zap is turned on. */
import {
  type Connection,
  checkRequiredFields,
  type LocalZapier,
  RequiredFieldError,
} from '@print-and-mail/zapier';
import { lostValues, sentenceOf } from './lost_values.ts';
import type { Action } from './plan.ts';
import type { MissingField, Plan } from './protocol.ts';
import { Refused } from './refused.ts';
import { formsOf } from './steps.ts';

/**
 * @throws Refused; about required fields that are blank in one sentence a step, in the platform's words, and about values
 * that no earlier step gives
 */
export async function checkReady(
  platform: LocalZapier,
  plan: Plan,
  connection: () => Connection,
): Promise<void> {
  const [first, ...others] = plan.steps;
  if (!first) throw new Refused(422, `“${plan.name}” has no steps yet; choose what starts it.`);
  if (others.length === 0)
    throw new Refused(422, `“${plan.name}” does nothing yet; add an action after its first step.`);
  const account = connection();
  const definition = await platform.definition();
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
  const collectLost = (step: Action) => {
    for (const lost of lostValues(definition, step, plan.steps)) {
      sentences.push(sentenceOf(definition, plan.steps, lost));
      missing.push(lost);
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
    for (const [kind, key, inputData] of formsOf(definition, step)) {
      await collect(step.id, () =>
        checkRequiredFields(platform, kind, { key, inputData, connection: account }),
      );
    }
  }
  if (missing.length > 0) throw new Refused(422, sentences.join(' '), missing);
}
