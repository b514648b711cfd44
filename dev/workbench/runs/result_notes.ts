/** Short notes on a step that succeeded, for results that the user should notice. */
import type { Definition } from '@print-and-mail/zapier';
import type { PlannedStep } from '../protocol.ts';

/** Whether a search-or-create found its record, under the key that Zapier uses. */
export const foundStatus = {
  key: '_zap_search_was_found_status',
  label: 'Zap Search Was Found Status',
};

/**
 * Returns `found` or `created` for a search-or-create, `warning` if the record has one, each yes-or-no output that differs
 * from the definition's sample, such as `already ordered`, and each count that is 0 in the sample, such as
 * `incomplete contacts left out: 3`.
 */
export function resultNotes(
  definition: Definition,
  step: PlannedStep,
  record: Record<string, unknown>,
): string[] {
  const { outputFields = [], sample = {} } = executedAction(definition, step, record)?.operation ?? {};
  const unusual = outputFields.flatMap((field) => {
    if (typeof field === 'string') return [];
    const [usual, actual] = [sample[field.key], record[field.key]];
    if (usual === actual) return [];
    const label = lowerCaseWords(field.label ?? field.key);
    if (usual === 0 && typeof actual === 'number') return [`${label}: ${actual}`];
    return typeof usual === 'boolean' && typeof actual === 'boolean' ? [actual ? label : `not ${label}`] : [];
  });
  const notes = record.warning ? ['warning', ...unusual] : unusual;
  if (step.kind !== 'searchOrCreates') return notes;
  return [record[foundStatus.key] === true ? 'found' : 'created', ...notes];
}

function executedAction(definition: Definition, step: PlannedStep, record: Record<string, unknown>) {
  if (step.kind === 'creates') return definition.creates[step.key];
  if (step.kind !== 'searchOrCreates') return undefined;
  const { create, update } = definition.searchOrCreates[step.key] ?? {};
  return definition.creates[(record[foundStatus.key] === true ? update : create) ?? ''];
}

/** `Already Ordered` as `already ordered`; words in capitals stay. */
const lowerCaseWords = (label: string): string =>
  label.replace(/\b\p{Lu}\p{Ll}+/gu, (word) => word.toLocaleLowerCase('en'));
