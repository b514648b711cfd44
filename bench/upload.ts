/** A large file on its way from its source through the connector to the service. */
import { blobFile } from './lists.ts';
import type { Modules } from './mailing_list.ts';
import { compare } from './measure.ts';
import { inSmallProcess, Machine, type Service } from './processes.ts';
import { atLeast, memoryRow, milliseconds, type Row } from './table.ts';

const upload = 'creates.upload_file.operation.perform';
const size = 100_000_000;

export async function measureUpload(service: Service, child: string, modules: Modules): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [source, told] of [
    ['file', 'length told'],
    ['file-of-unknown-length', 'length not told'],
  ]) {
    await service.prepare({ file: await blobFile(size) });
    const given = { file: `${service.root}/${source}`, filename: 'newsletter.pdf' };
    const event = service.event(upload, given);
    const machines = {
      connector: await Machine.start(child, modules.connector),
      plain: await Machine.start(child, modules.plain),
      floor: await Machine.start(child, modules.floor),
    };
    const run = (machine: Machine, invocation: typeof event) => async () =>
      (await machine.invoke(invocation)).milliseconds;
    const { times, ratio } = await compare(
      {
        connector: run(machines.connector, event),
        plain: run(machines.plain, event),
        floor: run(machines.floor, service.event('pipe', given)),
      },
      11,
    );
    for (const machine of Object.values(machines)) machine.stop();
    const what = `\`upload_file\`, 100 MB, ${told}`;
    rows.push(
      {
        what: `${what}: throughput`,
        against: 'floor: bare pipe',
        ...atLeast(ratio('floor', 'connector'), 0.8),
        absolute: `${milliseconds(times.connector ?? 0)} : ${milliseconds(times.floor ?? 0)}`,
      },
      {
        what: `${what}: throughput`,
        against: 'plain',
        ...atLeast(ratio('plain', 'connector'), 1),
        absolute: `${milliseconds(times.connector ?? 0)} : ${milliseconds(times.plain ?? 0)}`,
      },
    );
    const large = (await inSmallProcess(child, modules.connector, event)).peak;
    await service.prepare({ file: await blobFile(1_000) });
    const small = (await inSmallProcess(child, modules.connector, event)).peak;
    rows.push(memoryRow(what, '1 KB', large, small));
  }
  return rows;
}
