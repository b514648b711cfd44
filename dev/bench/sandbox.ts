/** Measures how fast the sandbox starts, responds and delivers webhooks when its clock advances. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compare } from './measure.ts';
import type { Service } from './processes.ts';
import { formatFactor, milliseconds, type Row } from './table.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const scopes = ['contacts.read', 'contacts.write'];
const event = 'contacts.address_update.v1';

export async function measureSandbox(service: Service): Promise<Row[]> {
  return [await measureReady(), ...(await measureRequests(service)), await measureRetries(service)];
}

/** Measures the time until the sandbox prints that it is ready, compared with a Node process that does nothing. */
async function measureReady(): Promise<Row> {
  const timed = (work: () => Promise<void>) => async () => {
    const before = performance.now();
    await work();
    return { milliseconds: performance.now() - before };
  };
  const { times, ratio } = await compare(
    {
      sandbox: timed(async () => (await Sandbox.start()).stop()),
      node: timed(async () => {
        await once(spawn(process.execPath, ['-e', '0']), 'close');
      }),
    },
    7,
  );
  const ready = times.sandbox ?? Number.NaN;
  return {
    what: 'The sandbox is ready after',
    against: 'Node that does nothing',
    found: `${milliseconds(ready)}, ${formatFactor(ratio('sandbox', 'node'))}`,
    target: '≤ 1 s',
    reached: ready <= 1000,
    absolute: `${milliseconds(ready)} : ${milliseconds(times.node ?? 0)}`,
  };
}

/** About as many parallel requests as a busy Zap sends. */
const concurrency = 32;
const requests = 4_000;

async function measureRequests(service: Service): Promise<Row[]> {
  const sandbox = await Sandbox.start();
  try {
    const token = await sandbox.token();
    const made = await sandbox.post('/v3/contacts', newContact, token);
    const path = `/v1/contacts/${textOf(made, 'contact_id')}`;
    const kinds = {
      'a contact read': { method: 'GET', path },
      'a contact added': { method: 'POST', path: '/v3/contacts', body: JSON.stringify(newContact) },
    };
    const rows: Row[] = [];
    for (const [what, asked] of Object.entries(kinds)) {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const { times, ratio } = await compare(
        {
          sandbox: async () => ({
            milliseconds: await sendRequests(sandbox.url + asked.path, requests, { ...asked, headers }),
          }),
          floor: async () => ({
            milliseconds: await sendRequests(`${service.root}/v3/contacts`, requests, {
              ...asked,
              method: 'POST',
              headers,
            }),
          }),
        },
        5,
      );
      const rate = (requests / (times.sandbox ?? Number.NaN)) * 1000;
      rows.push({
        what: `Requests to the sandbox, ${what}`,
        against: 'floor: Node’s server that does nothing',
        found: `${Math.round(rate).toLocaleString('en')} a second, ${formatFactor(ratio('sandbox', 'floor'))}`,
        target: '≥ 2,000 a second',
        reached: rate >= 2_000,
        absolute: `${milliseconds(times.sandbox ?? 0)} : ${milliseconds(times.floor ?? 0)} for ${requests.toLocaleString('en')}`,
      });
    }
    return rows;
  } finally {
    await sandbox.stop();
  }
}

/** Measures a week with ten thousand deliveries to a target that rejects them: each is retried nine times. */
async function measureRetries(service: Service): Promise<Row> {
  const [subscriptions, events, tries] = [100, 100, 9];
  const sandbox = await Sandbox.start('--clock', '2026-03-13T09:00:00Z');
  try {
    const token = await sandbox.token();
    for (let index = 0; index < subscriptions; index += 1) {
      const target = encodeURIComponent(`${service.root}/refused/${index}`);
      await sandbox.post(`/v1/hooks?event=${event}&target=${target}`, undefined, token);
    }
    const body = { name: 'Maria Miller', message: 'A ZIP code was completed.' };
    for (let index = 0; index < events; index += 1) {
      await sandbox.post('/sandbox/events/raw', { event, query: { contact_id: `c-${index}` }, body });
    }
    await sandbox.post('/sandbox/clock', { advance: '1s' });
    const before = performance.now();
    await sandbox.post('/sandbox/clock', { advance: '8d' });
    const week = performance.now() - before;
    const posts = subscriptions * events * tries;
    const bare = await sendRequests(`${service.root}/refused/0`, posts, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const left = await sandbox.pending();
    if (left > 0) throw new Error(`${left} deliveries are still pending after the week`);
    return {
      what: 'The sandbox’s week with 10,000 pending deliveries, 90,000 tries',
      against: 'floor: as many POSTs by Node’s client',
      found: `${milliseconds(week)}, ${(week / bare).toFixed(2)} ×`,
      target: '≤ 30 s',
      reached: week <= 30_000,
      absolute: `${milliseconds(week)} : ${milliseconds(bare)}`,
    };
  } finally {
    await sandbox.stop();
  }
}

const newContact = {
  name: 'Maria Miller',
  address: { street: '12 Market Street', city: 'Columbus', state: 'OH', postal_code: '43215' },
};

/** A sandbox in a separate process. */
class Sandbox {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.url = url;
  }

  static async start(...options: string[]): Promise<Sandbox> {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'dev/sandbox/cli.ts', '--port', '0', ...options],
      { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = await once(createInterface(child.stdout), 'line');
    const [url] = /http:\S+/.exec(line) ?? [];
    if (!url) throw new Error(`The sandbox said "${line}".`);
    return new Sandbox(child, url);
  }

  async token(): Promise<string> {
    const asked = { user: 'demo@example.com', client: 'sandbox-client', scopes };
    return textOf(await this.post('/sandbox/tokens', asked), 'access_token');
  }

  async pending(): Promise<number> {
    const answer = await fetch(`${this.url}/sandbox/deliveries`);
    const deliveries: unknown = await answer.json();
    return Array.isArray(deliveries)
      ? deliveries.filter(({ state }) => state === 'pending').length
      : Number.NaN;
  }

  async post(path: string, body: unknown, token?: string): Promise<unknown> {
    const answer = await fetch(this.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // Advancing the clock by a week takes longer than other requests.
      signal: AbortSignal.timeout(280_000),
    });
    const text = await answer.text();
    if (answer.status >= 400) throw new Error(`POST ${path} returned ${answer.status}: ${text}`);
    return text ? JSON.parse(text) : undefined;
  }

  async stop(): Promise<void> {
    const gone = once(this.#process, 'close');
    this.#process.kill();
    await gone;
  }
}

function textOf(answer: unknown, key: string): string {
  if (typeof answer === 'object' && answer !== null) {
    const found = Object.entries(answer).find(([name]) => name === key)?.[1];
    if (typeof found === 'string') return found;
  }
  throw new Error(`There is no ${key} in ${JSON.stringify(answer)}.`);
}

interface Asked {
  method: string;
  headers: Record<string, string>;
  body?: string;
}

/** Sends `count` requests over kept-alive connections. @returns the time in milliseconds */
async function sendRequests(url: string, count: number, asked: Asked): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  let left = count;
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await exchange(url, agent, asked);
    }
  };
  const before = performance.now();
  await Promise.all(Array.from({ length: concurrency }, one));
  const after = performance.now();
  agent.destroy();
  return after - before;
}

const exchange = (url: string, agent: Agent, { method, headers, body = '' }: Asked): Promise<void> =>
  new Promise((resolve, reject) => {
    const length = { 'Content-Length': Buffer.byteLength(body) };
    request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      response.resume().once('end', resolve).once('error', reject);
    })
      .once('error', reject)
      .end(body);
  });
