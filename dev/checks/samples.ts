/** Zapier's checks of the static samples, from which users map before a step has run. */
import {
  type App,
  allEntries,
  type LocatedEntry,
  outputFieldsOf,
  primaryKeysOf,
  visibleEntries,
} from './app.ts';
import type { Problem } from './problem.ts';
import { flattenRecord, isPlainObject, pathsWithoutOutputField, typeMismatches } from './shape.ts';
import { isHumanReadableDate, lacksZone } from './timestamps.ts';
import { wordsToCapitalize } from './title_case.ts';

/** The sample has the primary fields. */
export const D010 = (app: App): Problem[] =>
  allEntries(app)
    .filter(({ entry: { operation } }) => operation.type !== 'hook' && operation.sample !== undefined)
    .flatMap(({ path, entry }) =>
      primaryKeysOf(entry)
        .filter((key) => isMissing(entry.operation.sample, key))
        .map((key) => ({
          where: `${path}.sample`,
          problem: `lacks "${key}", which identifies a record`,
        })),
    );

const isMissing = (sample: LocatedEntry['entry']['operation']['sample'], key: string): boolean => {
  const value = flattenRecord(sample ?? {}).find(({ path }) => path === key)?.value;
  return value === undefined || value === null || value === '';
};

/** Every visible operation has a sample. */
export const D012 = (app: App): Problem[] =>
  visibleEntries(app)
    .filter(({ entry: { operation } }) => Object.keys(operation.sample ?? {}).length === 0)
    .map(({ path }) => ({ where: `${path}.sample`, problem: 'is missing' }));

/** Returns a sample's values, with each item of a plain list on its own. */
const plainValues = ({ operation }: LocatedEntry['entry']): { path: string; value: unknown }[] =>
  flattenRecord(operation.sample ?? {}).flatMap(({ path, value }) =>
    Array.isArray(value) ? value.map((item: unknown) => ({ path, value: item })) : [{ path, value }],
  );

/** Times in a sample are in ISO 8601 with a time zone. A date has no time zone. */
export const D023 = (app: App): Problem[] =>
  allEntries(app).flatMap(({ path, entry }) =>
    plainValues(entry).flatMap(({ path: key, value }) =>
      typeof value === 'string' && (lacksZone(value) || isHumanReadableDate(value))
        ? [
            {
              where: `${path}.sample.${key}`,
              problem: `is "${value}"; write it as ISO 8601 with its time zone`,
            },
          ]
        : [],
    ),
  );

/** The sample has the types of the output fields and every required one. */
export const D024 = (app: App): Problem[] =>
  allEntries(app).flatMap(({ path, entry }) =>
    isPlainObject(entry.operation.sample)
      ? typeMismatches(entry, entry.operation.sample).map((problem) => ({ where: `${path}.sample`, problem }))
      : [],
  );

/** Every value of the sample has an output field, so that users see a label instead of a key. */
export const G11 = (app: App): Problem[] =>
  allEntries(app).flatMap(({ path, entry }) =>
    pathsWithoutOutputField(entry, entry.operation.sample ?? {}).map((key) => ({
      where: `${path}.sample.${key}`,
      problem: 'has no output field; add one with a label',
    })),
  );

/** The values of a sample are realistic. */
export const G12 = (app: App): Problem[] =>
  allEntries(app).flatMap(({ path, entry }) =>
    plainValues(entry).flatMap(({ path: key, value }) =>
      typeof value === 'string' &&
      /^(test|foo|bar|baz|string|lorem ipsum.*|asdf|sample|example|todo|x+)$/i.test(value)
        ? [{ where: `${path}.sample.${key}`, problem: `is "${value}"; use a realistic value` }]
        : [],
    ),
  );

/** Every output field has a unique label in Title Case. */
export const G13 = (app: App): Problem[] =>
  allEntries(app).flatMap(({ path, entry }) => {
    const labels = outputFieldsOf(entry).map(({ label }) => label);
    return outputFieldsOf(entry).flatMap(({ key, label }) => {
      const where = `${path}.outputFields.${key}`;
      if (!label) return [{ where, problem: 'has no label' }];
      if (wordsToCapitalize(label).length > 0)
        return [{ where, problem: `is labeled "${label}", which is not in Title Case` }];
      return labels.filter((one) => one === label).length > 1
        ? [{ where, problem: `has the same label as another output field, "${label}"` }]
        : [];
    });
  });
