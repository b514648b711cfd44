import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

const started: ChildProcess[] = [];
// A demo that a failed test leaves behind would keep its ports.
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbench-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts the demo as `npm start` does after the build. */
function start(options: string[]) {
  const data = ['--data', join(folder, 'zaps.json')];
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'dev/demo/start.ts', ...data, ...options],
    { cwd: new URL('../../..', import.meta.url), env: { PATH: process.env.PATH } },
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

  it('has the Zaps of the last start, also those that another workbench added meanwhile', async () => {
    const open = async () => {
      const demo = start(['--port', '0', '--sandbox-port', '0', '--data', join(folder, 'kept/zaps.json')]);
      await demo.waitFor('Press Ctrl-C');
      expect(demo.output()).toMatch(/Your Zaps are kept in +\S+\/kept\/zaps\.json/);
      const [, url = ''] = /(http:\/\/127\.0\.0\.1:\d+)\/\n/.exec(demo.output()) ?? [];
      const send = async (method: string, path: string, body?: object) => {
        const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
        const answer = await fetch(url + path, {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        });
        return JSON.parse((await answer.text()) || 'null');
      };
      const add = (name: string) => send('POST', '/api/zaps', { plan: { name, steps: [] } });
      const stop = async () => {
        demo.child.kill('SIGINT');
        await exitCodeOf(demo.child);
      };
      return { send, add, stop };
    };
    const [one, other] = await Promise.all([open(), open()]);
    const { id } = await one.add('One');
    await other.add('Other');
    const removed = await one.add('Removed');
    await one.send('DELETE', `/api/zaps/${removed.id}`);
    await Promise.all([one.stop(), other.stop()]);
    const again = await open();
    const { zaps } = await again.send('GET', '/api/state');
    expect(zaps.map(({ plan }: { plan: { name: string } }) => plan.name).sort()).toEqual(['One', 'Other']);
    expect(zaps).toContainEqual(expect.objectContaining({ id, isOn: false, runs: 0 }));
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
    [['--data', 'package.json'], 'package.json does not have the Zaps of a workbench. Move it away,'],
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
    for (const option of ['--port N', '--sandbox-port N', '--data FILE'])
      expect(demo.output()).toContain(option);
  });
});
