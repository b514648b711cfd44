/** The file that keeps the Zaps for the next start. Their accounts, tests and runs are not in it. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as zod from 'zod';
import type { Plan } from '../protocol.ts';
import { planSchema } from './plan.ts';

interface KeptZap {
  id: string;
  plan: Plan;
}

const content = zod.array(zod.object({ id: zod.uuid(), plan: planSchema }));

/** Returns no Zaps if the file does not exist. @throws if it is not such a file */
export function readZapFile(path: string): KeptZap[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  try {
    return content.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(
      `${path} does not have the Zaps of a workbench. Move it away, or choose another file with --data.`,
      { cause },
    );
  }
}

/** Replaces the file as a whole, so that it is never half written. */
export function writeZapFile(path: string, zaps: readonly KeptZap[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, `${JSON.stringify(zaps, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}
