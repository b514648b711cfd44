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

const start = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'dev/sandbox/cli.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
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

/** Starts the sandbox and waits until it is ready. */
export async function serve(
  ...args: string[]
): Promise<{ url: string; line: string; kill(signal: NodeJS.Signals): Promise<number | null> }> {
  const child = start(['--port', '0', ...args]);
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
  return { url, line, kill };
}
