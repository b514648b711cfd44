/**
 * `npm run bench`: runs the benchmark, prints the table and writes it to RESULTS.md. `npm run bench -- start upload` runs
 * only these `parts` and does not write to RESULTS.md.
 */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { buildConnector, buildPlain, buildTemplate } from './builds.ts';
import { measureFind } from './mailing_list.ts';
import { Service, wrapperOf } from './processes.ts';
import { measureStart } from './startup.ts';
import { describeMachine, formatTable, milliseconds, type Row, writeResults } from './table.ts';
import { measureUpload } from './upload.ts';

const wanted = process.argv.slice(2);
const [loadBefore = 0] = loadavg();

const connector = await buildConnector();
const plain = await buildPlain(['plain/child.ts', 'plain/ways.ts']);
const child = join(plain, 'plain/child.mjs');
const service = await Service.start();

const modules = {
  connector: wrapperOf(connector.folder),
  plain: join(plain, 'plain/ways.mjs'),
};

const parts: Record<string, () => Promise<Row[]>> = {
  start: async () => measureStart(service, child, { connector, template: await buildTemplate() }),
  find: () => measureFind(service, child, modules),
  upload: () => measureUpload(service, child, modules),
};

const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  throw new Error(`Unknown part "${unknown[0]}". The parts are ${Object.keys(parts).join(', ')}.`);
}

try {
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const before = performance.now();
    console.error(`measuring: ${name}`);
    rows.push(...(await measurePart(name, measure)));
    console.error(`measuring: ${name} took ${milliseconds(performance.now() - before)}`);
  }
  console.log([formatTable(rows), ...describeMachine(loadBefore)].join('\n'));
  if (wanted.length === 0) await writeResults(rows, loadBefore);
} finally {
  service.stop();
}

/** Returns the rows of a part or, if it fails, a row with the error, so that the other parts are still printed. */
async function measurePart(name: string, measure: () => Promise<Row[]>): Promise<Row[]> {
  try {
    return await measure();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    const reason = String(error).split('\n')[0]?.slice(0, 200) ?? '';
    return [{ what: `Part ${name}`, against: '', found: `could not be measured: ${reason}`, reached: false }];
  }
}
