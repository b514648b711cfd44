/** Zaps that come with the workbench, as files like those that a user saves. */
import { readdir, readFile } from 'node:fs/promises';
import type { Plan } from '../protocol.ts';
import { planSchema } from './plan.ts';

const folder = new URL('../examples/', import.meta.url);

/** @throws when one of them is no plan */
export async function readExamples(): Promise<Plan[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => planSchema.parse(JSON.parse(await readFile(new URL(name, folder), 'utf8')))),
  );
}
