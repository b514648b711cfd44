/** Measures the upload of a large file from its source through the connector to the letter service. */
import { blobFile } from './lists.ts';
import type { Modules } from './mailing_list.ts';
import { compare } from './measure.ts';
import { inSmallProcess, Machine, type Service } from './processes.ts';
import { eventFor } from './protocol.ts';
import { atMost, memoryRow, type Row, timesOf } from './table.ts';

const size = 100_000_000;

export async function measureUpload(service: Service, child: string, modules: Modules): Promise<Row[]> {
  await service.prepare({ file: await blobFile(size) });
  const event = eventFor(service.root, 'creates.upload_file.operation.perform', {
    inputData: { file: `${service.root}/file`, filename: 'newsletter.pdf' },
  });
  const machines = {
    connector: await Machine.start(child, modules.connector),
    plain: await Machine.start(child, modules.plain),
  };
  const { times, ratio } = await compare(
    { connector: () => machines.connector.invoke(event), pipe: () => machines.plain.invoke(event) },
    15,
    { warmUp: 2 },
  );
  for (const machine of Object.values(machines)) machine.stop();
  const large = (await inSmallProcess(child, modules.connector, event)).peak;
  await service.prepare({ file: await blobFile(1_000) });
  const small = (await inSmallProcess(child, modules.connector, event)).peak;
  return [
    {
      what: '`upload_file`, 100 MB',
      against: 'floor: zapier-platform-core pipes and hashes the file',
      ...atMost(ratio('connector', 'pipe'), 1.2),
      absolute: timesOf(times.connector, times.pipe),
    },
    memoryRow('`upload_file`, 100 MB', '1 KB', large, small),
  ];
}
