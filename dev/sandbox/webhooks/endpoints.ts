/** Webhook subscriptions. See docs/api.md#webhooks. */
import * as zod from 'zod';
import { hasScope } from '../http/access.ts';
import { type Endpoint, endpoint, nothing, parameters } from '../http/endpoint.ts';
import { ServiceError, shorten } from '../http/service_error.ts';
import type { Caller, Service } from '../service.ts';
import type { Hook } from '../store/records.ts';
import { deliver, giveUp, retarget } from './deliveries.ts';
import { describeEvents, eventsFor, pingBody } from './events.ts';
import { hookSchema, hooksSchema, pingResponseSchema } from './schemas.ts';
import { readTarget, targetWith } from './target.ts';
import { post } from './webhook_sender.ts';

const codes = { missing: 'hooks.missing_target', invalid: 'hooks.invalid_target' };
const target = zod
  .string()
  .describe('An http or https URL. The service overwrites query parameters that it adds itself.');

export const hookEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/v1/hooks',
    summary: 'Lists the events that the access token can subscribe to, and the subscriptions',
    withoutAccount: true,
    takes: nothing,
    answers: { 200: hooksSchema },
    handle: ({ service, caller }) => ({
      status: 200,
      json: {
        events: describeEvents(caller, service),
        subscriptions: service.database
          .list<Hook>('hook')
          .filter((hook) => canManage(service, caller, hook))
          .map(serializeHook),
      },
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/v1/hooks',
    summary: 'Subscribes to an event and pings the target once',
    takes: parameters(zod.object({ event: zod.string().optional(), target: target.optional() }), codes),
    answers: { 201: hookSchema },
    handle({ service, caller, account, input }) {
      const event = readEvent(service, caller, input.event);
      const hook: Hook = {
        id: service.newId('h'),
        account,
        client: caller.client,
        token: caller.token,
        event,
        target: readTarget(input.target),
        last_triggered: null,
      };
      service.database.put('hook', hook.id, hook, account);
      deliver(service, hook, 'ping', { parameters: {}, body: pingBody(service), once: true });
      return { status: 201, json: serializeHook(hook) };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/hooks/{id}',
    summary: 'Returns a subscription',
    withoutAccount: true,
    takes: nothing,
    answers: { 200: hookSchema },
    handle: ({ service, caller, id }) => ({ status: 200, json: serializeHook(find(service, caller, id)) }),
  }),
  endpoint({
    method: 'POST',
    path: '/v1/hooks/{id}',
    summary: 'Changes the target of a subscription',
    withoutAccount: true,
    takes: parameters(zod.object({ target: target.optional() }), codes),
    answers: { 200: hookSchema },
    handle({ service, caller, id, input }) {
      const hook = { ...find(service, caller, id), target: readTarget(input.target) };
      service.database.put('hook', hook.id, hook, hook.account);
      retarget(service, hook);
      return { status: 200, json: serializeHook(hook) };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/v1/hooks/{id}',
    summary: 'Deletes a subscription',
    withoutAccount: true,
    takes: nothing,
    answers: { 204: null },
    handle({ service, caller, id }) {
      const hook = find(service, caller, id);
      service.database.remove('hook', hook.id);
      giveUp(service, hook);
      return { status: 204 };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/hooks/{id}/ping',
    summary: 'Pings the target and returns its status',
    withoutAccount: true,
    takes: nothing,
    answers: { 200: pingResponseSchema },
    async handleAsync({ service, caller, id }) {
      const hook = find(service, caller, id);
      const { status = 0 } = await post(targetWith(hook.target, { event: 'ping' }), pingBody(service));
      return { status: 200, json: { status } };
    },
  }),
];

/** Returns whether the subscription is the client's own; with `hooks.manage`, any of the account. */
const canManage = (service: Service, caller: Caller, hook: Hook): boolean =>
  hook.account === caller.account &&
  (hook.client === caller.client || hasScope(caller, 'hooks.manage', service));

function find(service: Service, caller: Caller, id: string): Hook {
  const hook = service.database.get<Hook>('hook', id);
  if (hook?.account !== caller.account || hook === undefined)
    throw new ServiceError(404, 'hooks.not_found', `The subscription ${shorten(id)} does not exist.`);
  if (canManage(service, caller, hook)) return hook;
  throw new ServiceError(
    403,
    'hooks.unauthorized',
    'Another application created this subscription. Viewing or changing it requires the scope hooks.manage.',
    { scope: 'hooks.manage' },
  );
}

function readEvent(service: Service, caller: Caller, given: string | undefined): string {
  if (!given)
    throw new ServiceError(400, 'hooks.missing_event', 'The query parameter event is missing.', {
      attribute: 'event',
    });
  const known = eventsFor(service.variants);
  const event = known.find(({ key }) => key === given);
  if (!event) {
    const keys = known.map(({ key }) => key).join(', ');
    throw new ServiceError(
      400,
      'hooks.unknown_event',
      `Unknown event: ${shorten(given)}. The events are ${keys}.`,
      {
        attribute: 'event',
      },
    );
  }
  if (hasScope(caller, event.scope, service)) return event.key;
  throw new ServiceError(
    403,
    'hooks.missing_scope',
    `Subscribing to ${event.key} requires the scope ${event.scope}.`,
    {
      scope: event.scope,
    },
  );
}

export const serializeHook = ({ id, event, target: address, last_triggered }: Hook) => ({
  id,
  event,
  target: address,
  href: `/v1/hooks/${id}`,
  last_triggered,
});
