/** The life of a Zap's trigger: turned on, events or polls coming in, records going out, turned off. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as zod from 'zod';
import { coerce } from './coercion.ts';
import type { Connection } from './connection.ts';
import { type Entry, entryOf, primaryKeys, staticFields } from './definition.ts';
import type { PlatformBundle } from './event.ts';
import { cleanedRequest, rawRequest } from './hook_request.ts';
import { readBody, sendJson, sendText } from './loopback.ts';
import type { Platform } from './platform.ts';
import type { Call, Run } from './run.ts';

export interface ZapPlan {
  /** The trigger's key. */
  trigger: string;
  inputData?: Record<string, unknown>;
  connection: Connection;
}

/** What a trigger hands to the next step. */
export type ZapRecord = Record<string, unknown>;

const recordList = zod.array(zod.record(zod.string(), zod.unknown()));

/** A request that reached the Zap's own address, and what came of it. */
export interface Delivery {
  request: NonNullable<PlatformBundle['rawRequest']>;
  run: Run;
  records: ZapRecord[];
}

type State = 'off' | 'turning on' | 'on';

export class Zap {
  readonly id = randomUUID();
  readonly trigger: string;
  /** What started the Zap since it was made, oldest first. */
  readonly records: ZapRecord[] = [];
  /** What was delivered to its address, also what started nothing. */
  readonly deliveries: Delivery[] = [];
  /** What the connector gave when it subscribed. */
  subscribeData: unknown;

  readonly #platform: Platform;
  readonly #connection: Connection;
  readonly #given: Record<string, unknown>;
  readonly #listeners = new Set<(delivery: Delivery) => void>();
  readonly #seen = new Set<string>();
  #state: State = 'off';
  #work: Promise<unknown> = Promise.resolve();

  constructor(platform: Platform, { trigger, inputData = {}, connection }: ZapPlan) {
    this.#platform = platform;
    this.trigger = trigger;
    this.#connection = connection;
    this.#given = inputData;
  }

  get state(): State {
    return this.#state;
  }

  /** The address that the service is to notify. */
  get targetUrl(): string {
    return `${this.#platform.origin}/hooks/${this.id}/`;
  }

  /** Tells of every delivery when it has been dealt with, also when it starts nothing. @returns a function that ends it */
  onDelivery(listener: (delivery: Delivery) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Subscribes, or remembers what is already there for a trigger that polls. @throws what the connector throws */
  async turnOn(): Promise<void> {
    const entry = await this.#entry();
    this.#state = 'turning on';
    try {
      if (isHook(entry)) this.subscribeData = await this.#platform.run(await this.#call('performSubscribe'));
      else for (const record of await this.#poll(true)) this.#isNew(entry, record);
      this.#state = 'on';
    } catch (error) {
      this.#state = 'off';
      throw error;
    }
  }

  /** Unsubscribes. As at Zapier the Zap is off even when that fails. @throws what the connector throws */
  async turnOff(): Promise<void> {
    const entry = await this.#entry();
    this.#state = 'off';
    this.#seen.clear();
    if (isHook(entry)) await this.#platform.run(await this.#call('performUnsubscribe'));
    this.subscribeData = undefined;
  }

  /** What the editor shows for this trigger: a hook's `performList`, else a first poll; three at most. */
  async samples(): Promise<ZapRecord[]> {
    const entry = await this.#entry();
    const call = await this.#call(isHook(entry) ? 'performList' : 'perform', {
      meta: { isLoadingSample: true },
    });
    return recordList.parse(await this.#platform.run(call)).slice(0, 3);
  }

  /** One poll of a trigger that polls. @returns the records that are new since the last, oldest first */
  async poll(): Promise<ZapRecord[]> {
    if (this.#state !== 'on')
      throw new Error(`The Zap on "${this.trigger}" is off; turn it on before it polls.`);
    const entry = await this.#entry();
    const fresh = (await this.#poll(false)).filter((record) => this.#isNew(entry, record)).reverse();
    this.records.push(...fresh);
    return fresh;
  }

  /** Waits until everything that has been delivered so far is dealt with. */
  async settled(): Promise<void> {
    for (let work: unknown; work !== this.#work; ) {
      work = this.#work;
      await work;
    }
  }

  /**
   * A request to the Zap's address: taken in at once and answered with 200, dealt with afterwards, one by one; 410
   * when the Zap is off. An instant trigger's records are not compared with earlier ones, as at Zapier.
   */
  async receive(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const content = await readBody(request);
    if (this.#state === 'off') return sendText(response, 410, 'This Zap is off; please unsubscribe.');
    const raw = rawRequest(request, url, content);
    const before = this.#work;
    this.#work = before.then(() => this.#deliver(raw));
    sendJson(response, 200, { id: randomUUID(), status: 'success' });
  }

  async #deliver(raw: NonNullable<PlatformBundle['rawRequest']>): Promise<void> {
    const call = await this.#call('perform', { rawRequest: raw, cleanedRequest: cleanedRequest(raw) });
    const run = await this.#platform.trace(call);
    const records = run.outcome.ok ? (recordList.safeParse(run.outcome.results).data ?? []) : [];
    const delivery = { request: raw, run, records };
    this.deliveries.push(delivery);
    this.records.push(...records);
    for (const listener of this.#listeners) listener(delivery);
  }

  async #poll(isPopulatingDedupe: boolean): Promise<ZapRecord[]> {
    return recordList.parse(
      await this.#platform.run(await this.#call('perform', { meta: { isPopulatingDedupe } })),
    );
  }

  #isNew(entry: Entry, record: ZapRecord): boolean {
    const identity = JSON.stringify(primaryKeys(entry).map((key) => record[key]));
    if (this.#seen.has(identity)) return false;
    this.#seen.add(identity);
    return true;
  }

  async #entry(): Promise<Entry> {
    return entryOf(await this.#platform.definition(), 'triggers', this.trigger);
  }

  async #call(name: string, bundle: PlatformBundle = {}): Promise<Call> {
    const entry = await this.#entry();
    return {
      method: `triggers.${this.trigger}.operation.${name}`,
      connection: this.#connection,
      ...(entry.operation.canPaginate ? { storeKey: `${this.id}:${name}` } : {}),
      bundle: {
        inputData: coerce(this.#given, staticFields(entry), this.#platform.timezone),
        inputDataRaw: this.#given,
        ...(isHook(entry) ? { targetUrl: this.targetUrl } : {}),
        ...(this.subscribeData === undefined ? {} : { subscribeData: this.subscribeData }),
        ...bundle,
      },
    };
  }
}

const isHook = ({ operation }: Entry): boolean => operation.type === 'hook';
