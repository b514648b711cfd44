/**
 * `npm run push`: builds the package in a clean folder and runs `zapier-platform push` there. Options of that command
 * follow after `--`, such as `npm run push -- --snapshot MY-LABEL`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { commandLine, withStaging } from './package.ts';

const code = await withStaging(async (folder) => {
  const words = ['push', '--skip-dep-install', ...process.argv.slice(2)];
  const child = spawn(process.execPath, [commandLine, ...words], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const [exitCode] = await once(child, 'exit');
  return exitCode;
});
process.exitCode = typeof code === 'number' ? code : 1;
