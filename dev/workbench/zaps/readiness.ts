/** The checks before a Zap is turned on. */
import {
  type Connection,
  checkRequiredFields,
  type Definition,
  type LocalZapier,
  RequiredFieldError,
} from '@print-and-mail/zapier';
import { findOperation, type InputField, staticInputFields } from '@print-and-mail/zapier/definition';
import { HttpError } from '../http/http_error.ts';
import type { FieldProblem, Plan, Values } from '../protocol.ts';
import { describeFieldProblem, findBrokenMappings } from './broken_mappings.ts';
import { findIncompleteConditions } from './filter.ts';
import { asText } from './mappings.ts';
import { type Action, inputFormsOf } from './plan.ts';

/** @throws HttpError that names each blank required field, blank search and broken mapping */
export async function checkReady(
  platform: LocalZapier,
  plan: Plan,
  getConnection: () => Connection,
): Promise<void> {
  const [first, ...others] = plan.steps;
  if (!first) throw new HttpError(422, `“${plan.name}” has no steps yet. Choose a trigger.`);
  if (others.every(({ kind }) => kind === 'filter'))
    throw new HttpError(422, `“${plan.name}” has no action yet. Add a step.`);
  const connection = getConnection();
  const definition = await platform.definition();
  const sentences: string[] = [];
  const problems: FieldProblem[] = [];
  for (const step of plan.steps) {
    if (step.kind === 'form' || step.kind === 'schedule') continue;
    for (const problem of [
      ...findBrokenMappings(definition, step, plan.steps),
      ...(step.kind === 'filter' ? findIncompleteConditions(step) : findBlankSearch(definition, step)),
    ]) {
      sentences.push(describeFieldProblem(definition, plan.steps, problem));
      problems.push(problem);
    }
    if (step.kind === 'filter') continue;
    for (const [kind, key, inputData] of inputFormsOf(definition, step)) {
      try {
        await checkRequiredFields(platform, kind, { key, inputData, connection });
      } catch (error) {
        if (!(error instanceof RequiredFieldError)) throw error;
        sentences.push(error.message);
        problems.push(...error.fields.map((field) => ({ step: step.id, ...field })));
      }
    }
  }
  if (problems.length > 0) throw new HttpError(422, sentences.join(' '), problems);
}

/** A search without a required field needs at least one criterion; its first field is reported if all are blank. */
function findBlankSearch(definition: Definition, step: Action): FieldProblem[] {
  return inputFormsOf(definition, step).flatMap(([kind, key, values]): FieldProblem[] => {
    if (kind !== 'searches') return [];
    const criteria = staticInputFields(findOperation(definition, kind, key)).filter(isCriterion);
    const [first] = criteria;
    if (!first || criteria.some((field) => field.required || !isBlank(values, field))) return [];
    return [
      {
        step: step.id,
        key: first.key,
        label: first.label ?? first.key,
        reason: 'and every other search field is blank. Fill in at least one.',
      },
    ];
  });
}

/** Fields with a default, such as a limit, restrict a search but are not what it looks for. */
const isCriterion = (field: InputField): boolean => field.type !== 'copy' && !field.default;

const isBlank = (values: Values, { key }: InputField): boolean => asText(values[key]).trim() === '';
