import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

const started: ChildProcess[] = [];
// A demo that a failed test leaves behind would keep its ports.
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Starts the demo as `npm start` does after the build. */
function start(options: string[], environment: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'dev/demo/start.ts', ...options],
    {
      cwd: new URL('../../..', import.meta.url),
      env: { PATH: process.env.PATH, ...environment },
    },
  );
  started.push(child);
  let output = '';
  const checks = new Set<() => void>();
  const check = () => {
    for (const one of checks) one();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
      check();
    });
  }
  child.once('close', check);
  return {
    child,
    output: () => output,
    /** Waits until the demo has printed this text. Fails if the demo ends before. */
    waitFor: (text: string) =>
      new Promise<void>((resolve, reject) => {
        checks.add(() => {
          if (output.includes(text)) resolve();
          else if (child.exitCode !== null) {
            reject(new Error(`The demo ended before it printed "${text}":\n${output}`));
          }
        });
        check();
      }),
  };
}

const exitCodeOf = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null) await once(child, 'close');
  return child.exitCode;
};

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });

describe('npm start', () => {
  const occupant = createServer();
  let takenPort = '';
  beforeAll(async () => {
    takenPort = String(await listen(occupant, 0));
  });
  afterAll(() => void occupant.close());

  it('serves the workbench and the sandbox until it is interrupted', async () => {
    const demo = start(['--port', '0', '--sandbox-port', '0']);
    await demo.waitFor('Press Ctrl-C');
    const [workbench = '', sandbox = ''] =
      demo.output().match(/http:\/\/127\.0\.0\.1:\d+\/(?:\?\S+)?$/gm) ?? [];
    for (const page of [workbench, sandbox]) {
      const response = await fetch(page);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('text/html');
    }
    const state = await fetch(`${workbench}api/state`);
    expect(await state.json()).toEqual({ accounts: [], zaps: [] });
    // The browser is closed during an upload.
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Length': 9000 };
    const upload = request(`${workbench}api/uploads?filename=a.pdf`, { method: 'POST', headers });
    upload.on('error', () => {}).write('%PDF');
    await delay(300);
    upload.destroy();
    await delay(300);
    demo.child.kill('SIGINT');
    expect(await exitCodeOf(demo.child)).toBe(0);
    expect(demo.output()).not.toContain('Error');
    await expect(fetch(workbench)).rejects.toThrow();
    await expect(fetch(sandbox)).rejects.toThrow();
  });

  it('uses the chosen ports', async () => {
    const free = [createServer(), createServer()];
    const ports = await Promise.all(free.map((server) => listen(server, 0)));
    await Promise.all(free.map((server) => new Promise((resolve) => server.close(resolve))));
    const [workbench, sandbox] = ports.map(String);
    const demo = start(['--port', `${workbench}`, '--sandbox-port', `${sandbox}`]);
    await demo.waitFor('Press Ctrl-C');
    expect(demo.output()).toContain(`http://127.0.0.1:${workbench}/\n`);
    expect(demo.output()).toContain(`http://127.0.0.1:${sandbox}/?workbench=${workbench}\n`);
    expect(demo.output()).not.toContain('in use');
  });

  it.each([
    ['workbench', '--port', '--sandbox-port'],
    ['sandbox', '--sandbox-port', '--port'],
  ])('says that the port of the %s is in use and which one it takes', async (name, option, other) => {
    const demo = start([option, takenPort, other, '0']);
    await demo.waitFor('Press Ctrl-C');
    const notice = new RegExp(`Port ${takenPort} is in use\\. The ${name} uses port (\\d+) instead\\.`);
    const [, port] = notice.exec(demo.output()) ?? [];
    expect(port).toBeDefined();
    expect(demo.output()).toContain(`http://127.0.0.1:${port}/`);
  });

  it.each([
    [['--port', 'abc'], '--port must be a number from 0 to 65535, not "abc".'],
    [['--sandbox-port', '65536'], '--sandbox-port must be a number from 0 to 65535, not "65536".'],
    [['--prot', '1'], "Unknown option '--prot'"],
  ])('rejects %j', async (options, message) => {
    const demo = start(options);
    expect(await exitCodeOf(demo.child)).toBe(2);
    expect(demo.output()).toContain(message);
    expect(demo.output()).toContain('--help');
    expect(demo.output()).not.toContain('    at ');
  });

  it('explains its options', async () => {
    const demo = start(['--help']);
    expect(await exitCodeOf(demo.child)).toBe(0);
    for (const option of ['--port N', '--sandbox-port N']) expect(demo.output()).toContain(option);
  });
});
