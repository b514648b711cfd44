/**
 * Where a connector runs: one child process that deals with one event at a time, kept for the next event as Zapier's
 * machines do, and replaced when it has died. Several at once are what makes two Zaps run at the same time.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { FromRuntime, HandlerEvent } from './event.ts';

export interface ContainerSettings {
  /** The built module, or a folder into which build.zip was unpacked; this project's own build by default. */
  connector?: string;
  /** Arguments for Node itself, such as `--max-old-space-size=256`. */
  nodeArguments?: string[];
  /** How long one event may take, in milliseconds; Zapier allows 30 seconds. */
  timeLimit?: number;
  /** How many processes may run at once. */
  limit?: number;
}

const builtConnector = fileURLToPath(new URL('../../dist/index.js', import.meta.url));

export type Done = Extract<FromRuntime, { kind: 'done' }>;

/** The process died or was killed instead of answering. */
export class NoAnswer extends Error {
  readonly timedOut: boolean;
  readonly output: string;
  constructor(message: string, output: string, timedOut = false) {
    super(message);
    this.name = timedOut ? 'TimeoutError' : 'ProcessExitedError';
    this.output = output;
    this.timedOut = timedOut;
  }
}

class Container {
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;
  readonly #timeLimit: number;
  #waiting: { resolve(done: Done): void; reject(error: Error): void } | undefined;
  #tail = '';
  alive = true;

  constructor({ connector = builtConnector, nodeArguments = [], timeLimit = 30_000 }: ContainerSettings) {
    this.#timeLimit = timeLimit;
    this.#child = fork(fileURLToPath(new URL('./runtime.ts', import.meta.url)), [connector], {
      // Nothing else is inherited; the settings come with each event, as they do from Zapier.
      env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR ?? tmpdir(), TZ: 'UTC' },
      execArgv: ['--disable-warning=ExperimentalWarning', ...nodeArguments],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C is for whoever started this; what is running may come to its end.
      detached: true,
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.#tail = (this.#tail + chunk.toString()).slice(-4000);
      });
    }
    this.#ready = new Promise((resolve, reject) => {
      this.#child.on('message', (message: FromRuntime) => {
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'broken') {
          reject(
            new Error(`The connector could not be loaded: ${message.error.stack ?? message.error.message}`),
          );
        } else this.#settle()?.resolve(message);
      });
      const gone = (why: string) => {
        this.alive = false;
        const error = new NoAnswer(why, this.#tail);
        reject(error);
        this.#settle()?.reject(error);
      };
      this.#child.on('error', (error) => gone(error.message));
      // `close` comes after the last of what the process printed.
      this.#child.on('close', (code, signal) =>
        gone(`Process exited before completing request (${signal ?? code}).`),
      );
    });
    // Whoever waits for the process hears of it; a process that dies while nobody does is no news.
    this.#ready.catch(() => {});
  }

  get id(): number | undefined {
    return this.#child.pid;
  }

  async run(event: HandlerEvent): Promise<Done> {
    await this.#ready;
    if (!this.alive) throw new NoAnswer('Process exited before completing request.', this.#tail);
    const answer = new Promise<Done>((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
    const timer = setTimeout(() => {
      this.#settle()?.reject(
        new NoAnswer(`The run took longer than ${this.#timeLimit} ms and was stopped.`, this.#tail, true),
      );
      this.alive = false;
      this.#child.kill('SIGKILL');
    }, this.#timeLimit);
    try {
      this.#child.send({ event });
      return await answer;
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

  #settle() {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }
}

export class Containers {
  readonly #settings: ContainerSettings;
  readonly #limit: number;
  readonly #idle: Container[] = [];
  readonly #all = new Set<Container>();
  readonly #queue: (() => void)[] = [];
  #busy = 0;

  constructor({ limit = 4, ...settings }: ContainerSettings) {
    this.#settings = settings;
    this.#limit = limit;
  }

  /** The ids of the living processes, for measurements from outside. */
  get processIds(): number[] {
    return [...this.#all].filter(({ alive }) => alive).flatMap(({ id }) => (id === undefined ? [] : [id]));
  }

  /** Runs one event in a process that is free, in a new one, or when one has become free. @throws NoAnswer */
  async run(event: HandlerEvent): Promise<Done> {
    if (this.#busy >= this.#limit) await new Promise<void>((go) => this.#queue.push(go));
    else this.#busy += 1;
    const container = this.#take();
    try {
      return await container.run(event);
    } finally {
      if (container.alive) this.#idle.push(container);
      else this.#all.delete(container);
      const next = this.#queue.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }

  /** Ends every process; the next event starts a fresh one. */
  async stop(): Promise<void> {
    const all = [...this.#all];
    this.#all.clear();
    this.#idle.length = 0;
    await Promise.all(all.map((container) => container.stop()));
  }

  #take(): Container {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (idle.alive) return idle;
      this.#all.delete(idle);
    }
    const container = new Container(this.#settings);
    this.#all.add(container);
    return container;
  }
}
