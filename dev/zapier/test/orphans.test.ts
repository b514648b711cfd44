import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { useTemporaryFolder } from '../../../test/support/temporary_folder.ts';

const folder = useTemporaryFolder();
const fixture = fileURLToPath(new URL('./fixture/index.ts', import.meta.url));
const pool = new URL('../index.ts', import.meta.url).href;

/** A program that runs a step of the fixture that never yields. It writes the process ID of the run to a file. */
const program = (file: string) => `
  import { startLocalZapier } from ${JSON.stringify(pool)};
  const zapier = await startLocalZapier({ connector: ${JSON.stringify(fixture)} });
  const inputData = { task: 'loop', file: ${JSON.stringify(file)} };
  await zapier.run({ method: 'creates.obey.operation.perform', bundle: { inputData } });`;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('A run that never yields ends with the program that started it, even if that is killed', async () => {
  const file = join(folder(), 'pid');
  const options = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program(file)];
  const parent = spawn(process.execPath, options, { stdio: ['ignore', 'ignore', 'inherit'] });
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await setTimeout(20);
  const pid = Number(readFileSync(file, 'utf8'));
  expect(isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  while (isRunning(pid)) await setTimeout(20);
});
