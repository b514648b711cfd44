/** The console's webhook subscriptions and deliveries. */
import { Hono } from 'hono';
import { requireRecord } from '../control/request.ts';
import type { SandboxEnv } from '../http/context.ts';
import type { Service } from '../service.ts';
import type { Delivery, Hook } from '../store/records.ts';
import { eventsFor } from '../webhooks/events.ts';
import type { DeliveryDetails, DeliverySummary, SubscriptionView } from './protocol.ts';
import { firstPage, limitOf, queryOf } from './queries.ts';

export function webhookRoutes(service: Service): Hono<SandboxEnv> {
  const { database } = service;
  const routes = new Hono<SandboxEnv>();

  routes.get('/subscriptions', (c) => {
    const { account } = queryOf(c);
    const deliveries = database.list<Delivery>('delivery', account);
    return c.json(
      database.list<Hook>('hook', account).map((hook) => subscriptionView(service, hook, deliveries)),
    );
  });

  routes.get('/deliveries', (c) => {
    const { account, about, subscription, state } = queryOf(c);
    if (about === '' && subscription === '' && state === '') {
      const items = database.some<Delivery>('delivery', 'last', limitOf(c), account);
      return c.json({ total: database.count('delivery', account), items: items.map(deliverySummary) });
    }
    const found = database
      .list<Delivery>('delivery', account)
      .filter(
        ({ parameters }) => about === '' || parameters.contact_id === about || parameters.order_id === about,
      )
      .filter((delivery) => subscription === '' || delivery.subscription === subscription)
      .filter((delivery) => state === '' || delivery.state === state)
      .reverse();
    return c.json(firstPage(found, limitOf(c), deliverySummary));
  });

  routes.get('/deliveries/:id', (c) => {
    const id = c.req.param('id');
    return c.json(deliveryDetails(requireRecord(database.get<Delivery>('delivery', id), 'delivery', id)));
  });

  return routes;
}

function subscriptionView(
  { variants }: Service,
  { id, client, event, target, last_triggered }: Hook,
  allDeliveries: readonly Delivery[],
): SubscriptionView {
  const deliveries = allDeliveries.filter(({ subscription }) => subscription === id);
  const countIn = (wanted: Delivery['state']) => deliveries.filter(({ state }) => state === wanted).length;
  return {
    id,
    client,
    event,
    description: eventsFor(variants).find(({ key }) => key === event)?.description ?? '',
    target,
    last_triggered,
    deliveries: {
      pending: countIn('pending'),
      delivered: countIn('delivered'),
      given_up: countIn('given_up'),
    },
  };
}

const deliverySummary = (delivery: Delivery): DeliverySummary => ({
  id: delivery.id,
  event: delivery.event,
  subscription: delivery.subscription,
  url: delivery.url,
  state: delivery.state,
  about: {
    contact: delivery.parameters.contact_id ?? null,
    order: delivery.parameters.order_id ?? null,
  },
  attempts: delivery.tries.length,
  latest: delivery.tries.at(-1) ?? null,
  next: delivery.next,
});

const deliveryDetails = (delivery: Delivery): DeliveryDetails => ({
  ...deliverySummary(delivery),
  attempts: delivery.tries,
  body: delivery.body ?? null,
  once: delivery.once,
});
