import { describe, expect, it } from '@jest/globals';
import { createAppHandler } from 'zapier-platform-core';
import app from '../src/index.ts';

const handler: (event: object) => Promise<{ results: unknown }> = createAppHandler(app);

/** A definition as data, as the platform gets it to see: functions are told by a word. */
const asData = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, part: unknown) => (typeof part === 'function' ? 'function' : part)),
  );

const { results } = await handler({ command: 'definition', bundle: {} });
const definition = JSON.parse(JSON.stringify(results).replace(/"\$func\$\d\$[tf]\$"/g, '"function"'));

describe('the definition, made light to copy', () => {
  it('is structurally sound to the platform', async () => {
    expect((await handler({ command: 'validate', bundle: {} })).results).toEqual([]);
  });

  it.each(['triggers', 'creates', 'searches'] as const)(
    'comes out of the platform’s copies as it went in: %s',
    (kind) => {
      const operations: Record<string, { operation: object }> = app[kind];
      expect(Object.keys(operations).length).toBeGreaterThan(5);
      for (const [key, { operation }] of Object.entries(operations)) {
        expect(definition[kind][key].operation).toMatchObject(asData(operation) as object);
      }
    },
  );

  it('still lets the platform put a part of its own into an operation', async () => {
    const extension = {
      creates: { create_contact: { operation: { perform: { source: 'return { id: 1 }' } } } },
    };
    const { results: overridden } = await handler({
      command: 'definition',
      bundle: {},
      appRawOverride: [null, extension],
    });
    expect(overridden).toMatchObject({
      creates: {
        create_contact: {
          operation: { inputFields: definition.creates.create_contact.operation.inputFields },
        },
      },
    });
  });
});
