/** A large file on its way from its source through the connector to the service. */
import { blobFile } from './lists.ts';
import type { Modules } from './mailing_list.ts';
import { compare } from './measure.ts';
import { inSmallProcess, Machine, type Service } from './processes.ts';
import { atLeast, memoryRow, milliseconds, only, type Row } from './table.ts';

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
    const run = (machine: Machine, method: string) => () => machine.invoke(service.event(method, given));
    const connector = run(machines.connector, upload);
    const streamed = await compare(
      {
        connector,
        floor: run(machines.floor, 'pipe'),
        kept: run(machines.floor, 'keep_and_send'),
        pipe: run(machines.plain, 'creates.pipe_file.operation.perform'),
      },
      15,
      { warmUp: 2 },
    );
    // The plain way takes twenty seconds, so that once has to do.
    const buffered = await compare({ connector, plain: run(machines.plain, upload) }, 1, { warmUp: 0 });
    for (const machine of Object.values(machines)) machine.stop();
    const what = `\`upload_file\`, 100 MB, ${told}`;
    rows.push(
      {
        what: `${what}: throughput`,
        against: 'floor: piped by Node alone',
        ...atLeast(streamed.ratio('floor', 'connector'), 0.8),
        absolute: `${milliseconds(streamed.times.connector ?? 0)} : ${milliseconds(streamed.times.floor ?? 0)}`,
      },
      // The length is always told to the service, which may insist on it; a source that does not tell it has to be
      // read to its end first.
      ...(source === 'file'
        ? []
        : [
            {
              what: `${what}: throughput`,
              against: 'floor: kept and sent by Node alone',
              ...atLeast(streamed.ratio('kept', 'connector'), 0.8),
              absolute: `${milliseconds(streamed.times.connector ?? 0)} : ${milliseconds(streamed.times.kept ?? 0)}`,
            },
          ]),
      {
        what: `${what}: throughput`,
        against: 'piped in a run of the platform',
        ...only(streamed.ratio('pipe', 'connector')),
        absolute: `${milliseconds(streamed.times.connector ?? 0)} : ${milliseconds(streamed.times.pipe ?? 0)}`,
      },
      {
        what: `${what}: throughput`,
        against: 'plain: kept whole, then sent',
        ...atLeast(buffered.ratio('plain', 'connector'), 1),
        absolute: `${milliseconds(buffered.times.connector ?? 0)} : ${milliseconds(buffered.times.plain ?? 0)}`,
      },
    );
    const large = (await inSmallProcess(child, modules.connector, event)).peak;
    await service.prepare({ file: await blobFile(1_000) });
    const small = (await inSmallProcess(child, modules.connector, event)).peak;
    rows.push(memoryRow(what, '1 KB', large, small));
  }
  return rows;
}
