import { describe, expect, it } from '@jest/globals';
import { createAppHandler, createAppTester } from 'zapier-platform-core';
import app from '../src/index.ts';

type Handler = (event: object) => Promise<{ results: unknown }>;

const handler: Handler = createAppHandler(app);
const notice = { order_id: 'm-310-4471', completed: '2026-03-13T09:30:00-04:00' };
const delivery = {
  command: 'execute',
  method: 'triggers.order_complete.operation.perform',
  bundle: {
    cleanedRequest: notice,
    rawRequest: {
      method: 'POST',
      querystring: 'event=orders.order_complete.v1&order_id=m-310-4471',
      headers: {},
      content: JSON.stringify(notice),
    },
  },
};

describe('The app definition', () => {
  it('passes zapier-platform-core’s validation', async () => {
    expect((await handler({ command: 'validate', bundle: {} })).results).toEqual([]);
  });

  it('is read only by the first run', async () => {
    let reads = 0;
    const { orderComplete, ...others } = { ...app.triggers, orderComplete: app.triggers.order_complete };
    const countingReads = {
      ...app,
      triggers: {
        ...others,
        order_complete: {
          ...orderComplete,
          get operation() {
            reads += 1;
            return orderComplete.operation;
          },
        },
      },
    };
    const run: Handler = createAppHandler(countingReads);
    await run(delivery);
    const readsOfFirstRun = reads;
    expect(readsOfFirstRun).toBeGreaterThan(0);
    await run(delivery);
    await run(delivery);
    expect(reads).toBe(readsOfFirstRun);
  });

  it('is compiled again if zapier-platform-core’s app tester adds a function', async () => {
    const test = createAppTester(app);
    expect(await test(async () => ['first'])).toEqual(['first']);
    expect(await test(async () => ['second'])).toEqual(['second']);
  });

  it('can be overridden by Zapier for a single run', async () => {
    const extension = {
      triggers: { order_complete: { operation: { perform: { source: 'return [{ id: "extended" }]' } } } },
    };
    await handler(delivery);
    const extended = await handler({ ...delivery, appRawOverride: [null, extension] });
    expect(extended.results).toEqual([{ id: 'extended' }]);
    expect((await handler(delivery)).results).toEqual([expect.objectContaining({ order_id: 'm-310-4471' })]);
  });

  it('keeps the input fields of an operation that is overridden', async () => {
    const { results } = await handler({
      command: 'definition',
      bundle: {},
      appRawOverride: [
        null,
        { creates: { create_contact: { operation: { perform: { source: 'return {}' } } } } },
      ],
    });
    const { inputFields } = app.creates.create_contact.operation;
    expect(results).toMatchObject({
      creates: { create_contact: { operation: { inputFields: JSON.parse(JSON.stringify(inputFields)) } } },
    });
  });
});
