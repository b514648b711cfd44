import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { createAppHandler } from 'zapier-platform-core';
import { Failure } from '../src/failure.ts';
import app from '../src/index.ts';
import { functionsOf } from './fault_injection/support/app_functions.ts';

const { triggers, creates, searches } = app;
const operations = Object.entries({ triggers, creates, searches });
const paths = operations.flatMap(([kind, all]) => Object.keys(all ?? {}).map((key) => `${kind}/${key}`));

it.each(paths)('%s is defined in the file of its name and has a test of its own', (path) => {
  const files = [`src/${path}.ts`, `test/${path}.test.ts`];
  const missing = files.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)));
  expect({ 'files to add': missing }).toEqual({ 'files to add': [] });
});

it.each(operations.map(([kind]) => kind))('src/index.ts lists each file of src/%s', async (kind) => {
  const files = await readdir(new URL(`../src/${kind}`, import.meta.url));
  const unlisted = files.filter((file) => !paths.includes(`${kind}/${file.replace(/\.ts$/, '')}`));
  expect({ 'operations to list in src/index.ts': unlisted }).toEqual({
    'operations to list in src/index.ts': [],
  });
});

it('Every dropdown of a search is also in a field of an action or trigger', () => {
  const dropdowns = [...functionsOf(app)].filter(([path]) => path.endsWith('.choices.perform'));
  const [ofSearches = [], ofOthers = []] = [true, false].map((isSearch) =>
    dropdowns.filter(([path]) => path.startsWith('searches.') === isSearch).map(([, job]) => job),
  );
  const unused = ofSearches.filter((job) => !ofOthers.includes(job));
  expect({ 'dropdowns to spread into a field': unused }).toEqual({ 'dropdowns to spread into a field': [] });
});

it.each(paths)(
  '%s has no input field whose values Zapier converts, such as "off" to yes and "8,5" to 8',
  (path) => {
    const [kind = '', key = ''] = path.split('/');
    const isConverted = (field: unknown): boolean =>
      ['boolean', 'number', 'integer', 'datetime'].includes(Object(field).type) ||
      [Object(field).children ?? []].flat().some(isConverted);
    const { inputFields = [] } = Object(app)[kind][key].operation;
    expect([inputFields].flat().filter(isConverted)).toEqual([]);
  },
);

it('The definition passes zapier-platform-core’s validation', async () => {
  expect((await createAppHandler(app)({ command: 'validate', bundle: {} })).results).toEqual([]);
});

/** Returns the functions of a definition, however deep they are. */
const functionsIn = (definition: unknown): ((...values: unknown[]) => unknown)[] => {
  if (typeof definition === 'function') return [(...values) => Reflect.apply(definition, undefined, values)];
  return typeof definition === 'object' && definition !== null
    ? Object.values(definition).flatMap(functionsIn)
    : [];
};

it('Every function throws the errors of zapier-platform-core, not the connector’s own', async () => {
  const { authentication, hydrators } = app;
  const bundle = { inputData: {}, authData: {}, meta: {} };
  const thrown: unknown[] = [];
  for (const run of functionsIn({ authentication, hydrators, triggers, creates, searches })) {
    await Promise.resolve()
      .then(() => run({}, bundle))
      .catch((error: unknown) => thrown.push(error));
  }
  expect(thrown.length).toBeGreaterThan(30);
  expect(thrown.filter((error) => error instanceof Failure)).toEqual([]);
});
