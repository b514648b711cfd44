/** The filter step: a run continues only if the conditions are met, as with Filter by Zapier. */
import type { InputField } from '@print-and-mail/zapier/definition';
import { HttpError } from '../http/http_error.ts';
import type { FieldProblem, PlannedStep, StepRun, Values } from '../protocol.ts';
import { asText, isRecord, resolveMappings, type Sources } from './mappings.ts';

export type FilterStep = Extract<PlannedStep, { kind: 'filter' }>;

interface Test {
  label: string;
  isMet(data: string, value: string): boolean;
}

const contains = (data: string, value: string): boolean =>
  value !== '' && data.toLocaleLowerCase().includes(value.toLocaleLowerCase());

/** Reads a number such as `$1,250.50`. */
const numberIn = (text: string): number => Number.parseFloat(text.replace(/[^\d.-]/g, ''));

/** As at Zapier, *contains* ignores case and *exactly matches* does not. */
const comparisons: Record<string, Test> = {
  contains: { label: 'Contains', isMet: contains },
  does_not_contain: { label: 'Does not contain', isMet: (data, value) => !contains(data, value) },
  matches: { label: 'Exactly matches', isMet: (data, value) => data === value },
  does_not_match: { label: 'Does not exactly match', isMet: (data, value) => data !== value },
  greater_than: { label: 'Is greater than', isMet: (data, value) => numberIn(data) > numberIn(value) },
  less_than: { label: 'Is less than', isMet: (data, value) => numberIn(data) < numberIn(value) },
};

/** All conditions. Those that compare nothing have no value. */
const tests: Record<string, Test> = {
  ...comparisons,
  is_true: { label: 'Is true', isMet: (data) => /^(?:true|yes|1)$/i.test(data) },
  is_false: { label: 'Is false', isMet: (data) => /^(?:false|no|0)$/i.test(data) },
  exists: { label: 'Exists', isMet: (data) => data !== '' },
  does_not_exist: { label: 'Does not exist', isMet: (data) => data === '' },
};

const conditionFields = [
  { key: 'data', label: 'Data', required: true, helpText: 'Insert data from an earlier step.' },
  {
    key: 'test',
    label: 'Condition',
    required: true,
    choices: Object.entries(tests).map(([value, { label }]) => ({ value, label })),
  },
  {
    key: 'value',
    label: 'Value',
    helpText:
      'Such as `100` or `returned_mail`. Leave blank for *is true*, *is false*, *exists* and *does not exist*.',
  },
];

/** The fields of the step's form. */
export const filterFields: InputField[] = [
  { key: 'conditions', label: 'Only Continue If', required: true, children: conditionFields },
  {
    key: 'match',
    label: 'How Many Must Be Met',
    default: 'all',
    choices: [
      { value: 'all', label: 'All conditions' },
      { value: 'any', label: 'Any condition' },
    ],
  },
];

const readConditions = ({ conditions }: Values): Values[] =>
  Array.isArray(conditions) ? conditions.filter(isRecord) : [];

const reasons: Record<string, string> = {
  data: 'is blank. Insert data from an earlier step.',
  test: 'is not chosen. Choose one from the list.',
  value: 'is blank. Enter what to compare with.',
};

/** Lists the fields that the conditions still need. */
export function findIncompleteConditions({ id, values }: FilterStep): FieldProblem[] {
  const [first = {}, ...others] = readConditions(values);
  const keys = [first, ...others].flatMap(({ data, test, value }) => [
    ...(asText(data) === '' ? ['data'] : []),
    ...(tests[asText(test)] === undefined ? ['test'] : []),
    ...(comparisons[asText(test)] && asText(value) === '' ? ['value'] : []),
  ]);
  return conditionFields
    .filter(({ key }) => keys.includes(key))
    .map(({ key, label }) => ({ step: id, key, label, reason: reasons[key] ?? '' }));
}

/** @throws HttpError if a condition is incomplete */
export function checkConditions(step: FilterStep): void {
  const fields = findIncompleteConditions(step);
  if (fields.length > 0) throw new HttpError(422, 'The conditions of the filter are incomplete.', fields);
}

/** Decides whether the run continues. */
export function runFilter({ id, values }: FilterStep, sources: Sources): StepRun {
  const results = readConditions(values).map((condition) => {
    const { data, test, value } = resolveMappings(condition, sources);
    const [dataText, valueText] = [asText(data), asText(value)];
    const { label = '', isMet } = tests[asText(test)] ?? {};
    const words = `“${dataText}” ${label.toLowerCase()}${comparisons[asText(test)] ? ` “${valueText}”` : ''}`;
    return { input: { data, test, value }, words, isMet: isMet?.(dataText, valueText) ?? false };
  });
  const isPassed =
    values.match === 'any' ? results.some(({ isMet }) => isMet) : results.every(({ isMet }) => isMet);
  return {
    step: id,
    outcome: isPassed ? 'done' : 'filtered',
    input: { ...values, conditions: results.map(({ input }) => input) },
    items: results.map(({ words, isMet }, index) => ({
      path: `conditions.${index}`,
      label: `Condition ${index + 1}`,
      value: `${words}: ${isMet ? 'met' : 'not met'}`,
    })),
    traces: [],
  };
}
