/** Zaps that come with the workbench, as files like those that a user saves. */
import { readdir, readFile } from 'node:fs/promises';
import { planSchema } from './plan.ts';
import type { Plan } from './protocol.ts';

const folder = new URL('./zaps/', import.meta.url);

/** @throws when one of them is no plan */
export async function readExamples(): Promise<Plan[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => planSchema.parse(JSON.parse(await readFile(new URL(name, folder), 'utf8')))),
  );
}
