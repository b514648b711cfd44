/**
 * Zapier's checks of what an operation really answers, which its server runs over live Zaps. Each is a comparison of
 * records with the definition, so that a test can feed it from the sandbox.
 */
import { type Entry, primaryKeysOf } from './app.ts';
import type { Problem } from './problem.ts';
import { isInDict, leaves, misfits, missingFrom, unnamed } from './shape.ts';
import { isLocalTime } from './timestamps.ts';

type LiveRecord = Record<string, unknown>;

const each = (
  where: string,
  records: readonly LiveRecord[],
  complaints: (record: LiveRecord) => string[],
): Problem[] =>
  records.flatMap((record, index) =>
    complaints(record).map((problem) => ({ where: `${where}[${index}]`, problem })),
  );

/** Every record has what tells it from others, and no two have the same. */
export function T002(entry: Entry, records: readonly LiveRecord[], where = 'live'): Problem[] {
  const keys = primaryKeysOf(entry);
  const valuesOf = (record: LiveRecord) => keys.map((key) => record[key]);
  const seen = new Set<string>();
  return each(where, records, (record) => {
    const missing = keys.filter(
      (key) => record[key] === undefined || record[key] === null || record[key] === '',
    );
    if (missing.length > 0) return missing.map((key) => `has no "${key}", by which records are told apart`);
    const identity = JSON.stringify(valuesOf(record));
    if (seen.has(identity)) return [`is another record with the same ${keys.join(' and ')}: ${identity}`];
    seen.add(identity);
    return [];
  });
}

/** Times are written for machines, ISO 8601. */
export const T003 = (_entry: Entry, records: readonly LiveRecord[], where = 'live'): Problem[] =>
  each(where, records, (record) =>
    leaves(record).flatMap(({ path, value }) =>
      typeof value === 'string' && isLocalTime(value) ? [`"${path}" is "${value}", not ISO 8601`] : [],
    ),
  );

/** What the static sample shows is there when it is mapped. */
export const T004 = (entry: Entry, records: readonly LiveRecord[], where = 'live') =>
  each(where, records, (record) =>
    missingFrom(record, entry.operation.sample ?? {})
      .filter((path) => !isInDict(entry, path))
      .map((path) => `lacks "${path}", which the sample shows`),
  );

/** What is answered is what the output fields say, and nothing without one. */
export const T005 = (entry: Entry, records: readonly LiveRecord[], where = 'live') =>
  each(where, records, (record) => [
    ...misfits(entry, record),
    ...unnamed(entry, record).map((path) => `has "${path}", which has no output field`),
  ]);

/** What the editor's sample of a hook trigger shows is there when a delivery comes. */
export const T006 = (
  listed: readonly LiveRecord[],
  delivered: readonly LiveRecord[],
  where = 'live',
): Problem[] =>
  listed.length === 0
    ? [{ where, problem: 'lists nothing for the editor' }]
    : each(where, delivered, (record) =>
        listed.flatMap((one) =>
          missingFrom(record, one).map((path) => `lacks "${path}", which performList has`),
        ),
      );

/** The reverse of T006, which Zapier does not ask for: what a delivery brings can be mapped in the editor beforehand. */
export const G16 = (
  listed: readonly LiveRecord[],
  delivered: readonly LiveRecord[],
  where = 'editor',
): Problem[] =>
  each(where, listed, (one) =>
    delivered.flatMap((record) =>
      missingFrom(one, record).map((path) => `lacks "${path}", which a delivery has`),
    ),
  );

/** The editor's sample of a polling trigger is what the output fields say. */
export const Z001 = (entry: Entry, samples: readonly LiveRecord[], where = 'editor'): Problem[] =>
  T005(entry, samples, where);
