/** Leaves out the people whom a letter reached, so that a list that grows every day writes only to those who are new. */
import type { Bundle } from 'zapier-platform-core';
import type { Cache } from '../cache.ts';
import { attempt } from '../failure.ts';
import { formatNumber } from '../format.ts';
import { inputError } from '../inputs.ts';
import type { MemberPeople } from '../recipients/identity.ts';
import { readOther } from './deduplication/entry.ts';
import { announce, findOverlaps, findReached } from './deduplication/overlaps.ts';
import { maxComparedPeople } from './deduplication/people.ts';
import { longestWindow, nothingOrderedText } from './order_options.ts';
import { inProgressError, mayExistError, requireCache } from './place_once.ts';

export const alreadySentField = {
  key: 'already_sent',
  label: 'If Someone Already Got the Letter',
  type: 'string',
  default: 'stop',
  choices: { stop: 'Stop: order nothing', leave_out: 'Leave them out' },
  group: 'safety',
  helpText:
    'If people on the list got this letter in the last three months, order nothing for anyone, or only for the others.',
} as const;

/**
 * Returns the people whom an order of the letter reached within a week, or who were found reached by an earlier run.
 * @param print identifies the letter
 * @param isOff whether the user has checked the orders that may exist, and sends the letter nevertheless
 * @throws a user-facing error if an order to some of them may exist, or there are too many people to compare
 */
export async function findAlreadySent(
  cache: Cache,
  print: string,
  people: MemberPeople,
  { isOff, timeZone }: { isOff: boolean; timeZone: Bundle['meta']['timezone'] },
): Promise<{ reached: ReadonlySet<string>; isDoubtful: boolean }> {
  if (people.members.length > maxComparedPeople) {
    throw inputError(
      `The list has ${formatNumber(people.members.length)} people, and "${alreadySentField.choices.leave_out}" compares at most ${formatNumber(maxComparedPeople)}. ${nothingOrderedText} Split the list, or choose "${alreadySentField.choices.stop}".`,
    );
  }
  const [own, overlaps, remembered] = await requireCache(() =>
    Promise.all([
      readOther(cache, print, people.id),
      findOverlaps(cache, print, people, longestWindow, { toleratesLost: isOff }),
      findReached(cache, print, people.members),
    ]),
  );
  const orders = [...(own ? [{ entry: own, shared: people.members }] : []), ...overlaps];
  const placed = orders.filter(({ entry }) => {
    if (entry.phase === 'claimed')
      throw inProgressError('is ordering the same letters to some of these people');
    if (entry.phase === 'sent' && !isOff) throw mayExistError(entry, timeZone);
    return entry.phase === 'placed';
  });
  const reached = new Set([...placed.flatMap(({ shared }) => shared), ...remembered]);
  return { reached, isDoubtful: placed.length < orders.length };
}

/** Remembers the whole list for another week, so that a list that grows every day never starts over. */
export const rememberReached = (cache: Cache, print: string, people: MemberPeople): Promise<void> =>
  attempt(
    cache.z,
    'It could not be remembered that everyone on the list got the letter, so a later run may not leave all of them out.',
    () => announce(cache, print, people, { reached: true }),
  );
