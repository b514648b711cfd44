import { describe, expect, it } from '@jest/globals';
import { createAppHandler, createAppTester } from 'zapier-platform-core';
import app from '../src/index.ts';

type Handler = (event: object) => Promise<{ results: unknown }>;

const handler: Handler = createAppHandler(app);
const notice = { order_id: 'm-310-4471', completed: '2026-03-13T09:30:00-04:00' };
const aNotice = {
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

describe('the definition, prepared once for all runs', () => {
  it('is structurally sound to the platform', async () => {
    expect((await handler({ command: 'validate', bundle: {} })).results).toEqual([]);
  });

  it('is not gone through again by the second run', async () => {
    let looks = 0;
    const { orderComplete, ...others } = { ...app.triggers, orderComplete: app.triggers.order_complete };
    const watched = {
      ...app,
      triggers: {
        ...others,
        order_complete: {
          ...orderComplete,
          get operation() {
            looks += 1;
            return orderComplete.operation;
          },
        },
      },
    };
    const run: Handler = createAppHandler(watched);
    await run(aNotice);
    const looksOfTheFirst = looks;
    expect(looksOfTheFirst).toBeGreaterThan(0);
    await run(aNotice);
    await run(aNotice);
    expect(looks).toBe(looksOfTheFirst);
  });

  it('is prepared again when it has got another part, as the platform’s tester gives it', async () => {
    const test = createAppTester(app);
    expect(await test(async () => ['first'])).toEqual(['first']);
    expect(await test(async () => ['second'])).toEqual(['second']);
  });

  it('lets the platform put a part of its own into an operation, for that run only', async () => {
    const extension = {
      triggers: { order_complete: { operation: { perform: { source: 'return [{ id: "extended" }]' } } } },
    };
    await handler(aNotice);
    const extended = await handler({ ...aNotice, appRawOverride: [null, extension] });
    expect(extended.results).toEqual([{ id: 'extended' }]);
    expect((await handler(aNotice)).results).toEqual([expect.objectContaining({ order_id: 'm-310-4471' })]);
  });

  it('keeps the fields of an operation that is extended', async () => {
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
