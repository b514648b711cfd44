/** Shows in an editor test what a step would order. It orders nothing, and only reads. */
import { findReached } from '../once/decide.ts';
import { joinWarnings } from '../person/contact.ts';
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
  if (options.leavesOut) {
    const earlier = await protectCheck(cache.z, options, async () => (await makeRun(letters)).look(true));
    await people.leaveOut?.(findReached(earlier ?? []));
  }
  requireMergeFields(letters.placeholders, people);
  const checks = await check();
  const isLooking = options.leavesOut || options.maxAge === 0;
  // No real order can have this ID.
  return orderResult('not-ordered-preview-only', {
    preview_only: true,
    warning: joinWarnings(checks.map(({ warning = null }) => warning)),
    checked: checks.flatMap(({ checked = [] }) => checked).filter((one) => typeof one === 'string'),
    not_checked: [
      ...checks.flatMap(({ notChecked = [] }) => notChecked),
      ...(isLooking ? [] : [alreadyOrderedNote]),
      'Whether the letter service can print and deliver the letters, and what they cost.',
    ],
    list_id: people.listId,
    letter_count: people.fields?.count ?? null,
  });
}
