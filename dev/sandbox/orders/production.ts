/** The life of an order: created → production → complete → mailed, each step at its time. */

import type { Service } from '../service.ts';
import { type Order, type OrderState, orderStates } from '../store/records.ts';
import { generateOrderComplete, generateShipped } from '../webhooks/events.ts';
import { getPreview } from './preview.ts';

const hour = 3_600_000;

/** How long an order stays in a state (ms); a rush takes a quarter of it. */
export const stepDelays: Record<Exclude<OrderState, 'mailed'>, number> = {
  created: hour,
  production: 23 * hour,
  complete: 24 * hour,
};

const task = 'order-step';

/** Orders go on when the clock says so. */
export function startOrders(service: Service): void {
  service.clock.on(task, async (id) => {
    await advanceOrder(service, id);
  });
}

/** Takes up what a process before this one had no time to finish. */
export function resumeOrders(service: Service): void {
  for (const order of service.database.list<Order>('order')) planNext(service, order);
}

/** The order was just created: the rest happens by itself. */
export const scheduleProduction = (service: Service, order: Order): void =>
  planNext(service, { ...order, since: service.clock.now });

function planNext(service: Service, order: Order & { since?: number }): void {
  const { database, clock } = service;
  if (order.state === 'mailed') return;
  const { since = clock.now } = order;
  const delay = stepDelays[order.state] * (order.rush ? 0.25 : 1);
  database.put('order', order.id, { ...order, since }, order.account);
  clock.forget(task, order.id);
  clock.at(since + delay, task, order.id);
}

/**
 * Takes an order to its next state, with what belongs to it.
 * @returns the deliveries of the event, if there is one; nothing for an order that is mailed already
 */
export async function advanceOrder(service: Service, id: string): Promise<string[] | undefined> {
  const { database } = service;
  const order = database.get<Order>('order', id);
  const state = order && orderStates[orderStates.indexOf(order.state) + 1];
  if (!order || !state) return undefined;
  const deliveries = database.atomically(() => {
    const after = entered(service, order, state);
    if (state === 'complete') return generateOrderComplete(service, after);
    return state === 'mailed' ? generateShipped(service, after) : [];
  });
  if (state === 'production') {
    // What is printed is rendered. An order whose preview cannot be made goes on; asking for the preview tells why.
    await getPreview(service, order).catch((error: unknown) => {
      process.stderr.write(`The preview of order ${id} could not be made: ${String(error)}\n`);
    });
  }
  return deliveries;
}

/**
 * Takes an order to a state at once, over those between; one that has got there or further stays as it is. What is to
 * come after that state comes at its time.
 */
export function advanceOrderTo(service: Service, order: Order, state: OrderState): Order {
  const isThere = orderStates.indexOf(order.state) >= orderStates.indexOf(state);
  return isThere ? order : entered(service, order, state);
}

function entered(service: Service, order: Order, state: OrderState): Order {
  const { database, clock } = service;
  const { iso, now, local } = clock;
  const isPrinted = state === 'complete' || state === 'mailed';
  const after: Order = {
    ...order,
    state,
    since: now,
    ...(isPrinted && order.completed === undefined ? { completed: iso } : {}),
    timeline: { ...order.timeline, mailed: state === 'mailed' ? local : order.timeline.mailed },
  };
  database.put('order', order.id, after, order.account);
  clock.forget(task, order.id);
  planNext(service, after);
  return after;
}
