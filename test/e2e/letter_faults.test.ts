/**
 * Send Letter with every failure of the request that orders, and some of the requests before it. The message says whether
 * a letter was ordered, and running the step again orders at most once. `test/fault_injection` tries the others.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { FaultRule } from '../../dev/demo/control.ts';
import { startWorld, type World } from '../support/world.ts';

const rejections: Record<string, FaultRule['then']> = {
  'status 400': { status: 400, body: { error: 'made_up', message: 'No.' } },
  'an expired access token (401)': { status: 401, body: { error: 'invalid_token' } },
  'a missing permission (403)': { status: 403, body: { error: 'missing' } },
  'status 404': { status: 404, body: {} },
  'status 413': { status: 413, body: 'Payload Too Large' },
  'too many requests (429)': { status: 429, headers: { 'Retry-After': '60' }, body: {} },
};

const unclearFailures: Record<string, FaultRule['then']> = {
  'a server error (500)': { status: 500, body: {} },
  'a web page of a proxy (503)': { status: 503, body: '<html>Maintenance</html>' },
  'a web page (200)': {
    status: 200,
    headers: { 'Content-Type': 'text/html' },
    body: '<html>Hi</html>',
  },
  'unexpected data (200)': { status: 200, body: { hello: 'world' } },
  'a reset before processing': { reset: 'before' },
  'a reset after processing': { reset: 'after' },
  'half of a response': { truncate: 9 },
};

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

describe('No letter is ordered until the step runs again if', () => {
  it.each([
    ['creating the list fails with status 400', '/v1/lists', { status: 400, body: {} }],
    ['creating the list fails with a reset after processing', '/v1/lists', { reset: 'after' as const }],
    ['adding the recipient fails with status 500', '/v1/lists/*/contacts', { status: 500, body: {} }],
    ['the response to adding the recipient is cut off', '/v1/lists/*/contacts', { truncate: 9 }],
  ])('%s', async (_, path, then) => {
    const { message, again, orders } = await runTwice(path, then);
    expect(message).toMatch(/Nothing was ordered by this run\./);
    expect({ again, orders }).toEqual({ again: 'ordered', orders: 1 });
  });
});

describe('If ordering fails', () => {
  it.each(Object.entries(rejections))(
    'with %s, no letter is ordered until the step runs again',
    async (_, then) => {
      const { message, again, orders } = await runTwice('/v1/orders', then);
      expect(message).toMatch(/Nothing was ordered by this run\./);
      expect({ again, orders }).toEqual({ again: 'ordered', orders: 1 });
    },
  );

  it.each(Object.entries(unclearFailures))(
    'with %s, the letter is not ordered a second time',
    async (_, then) => {
      const { message, again, orders } = await runTwice('/v1/orders', then);
      expect(message).toMatch(/may or may not have been placed\. Check your orders/);
      expect(again).toMatch(
        /Nothing was ordered by this run: an earlier attempt .* may exist\. Check your orders/,
      );
      expect(orders).toBeLessThanOrEqual(1);
    },
  );
});
