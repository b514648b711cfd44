/** Starts the service and each contender in a separate process, so that their memory can be measured. */
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Invocation, Outcome, Preparation } from './protocol.ts';

export class Service {
  readonly root: string;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.root = `http://127.0.0.1:${port}`;
  }

  static async start(): Promise<Service> {
    const child = fork(fileURLToPath(new URL('service.ts', import.meta.url)), { execArgv: quiet });
    const [{ port }] = await once(child, 'message');
    return new Service(child, port);
  }

  async prepare(preparation: Preparation): Promise<void> {
    this.#process.send(preparation);
    await once(this.#process, 'message');
  }

  stop(): void {
    this.#process.kill();
  }
}

interface StartOptions {
  nodeArguments?: string[];
  /** Pins the process to one processor, if the system can: moving between processors disturbs short runs most. */
  onOneProcessor?: boolean;
}

const lastProcessor = ['-c', String(availableParallelism() - 1)];
const canPin = spawnSync('taskset', [...lastProcessor, 'true']).status === 0;

const quiet = ['--disable-warning=ExperimentalWarning'];

/** A process that has loaded a contender and runs its events, like one of Zapier's machines. */
export class Machine {
  readonly #process: ChildProcess;
  readonly #said: string[] = [];

  private constructor(process: ChildProcess) {
    this.#process = process;
    for (const stream of [process.stdout, process.stderr]) {
      stream?.on('data', (text) => this.#said.push(String(text)));
    }
  }

  /** @param module the file that exports `handler` */
  static async start(
    child: string,
    module: string,
    { nodeArguments = [], onOneProcessor = false }: StartOptions = {},
  ): Promise<Machine> {
    const machine = new Machine(
      fork(child, [module], {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        ...(onOneProcessor && canPin
          ? { execPath: 'taskset', execArgv: [...lastProcessor, process.execPath, ...nodeArguments] }
          : { execArgv: nodeArguments }),
        env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR },
      }),
    );
    await machine.#message();
    return machine;
  }

  async invoke(event: Invocation): Promise<Outcome> {
    this.#process.send(event);
    const { outcome, failure } = await this.#message();
    if (outcome) return outcome;
    throw new Error(`${event.method} failed: ${failure}`);
  }

  stop(): void {
    this.#process.kill();
  }

  #message(): Promise<{ outcome?: Outcome; failure?: string }> {
    return new Promise((resolve, reject) => {
      const child = this.#process;
      const told = (message: { outcome?: Outcome; failure?: string }) => {
        child.off('exit', gone);
        resolve(message);
      };
      const gone = (code: number | null, signal: string | null) => {
        child.off('message', told);
        reject(new Error(`the process ended (${code ?? signal}): ${this.#said.join('').slice(-2000)}`));
      };
      child.once('message', told).once('exit', gone);
    });
  }
}

/** Runs one event in a new process. */
export async function inFreshProcess(
  child: string,
  module: string,
  event: Invocation,
  start: StartOptions = {},
): Promise<Outcome> {
  const machine = await Machine.start(child, module, start);
  try {
    return await machine.invoke(event);
  } finally {
    machine.stop();
  }
}

/**
 * Runs one event in a new process with the heap size of a machine with 512 MB, about the size of Zapier's. With a larger
 * heap, Node collects garbage later, which would distort the measured memory.
 */
export const inSmallProcess = (child: string, module: string, event: Invocation): Promise<Outcome> =>
  inFreshProcess(child, module, event, {
    nodeArguments: ['--max-old-space-size=256', '--max-semi-space-size=2'],
  });

export const wrapperOf = (folder: string): string => join(folder, 'zapierwrapper.js');
