/** A copy of the project in which tests run zapier-platform as a maintainer would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../', import.meta.url));
const libraries = join(project, 'node_modules');
const excluded = ['node_modules', '.git', 'build', 'coverage', 'reports', '.env'];

/** The only tests in the copy: `zapier-platform test` runs them all, and these must not run again. */
const tests = ['rules.test.ts'];

function isCopied(source: string): boolean {
  const name = basename(source);
  const isTest = /\.(test|cli)\.ts$/.test(name);
  return source === project || (!excluded.includes(name) && (!isTest || tests.includes(name)));
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

  /** @param environment for zapier-platform, such as the server of its remote check */
  static async make(environment: Record<string, string>): Promise<WorkingCopy> {
    const folder = await mkdtemp(join(tmpdir(), 'working-copy-'));
    await cp(project, folder, { recursive: true, filter: isCopied });
    await symlink(libraries, join(folder, 'node_modules'));
    return new WorkingCopy(folder, environment);
  }

  /** Writes the settings and the connection that `zapier-platform invoke` reads. */
  async writeEnv(values: Record<string, string>): Promise<void> {
    const lines = Object.entries(values).map(([name, value]) => `${name}='${value}'\n`);
    await writeFile(join(this.folder, '.env'), lines.join(''));
  }

  /** Runs `zapier-platform …` without a terminal until it ends. */
  async run(...words: string[]): Promise<Output> {
    return this.start(...words).finish();
  }

  start(...words: string[]): Command {
    const cli = join(libraries, 'zapier-platform-cli', 'src', 'bin', 'run');
    const child = spawn(process.execPath, [cli, ...words], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        HOME: this.folder,
        PATH: [join(libraries, '.bin'), process.env.PATH].join(delimiter),
        TMPDIR: tmpdir(),
        // `true` ignores the URL that it should open.
        BROWSER: 'true',
        FORCE_COLOR: '0',
        ...this.#environment,
      },
    });
    return new Command(child);
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** A running zapier-platform and everything it has printed since it started. */
export class Command {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown[]>;
  #stdout = '';
  #stderr = '';
  #onOutput = () => {};

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#closed = once(child, 'close');
    child.stdout?.on('data', (chunk: Buffer) => {
      this.#stdout += chunk.toString();
      this.#onOutput();
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr += chunk.toString();
      this.#onOutput();
    });
  }

  /** Waits until the output contains `pattern`. @throws with the output if the command ends without it */
  async waitFor(pattern: RegExp): Promise<RegExpExecArray> {
    let isClosed = false;
    while (true) {
      const match = pattern.exec(this.#stdout) ?? pattern.exec(this.#stderr);
      if (match) return match;
      if (isClosed) throw new Error(`It ended without printing ${pattern}: ${this.#stdout}${this.#stderr}`);
      isClosed = await Promise.race([this.#printed(), this.#closed.then(() => true)]);
    }
  }

  async finish(): Promise<Output> {
    const [code] = await this.#closed;
    return { code: typeof code === 'number' ? code : null, stdout: this.#stdout, stderr: this.#stderr };
  }

  kill(): void {
    this.#child.kill();
  }

  #printed(): Promise<false> {
    return new Promise((resolve) => {
      this.#onOutput = () => resolve(false);
    });
  }
}
