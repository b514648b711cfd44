import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const run = promisify(execFile);

/** Runs an action of the built connector without a bundle, so that it throws, and prints the stack trace. */
const printStackTrace = `
  const { default: app } = await import('./dist/index.js');
  try {
    await app.creates.delete_contact.operation.perform({}, undefined);
  } catch (error) {
    console.log(error.stack);
  }`;

it('finds the source line of a stack trace of the current build', async () => {
  const { stdout: trace } = await run(process.execPath, ['--input-type=module', '-e', printStackTrace]);
  const firstFrame = trace.split('\n').find((line) => line.includes('dist/index.js:')) ?? '';

  const { stdout } = await run(process.execPath, ['dev/scripts/where.ts', firstFrame]);

  const [, line] = /^index\.js:\d+:\d+ is src\/creates\/delete_contact\.ts:(\d+):\d+\n$/.exec(stdout) ?? [];
  const source = (await readFile('src/creates/delete_contact.ts', 'utf8')).split('\n');
  expect(source[Number(line) - 1]).toContain('inputData');
});

it('refuses an argument without a position', async () => {
  await expect(run(process.execPath, ['dev/scripts/where.ts', 'index.js'])).rejects.toThrow(
    '"index.js" has no position in a built file, such as index.js:2:40122.',
  );
});
