/**
 * Send Letter when one of its three requests fails, in every way. The message says whether a letter was ordered, and
 * running the step again orders once at most.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { FaultRule } from '../../dev/demo/control.ts';
import { startWorld, type World } from '../support/world.ts';

const requests = {
  'the request for the list': '/v1/lists',
  'the request for the recipient': '/v1/lists/*/contacts',
  'the order': '/v1/orders',
};

const refused: Record<string, FaultRule['then']> = {
  'refused (400)': { status: 400, body: { error: 'made_up', message: 'No.' } },
  'refused for the connection (401)': { status: 401, body: { error: 'invalid_token' } },
  'refused for the permission (403)': { status: 403, body: { error: 'missing' } },
  'refused as unknown (404)': { status: 404, body: {} },
  'refused as too large (413)': { status: 413, body: 'Payload Too Large' },
  'throttled (429)': { status: 429, headers: { 'Retry-After': '60' }, body: {} },
};

const unknown: Record<string, FaultRule['then']> = {
  'answered with a server error (500)': { status: 500, body: {} },
  'answered with a page of a proxy (503)': { status: 503, body: '<html>Maintenance</html>' },
  'answered with a page (200)': {
    status: 200,
    headers: { 'Content-Type': 'text/html' },
    body: '<html>Hi</html>',
  },
  'answered with other data (200)': { status: 200, body: { hello: 'world' } },
  'reset before it is carried out': { reset: 'before' },
  'reset after it is carried out': { reset: 'after' },
  'answered with half an answer': { truncate: 9 },
};

const failures = { ...refused, ...unknown };

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
afterEach(() => world.control.clearFaults());

let letters = 0;

const newLetter = () => {
  letters += 1;
  return { saved_order_id: 'l-001-1001', name: `Person ${letters}`, street: '1 Pier', city: 'Duluth' };
};

async function countOrders(): Promise<number> {
  const lists = await world.control.call('GET', '/lists');
  return (JSON.stringify(lists).match(/"m-\d+-\d+"/g) ?? []).length;
}

/** Runs the step with the fault and again without it. */
async function runTwice(path: string, then: FaultRule['then']) {
  const { control, create } = world;
  const before = await countOrders();
  const letter = newLetter();
  await control.fault({ match: { method: 'POST', path }, nth: 1, then });
  const message = await create('send_letter', letter).then(
    () => 'The step succeeded.',
    (error: Error) => error.message,
  );
  await control.clearFaults();
  const again = await create('send_letter', letter).then(
    ({ already_ordered }) => (already_ordered ? 'already ordered' : 'ordered'),
    (error: Error) => error.message,
  );
  return { message, again, orders: (await countOrders()) - before };
}

describe.each(Object.entries(requests).slice(0, 2))('when %s is', (_, path) => {
  it.each(Object.entries(failures))('%s, no letter is ordered until the step runs again', async (_, then) => {
    const { message, again, orders } = await runTwice(path, then);
    expect(message).toMatch(/No letter was ordered\./);
    expect({ again, orders }).toEqual({ again: 'ordered', orders: 1 });
  });
});

describe('when the order is', () => {
  it.each(Object.entries(refused))('%s, no letter is ordered until the step runs again', async (_, then) => {
    const { message, again, orders } = await runTwice('/v1/orders', then);
    expect(message).toMatch(/Nothing was ordered\./);
    expect({ again, orders }).toEqual({ again: 'ordered', orders: 1 });
  });

  it.each(Object.entries(unknown))('%s, the letter is not ordered a second time', async (_, then) => {
    const { message, again, orders } = await runTwice('/v1/orders', then);
    expect(message).toMatch(/may or may not have been placed\. Check your orders/);
    expect(again).toMatch(/Nothing was ordered\. An earlier attempt .* may exist\. Check your orders/);
    expect(orders).toBeLessThanOrEqual(1);
  });
});
