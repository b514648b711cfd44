/**
 * Delivering webhooks (§6.1): an HTTP POST, acknowledged by any 2xx; anything else, redirects included, is a failed try.
 * Failed tries are repeated at increasing intervals for a week; then the delivery is given up.
 */
import type { Delivery, Hook } from './records.ts';
import type { Service } from './service.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Waiting times after each failed try; the last one repeats until the week is over. */
export const retryIntervals = [
  minute,
  5 * minute,
  15 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
];

/** Retries end this long after the event (§8). */
export const retryLimit = 7 * 24 * hour;

/** A target that has not answered after this long has failed (ms). */
export const tryTimeout = 10_000;

const task = 'deliver';

/** Has a delivery tried now. */
export const deliver = ({ clock }: Service, id: string): void => clock.after(0, task, id);

export function startDeliveries(service: Service): void {
  service.clock.on(task, (id) => tryDelivery(service, id));
}

async function tryDelivery(service: Service, id: string): Promise<void> {
  const { database, clock } = service;
  const before = database.get<Delivery>('delivery', id);
  // A subscription that was deleted or pointed elsewhere meanwhile: no more tries, or tries at the new target.
  if (before?.state !== 'pending') return;
  const time = clock.iso;
  const result = await post(before.url, before.body);
  const delivery = database.get<Delivery>('delivery', id);
  if (!delivery) return;
  delivery.tries.push({ time, ...result });
  if (result.status !== undefined && result.status >= 200 && result.status < 300) {
    delivery.state = 'delivered';
    delivery.next = null;
  } else if (delivery.state === 'pending') scheduleNext(service, delivery);
  database.put('delivery', id, delivery, delivery.account);
}

function scheduleNext({ clock }: Service, delivery: Delivery): void {
  const wait = retryIntervals[Math.min(delivery.tries.length, retryIntervals.length) - 1] ?? 24 * hour;
  const next = clock.now + wait;
  if (delivery.once || next > delivery.generated + retryLimit) {
    delivery.state = 'given_up';
    delivery.next = null;
    return;
  }
  delivery.next = new Date(next).toISOString();
  clock.after(wait, task, delivery.id);
}

/** One POST to a target. @returns the status, or what kept it from answering */
export async function post(
  url: string,
  body: Record<string, unknown> | null,
): Promise<{ status?: number; error?: string }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(tryTimeout),
      ...(body === null
        ? {}
        : {
            body: JSON.stringify(body),
            headers: { 'Content-Type': 'application/json' },
          }),
    });
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    return { error: reason(error) };
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return `no answer within ${tryTimeout / 1000} seconds`;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}

/** Deliveries of a subscription that are not acknowledged yet go to its new target from now on. */
export function retarget({ database }: Service, hook: Hook, urlFor: (delivery: Delivery) => string): void {
  for (const delivery of pending(database.list<Delivery>('delivery'), hook)) {
    database.put('delivery', delivery.id, { ...delivery, url: urlFor(delivery) }, delivery.account);
  }
}

/** A deleted subscription gets nothing more. */
export function giveUp({ database }: Service, hook: Hook): void {
  for (const delivery of pending(database.list<Delivery>('delivery'), hook)) {
    database.unschedule(task, delivery.id);
    database.put('delivery', delivery.id, { ...delivery, state: 'given_up', next: null }, delivery.account);
  }
}

const pending = (deliveries: Delivery[], hook: Hook): Delivery[] =>
  deliveries.filter(({ subscription, state }) => subscription === hook.id && state === 'pending');
