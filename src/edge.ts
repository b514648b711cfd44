/**
 * The edge of the connector, where every function of an operation ends. If an action did nothing, its error says so. A `Failure` becomes
 * the error class with which Zapier shows the message, asks the user to reconnect, or runs the step again.
 */
import { errors, type ZObject } from 'zapier-platform-core';
import { changesOf } from './api/send.ts';
import { addFacts, type Failure, getFailure } from './failure.ts';
import { truncate } from './text/format.ts';
import { isPlainObject } from './text/values.ts';

/** What an action does, for an error such as "Nothing was changed." */
type Done = 'ordered' | 'sent' | 'changed' | 'deleted' | 'replaced' | 'uploaded';

/** Returns operations by key. Their functions throw Zapier's errors; an action's error also says that nothing was done. */
export const byKey = <Item extends { key: string; operation: object }>(
  operations: readonly Item[],
  done?: Done,
): Record<string, Item> =>
  Object.fromEntries(
    operations.map((one) => [one.key, { ...one, operation: withPlatformErrors(one.operation, done) }]),
  );

/**
 * Returns a copy of an object whose functions, such as `perform` and `performSubscribe`, throw errors of zapier-platform-core instead of
 * failures. Does not look into objects inside it.
 */
export function withPlatformErrors<Functions extends object>(functions: Functions, done?: Done): Functions;
export function withPlatformErrors(functions: object, done?: Done): object {
  const entries = Object.entries(functions).map(([key, run]) => {
    if (typeof run !== 'function') return [key, run];
    const runAtEdge = async (z: ZObject, ...values: unknown[]) => {
      try {
        return await Reflect.apply(run, undefined, [z, ...values]);
      } catch (error) {
        throw toPlatformError(done ? addContext(error, done, changesOf(z), values[0]) : error);
      }
    };
    return [key, runAtEdge];
  });
  return Object.fromEntries(entries);
}

/** Adds two facts to an error: that nothing was done, unless the run did something, and the person named in the step's fields. */
function addContext(error: unknown, done: Done, changed: ReadonlySet<string>, bundle: unknown): unknown {
  // For an ordering step, only an order counts: a list or a file without an order is unused.
  const isDone = done === 'ordered' ? changed.has('orders') : changed.size > 0;
  // An earlier run may have ordered the same letters.
  const nothingDone = `Nothing was ${done === 'ordered' ? 'ordered by this run' : done}.`;
  const known = getFailure(error);
  return addFacts(error, {
    outcome: known?.outcome ?? (isDone ? undefined : nothingDone),
    person: known?.person ?? describePerson(bundle, done),
  });
}

function describePerson(bundle: unknown, done: Done): string | undefined {
  const inputData = isPlainObject(bundle) && isPlainObject(bundle.inputData) ? bundle.inputData : {};
  const names = [inputData.name, inputData.company].filter((value) => typeof value === 'string');
  const person = names.map((name) => truncate(name.trim().replace(/\s+/g, ' '))).find(Boolean);
  return person && done === 'ordered' ? `Letter to ${person}` : person;
}

/** Converts a failure into an error of zapier-platform-core. Returns any other error unchanged. */
export function toPlatformError(error: unknown): unknown {
  const failure = getFailure(error);
  if (!failure) return error;
  // Without `doNotContextify`, zapier-platform-core appends its log to the message.
  return Object.assign(makePlatformError(failure), {
    cause: failure,
    stack: failure.stack,
    doNotContextify: true,
  });
}

function makePlatformError({ message, kind, retryAfter, code, status }: Failure): Error {
  if (kind === 'reconnect') return new errors.ExpiredAuthError(message);
  if (kind === 'run_again') return new errors.ThrottledError(message, retryAfter);
  return new errors.Error(message, code, status);
}
