/** Webhook subscriptions (§2.5, §4.3). */
import { type Context, Hono } from 'hono';
import { callerOf, has } from './access.ts';
import { giveUp, post, retarget } from './deliveries.ts';
import { allEvents, makeDelivery, pingBody, targetWith, visibleEvents } from './events.ts';
import { query } from './reading.ts';
import type { Hook } from './records.ts';
import { Refusal } from './refusal.ts';
import type { Caller, Service } from './service.ts';

export function hookRoutes(service: Service): Hono {
  const { database, newId } = service;
  const app = new Hono();

  /** The caller's own subscriptions, or with `hooks.manage` those of all clients of the same account. */
  const isVisible = (caller: Caller, hook: Hook): boolean =>
    hook.account === caller.account &&
    (hook.client === caller.client || has(caller, 'hooks.manage', service));

  const find = (c: Context): Hook => {
    const caller = callerOf(c, service);
    const id = c.req.param('id') ?? '';
    const hook = database.get<Hook>('hook', id);
    if (hook?.account !== caller.account || hook === undefined)
      throw new Refusal(404, 'hooks.not_found', `There is no subscription ${id}.`);
    if (!isVisible(caller, hook)) {
      throw new Refusal(
        403,
        'hooks.unauthorized',
        'Another application created this subscription; that needs the scope hooks.manage.',
        { scope: 'hooks.manage' },
      );
    }
    return hook;
  };

  app.get('/v1/hooks', (c) => {
    const caller = callerOf(c, service);
    const subscriptions = database.list<Hook>('hook').filter((hook) => isVisible(caller, hook));
    return c.json({
      events: visibleEvents(caller, service),
      subscriptions: subscriptions.map(shown),
    });
  });

  app.post('/v1/hooks', (c) => {
    const caller = callerOf(c, service);
    const event = query(c, 'event');
    if (!event) throw new Refusal(400, 'hooks.missing_event', 'The query parameter event is missing.');
    const target = readTarget(query(c, 'target'));
    const known = allEvents(service.worlds).get(event);
    if (!known) throw new Refusal(400, 'hooks.unknown_event', `There is no event "${event}".`);
    if (!has(caller, known.scope, service)) {
      throw new Refusal(403, 'hooks.missing_scope', `Following ${event} needs the scope ${known.scope}.`, {
        scope: known.scope,
      });
    }
    const hook: Hook = {
      id: newId('h'),
      account: caller.account,
      client: caller.client,
      token: caller.token,
      event,
      target,
      last_triggered: null,
    };
    database.put('hook', hook.id, hook, hook.account);
    makeDelivery(service, hook, 'ping', {}, pingBody(service), true);
    return c.json(shown(hook), 201);
  });

  app.get('/v1/hooks/:id', (c) => c.json(shown(find(c))));

  app.post('/v1/hooks/:id', (c) => {
    const hook = { ...find(c), target: readTarget(query(c, 'target')) };
    database.put('hook', hook.id, hook, hook.account);
    retarget(service, hook, ({ event, url }) =>
      targetWith(hook.target, {
        ...Object.fromEntries(serviceParameters(url)),
        event,
      }),
    );
    return c.json(shown(hook));
  });

  app.delete('/v1/hooks/:id', (c) => {
    const hook = find(c);
    database.remove('hook', hook.id);
    giveUp(service, hook);
    return c.body(null, 204);
  });

  app.get('/v1/hooks/:id/ping', async (c) => {
    const hook = find(c);
    const { status } = await post(targetWith(hook.target, { event: 'ping' }), pingBody(service));
    return c.json({ status: status ?? 0 });
  });

  return app;
}

const serviceNames = new Set(['contact_id', 'external_id', 'order_id', 'loopback_token', 'loopback_client']);

const serviceParameters = (url: string): [string, string][] =>
  [...new URL(url).searchParams].filter(([name]) => serviceNames.has(name));

function readTarget(target: string | undefined): string {
  if (!target) throw new Refusal(400, 'hooks.missing_target', 'The query parameter target is missing.');
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url && (url.protocol === 'https:' || url.protocol === 'http:') && target.length <= 4000) return target;
  throw new Refusal(
    400,
    'hooks.invalid_target',
    'The target has to be an address that begins with http:// or https://.',
  );
}

export const shown = ({ id, event, target, last_triggered }: Hook) => ({
  id,
  event,
  target,
  href: `/v1/hooks/${id}`,
  last_triggered,
});
