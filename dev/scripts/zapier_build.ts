/**
 * The script `_zapier-build`, which zapier-platform runs before `validate`, `build` and `push`. For a plain `build` or
 * `push` it stops: they copy all of `node_modules` and fail with "too many open files".
 */
import { execFileSync } from 'node:child_process';

/** The commands of the processes that started this one, nearest first. */
function* callers(): Generator<string> {
  for (let pid = String(process.ppid); Number(pid) > 1; ) {
    const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', pid], { encoding: 'utf8' });
    const [, parent = '0', command = ''] = /^\s*(\d+)\s+(.*)/.exec(line) ?? [];
    yield command;
    pid = parent;
  }
}

const plainBuild =
  /zapier\S* (build|push)\b(?!.*--skip-dep-install)|bin\/run (build|push)\b(?!.*--skip-dep-install)/;

// Without `ps`, as on Windows, the command goes on.
const stops = (() => {
  try {
    return [...callers()].some((command) => plainBuild.test(command));
  } catch {
    return false;
  }
})();

if (stops) {
  process.stderr.write(
    'This command would copy all development tools in node_modules. Run "npm run zip" to build the package, or "npm run push" to build and upload it.\n',
  );
  process.exitCode = 1;
} else {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
}
