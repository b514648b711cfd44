import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

const started: ChildProcess[] = [];
// A demo whose test has failed would go on, and keep its ports.
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Starts the demo as `npm start` does after its build. */
function start(options: string[], environment: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'dev/demo/start.ts', ...options],
    {
      env: { PATH: process.env.PATH, ...environment },
    },
  );
  started.push(child);
  let output = '';
  const waiting = new Set<() => void>();
  const look = () => {
    for (const one of waiting) one();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
      look();
    });
  }
  child.once('close', look);
  return {
    child,
    output: () => output,
    /** Waits for words on the screen; when the demo ends before they come, the test fails with what it printed. */
    says: (words: string) =>
      new Promise<void>((resolve, reject) => {
        waiting.add(() => {
          if (output.includes(words)) resolve();
          else if (child.exitCode !== null)
            reject(new Error(`The demo ended without "${words}":\n${output}`));
        });
        look();
      }),
  };
}

const ended = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null) await once(child, 'close');
  return child.exitCode;
};

describe('npm start', () => {
  const occupant: Server = createServer();
  beforeAll(async () => {
    // Whoever holds the port, it is taken then.
    await new Promise<void>((resolve) => {
      occupant.once('listening', resolve).once('error', () => resolve());
      occupant.listen(4010, '127.0.0.1');
    });
  });
  afterAll(() => void occupant.close());

  it('plays one whole Zap, each step with its record, and ends well, also when the usual port is taken', async () => {
    const demo = start(['--once']);
    expect(await ended(demo.child)).toBe(0);
    const output = demo.output();
    expect(output).toMatch(/http:\/\/127\.0\.0\.1:(?!4010)\d+/);
    expect(output).not.toContain('\u001b[');
    expect(output.match(/✓/g)).toHaveLength(10);
    for (const line of [
      /Connection +Lighthouse Mission/,
      /Name +Hannah Weber/,
      /File Name +newsletter\.pdf/,
      /Already Ordered +no/,
      /Already Ordered +yes/,
      /Reason +returned_mail/,
    ]) {
      expect(output).toMatch(line);
    }
  });

  it('ends badly and says why when a step fails', async () => {
    const demo = start(['--once'], { OAUTH_SCOPES: 'contacts.read' });
    expect(await ended(demo.child)).toBe(1);
    expect(demo.output()).toMatch(/✗\n +.*orders\.read/);
  });

  it('opens the door to both pages and closes it when it is interrupted', async () => {
    const demo = start([]);
    await demo.says('Everything else');
    const [workbench = '', sandbox = ''] =
      demo.output().match(/http:\/\/127\.0\.0\.1:\d+\/(?:\?\S+)?$/gm) ?? [];
    for (const page of [workbench, sandbox]) {
      const answer = await fetch(page);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('text/html'),
      ]);
    }
    const state = await fetch(`${workbench}api/state`);
    expect(await state.json()).toEqual({ accounts: [], zaps: [] });
    demo.child.kill('SIGINT');
    expect(await ended(demo.child)).toBe(0);
    await expect(fetch(workbench)).rejects.toThrow();
    await expect(fetch(sandbox)).rejects.toThrow();
  });
});
