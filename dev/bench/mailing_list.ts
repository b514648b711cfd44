/** Measures the time and memory of finding the last contact by its reference, which requires reading all of them. */
import { listFile, referenceOf } from './lists.ts';
import { compare } from './measure.ts';
import { inSmallProcess, Machine, type Service } from './processes.ts';
import { eventFor } from './protocol.ts';
import { atMost, memoryRow, type Row, timesOf } from './table.ts';

/** The modules whose handlers are compared. */
export type Modules = Record<'connector' | 'plain', string>;

const counts = [100_000, 1_000_000] as const;

export async function measureFind(service: Service, child: string, modules: Modules): Promise<Row[]> {
  const rows: Row[] = [];
  const peaks: number[] = [];
  const machines = {
    connector: await Machine.start(child, modules.connector),
    plain: await Machine.start(child, modules.plain),
  };
  for (const count of counts) {
    await service.prepare({ list: await listFile(count) });
    const find = eventFor(service.root, 'searches.find_contact.operation.perform', {
      inputData: { external_id: referenceOf(count - 1) },
    });
    const drain = eventFor(service.root, 'searches.drain.operation.perform', {});
    const { times, ratio } = await compare(
      {
        connector: () => machines.connector.invoke(find),
        drain: () => machines.plain.invoke(drain),
        // Node's longest string has half a gigabyte, so the plain way cannot read a million contacts.
        ...(count < 1_000_000 ? { plain: () => machines.plain.invoke(find) } : {}),
      },
      9,
    );
    peaks.push((await inSmallProcess(child, modules.connector, find)).peak);
    const what = `\`find_contact\` by reference, last of ${count.toLocaleString('en')}`;
    rows.push({
      what,
      against: 'floor: zapier-platform-core reads the list and ignores it',
      ...atMost(ratio('connector', 'drain'), 2),
      absolute: timesOf(times.connector, times.drain),
    });
    if (times.plain !== undefined) {
      rows.push({
        what,
        against: 'plain',
        ...atMost(ratio('connector', 'plain'), 1),
        absolute: timesOf(times.connector, times.plain),
      });
    }
  }
  for (const machine of Object.values(machines)) machine.stop();
  const [least = 0, most = 0] = peaks;
  rows.push(memoryRow('`find_contact`, 1,000,000 contacts', '100,000 contacts', most, least));
  return rows;
}
