/** Zapier's checks of the static samples, which users map before anything has run. */
import { type App, allEntries, outputFieldsOf, type Placed, primaryKeysOf, visibleEntries } from './app.ts';
import type { Problem } from './problem.ts';
import { isTree, leaves, misfits, unnamed } from './shape.ts';
import { isLocalTime, lacksZone } from './timestamps.ts';
import { lowerCaseWords } from './title_case.ts';

/** The sample has what tells one record from another. */
export const D010 = (app: App): Problem[] =>
  allEntries(app)
    .filter(({ entry: { operation } }) => operation.type !== 'hook' && operation.sample !== undefined)
    .flatMap(({ path, entry }) =>
      primaryKeysOf(entry)
        .filter((key) => isMissing(entry.operation.sample, key))
        .map((key) => ({
          where: `${path}.sample`,
          problem: `lacks "${key}", by which records are told apart`,
        })),
    );

const isMissing = (sample: Placed['entry']['operation']['sample'], key: string): boolean => {
  const value = leaves(sample ?? {}).find(({ path }) => path === key)?.value;
  return value === undefined || value === null || value === '';
};

/** Everything that users see has a sample. */
export const D012 = (app: App): Problem[] =>
  visibleEntries(app)
    .filter(({ entry: { operation } }) => Object.keys(operation.sample ?? {}).length === 0)
    .map(({ path }) => ({ where: `${path}.sample`, problem: 'is missing' }));

/** A sample's values, those in plain lists one by one. */
const plainValues = ({ operation }: Placed['entry']): { path: string; value: unknown }[] =>
  leaves(operation.sample ?? {}).flatMap(({ path, value }) =>
    Array.isArray(value) ? value.map((item: unknown) => ({ path, value: item })) : [{ path, value }],
  );

/** Times in a sample say where they hold; a date alone is fine. */
export const D023 = (app: App): Problem[] =>
  allEntries(app).flatMap(({ path, entry }) =>
    plainValues(entry).flatMap(({ path: key, value }) =>
      typeof value === 'string' && (lacksZone(value) || isLocalTime(value))
        ? [
            {
              where: `${path}.sample.${key}`,
              problem: `is "${value}"; write it as ISO 8601 with its time zone`,
            },
          ]
        : [],
    ),
  );

/** The sample has the types that the output fields promise, and all that are required. */
export const D024 = (app: App): Problem[] =>
  allEntries(app).flatMap(({ path, entry }) =>
    isTree(entry.operation.sample)
      ? misfits(entry, entry.operation.sample).map((problem) => ({ where: `${path}.sample`, problem }))
      : [],
  );

/** Every value of the sample has an output field, so that users meet a label and not a key. */
export const G11 = (app: App): Problem[] =>
  allEntries(app).flatMap(({ path, entry }) =>
    unnamed(entry, entry.operation.sample ?? {}).map((key) => ({
      where: `${path}.sample.${key}`,
      problem: 'has no output field; add one with a label',
    })),
  );

/** A sample looks like what users will get. */
export const G12 = (app: App): Problem[] =>
  allEntries(app).flatMap(({ path, entry }) =>
    plainValues(entry).flatMap(({ path: key, value }) =>
      typeof value === 'string' &&
      /^(test|foo|bar|baz|string|lorem ipsum.*|asdf|sample|example|todo|x+)$/i.test(value)
        ? [{ where: `${path}.sample.${key}`, problem: `is "${value}", which no user would ever get` }]
        : [],
    ),
  );

/** Every output field has a label in Title Case that no other output field has. */
export const G13 = (app: App): Problem[] =>
  allEntries(app).flatMap(({ path, entry }) => {
    const labels = outputFieldsOf(entry).map(({ label }) => label);
    return outputFieldsOf(entry).flatMap(({ key, label }) => {
      const where = `${path}.outputFields.${key}`;
      if (!label) return [{ where, problem: 'has no label' }];
      if (lowerCaseWords(label).length > 0)
        return [{ where, problem: `is labelled "${label}", which is not in Title Case` }];
      return labels.filter((one) => one === label).length > 1
        ? [{ where, problem: `is labelled "${label}" like another output field` }]
        : [];
    });
  });
