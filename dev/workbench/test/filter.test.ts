import { describe, expect, it } from '@jest/globals';
import { findIncompleteConditions, runFilter } from '../zaps/filter.ts';

const sources = new Map([
  [
    '1',
    {
      record: { amount: '$1,250.50', reason: 'Returned_Mail', blank: '', list: ['a', 'b'] },
      optionalPaths: [],
    },
  ],
]);

const run = (conditions: object[], match?: string) =>
  runFilter({ id: '2', kind: 'filter', values: { conditions, ...(match ? { match } : {}) } }, sources);

describe('A filter', () => {
  it.each([
    ['{{1.reason}}', 'contains', 'returned', true],
    ['{{1.reason}}', 'contains', 'address', false],
    ['{{1.reason}}', 'contains', '{{1.blank}}', false],
    ['{{1.list}}', 'contains', 'b', true],
    ['{{1.reason}}', 'does_not_contain', 'returned', false],
    ['{{1.reason}}', 'matches', 'Returned_Mail', true],
    ['{{1.reason}}', 'matches', 'returned_mail', false],
    ['{{1.reason}}', 'does_not_match', 'returned_mail', true],
    ['{{1.amount}}', 'greater_than', '1000', true],
    ['{{1.amount}}', 'greater_than', '1,250.50', false],
    ['{{1.amount}}', 'less_than', '2000', true],
    ['{{1.blank}}', 'less_than', '2000', false],
    ['Yes', 'is_true', '', true],
    ['{{1.blank}}', 'is_false', '', false],
    ['{{1.blank}}', 'exists', '', false],
    ['{{1.missing}}', 'does_not_exist', '', true],
  ])('decides that %s %s “%s”: %s', (data, test, value, isMet) => {
    expect(run([{ data, test, value }]).outcome).toBe(isMet ? 'done' : 'filtered');
  });

  it('needs all of its conditions, or any of them', () => {
    const conditions = [
      { data: '{{1.amount}}', test: 'exists' },
      { data: '{{1.blank}}', test: 'exists' },
    ];
    expect([run(conditions).outcome, run(conditions, 'any').outcome]).toEqual(['filtered', 'done']);
  });

  it('shows what it compared', () => {
    expect(run([{ data: '{{1.amount}}', test: 'greater_than', value: '100' }]).items).toEqual([
      { path: 'conditions.0', label: 'Condition 1', value: '“$1,250.50” is greater than “100”: met' },
    ]);
  });

  it.each([
    ['no condition', [], ['Data', 'Condition']],
    ['a condition without a value', [{ data: '{{1.reason}}', test: 'contains' }], ['Value']],
    ['a condition that does not exist', [{ data: '{{1.reason}}', test: 'begins' }], ['Condition']],
    ['a condition that needs no value', [{ data: '{{1.reason}}', test: 'exists' }], []],
  ])('reports what is missing in %s', (_what, conditions, labels) => {
    const fields = findIncompleteConditions({ id: '2', kind: 'filter', values: { conditions } });
    expect(fields.map(({ label }) => label)).toEqual(labels);
  });
});
