/** The whole decision as a table: what is remembered of other runs, and what a step then does. */
import { describe, expect, it } from '@jest/globals';
import { type Decision, decide, type Earlier, findReached, type LookBack } from '../../src/once/decide.ts';

const now = Date.parse('2026-03-12T12:00:00Z');
const hour = 3_600;
const day = 24 * hour;

const lookBack: LookBack = { maxAge: 92 * day, maxReturnAge: 2 * day, maxUnconfirmedAge: 7 * day };

/** @param people those with the same values, and in lower case those whose values cannot be compared */
const earlier = (phase: Earlier['phase'], people: string, secondsAgo: number): Earlier => ({
  run: `${phase} ${people}`,
  phase,
  at: now - secondsAgo * 1000,
  result: phase === 'placed' ? { order_id: `m-${people}-${secondsAgo / hour}` } : {},
  isList: people.length > 1,
  same: new Set([...people].filter((person) => person === person.toUpperCase())),
  moved: new Set(),
  whyUncertain: 'columns',
  columns: [],
  people: new Set(people.toUpperCase()),
});
const placed = (people: string, secondsAgo: number) => earlier('placed', people, secondsAgo);
const unconfirmed = (people: string, secondsAgo: number) => earlier('unconfirmed', people, secondsAgo);
const preparing = (people: string) => earlier('preparing', people, 1);

/** Returns the decision in a few words. */
function tell(decision: Decision): string {
  const name = ({ phase, result }: Earlier) => (phase === 'placed' ? result.order_id : phase);
  if (decision.kind === 'order') return 'order';
  if (decision.kind === 'wait') return `wait for ${decision.orders.length}`;
  if (decision.kind === 'same') return `same: ${name(decision.order)}`;
  return `stop: ${[...decision.reached].sort().join('')} by ${decision.orders.map(name).join(', ')}`;
}

describe('A step for Ann and Bob', () => {
  it.each<[what: string, earlier: Earlier[], decision: string, changes?: Partial<LookBack>]>([
    ['nothing is known', [], 'order'],
    ['only others were written to', [placed('CD', hour)], 'order'],
    ['both got the letter', [placed('AB', hour)], 'same: m-AB-1'],
    ['both got it together with others', [placed('ABC', hour)], 'same: m-ABC-1'],
    ['both got it twice', [placed('AB', 3 * hour), placed('AB', hour)], 'same: m-AB-1'],
    ['both got it more than two days ago', [placed('AB', 49 * hour)], 'stop: AB by m-AB-49'],
    [
      'the same, and a week was chosen',
      [placed('AB', 49 * hour)],
      'same: m-AB-49',
      { maxReturnAge: 7 * day },
    ],
    ['it is longer ago than the step looks back', [placed('AB', 2 * hour)], 'order', { maxAge: hour }],
    ['three months have passed', [placed('AB', 93 * day)], 'order'],
    ['both got it, but other values of Bob differ', [placed('Ab', hour)], 'stop: AB by m-Ab-1'],
    ['only Ann got it', [placed('A', hour)], 'stop: A by m-A-1'],
    ['only Ann got it, with other values', [placed('a', hour)], 'stop: A by m-a-1'],
    ['both got it in two orders', [placed('A', 2 * hour), placed('B', hour)], 'stop: AB by m-B-1, m-A-2'],
    ['an order to both may exist', [unconfirmed('AB', 6 * day)], 'stop: AB by unconfirmed'],
    [
      'it may exist, and the step looks back an hour',
      [unconfirmed('AB', day)],
      'stop: AB by unconfirmed',
      { maxAge: hour },
    ],
    ['it may exist, but a week has passed', [unconfirmed('AB', 8 * day)], 'order'],
    [
      'it may exist, and the check is off',
      [unconfirmed('AB', hour)],
      'order',
      { maxAge: 0, maxReturnAge: 0, maxUnconfirmedAge: 0 },
    ],
    ['an order to Ann may exist', [unconfirmed('A', hour)], 'stop: A by unconfirmed'],
    [
      'an order to Ann may exist, but a later one reached her',
      [unconfirmed('A', 3 * day), placed('A', 2 * day)],
      'order',
      { maxAge: day },
    ],
    [
      'an order to Ann may exist, and an earlier one reached her',
      [unconfirmed('A', 2 * day), placed('A', 3 * day)],
      'stop: A by unconfirmed',
      { maxAge: day },
    ],
    [
      'an order to both may exist, but a later one reached Ann',
      [unconfirmed('AB', 3 * hour), placed('A', hour)],
      'stop: AB by m-A-1, unconfirmed',
    ],
    [
      'both got it, whatever became of a later order',
      [placed('AB', 2 * hour), unconfirmed('AB', hour)],
      'same: m-AB-2',
    ],
    ['another run prepares an order to both', [preparing('AB')], 'wait for 1'],
    ['other runs prepare orders to each', [preparing('A'), preparing('BC')], 'wait for 2'],
    ['another run prepares an order to others', [preparing('C')], 'order'],
    ['both got it, and another run prepares an order', [placed('AB', hour), preparing('A')], 'same: m-AB-1'],
    [
      'an old order stops the step, but another run prepares one',
      [placed('AB', 49 * hour), preparing('A')],
      'wait for 1',
    ],
    [
      'an order is too old to count, and another run prepares one',
      [placed('AB', 49 * hour), preparing('A')],
      'wait for 1',
      { maxAge: day },
    ],
    [
      'an order may exist, and another run prepares one',
      [unconfirmed('AB', hour), preparing('A')],
      'wait for 1',
    ],
  ])('if %s', (_what, orders, decision, changes = {}) => {
    const wanted = { ...lookBack, ...changes };
    expect(tell(decide(['A', 'B'], orders, wanted, now))).toBe(decision);
    expect(tell(decide(['B', 'A'], orders.toReversed(), wanted, now))).toBe(decision);
  });
});

it('The order that reached a person is the newest confirmed one, however old it is', () => {
  const orders = [placed('AB', 100 * day), placed('A', day), unconfirmed('BC', hour), preparing('C')];
  const reached = [...findReached(orders)].map(([person, order]) => [person, order.run]);
  expect(reached).toEqual([
    ['A', 'placed A'],
    ['B', 'placed AB'],
  ]);
});
