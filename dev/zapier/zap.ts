/** A Zap's trigger: subscribes or polls while the Zap is on and collects the records that start the Zap. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as zod from 'zod';
import { coerceInput, rejectMissingFields } from './coercion.ts';
import type { Connection } from './connection.ts';
import { findOperation, type Operation, primaryKeys, staticInputFields } from './definition.ts';
import { retryTime } from './errors.ts';
import type { Bundle, RawRequest } from './handler_event.ts';
import type { HandlerCall, HandlerRun } from './handler_run.ts';
import { readBody, sendJson, sendText } from './loopback.ts';
import type { Runner } from './runner.ts';
import { parseWebhook, toRawRequest } from './webhook_request.ts';

export interface ZapPlan {
  /** The trigger's key. */
  trigger: string;
  inputData?: Record<string, unknown>;
  connection: Connection;
}

/** How many records Zapier remembers for each Zap with a polling trigger, so that they do not start it again. */
const maxRemembered = 105_000;
/** How many new records of one poll start the Zap. If there are more, Zapier holds all of them. */
const maxNewRecords = 100;

/** The longest delay, in seconds, before Zapier retries a throttled webhook. */
const maxWebhookDelay = 300;

/** What a step returns and later steps can map. */
export type ZapRecord = Record<string, unknown>;

const recordList = zod.array(zod.record(zod.string(), zod.unknown()));

/** A webhook request to the Zap, the run of the trigger's `perform` and the records it returned. */
export interface Delivery {
  request: RawRequest;
  run: HandlerRun;
  records: ZapRecord[];
  /**
   * Set if the trigger was throttled: hold the delivery and pass it to `retry` at this time, by the clock of the
   * local Zapier. Like Zapier, this happens only once; a throttled retry fails.
   */
  retryAt?: Date;
}

type State = 'off' | 'turning on' | 'on';

interface ZapParts {
  runner: Runner;
  /** Of the local Zapier, which receives webhook requests. */
  origin: string;
  now: () => number;
  plan: ZapPlan;
}

export class Zap {
  readonly id = randomUUID();
  readonly trigger: string;
  /** The URL at which the service notifies the Zap. */
  readonly targetUrl: string;
  /** The records that started the Zap, oldest first. */
  readonly records: ZapRecord[] = [];
  /** New records of polls that returned more than 100 of them, oldest first. They start the Zap when they are released. */
  readonly held: ZapRecord[] = [];
  /** All webhook requests, including those that returned no records. */
  readonly deliveries: Delivery[] = [];
  /** What `performSubscribe` returned. */
  subscribeData: unknown;

  readonly #runner: Runner;
  readonly #now: () => number;
  readonly #connection: Connection;
  readonly #inputData: Record<string, unknown>;
  readonly #listeners = new Set<(delivery: Delivery) => void>();
  readonly #seen = new Set<string>();
  #state: State = 'off';
  #work: Promise<unknown> = Promise.resolve();

  constructor({ runner, origin, now, plan }: ZapParts) {
    this.#runner = runner;
    this.#now = now;
    this.targetUrl = `${origin}/hooks/${this.id}/`;
    this.trigger = plan.trigger;
    this.#connection = plan.connection;
    this.#inputData = plan.inputData ?? {};
  }

  /** Calls `listener` after each webhook request has been handled. */
  onDelivery(listener: (delivery: Delivery) => void): void {
    this.#listeners.add(listener);
  }

