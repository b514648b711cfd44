/** Runs the sandbox's command line in a separate process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { closeLater } from './service_client.ts';

export interface ProcessResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

const nodeArguments = ['--disable-warning=ExperimentalWarning', 'dev/sandbox/cli.ts'];
const stdio: ('ignore' | 'pipe')[] = ['ignore', 'pipe', 'pipe'];

const start = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [...nodeArguments, ...args], { stdio });

/** Starts a process whose files can have a few megabytes only, as if the disk were full. */
const startWithLittleSpace = (args: readonly string[]): ChildProcess =>
  spawn('sh', ['-c', 'ulimit -f 3000 && exec "$0" "$@"', process.execPath, ...nodeArguments, ...args], {
    stdio,
  });

/** Runs a command and waits until it exits. */
export async function run(...args: string[]): Promise<ProcessResult> {
  const child = start(args);
  const ended: ProcessResult = { code: null, stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (piece) => {
    ended.stdout += piece;
  });
  child.stderr?.setEncoding('utf8').on('data', (piece) => {
    ended.stderr += piece;
  });
  const [code] = await once(child, 'close');
  return { ...ended, code };
}

interface RunningSandbox {
  url: string;
  /** The first line of its output. */
  line: string;
  /** Its error output until now. */
  errors(): string;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the sandbox and waits until it is ready. */
export const serve = (...args: string[]): Promise<RunningSandbox> => ready(start(['--port', '0', ...args]));

/** Starts the sandbox on a disk that is almost full. */
export const serveWithLittleSpace = (...args: string[]): Promise<RunningSandbox> =>
  ready(startWithLittleSpace(['--port', '0', ...args]));

async function ready(child: ChildProcess): Promise<RunningSandbox> {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (piece) => {
    errors += piece;
  });
  const gone = once(child, 'close');
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [code] = await gone;
    return code;
  };
  closeLater(async () => {
    if (child.exitCode === null && child.signalCode === null) await kill('SIGKILL');
  });
  if (!child.stdout) throw new Error('The process has no output.');
  const [line] = await once(createInterface(child.stdout), 'line');
  const [, url = ''] = /^sandbox ready: (http:\S+)$/.exec(line) ?? [];
  return { url, line, kill, errors: () => errors };
}
