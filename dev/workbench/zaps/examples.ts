/** The example Zaps, stored as files like those that users save. */
import { readdir, readFile } from 'node:fs/promises';
import type { Plan } from '../protocol.ts';
import { planSchema } from './plan.ts';

const folder = new URL('../examples/', import.meta.url);

/** The examples in the order of their file names. @throws if a file is not a valid plan */
export async function readExamples(): Promise<Plan[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => planSchema.parse(JSON.parse(await readFile(new URL(name, folder), 'utf8')))),
  );
}
