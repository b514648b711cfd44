/**
 * Delivering webhooks: an HTTP POST, acknowledged by any 2xx; anything else, redirects included, is a failed try.
 * Failed tries are repeated at increasing intervals for a week; then the delivery is given up.
 */

import type { Service } from '../service.ts';
import type { Delivery, Hook } from '../store/records.ts';
import { targetWith } from './target.ts';
import { noAnswer, post } from './webhook_sender.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Waiting times after the first failed try, the second, and so on; after the last the week is over. */
export const retryIntervals: readonly number[] = [
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
  48 * hour,
  72 * hour,
];

const task = 'deliver';

/** Deliveries are tried when the clock says so. */
export function startDeliveries(service: Service): void {
  service.clock.on(task, (id) => tryDelivery(service, id));
}

/** Takes up what a process before this one had no time to finish. */
export function resumeDeliveries({ database, clock }: Service): void {
  for (const { id, state, next } of database.list<Delivery>('delivery'))
    if (state === 'pending') clock.at(next === null ? clock.now : Date.parse(next), task, id);
}

/** Makes a delivery and has it tried at once. @returns its id */
export function deliver(
  service: Service,
  hook: Hook,
  event: string,
  content: { parameters: Record<string, string>; body?: unknown; once?: boolean },
): string {
  const { database, clock, newId } = service;
  const id = newId('d');
  const parameters = { event, ...content.parameters };
  const delivery: Delivery = {
    id,
    account: hook.account,
    subscription: hook.id,
    event,
    url: targetWith(hook.target, parameters),
    parameters,
    ...(content.body === undefined ? {} : { body: content.body }),
    state: 'pending',
    tries: [],
    next: clock.iso,
    once: content.once ?? false,
  };
  database.put('delivery', id, delivery, hook.account);
  clock.at(clock.now, task, id);
  return id;
}

/** Tries a delivery once more now, whatever has become of it. */
export async function tryAgain(service: Service, id: string): Promise<void> {
  const delivery = service.database.get<Delivery>('delivery', id);
  if (delivery) await attempt(service, delivery);
}

async function tryDelivery(service: Service, id: string): Promise<void> {
  const delivery = service.database.get<Delivery>('delivery', id);
  // A subscription may have been deleted meanwhile; nothing more is sent then.
  if (delivery?.state === 'pending') await attempt(service, delivery);
}

/** The real time (ms) for a target that did not answer before, while the clock is advanced over a week of tries. */
const advancedTimeout = 250;

async function attempt({ database, clock }: Service, { id, url, body, tries }: Delivery): Promise<void> {
  const { epoch } = database;
  const isKnownDead = clock.isAdvancing && tries.at(-1)?.error === noAnswer;
  const { now: start, iso: time } = clock;
  const result = await post(url, body, isKnownDead ? advancedTimeout : undefined);
  // A reset in the meantime has forgotten it, and its id may belong to another one.
  if (database.epoch !== epoch) return;
  database.atomically(() => {
    const delivery = database.get<Delivery>('delivery', id);
    if (!delivery) return;
    const after = afterTry(delivery, { time, ...result }, start);
    clock.forget(task, id);
    if (after.next !== null) clock.at(Date.parse(after.next), task, id);
    database.put('delivery', id, after, delivery.account);
  });
}

function afterTry(before: Delivery, latest: Delivery['tries'][number], start: number): Delivery {
  const tries = [...before.tries, latest];
  if (isSuccess(latest.status)) return { ...before, tries, state: 'delivered', next: null };
  if (before.state !== 'pending') return { ...before, tries };
  const wait = before.once ? undefined : retryIntervals[before.tries.length];
  if (wait === undefined) return { ...before, tries, state: 'given_up', next: null };
  // Whole seconds: what failed together is tried again together.
  return { ...before, tries, next: new Date(Math.ceil((start + wait) / 1000) * 1000).toISOString() };
}

const isSuccess = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300;

/** Deliveries of a subscription that are not acknowledged yet go to its new target from now on. */
export function retarget({ database }: Service, hook: Hook): void {
  for (const delivery of pendingOf(database.list<Delivery>('delivery'), hook)) {
    const url = targetWith(hook.target, delivery.parameters);
    database.put('delivery', delivery.id, { ...delivery, url }, delivery.account);
  }
}

/** A deleted subscription gets nothing more. */
export function giveUp({ database, clock }: Service, hook: Hook): void {
  for (const delivery of pendingOf(database.list<Delivery>('delivery'), hook)) {
    clock.forget(task, delivery.id);
    database.put('delivery', delivery.id, { ...delivery, state: 'given_up', next: null }, delivery.account);
  }
}

const pendingOf = (deliveries: Delivery[], hook: Hook): Delivery[] =>
  deliveries.filter(({ subscription, state }) => subscription === hook.id && state === 'pending');
