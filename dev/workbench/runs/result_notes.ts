/** What was not as usual about an action that worked. */
import type { Definition } from '@print-and-mail/zapier';
import type { PlannedStep } from '../protocol.ts';

/** In every record of a search-or-create, under the name that Zapier gives it. */
export const foundStatus = {
  key: '_zap_search_was_found_status',
  label: 'Zap Search Was Found Status',
};

/**
 * The definition's sample shows what an action usually gives. Where it says yes or no to something and this record says
 * the opposite, such as that nothing new was ordered or that it was only checked, the user has to know.
 * @returns a few words each, from the output field's label
 */
export function notesOn(
  definition: Definition,
  step: PlannedStep,
  record: Record<string, unknown>,
): string[] {
  const { outputFields = [], sample = {} } = actionDone(definition, step, record)?.operation ?? {};
  return outputFields.flatMap((field) => {
    if (typeof field === 'string') return [];
    const [usual, now] = [sample[field.key], record[field.key]];
    if (typeof usual !== 'boolean' || typeof now !== 'boolean' || usual === now) return [];
    const words = inASentence(field.label ?? field.key);
    return [now ? words : `${words}: no`];
  });
}

function actionDone(definition: Definition, step: PlannedStep, record: Record<string, unknown>) {
  if (step.kind === 'creates') return definition.creates[step.key];
  if (step.kind !== 'searchOrCreates') return undefined;
  const { create, update } = definition.searchOrCreates[step.key] ?? {};
  return definition.creates[(record[foundStatus.key] === true ? update : create) ?? ''];
}

/** `Already Ordered` as `already ordered`; names in capitals stay. */
const inASentence = (label: string): string =>
  label.replace(/\b\p{Lu}\p{Ll}+/gu, (word) => word.toLocaleLowerCase('en'));
