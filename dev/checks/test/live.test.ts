import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as zod from 'zod';
import { startWorld, type World } from '../../../test/support/world.ts';
import { builtApp, type LocatedEntry, visibleEntries } from '../app.ts';
import { G16, G17, T002, T003, T004, T005, T006, Z001 } from '../live.ts';
import type { Problem } from '../problem.ts';
import { FormFiller } from './form_filler.ts';

const operations = visibleEntries(await builtApp());
const isHook = ({ entry }: LocatedEntry) => entry.operation.type === 'hook';
const triggers = operations.filter(({ kind }) => kind === 'triggers');
const searches = operations.filter(({ kind }) => kind === 'searches');
// Replacing the mailing list removes the contacts that the others need.
const creates = operations
  .filter(({ kind }) => kind === 'creates')
  .toSorted(
    (one, other) =>
      Number(one.entry.key.startsWith('replace')) - Number(other.entry.key.startsWith('replace')),
  );

/** Triggers whose output depends on the event that the user selects, so that the definition cannot list it. */
const withOpenOutput = ['triggers.service_event'];

let world: World;
let filler: FormFiller;
beforeAll(async () => {
  world = await startWorld();
  filler = new FormFiller(world);
});
afterAll(async () => {
  await filler.close();
  await world.close();
});

const noProblems: Problem[] = [];

describe.each(searches)('$path against the sandbox', (located) => {
  it('returns records that match its sample and output fields', async () => {
    const found = await world.search(located.entry.key, await filler.fill(located));
    expect(found).not.toEqual([]);
    expect([
      ...T002(located.entry, found),
      ...T003(located.entry, found),
      ...T004(located.entry, found),
      ...T005(located.entry, found),
      ...G17(located.entry, [...found, rareValues]),
    ]).toEqual(noProblems);
  });
});

describe.each(triggers.filter((trigger) => !isHook(trigger)))('$path against the sandbox', ({ entry }) => {
  it('returns records that match its sample and output fields, in the editor and in a Zap', async () => {
    const zap = world.zap(entry.key);
    const samples = await zap.samples();
    expect(samples).not.toEqual([]);
    expect(Z001(entry, samples)).toEqual(noProblems);
    const polled = zod.array(zod.record(zod.string(), zod.unknown())).parse(
      await world.platform.run({
        method: `triggers.${entry.key}.operation.perform`,
        connection: world.connection,
      }),
    );
    expect([
      ...T002(entry, polled),
      ...T003(entry, polled),
      ...T004(entry, polled),
      ...T005(entry, polled),
      ...G17(entry, polled),
    ]).toEqual(noProblems);
  });
});

/** Returns the yes-or-no fields, each with the opposite of its default. */
const inverted = ({ entry }: LocatedEntry) =>
  Object.fromEntries(
    entry.operation.inputFields.flatMap((field) =>
      typeof field !== 'string' && Object.hasOwn(Object(field.choices), 'true')
        ? [[field.key, String(field.default !== 'true')]]
        : [],
    ),
  );

describe.each(triggers.filter(isHook))('$path against the sandbox', (located) => {
  const { path, entry } = located;
  const all: Record<string, unknown>[] = [];

  it.each([
    ['with its defaults', {}],
    ['with every yes-or-no field inverted', inverted(located)],
  ])('returns records that match its sample, its output fields and performList, %s', async (_how, flags) => {
    const filled = await filler.fill(located);
    const zap = world.zap(entry.key, { ...filled, ...flags });
    const listed = await zap.samples();
    await zap.turnOn();
    await causeEveryEvent();
    await zap.settled();
    await zap.turnOff();
    const failures = zap.deliveries.flatMap(({ run }) => (run.outcome.ok ? [] : [run.outcome.error.message]));
    expect(failures).toEqual([]);
    if (zap.records.length === 0)
      throw new Error(`No delivery started ${path}. Cause its event in causeEveryEvent in this file.`);
    all.push(...zap.records);
    expect([
      ...T002(entry, zap.records),
      ...T003(entry, zap.records),
      ...T004(entry, zap.records),
      ...T006(listed, zap.records),
      ...(withOpenOutput.includes(path) ? [] : [...T005(entry, zap.records), ...G16(listed, zap.records)]),
    ]).toEqual(noProblems);
  });

  it('fills in each output field in at least one of these records', () => {
    expect(G17(entry, all)).toEqual(noProblems);
  });
});

/** Causes an event of each type; a trigger receives only its own. */
async function causeEveryEvent(): Promise<void> {
  const { control } = world;
  const order_id = await filler.placeOrder();
  await control.event('address-update');
  await control.event('mail-returned');
  await control.event('mail-returned', { forwarding_address: { street: '9 Elm St', city: 'Canton' } });
  await control.event('order-complete', { order_id });
  await control.event('shipped', { order_id });
  await control.advance('1m');
}

/** Values that appear only in special cases, which other tests cover. */
const rareValues = {
  warning: '',
  contacts_note: '',
  file_encoding: '',
  timeline: { mailed: '' },
  address: { country: '' },
};

describe.each(creates)('$path against the sandbox', (located) => {
  const { entry } = located;
  const all: Record<string, unknown>[] = [];

  it('returns a record that matches its output fields when only required fields are filled in', async () => {
    const record = await world.create(entry.key, await filler.fill(located));
    all.push(record);
    expect([...T002(entry, [record]), ...T003(entry, [record]), ...T005(entry, [record])]).toEqual(
      noProblems,
    );
  });

  it('returns a record that matches its sample when the fields of the sample are filled in', async () => {
    const record = await world.create(entry.key, await filler.fillLikeSample(located));
    all.push(record);
    expect([...T004(entry, [record]), ...T005(entry, [record])]).toEqual(noProblems);
  });

  it('returns a record that matches its sample in the editor’s test', async () => {
    const record = await world.create(entry.key, await filler.fillLikeSample(located), { test: true });
    all.push(record);
    expect([...T002(entry, [record]), ...T004(entry, [record]), ...T005(entry, [record])]).toEqual(
      noProblems,
    );
  });

  it('fills in each output field in at least one of these records', () => {
    expect(G17(entry, [...all, rareValues])).toEqual(noProblems);
  });
});
