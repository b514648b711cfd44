import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import * as zod from 'zod';
import { type App, builtApp, inputFieldsOf, outputFieldsOf } from '../app.ts';

const ownStep = zod.strictObject({ key: zod.string() });
const otherStep = zod.strictObject({ app: zod.string(), event: zod.string() });
const template = zod.strictObject({
  title: zod.string().max(70),
  description: zod.string(),
  trigger: zod.union([ownStep, otherStep]),
  action: zod.union([ownStep, otherStep]),
  fields: zod.record(zod.string(), zod.string()),
});
const appName = 'Print and Mail';
const file = new URL('../../../docs/listing/zap_templates.json', import.meta.url);
const templates = zod.array(template).parse(JSON.parse(await readFile(file, 'utf8')));

describe('the Zap templates', () => {
  let app: App;
  beforeAll(async () => {
    app = await builtApp();
  });

  it('are ten, with different titles', () => {
    expect(new Set(templates.map(({ title }) => title)).size).toBe(10);
  });

  it.each(templates)('$title: names both apps and is described in two to four sentences', (one) => {
    const { title, description, trigger, action } = one;
    expect(title).toContain(appName);
    for (const step of [trigger, action]) {
      if ('app' in step) expect(title).toContain(step.app);
    }
    expect(description.match(/[.?](?= |$)/g)?.length).toBeGreaterThanOrEqual(2);
    expect(description.match(/[.?](?= |$)/g)?.length).toBeLessThanOrEqual(4);
  });

  it.each(templates)('$title: uses an action and input fields that exist', ({ trigger, action, fields }) => {
    expect('key' in trigger || 'key' in action).toBe(true);
    if (!('key' in action)) return;
    const entry = app.creates[action.key];
    if (!entry) throw new Error(`There is no action "${action.key}".`);
    const inputs = inputFieldsOf({ kind: 'creates', path: '', entry }).map(({ field }) => field);
    expect(inputs.map(({ key }) => key)).toEqual(expect.arrayContaining(Object.keys(fields)));
    const required = inputs.filter((field) => field.required).map(({ key }) => key);
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(required));
  });

  it.each(templates)('$title: uses a trigger and output fields that exist', ({ trigger, fields }) => {
    if (!('key' in trigger)) return;
    const entry = app.triggers[trigger.key];
    if (!entry) throw new Error(`There is no trigger "${trigger.key}".`);
    const mapped = Object.values(fields).flatMap((text) =>
      [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, key]) => key),
    );
    expect(mapped.length).toBeGreaterThan(0);
    expect(outputFieldsOf(entry).map(({ key }) => key)).toEqual(expect.arrayContaining(mapped));
  });
});
