import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BeforeRequestMiddleware } from 'zapier-platform-core';
import app from '../../../src/index.ts';
import { Harness } from '../../../test/fault_injection/support/harness.ts';
import { handlerFor, handlersOf } from '../../../test/support/one_operation.ts';
import type { Case } from '../case.ts';
import { drawCase, findSharedSteps } from '../cases.ts';
import { compare, isAccepted, isDone, kindOf, trace } from '../differences.ts';
import { Random } from '../random.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.open();
});
afterAll(() => harness.close());

const steps = findSharedSteps(app, app);
const draw = (number: number): Case[] => {
  const random = new Random(7);
  return Array.from({ length: number }, () => drawCase(random, steps));
};

it('The same version does the same twice, whatever the step', async () => {
  let done = 0;
  for (const one of draw(60)) {
    const first = await trace(harness, handlerFor, one, true);
    const second = await trace(harness, handlerFor, one, true);
    expect(compare(first, second, true)).toEqual([]);
    if (isDone(first)) done += 1;
  }
  expect(done).toBeGreaterThan(20);
});

it('A seed draws the same steps', () => {
  expect(draw(20)).toEqual(draw(20));
});

it('A version that writes another value is noticed, and so is one that stops', async () => {
  const one: Case = {
    runs: Array(2).fill({ path: 'creates.create_contact', inputData: { name: 'Ann Lee' } }),
  };
  const kindsIf = async (change: BeforeRequestMiddleware) => {
    const changed = handlersOf({
      ...app,
      beforeRequest: [app.beforeRequest, change].flat().filter((one) => one !== undefined),
    });
    const [before, after] = [
      await trace(harness, handlerFor, one, false),
      await trace(harness, changed, one, false),
    ];
    return compare(before, after, false).map((difference) => kindOf(one.runs, difference));
  };
  expect(
    await kindsIf((request) => ({ ...request, body: String(request.body).replace('Ann', 'Bob') })),
  ).toEqual(Array(2).fill('creates.create_contact: POST /v3/contacts body name'));
  const stop = () => {
    throw new Error('Row 2 of "x" is wrong.');
  };
  expect((await kindsIf(stop))[0]).toContain('creates.create_contact: done → ');
});

it('Of a call that only one version makes, only its query differs', () => {
  const before = new Map([['run 1 ends', 'done']]);
  const after = new Map([
    ...before,
    ['POST /v1/orders #1 query', '""'],
    ['POST /v1/orders #1 body list', '"l-1"'],
  ]);
  const call = { path: 'POST /v1/orders #1 query', before: undefined, after: '""' };
  expect(compare(before, after, true)).toEqual([call]);
});

it('A difference is accepted by what it shows', () => {
  const kind = 'creates.create_contact: POST /v3/contacts #1 body external_id';
  expect(isAccepted(`${kind} (drawn): "1001" → "1001.0"`)).toBe(true);
  expect(isAccepted(`${kind} (drawn): "1001.0" → "1001"`)).toBe(false);
});
