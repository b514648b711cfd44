/** Moves orders through their states: created → production → complete → mailed, or cancels them. */
import { ServiceError } from '../http/service_error.ts';
import type { Service } from '../service.ts';
import { type Order, type OrderState, type ProductionState, productionStates } from '../store/records.ts';
import { generateOrderComplete, generateShipped } from '../webhooks/events.ts';
import { getPreview } from './preview.ts';

const hour = 3_600_000;

type FinalState = 'mailed' | 'canceled';

const isFinal = (state: OrderState): state is FinalState => state === 'mailed' || state === 'canceled';

/** How long an order stays in a state (ms). A rush takes a quarter of it. */
const stepDelays: Record<Exclude<OrderState, FinalState>, number> = {
  created: hour,
  production: 23 * hour,
  complete: 24 * hour,
};

const task = 'order-step';

/** Registers production with the clock. */
export function startOrders(service: Service): void {
  service.clock.on(task, async (id) => {
    await advanceOrder(service, id);
  });
}

/** Schedules the orders of an earlier process. */
export function resumeOrders(service: Service): void {
  for (const order of service.database.list<Order>('order')) scheduleNext(service, order);
}

/** Schedules the production of a new order. */
export const scheduleProduction = (service: Service, order: Order): void =>
  scheduleNext(service, { ...order, since: service.clock.now });

function scheduleNext(service: Service, order: Order & { since?: number }): void {
  const { database, clock } = service;
  if (isFinal(order.state)) return;
  const { since = clock.now } = order;
  database.put('order', order.id, { ...order, since }, order.account);
  clock.forget(task, order.id);
  const at = nextStepAt({ ...order, since });
  if (at !== undefined) clock.at(at, task, order.id);
}

/** Returns when the order enters its next state, in milliseconds since 1970. */
export function nextStepAt({
  state,
  rush,
  since,
}: Pick<Order, 'state' | 'rush' | 'since'>): number | undefined {
  if (isFinal(state) || since === undefined) return undefined;
  return since + stepDelays[state] * (rush ? 0.25 : 1);
}

/**
 * Moves an order to its next state: publishes the event, or renders the preview.
 * @returns the deliveries of the event, or `undefined` if the order is mailed or canceled
 */
export async function advanceOrder(service: Service, id: string): Promise<string[] | undefined> {
  const { database } = service;
  const order = database.get<Order>('order', id);
  if (!order || isFinal(order.state)) return undefined;
  const state = productionStates[productionStates.indexOf(order.state) + 1];
  if (!state) return undefined;
  const deliveries = database.atomically(() => {
    const after = enterState(service, order, state);
    if (state === 'complete') return generateOrderComplete(service, after);
    return state === 'mailed' ? generateShipped(service, after) : [];
  });
  if (state === 'production') {
    // If rendering fails, the order continues; requesting the preview returns the error.
    await getPreview(service, order).catch((error: unknown) => {
      process.stderr.write(`The proof of order ${id} could not be rendered: ${String(error)}\n`);
    });
  }
  return deliveries;
}

/**
 * Moves an order directly to a state, unless it has already reached it. The following states come at their times.
 * @throws 409 if the order is canceled
 */
export function advanceOrderTo(service: Service, order: Order, state: ProductionState): Order {
  if (order.state === 'canceled') throw finalOrderError(order);
  const isThere = productionStates.indexOf(order.state) >= productionStates.indexOf(state);
  return isThere ? order : enterState(service, order, state);
}

/**
 * Cancels an order: production stops, and no more events are published.
 * @throws 409 if it is mailed or already canceled
 */
export function cancelOrder({ database, clock }: Service, order: Order): Order {
  if (isFinal(order.state)) throw finalOrderError(order);
  const after: Order = {
    ...order,
    state: 'canceled',
    timeline: { ...order.timeline, canceled: clock.local },
  };
  database.put('order', order.id, after, order.account);
  clock.forget(task, order.id);
  return after;
}

/** Returns the error for an order that is mailed or canceled, after which it cannot change. */
export const finalOrderError = ({ id, state }: Order): ServiceError =>
  new ServiceError(409, `order_${state}`, `The order ${id} is already ${state}.`);

function enterState(service: Service, order: Order, state: ProductionState): Order {
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
  scheduleNext(service, after);
  return after;
}
