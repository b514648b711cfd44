/**
 * Delivers webhooks by HTTP POST. Any 2xx acknowledges a delivery; anything else, redirects included, is a failed attempt.
 * Failed attempts are repeated at increasing intervals for a week. Then the delivery is given up.
 */
import type { Service } from '../service.ts';
import type { Database } from '../store/database.ts';
import type { Delivery, Hook } from '../store/records.ts';
import { targetWith } from './target.ts';
import { noResponse, post } from './webhook_sender.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Delays after the first failed attempt, the second, and so on. They add up to a week. */
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

/** Registers deliveries with the clock. */
export function startDeliveries(service: Service): void {
  service.clock.on(task, (id) => attemptIfPending(service, id));
}

/** Schedules the pending deliveries of an earlier process, which may have ended during an attempt. */
export function resumeDeliveries({ database, clock }: Service): void {
  for (const { id, state, next } of database.list<Delivery>('delivery')) {
    clock.forget(task, id);
    if (state === 'pending') clock.at(next === null ? clock.now : Date.parse(next), task, id);
  }
}

/** Creates a delivery and schedules its first attempt now. @returns its ID */
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

/** Attempts a delivery now, whatever its state. */
export async function attemptNow(service: Service, id: string): Promise<void> {
  const delivery = service.database.get<Delivery>('delivery', id);
  if (delivery) await attempt(service, delivery);
}

async function attemptIfPending(service: Service, id: string): Promise<void> {
  const delivery = service.database.get<Delivery>('delivery', id);
  // The subscription may have been deleted in the meantime.
  if (delivery?.state === 'pending') await attempt(service, delivery);
}

/** Shorter timeout (ms), while the clock advances, for a target that timed out before: a month of attempts would take minutes. */
export const advancedTimeout = 250;

/** For each sandbox, the subscriptions whose last attempt timed out. */
const silentSubscriptions = new WeakMap<Database, Set<string>>();

async function attempt(
  { database, clock }: Service,
  { id, url, body, subscription }: Delivery,
): Promise<void> {
  const { epoch } = database;
  const silent = silentSubscriptions.get(database) ?? new Set();
  silentSubscriptions.set(database, silent);
  // After a reset, the IDs may belong to others.
  const key = `${epoch}:${subscription}`;
  const isKnownSilent = clock.isAdvancing && silent.has(key);
  const { now: start, iso: time } = clock;
  const result = await post(url, body, isKnownSilent ? advancedTimeout : undefined);
  if (database.epoch !== epoch) return;
  if (result.error === noResponse) silent.add(key);
  else silent.delete(key);
  database.atomically(() => {
    const delivery = database.get<Delivery>('delivery', id);
    if (!delivery) return;
    const after = afterAttempt(delivery, { time, ...result }, start);
    clock.forget(task, id);
    if (after.next !== null) clock.at(Date.parse(after.next), task, id);
    database.put('delivery', id, after, delivery.account);
  });
}

function afterAttempt(before: Delivery, latest: Delivery['tries'][number], start: number): Delivery {
  const tries = [...before.tries, latest];
  if (isSuccess(latest.status)) return { ...before, tries, state: 'delivered', next: null };
  if (before.state !== 'pending') return { ...before, tries };
  const wait = before.once ? undefined : retryIntervals[before.tries.length];
  if (wait === undefined) return { ...before, tries, state: 'given_up', next: null };
  // Whole seconds, so that deliveries that failed together are attempted again together.
  return { ...before, tries, next: new Date(Math.ceil((start + wait) / 1000) * 1000).toISOString() };
}

const isSuccess = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300;

/** Redirects pending deliveries of a subscription to its new target. */
export function retarget({ database }: Service, hook: Hook): void {
  for (const delivery of pendingOf(database.list<Delivery>('delivery'), hook)) {
    const url = targetWith(hook.target, delivery.parameters);
    database.put('delivery', delivery.id, { ...delivery, url }, delivery.account);
  }
}

/** Cancels the pending deliveries of a deleted subscription. */
export function giveUp({ database, clock }: Service, hook: Hook): void {
  for (const delivery of pendingOf(database.list<Delivery>('delivery'), hook)) {
    clock.forget(task, delivery.id);
    database.put('delivery', delivery.id, { ...delivery, state: 'given_up', next: null }, delivery.account);
  }
}

const pendingOf = (deliveries: Delivery[], hook: Hook): Delivery[] =>
  deliveries.filter(({ subscription, state }) => subscription === hook.id && state === 'pending');
