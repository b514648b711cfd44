/**
 * Says in the error of an action that nothing was done, if it is true. `api/send.ts` records what each run changed or may have changed, so
 * the code in between says only what happened and what to do.
 */
import type { ZObject } from 'zapier-platform-core';
import { getFailure } from './failure.ts';

/** What each run changed at the letter service, or may have changed. By `z`, because AWS Lambda keeps a module for later runs. */
const changes = new WeakMap<ZObject, Set<string>>();

/** @param what the first part of the path after the version, such as `orders` */
export function recordChange(z: ZObject, what: string): void {
  changes.set(z, (changes.get(z) ?? new Set()).add(what));
}

/** What an action says if it fails and did nothing. An earlier run of an ordering step may have ordered the same letters. */
const sentences = {
  ordered: 'Nothing was ordered by this run.',
  sent: 'Nothing was sent.',
  changed: 'Nothing was changed.',
  deleted: 'Nothing was deleted.',
  replaced: 'Nothing was replaced.',
  uploaded: 'Nothing was uploaded.',
};

/** Returns an action that adds the sentence to its failures, between what happened and what to do, unless the run did something. */
export function sayNothingWas<Action extends { operation: { perform?: unknown } }>(
  done: keyof typeof sentences,
  action: Action,
): Action;
export function sayNothingWas(
  done: keyof typeof sentences,
  { operation, ...action }: { operation: { perform?: unknown } },
): unknown {
  const sentence = sentences[done];
  const { perform: original } = operation;
  if (typeof original !== 'function') throw new TypeError('An action without a function');
  const perform = async (z: ZObject, ...values: unknown[]) => {
    try {
      return await Reflect.apply(original, undefined, [z, ...values]);
    } catch (error) {
      const failure = getFailure(error);
      const changed = changes.get(z) ?? new Set();
      // A list or a file of an order that was not placed is not used.
      const isDone = done === 'ordered' ? changed.has('orders') : changed.size > 0;
      // The duplicate check still says it in its own messages.
      const isSaid = failure?.what.includes(sentence.slice(0, -1)) === true;
      if (!failure || failure.saysWhatWasDone || isDone || isSaid) throw error;
      throw failure.reworded(`${failure.what} ${sentence}`, failure.advice);
    }
  };
  return { ...action, operation: { ...operation, perform } };
}
