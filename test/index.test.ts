import { existsSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import app from '../src/index.ts';

const { triggers, creates, searches } = app;
const paths = Object.entries({ triggers, creates, searches }).flatMap(([kind, operations]) =>
  Object.keys(operations ?? {}).map((key) => `${kind}/${key}`),
);

it.each(paths)('%s is defined in the file of its name and has a test of its own', (path) => {
  const files = [`src/${path}.ts`, `test/${path}.test.ts`];
  const missing = files.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)));
  expect({ 'files to add': missing }).toEqual({ 'files to add': [] });
});
