/** Compares the scopes that an error message asks for with those that the sandbox's endpoints require. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '@print-and-mail/sandbox';
import * as zod from 'zod';
import { Control, defaultScopes } from '../../dev/demo/control.ts';
import app from '../../src/index.ts';
import { callKind } from './support/calls.ts';
import { casesFor } from './support/cases.ts';
import { type Fault, send } from './support/fault.ts';
import { Harness } from './support/harness.ts';
import { scenariosFor } from './support/scenarios.ts';

const openApi = zod.object({
  paths: zod.record(
    zod.string(),
    zod.record(
      zod.string(),
      zod.object({ security: zod.array(zod.object({ oauth: zod.array(zod.string()).default([]) })) }),
    ),
  ),
});

interface Endpoint {
  matches(kind: string): boolean;
  scopes: readonly string[];
}

let harness: Harness;
let sandbox: Sandbox;
let endpoints: Endpoint[];

beforeAll(async () => {
  harness = await Harness.open();
  sandbox = await startSandbox({ port: 0 });
  const { paths } = openApi.parse(await (await fetch(`${sandbox.url}/openapi.json`)).json());
  // The most specific path first: /v1/orders/{id}.pdf before /v1/orders/{id}.
  const sorted = Object.entries(paths).toSorted(([one], [other]) => fixedLength(other) - fixedLength(one));
  endpoints = sorted.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => {
      const pattern = new RegExp(
        `^service ${method} ${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`,
        'i',
      );
      return {
        matches: (kind: string) => pattern.test(kind),
        scopes: security.flatMap(({ oauth }) => oauth),
      };
    }),
  );
});

afterAll(async () => {
  await harness.close();
  await sandbox.close();
});

const fixedLength = (path: string): number => path.replaceAll(/\{\w+\}/g, '').length;

const missingScope: Fault = {
  name: '403 without a body',
  status: 403,
  inject: ({ response }) => send(response, 403, {}, ''),
};

/** Returns the scopes that the sandbox requires for a call. @throws if it has no such endpoint */
function requiredScopes(kind: string): readonly string[] {
  const found = endpoints.find(({ matches }) => matches(kind));
  if (found) return found.scopes;
  throw new Error(`The sandbox has no endpoint for "${kind}". Add it to an endpoints.ts in dev/sandbox.`);
}

const scopesIn = (message: string): string[] =>
  [...message.matchAll(/"([a-z.]+\.(?:read|write|manage))"/g)].map(([, scope = '']) => scope);

it('a rejected request asks for the scope of its endpoint', async () => {
  const { cases } = await casesFor(harness, app, [missingScope]);
  const differences: string[] = [];
  for (const { scenario, call, fault } of cases) {
    const kind = callKind(call);
    // A subscription needs the scope of its event, which the endpoint does not list.
    if (!kind.startsWith('service ') || kind === 'service POST /v1/hooks' || scenario.raw) continue;
    const account = harness.createAccount();
    const run = { method: scenario.method, ...scenario.arrange(account) };
    account.fault = { call, fault };
    const outcome = await account.run(run);
    harness.removeAccount(account);
    if (outcome.ok) continue;
    const named = scopesIn(outcome.error.message);
    const required = requiredScopes(kind);
    const isSame = required.length === 0 ? named.length === 0 : required.some((one) => named.includes(one));
    if (!isSame) {
      differences.push(
        `${scenario.method}: the error for ${kind} names ${named.join(' and ') || 'no scope'}, and the sandbox requires ${required.join() || 'none'}. Correct one of them by docs/api.md.`,
      );
    }
  }
  expect(differences).toEqual([]);
});

const hooks = zod.object({ events: zod.record(zod.string(), zod.unknown()) });

/** Returns the scopes that permit each of the sandbox's events. */
async function scopesByEvent(): Promise<Map<string, string[]>> {
  const scopes = new Map<string, string[]>();
  for (const scope of defaultScopes) {
    const token = await new Control(sandbox.url).token(undefined, undefined, [scope]);
    const response = await fetch(`${sandbox.url}/v1/hooks`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    for (const event of Object.keys(hooks.parse(await response.json()).events)) {
      scopes.set(event, [...(scopes.get(event) ?? []), scope]);
    }
  }
  return scopes;
}

it('a rejected subscription asks for the scope of its event', async () => {
  const expected = await scopesByEvent();
  const subscriptions = scenariosFor(app).filter(({ method }) => method.endsWith('.performSubscribe'));
  const differences: string[] = [];
  for (const scenario of subscriptions) {
    const account = harness.createAccount();
    account.fault = { call: 'service POST /v1/hooks #1', fault: missingScope };
    const outcome = await account.run({ method: scenario.method, ...scenario.arrange(account) });
    const event = new URL(account.sent.at(-1)?.url ?? '').searchParams.get('event') ?? '';
    harness.removeAccount(account);
    const named = scopesIn(outcome.ok ? '' : outcome.error.message);
    const required = expected.get(event);
    // Other Event follows events whose scopes are unknown.
    if (
      scenario.method !== 'triggers.service_event.operation.performSubscribe' &&
      named.join() !== required?.join()
    ) {
      differences.push(
        required
          ? `${scenario.method}: the error for ${event} names ${named.join() || 'no scope'}, and dev/sandbox/webhooks/events.ts requires ${required.join()}. Correct one of them by docs/api.md#events.`
          : `The sandbox has no event "${event}". Add it to dev/sandbox/webhooks/events.ts.`,
      );
    }
  }
  expect(differences).toEqual([]);
});
