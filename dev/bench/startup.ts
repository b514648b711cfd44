/** Measures the first run of a new process, the next runs, and the size of the package. */
import { type Build, sizeOf } from './builds.ts';
import { compare } from './measure.ts';
import { inFreshProcess, Machine, type Service, wrapperOf } from './processes.ts';
import { eventFor } from './protocol.ts';
import { atMost, megabytes, type Row, timesOf } from './table.ts';

export async function measureStart(
  service: Service,
  child: string,
  { connector, template }: { connector: Build; template: Build },
): Promise<Row[]> {
  const event = eventFor(service.root, 'creates.create_contact.operation.perform', {
    inputData: {
      name: 'Maria Miller',
      street: '12 Market Street',
      city: 'Columbus',
      state: 'OH',
      postal_code: '43215',
    },
  });
  const modules = { connector: wrapperOf(connector.folder), template: wrapperOf(template.folder) };
  const fresh = (module: string) => async () => {
    const { sinceStart, cpuSinceStart } = await inFreshProcess(child, module, event, {
      onOneProcessor: true,
    });
    return { milliseconds: sinceStart, cpu: cpuSinceStart };
  };
  const start = await compare({ connector: fresh(modules.connector), template: fresh(modules.template) }, 41);
  const machines = {
    connector: await Machine.start(child, modules.connector),
    template: await Machine.start(child, modules.template),
  };
  const again = (machine: Machine) => () => machine.invoke(event);
  const contenders = { connector: again(machines.connector), template: again(machines.template) };
  const warm = await compare(contenders, 400, { warmUp: 100 });
  for (const machine of Object.values(machines)) machine.stop();
  const sizes = { connector: await sizeOf(connector.zip), template: await sizeOf(template.zip) };
  const zip = sizes.connector / sizes.template;
  return [
    {
      what: 'First `create_contact` of a fresh process',
      against: 'template',
      ...atMost(start.ratio('connector', 'template'), 1.1),
      absolute: timesOf(start.times.connector, start.times.template),
    },
    {
      what: 'Next `create_contact` of the same process',
      against: 'template',
      ...atMost(warm.ratio('connector', 'template'), 1.1),
      absolute: timesOf(warm.times.connector, warm.times.template),
    },
    {
      what: 'Size of build.zip',
      against: 'template',
      ...atMost({ median: zip, low: zip, high: zip }, 1.25),
      absolute: `${megabytes(sizes.connector)} : ${megabytes(sizes.template)}`,
    },
  ];
}
