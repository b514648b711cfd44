/** A working copy of the project in which the platform's own command line is run as a maintainer would run it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../', import.meta.url));
const libraries = join(project, 'node_modules');
const leftOut = ['node_modules', '.git', 'build', 'coverage', 'reports', '.env'];

/** Of the tests, those that the command line is to run: all of them would have it run itself. */
const tests = ['rules.test.ts'];

function belongs(source: string): boolean {
  const name = basename(source);
  const isTest = /\.(test|cli)\.ts$/.test(name);
  return source === project || (!leftOut.includes(name) && (!isTest || tests.includes(name)));
}

export interface Output {
  code: number | null;
  stdout: string;
  stderr: string;
}

export class WorkingCopy {
  readonly folder: string;
  readonly #environment: Record<string, string>;

  constructor(folder: string, environment: Record<string, string>) {
    this.folder = folder;
    this.#environment = environment;
  }

  /** @param environment with which the command line runs, such as where its remote check is */
  static async make(environment: Record<string, string>): Promise<WorkingCopy> {
    const folder = await mkdtemp(join(tmpdir(), 'working-copy-'));
    await cp(project, folder, { recursive: true, filter: belongs });
    await symlink(libraries, join(folder, 'node_modules'));
    return new WorkingCopy(folder, environment);
  }

  /** The settings and the account that `invoke` reads. */
  async writeEnv(values: Record<string, string>): Promise<void> {
    const lines = Object.entries(values).map(([name, value]) => `${name}='${value}'\n`);
    await writeFile(join(this.folder, '.env'), lines.join(''));
  }

  /** `zapier-platform …`, without a terminal. */
  async run(...words: string[]): Promise<Output> {
    return finished(this.start(...words));
  }

  start(...words: string[]): ChildProcess {
    return spawn(process.execPath, [join(libraries, 'zapier-platform-cli', 'src', 'bin', 'run'), ...words], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        HOME: this.folder,
        PATH: [join(libraries, '.bin'), process.env.PATH].join(delimiter),
        TMPDIR: tmpdir(),
        // What "opens a browser" opens nothing.
        BROWSER: 'true',
        FORCE_COLOR: '0',
        ...this.#environment,
      },
    });
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** Everything that a process printed until it ended. */
export async function finished(child: ChildProcess): Promise<Output> {
  const output: Output = { code: null, stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => {
    output.stdout += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { ...output, code: typeof code === 'number' ? code : null };
}

/** Waits until a process has printed what `pattern` looks for. @throws what it printed instead, when it ended before */
export async function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let all = '';
  return new Promise((resolve, reject) => {
    const look = (chunk: Buffer) => {
      all += chunk.toString();
      const found = pattern.exec(all);
      if (found) resolve(found);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('close', () => reject(new Error(`It ended without printing ${pattern}: ${all}`)));
  });
}
