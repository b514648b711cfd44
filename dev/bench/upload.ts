/** Measures the upload of a large file from its source through the connector to the letter service. */
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
    // The plain way takes twenty seconds, so it runs only once.
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
      // The connector always sends the length, so it reads a source of unknown length to its end first.
      ...(source === 'file'
        ? []
        : [
            {
              what: `${what}: throughput`,
              against: 'floor: stored and sent by Node alone',
              ...atLeast(streamed.ratio('kept', 'connector'), 0.8),
              absolute: `${milliseconds(streamed.times.connector ?? 0)} : ${milliseconds(streamed.times.kept ?? 0)}`,
            },
          ]),
      {
        what: `${what}: throughput`,
        against: 'piped by zapier-platform-core',
        ...only(streamed.ratio('pipe', 'connector')),
        absolute: `${milliseconds(streamed.times.connector ?? 0)} : ${milliseconds(streamed.times.pipe ?? 0)}`,
      },
      {
        what: `${what}: throughput`,
        against: 'plain: loaded, then sent',
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
