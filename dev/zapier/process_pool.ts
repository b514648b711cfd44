/**
 * The processes that run the connector. Each handles one event at a time and is reused, as on AWS Lambda; one that
 * died is replaced. Two Zaps can run at the same time in two processes.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { HandlerEvent, MessageFromProcess } from './handler_event.ts';

export interface ProcessOptions {
  /** The built module, or a folder with the contents of build.zip. Default: this project's build. */
  connector?: string;
  /** Command-line options for Node, such as `--max-old-space-size=256`. */
  nodeArguments?: string[];
  /** Maximum duration of a run in milliseconds. Default: 30 seconds, as at Zapier. */
  timeLimit?: number;
}

const builtConnector = fileURLToPath(new URL('../../dist/index.js', import.meta.url));

export type HandlerReport = Extract<MessageFromProcess, { kind: 'done' }>;

/** The process died or ran out of time before it reported the run. */
export class NoReport extends Error {
  readonly timedOut: boolean;
  readonly output: string;
  constructor(message: string, output: string, timedOut = false) {
    super(message);
    this.name = timedOut ? 'TimeoutError' : 'ProcessExitedError';
    this.output = output;
    this.timedOut = timedOut;
  }
}

/**
 * Ends a process when this one is gone. A run that never yields would not notice, so a shell waits for the end of a pipe. Windows has no
 * such shell.
 */
function endWithThisProcess(child: ChildProcess): void {
  const guard = spawn('sh', ['-c', 'read line; kill -9 "$0"', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.on('error', () => {});
  child.once('exit', () => guard.kill('SIGKILL'));
}

class ConnectorProcess {
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;
  readonly #timeLimit: number;
  #pending: { resolve(report: HandlerReport): void; reject(error: Error): void } | undefined;
  #recentOutput = '';
  alive = true;

  constructor({ connector = builtConnector, nodeArguments = [], timeLimit = 30_000 }: ProcessOptions) {
    this.#timeLimit = timeLimit;
    this.#child = fork(fileURLToPath(new URL('./connector_process.ts', import.meta.url)), [connector], {
      // The connector's settings arrive with each event, so nothing else is inherited.
      env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR ?? tmpdir(), TZ: 'UTC' },
      execArgv: ['--disable-warning=ExperimentalWarning', ...nodeArguments],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C must not reach this process: the parent lets active runs finish.
      detached: true,
    });
    endWithThisProcess(this.#child);
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.#recentOutput = (this.#recentOutput + chunk.toString()).slice(-4000);
      });
    }
    this.#ready = new Promise((resolve, reject) => {
      this.#child.on('message', (message: MessageFromProcess) => {
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'broken') {
          reject(
            new Error(`The connector could not be loaded: ${message.error.stack ?? message.error.message}`),
          );
        } else this.#takePending()?.resolve(message);
      });
      const onExit = (reason: string) => {
        this.alive = false;
        const error = new NoReport(reason, this.#recentOutput);
        reject(error);
        this.#takePending()?.reject(error);
      };
      this.#child.on('error', (error) => onExit(error.message));
      // Unlike `exit`, `close` comes after the last output.
      this.#child.on('close', (code, signal) =>
        onExit(`Process exited before completing request (${signal ?? code}).`),
      );
    });
    // A process that exits while idle is not an unhandled rejection.
    this.#ready.catch(() => {});
  }

  async run(event: HandlerEvent, clockOffset = 0): Promise<HandlerReport> {
    await this.#ready;
    if (!this.alive) throw new NoReport('Process exited before completing request.', this.#recentOutput);
    const report = new Promise<HandlerReport>((resolve, reject) => {
      this.#pending = { resolve, reject };
    });
    const timer = setTimeout(() => {
      this.#takePending()?.reject(
        new NoReport(
          `The run took longer than ${this.#timeLimit} ms and was stopped.`,
          this.#recentOutput,
          true,
        ),
      );
      this.alive = false;
      this.#child.kill('SIGKILL');
    }, this.#timeLimit);
    try {
      this.#child.send({ event, clockOffset });
      return await report;
    } finally {
      clearTimeout(timer);
    }
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const closed = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill('SIGKILL');
    await closed;
  }

  #takePending() {
    const pending = this.#pending;
    this.#pending = undefined;
    return pending;
  }
}

export class ProcessPool {
  readonly #options: ProcessOptions;
  readonly #size: number;
  readonly #idle: ConnectorProcess[] = [];
  readonly #all = new Set<ConnectorProcess>();
  readonly #queue: (() => void)[] = [];
  #busy = 0;

  /** @param size maximum number of processes */
  constructor({ size = 4, ...options }: ProcessOptions & { size?: number } = {}) {
    this.#options = options;
    this.#size = size;
  }

  /**
   * Runs one event in an idle process or a new one, or waits until one is idle. A hydrator never waits, because the step
   * that reads its file waits for it.
   * @param clockOffset how far the connector's clock is ahead of the machine's (ms)
   * @throws NoReport
   */
  async run(event: HandlerEvent, clockOffset = 0): Promise<HandlerReport> {
    if (event.method?.startsWith('hydrators.')) return this.#runNow(event, clockOffset);
    if (this.#busy >= this.#size) await new Promise<void>((start) => this.#queue.push(start));
    else this.#busy += 1;
    try {
      return await this.#runNow(event, clockOffset);
    } finally {
      const startNext = this.#queue.shift();
      if (startNext) startNext();
      else this.#busy -= 1;
    }
  }

  async #runNow(event: HandlerEvent, clockOffset: number): Promise<HandlerReport> {
    const connectorProcess = this.#take();
    try {
      return await connectorProcess.run(event, clockOffset);
    } finally {
      if (connectorProcess.alive) this.#idle.push(connectorProcess);
      else this.#all.delete(connectorProcess);
    }
  }

  /** Stops all processes. The next event starts a new one. */
  async stop(): Promise<void> {
    const all = [...this.#all];
    this.#all.clear();
    this.#idle.length = 0;
    await Promise.all(all.map((connectorProcess) => connectorProcess.stop()));
  }

  #take(): ConnectorProcess {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (idle.alive) return idle;
      this.#all.delete(idle);
    }
    const connectorProcess = new ConnectorProcess(this.#options);
    this.#all.add(connectorProcess);
    return connectorProcess;
  }
}
