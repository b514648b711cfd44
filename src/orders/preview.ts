/** Shows in an editor test what a step would order. It orders nothing, and only reads. */
import { judge } from '../once/decide.ts';
import type { Run } from '../once/run.ts';
import { describeMoved, findUncertain, movedAdvice, stopError } from '../once/stop_messages.ts';
import { joinWarnings } from '../text/format.ts';
import { type Checks, orderResult } from './order.ts';
import { type Letters, makeRun, protectCheck } from './place_once.ts';
import { requireMergeFields } from './placeholders.ts';

const alreadyOrderedNote =
  'Whether the same letters were already ordered: the step looks for them when the Zap runs.';

/**
 * Returns what would be ordered as the result of the step.
 * @param check describes who gets a letter, and what is printed
 * @throws a user-facing error if the letters must not be ordered
 */
export async function previewLetters(
  letters: Omit<Letters, 'place' | 'remember'>,
  check: () => Promise<Checks[]>,
) {
  const { cache, options, people } = letters;
  if (people.refusal) throw people.refusal;
  const moved = await protectCheck(cache.z, options, async () =>
    checkEarlier(await makeRun(letters), letters),
  );
  requireMergeFields(letters.placeholders, people);
  const checks = await check();
  const isUnknown = !options.leavesOut && options.maxAge > 0;
  // No real order can have this ID.
  return orderResult('not-ordered-preview-only', {
    preview_only: true,
    warning: joinWarnings([moved, ...checks.map(({ warning }) => warning)]),
    checked: checks.flatMap(({ checked = [] }) => checked).filter((one) => typeof one === 'string'),
    not_checked: [
      ...checks.flatMap(({ notChecked = [] }) => notChecked),
      ...(isUnknown ? [alreadyOrderedNote] : []),
      'Whether the letter service can print and deliver the letters, and what they cost.',
    ],
    list_id: people.listId,
    letter_count: people.fields?.count ?? null,
  });
}

/**
 * Leaves out the people who would be left out, and stops if others would get the letter again because the columns have changed.
 * @returns a sentence about people who got the letter under another name or address, if there are any
 */
async function checkEarlier(run: Run, { options, people }: Pick<Letters, 'options' | 'people'>) {
  const { members, columns, isList } = run.people;
  if (!options.leavesOut && !(isList && people.listId === null)) return null;
  const earlier = await run.look({ skipsReached: options.leavesOut });
  const verdict = judge(members, earlier, options, Date.now());
  const { decision, reached, moved } = verdict;
  if (decision.kind === 'stop' && findUncertain([...decision.reached], decision.orders).length > 0)
    throw stopError(decision, verdict, columns, options, people);
  await people.leaveOut?.(reached);
  return moved.size > 0 ? `${describeMoved(moved, people, options)} ${movedAdvice}` : null;
}
