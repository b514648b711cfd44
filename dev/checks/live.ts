/**
 * Zapier's checks of real output. Zapier's server applies them to live Zaps; here, tests apply them to records from the
 * sandbox.
 */
import { type Entry, outputFieldsOf, primaryKeysOf } from './app.ts';
import type { Problem } from './problem.ts';
import { flattenRecord, isInDict, missingPaths, pathsWithoutOutputField, typeMismatches } from './shape.ts';
import { isHumanReadableDate } from './timestamps.ts';

type LiveRecord = Record<string, unknown>;

const checkEach = (
  where: string,
  records: readonly LiveRecord[],
  check: (record: LiveRecord) => string[],
): Problem[] =>
  records.flatMap((record, index) =>
    check(record).map((problem) => ({ where: `${where}[${index}]`, problem })),
  );

/** Every record has a unique value in its primary fields. */
export function T002(entry: Entry, records: readonly LiveRecord[], where = 'live'): Problem[] {
  const keys = primaryKeysOf(entry);
  const valuesOf = (record: LiveRecord) => keys.map((key) => record[key]);
  const seen = new Set<string>();
  return checkEach(where, records, (record) => {
    const missing = keys.filter(
      (key) => record[key] === undefined || record[key] === null || record[key] === '',
    );
    if (missing.length > 0) return missing.map((key) => `has no "${key}", which identifies a record`);
    const identity = JSON.stringify(valuesOf(record));
    if (seen.has(identity)) return [`has the same ${keys.join(' and ')} as another record: ${identity}`];
    seen.add(identity);
    return [];
  });
}

/** Times are in ISO 8601. */
export const T003 = (_entry: Entry, records: readonly LiveRecord[], where = 'live'): Problem[] =>
  checkEach(where, records, (record) =>
    flattenRecord(record).flatMap(({ path, value }) =>
      typeof value === 'string' && isHumanReadableDate(value)
        ? [`"${path}" is "${value}", not ISO 8601`]
        : [],
    ),
  );

/** A record has every key of the static sample, which users may map. */
export const T004 = (entry: Entry, records: readonly LiveRecord[], where = 'live') =>
  checkEach(where, records, (record) =>
    missingPaths(record, entry.operation.sample ?? {})
      .filter((path) => !isInDict(entry, path))
      .map((path) => `lacks "${path}", which the sample has`),
  );

/** Every value has an output field, and its type. */
export const T005 = (entry: Entry, records: readonly LiveRecord[], where = 'live') =>
  checkEach(where, records, (record) => [
    ...typeMismatches(entry, record),
    ...pathsWithoutOutputField(entry, record).map((path) => `has "${path}", which has no output field`),
  ]);

/** A delivery has every key of the records that `performList` returns for the editor. */
export const T006 = (
  listed: readonly LiveRecord[],
  delivered: readonly LiveRecord[],
  where = 'live',
): Problem[] =>
  listed.length === 0
    ? [{ where, problem: 'performList returns no records' }]
    : checkEach(where, delivered, (record) =>
        listed.flatMap((one) =>
          missingPaths(record, one).map((path) => `lacks "${path}", which performList has`),
        ),
      );

/** The reverse of T006, which Zapier does not check: `performList` has every key of a delivery, so users can map it. */
export const G16 = (
  listed: readonly LiveRecord[],
  delivered: readonly LiveRecord[],
  where = 'editor',
): Problem[] =>
  checkEach(where, listed, (one) =>
    delivered.flatMap((record) =>
      missingPaths(one, record).map((path) => `lacks "${path}", which a delivery has`),
    ),
  );

/**
 * Every output field has a value in at least one record, so that no field is always blank. Columns of line items are left
 * out, because some apply only to some kinds of items.
 */
export function G17(entry: Entry, records: readonly LiveRecord[], where = 'live'): Problem[] {
  const filled = new Set(
    records.flatMap((record) =>
      flattenRecord(record)
        .filter(({ value }) => value !== null && value !== undefined)
        .map(({ path }) => path),
    ),
  );
  const isFilled = (key: string) => [...filled].some((path) => path === key || path.startsWith(`${key}__`));
  return outputFieldsOf(entry)
    .filter(({ key }) => !key.includes('[]') && !isFilled(key))
    .map(({ key }) => ({
      where,
      problem: `no record has a value for "${key}"; fill it in, or remove the output field`,
    }));
}

/** The records that a polling trigger returns for the editor match its output fields. */
export const Z001 = (entry: Entry, samples: readonly LiveRecord[], where = 'editor'): Problem[] =>
  T005(entry, samples, where);
