import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as zod from 'zod';
import { startWorld, type World } from '../../../test/support/world.ts';
import { builtApp, type Placed, visibleEntries } from '../app.ts';
import { G16, T002, T003, T004, T005, T006, Z001 } from '../live.ts';
import type { Problem } from '../problem.ts';
import { Filler } from './filled_in.ts';

const operations = visibleEntries(await builtApp());
const instant = ({ entry }: Placed) => entry.operation.type === 'hook';
const triggers = operations.filter(({ kind }) => kind === 'triggers');
const searches = operations.filter(({ kind }) => kind === 'searches');
// What removes everything comes last.
const creates = operations
  .filter(({ kind }) => kind === 'creates')
  .toSorted(
    (one, other) =>
      Number(one.entry.key.startsWith('replace')) - Number(other.entry.key.startsWith('replace')),
  );

/** What cannot be otherwise, because the definition cannot know what an event of the user's choice brings along. */
const openEnded = ['triggers.service_event'];

let world: World;
let filler: Filler;
beforeAll(async () => {
  world = await startWorld();
  filler = new Filler(world);
});
afterAll(async () => {
  await filler.close();
  await world.close();
});

const nothing: Problem[] = [];

describe.each(searches)('$path against the sandbox', (placed) => {
  it('finds what its sample and its output fields promise', async () => {
    const found = await world.search(placed.entry.key, await filler.fill(placed));
    expect(found).not.toEqual([]);
    expect([
      ...T002(placed.entry, found),
      ...T003(placed.entry, found),
      ...T004(placed.entry, found),
      ...T005(placed.entry, found),
    ]).toEqual(nothing);
  });
});

describe.each(triggers.filter((placed) => !instant(placed)))('$path against the sandbox', ({ entry }) => {
  it('gives what its sample and its output fields promise, in the editor and in a Zap', async () => {
    const zap = world.zap(entry.key);
    const samples = await zap.samples();
    expect(samples).not.toEqual([]);
    expect(Z001(entry, samples)).toEqual(nothing);
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
    ]).toEqual(nothing);
  });
});

/** A hook trigger as it is set at first, and with each yes/no field the other way round. */
const settings = triggers.filter(instant).flatMap((placed) => {
  const flags = placed.entry.operation.inputFields.filter(
    (field) => typeof field !== 'string' && field.type === 'boolean',
  );
  const turned = Object.fromEntries(
    flags.flatMap((field) =>
      typeof field === 'string' ? [] : [[field.key, String(field.default !== 'true')]],
    ),
  );
  return [
    { path: placed.path, placed, how: 'as it is set at first', flags: {} },
    ...(flags.length > 0
      ? [{ path: placed.path, placed, how: 'with every yes/no turned', flags: turned }]
      : []),
  ];
});

describe.each(settings)('$path against the sandbox, $how', ({ path, placed, flags }) => {
  it('gives what its sample, its output fields and the editor promise', async () => {
    const { entry } = placed;
    const filled = await filler.fill(placed);
    const zap = world.zap(entry.key, { ...filled, ...flags });
    const listed = await zap.samples();
    await zap.turnOn();
    await everythingHappens();
    await zap.settled();
    await zap.turnOff();
    const failures = zap.deliveries.flatMap(({ run }) => (run.outcome.ok ? [] : [run.outcome.error.message]));
    expect(failures).toEqual([]);
    expect(zap.records).not.toEqual([]);
    expect([
      ...T002(entry, zap.records),
      ...T003(entry, zap.records),
      ...T004(entry, zap.records),
      ...T006(listed, zap.records),
      ...(openEnded.includes(path) ? [] : [...T005(entry, zap.records), ...G16(listed, zap.records)]),
    ]).toEqual(nothing);
  });
});

/** Each kind of event once; a trigger takes its own of them. */
async function everythingHappens(): Promise<void> {
  const { control } = world;
  const order_id = await filler.order();
  await control.event('address-update');
  await control.event('mail-returned');
  await control.event('order-complete', { order_id });
  await control.event('shipped', { order_id });
  await control.advance('1m');
}

describe.each(creates)('$path against the sandbox', (placed) => {
  const { entry } = placed;

  it('answers what its output fields promise when only the required fields are filled in', async () => {
    const answer = await world.create(entry.key, await filler.fill(placed));
    expect([...T002(entry, [answer]), ...T003(entry, [answer]), ...T005(entry, [answer])]).toEqual(nothing);
  });

  it('answers what its sample shows when that much is filled in', async () => {
    const answer = await world.create(entry.key, await filler.fillWhole(placed));
    expect([...T004(entry, [answer]), ...T005(entry, [answer])]).toEqual(nothing);
  });

  it('answers the same in the editor’s test', async () => {
    const answer = await world.create(entry.key, await filler.fillWhole(placed), { test: true });
    expect([...T002(entry, [answer]), ...T004(entry, [answer]), ...T005(entry, [answer])]).toEqual(nothing);
  });
});
