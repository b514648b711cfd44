/**
 * `npm run push`: runs `zapier-platform push` in a staging folder. Pass its options after `--`, for example
 * `npm run push -- --snapshot MY-LABEL`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { withStaging, zapierCli } from './package.ts';

const code = await withStaging(async (folder) => {
  const child = spawn(process.execPath, [zapierCli, 'push', '--skip-dep-install', ...process.argv.slice(2)], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const [exitCode] = await once(child, 'exit');
  return exitCode;
});
process.exitCode = typeof code === 'number' ? code : 1;
