/** Measures the time and memory of operations that read the whole mailing list. */
import { listFile, referenceOf } from './lists.ts';
import { compare, type Ratio } from './measure.ts';
import { inSmallProcess, Machine, type Service } from './processes.ts';
import type { Invocation } from './protocol.ts';
import { atLeast, atMost, megabytes, memoryRow, milliseconds, only, type Row } from './table.ts';

/** The modules whose handlers are compared. */
export type Modules = Record<'connector' | 'plain' | 'floor' | 'drain', string>;

const findContact = 'searches.find_contact.operation.perform';

/** Finds the last contact by its external ID, which requires reading all of them. */
export async function measureFind(service: Service, child: string, modules: Modules): Promise<Row[]> {
  const rows: Row[] = [];
  const peaks = new Map<number, number>();
  for (const count of [1_000, 10_000, 100_000, 1_000_000]) {
    const list = await listFile(count);
    await service.prepare({ list });
    const find = service.event(findContact, { external_id: referenceOf(count - 1) });
    const drain = service.event('drain', {});
    // Node's longest string has half a gigabyte, so the plain way cannot read a million contacts.
    const events: Partial<Record<keyof Modules, Invocation>> = {
      connector: find,
      floor: drain,
      drain: service.event('searches.drain.operation.perform', {}),
      ...(count < 1_000_000 ? { plain: find } : {}),
    };
    const { times, ratio } = await runInTurns(child, modules, events, count <= 10_000 ? 41 : 9);
    peaks.set(count, (await inSmallProcess(child, modules.connector, find)).peak);
    const what = `\`find_contact\` by reference, last of ${count.toLocaleString('en')}`;
    rows.push({
      what,
      against: 'floor: drained by zapier-platform-core',
      ...atMost(ratio('connector', 'drain'), 2),
      absolute: `${milliseconds(times.connector ?? 0)} : ${milliseconds(times.drain ?? 0)}`,
    });
    // A run of zapier-platform-core takes several milliseconds without a list, which dominates for a short one.
    const bare = ratio('connector', 'floor');
    rows.push({
      what,
      against: 'floor: drained by Node alone',
      ...(count >= 100_000 ? atMost(bare, 2) : only(bare)),
      absolute: `${milliseconds(times.connector ?? 0)} : ${milliseconds(times.floor ?? 0)}`,
    });
    if (events.plain) rows.push({ ...comparedWithPlain(what, count, ratio), ...absoluteOf(times) });
  }
  const [least, most] = [peaks.get(1_000) ?? 0, peaks.get(1_000_000) ?? 0];
  rows.push(memoryRow('`find_contact`, 1,000,000 contacts', '1,000 contacts', most, least));
  return rows;
}

function comparedWithPlain(what: string, count: number, ratio: (one: string, other: string) => Ratio): Row {
  const faster = {
    what,
    against: 'plain',
    ...atLeast(ratio('plain', 'connector'), count >= 100_000 ? 3 : 1),
  };
  return { ...faster, found: `${faster.found} faster` };
}

const absoluteOf = (times: Record<string, number>) => ({
  absolute: `${milliseconds(times.connector ?? 0)} : ${milliseconds(times.plain ?? 0)}`,
});

/** A number of contacts that a step can decode within its time limit, even on a busy machine. */
const many = 250_000;

/** Measures the operations that decode every contact or back up the whole list. */
export async function measureReading(service: Service, child: string, modules: Modules): Promise<Row[]> {
  const rows: Row[] = [];
  const contacts = [{ name: 'Maria Miller', street: '12 Market Street', city: 'Columbus' }];
  const operations = {
    '`find_contacts` by part of a name': service.event('searches.find_contacts.operation.perform', {
      name: 'gonçalves',
    }),
    '`new_contact`': service.event('triggers.new_contact.operation.perform', {}),
    "`replace_mailing_list`'s backup of the old list": service.event(
      'creates.replace_mailing_list.operation.perform',
      { contacts, minimum_contacts: '1' },
    ),
  };
  for (const [what, event] of Object.entries(operations)) {
    for (const count of [1_000, 50_000]) {
      await service.prepare({ list: await listFile(count) });
      const { times, ratio } = await runInTurns(
        child,
        modules,
        { connector: event, plain: event },
        count === 1_000 ? 41 : 9,
      );
      rows.push({
        what: `${what}, ${count.toLocaleString('en')} contacts`,
        against: 'plain',
        ...atMost(ratio('connector', 'plain'), 1),
        ...absoluteOf(times),
      });
    }
  }
  for (const [what, event] of Object.entries(operations)) {
    if (what === '`new_contact`') continue;
    const peaks = [];
    for (const count of [1_000, many]) {
      await service.prepare({ list: await listFile(count) });
      peaks.push((await inSmallProcess(child, modules.connector, event)).peak);
    }
    const [least = 0, most = 0] = peaks;
    rows.push(memoryRow(`${what}, ${many.toLocaleString('en')} contacts`, '1,000 contacts', most, least));
  }
  rows.push(await memoryOfAll(service, child, modules, operations['`new_contact`']));
  return rows;
}

/** Measures the memory of returning the whole list, which is never less than the list itself. */
async function memoryOfAll(
  service: Service,
  child: string,
  modules: Modules,
  event: Invocation,
): Promise<Row> {
  const count = 50_000;
  await service.prepare({ list: await listFile(count) });
  const connector = (await inSmallProcess(child, modules.connector, event)).peak;
  const plain = (await inSmallProcess(child, modules.plain, event)).peak;
  const ratio = connector / plain;
  return {
    what: `Peak memory of \`new_contact\`, all of ${count.toLocaleString('en')} contacts returned`,
    against: 'plain',
    ...atMost({ median: ratio, low: ratio, high: ratio }, 1),
    absolute: `${megabytes(connector)} : ${megabytes(plain)}`,
  };
}

/** Runs the modules in turns, each in its own process, after one run that is not measured. */
async function runInTurns(
  child: string,
  modules: Readonly<Record<string, string>>,
  events: Readonly<Record<string, Invocation>>,
  rounds: number,
) {
  const machines = await Promise.all(
    Object.entries(events).map(async ([name, event]) => {
      const machine = await Machine.start(child, modules[name] ?? '');
      return { name, machine, run: () => machine.invoke(event) };
    }),
  );
  const contenders = Object.fromEntries(machines.map(({ name, run }) => [name, run]));
  // More rounds that do not count, so that a thousand contacts are not a matter of what was compiled already.
  const comparison = await compare(contenders, rounds, { warmUp: rounds > 20 ? 11 : 1 });
  for (const { machine } of machines) machine.stop();
  return comparison;
}