  /** Subscribes, or for a polling trigger remembers the existing records. @throws RequiredFieldError, or what the connector throws */
  async turnOn(): Promise<void> {
    const trigger = await this.#operation();
    rejectMissingFields(trigger, this.#inputData, staticInputFields(trigger));
    this.#state = 'turning on';
    try {
      if (isHook(trigger)) this.subscribeData = await this.#runner.run(await this.#call('performSubscribe'));
      else this.#remember(trigger, await this.#poll(true));
      this.#state = 'on';
    } catch (error) {
      this.#state = 'off';
      throw error;
    }
  }

  /** Unsubscribes. As at Zapier, the Zap is off even if that fails. @throws what the connector throws */
  async turnOff(): Promise<void> {
    const trigger = await this.#operation();
    this.#state = 'off';
    this.#seen.clear();
    if (isHook(trigger)) await this.#runner.run(await this.#call('performUnsubscribe'));
    this.subscribeData = undefined;
  }

  /** Returns up to three samples for the editor, from `performList` or a poll. @throws as `turnOn` */
  async samples(): Promise<ZapRecord[]> {
    const trigger = await this.#operation();
    rejectMissingFields(trigger, this.#inputData, staticInputFields(trigger));
    const call = await this.#call(isHook(trigger) ? 'performList' : 'perform', {
      meta: { isLoadingSample: true },
    });
    return recordList.parse(await this.#runner.run(call)).slice(0, 3);
  }

  /** Polls once. @returns the new records that start the Zap, oldest first; more than 100 are held instead */
  async poll(): Promise<ZapRecord[]> {
    if (this.#state !== 'on') {
      throw new Error(`The Zap on "${this.trigger}" is off. Turn it on before polling.`);
    }
    const trigger = await this.#operation();
    const records = this.#remember(trigger, await this.#poll(false));
    if (records.length <= maxNewRecords) return this.#start(records);
    this.held.push(...records);
    return [];
  }

  /** Starts the Zap with the held records, as a user does in the Zap's history. @returns them, oldest first */
  releaseHeld(): ZapRecord[] {
    return this.#start(this.held.splice(0));
  }

  /** Waits until all received webhook requests have been handled. */
  async settled(): Promise<void> {
    for (let work: unknown; work !== this.#work; ) {
      work = this.#work;
      await work;
    }
  }

  /**
   * Receives a webhook request: answers 200 at once and handles requests one at a time afterwards, or answers 410 if
   * the Zap is off. As at Zapier, records of an instant trigger are not deduplicated.
   */
  async receive(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const content = await readBody(request);
    if (this.#state === 'off') return sendText(response, 410, 'This Zap is off. Please unsubscribe.');
    const raw = toRawRequest(request, url, content);
    void this.#enqueue(raw, true);
    sendJson(response, 200, { id: randomUUID(), status: 'success' });
  }

  /** Handles a held delivery again. The result is a new delivery. */
  async retry({ request }: Delivery): Promise<void> {
    await this.#enqueue(request, false);
  }

  /** Handles a request after those before it. A failure is reported and does not affect later requests. */
  #enqueue(request: RawRequest, canRetry: boolean): Promise<void> {
    const handled = this.#work.then(() => this.#deliver(request, canRetry));
    this.#work = handled.catch((error) =>
      console.error(`The local Zapier failed to handle a webhook of the trigger "${this.trigger}":`, error),
    );
    return handled;
  }

  async #deliver(request: RawRequest, canRetry: boolean): Promise<void> {
    const call = await this.#call('perform', { rawRequest: request, cleanedRequest: parseWebhook(request) });
    const run = await this.#runner.trace(call);
    const records = run.outcome.ok ? (recordList.safeParse(run.outcome.results).data ?? []) : [];
    const retryAt =
      !canRetry || run.outcome.ok ? undefined : retryTime(run.outcome.error, this.#now(), maxWebhookDelay);
    const delivery = { request, run, records, ...(retryAt ? { retryAt } : {}) };
    this.deliveries.push(delivery);
    this.#start(records);
    for (const listener of this.#listeners) listener(delivery);
  }

  async #poll(isPopulatingDedupe: boolean): Promise<ZapRecord[]> {
    const call = await this.#call('perform', { meta: { isPopulatingDedupe } });
    return recordList.parse(await this.#runner.run(call));
  }

  #start(records: ZapRecord[]): ZapRecord[] {
    this.records.push(...records);
    return records;
  }

  /** Remembers the records of a poll, which are newest first. @returns those that were not remembered, oldest first */
  #remember(trigger: Operation, records: ZapRecord[]): ZapRecord[] {
    const keys = primaryKeys(trigger);
    const fresh = records.toReversed().filter((record) => {
      const identity = JSON.stringify(keys.map((key) => record[key]));
      if (this.#seen.has(identity)) return false;
      this.#seen.add(identity);
      return true;
    });
    for (const oldest of this.#seen) {
      if (this.#seen.size <= maxRemembered) break;
      this.#seen.delete(oldest);
    }
    return fresh;
  }

  async #operation(): Promise<Operation> {
    return findOperation(await this.#runner.definition(), 'triggers', this.trigger);
  }

  async #call(functionName: string, bundle: Bundle = {}): Promise<HandlerCall> {
    const trigger = await this.#operation();
    return {
      method: `triggers.${this.trigger}.operation.${functionName}`,
      connection: this.#connection,
      ...(trigger.operation.canPaginate ? { storeKey: `${this.id}:${functionName}` } : {}),
      bundle: {
        inputData: coerceInput(this.#inputData, staticInputFields(trigger), this.#runner.timezone),
        inputDataRaw: this.#inputData,
        ...(isHook(trigger) ? { targetUrl: this.targetUrl } : {}),
        ...(this.subscribeData === undefined ? {} : { subscribeData: this.subscribeData }),
        ...bundle,
      },
    };
  }
}

const isHook = ({ operation }: Operation): boolean => operation.type === 'hook';
