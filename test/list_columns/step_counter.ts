/**
 * A worker thread that counts the steps of reading a heading or a cell. It sends the names of its readers, and then a count for each
 * message with a reader and a text. V8 searches the memory of the whole thread for each count, so this thread loads little else.
 */
import { Session } from 'node:inspector/promises';
import { parentPort } from 'node:worker_threads';

const session = new Session();
session.connect();
// Only code that is loaded afterwards is counted block by block.
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const { parseHeading, readKind } = await import('../../src/list_columns/headings.ts');
const { shapeOf } = await import('../../src/list_columns/shapes.ts');
const { ListColumns } = await import('../../src/list_columns/columns.ts');
const { isSorted } = await import('../../src/list_columns/compose_person.ts');
const { splitAddress, splitCityLine } = await import('../../src/person/split_address.ts');
const { readPrinted } = await import('../../src/person/printed_text.ts');
const { countryForService } = await import('../../src/person/country.ts');
const { findState, repairZip } = await import('../../src/person/united_states.ts');
const { readPerson } = await import('../../src/person/person.ts');
const { normalizeHeading, normalizeText } = await import('../../src/text/text_match.ts');

const fieldHeadings = [
  'Name',
  'Title',
  'Salutation',
  'Company',
  'Street',
  'Unit',
  'City',
  'State',
  'ZIP',
  'Country',
];
const headings = [...fieldHeadings, 'Address 1 - Label', 'Do Not Mail', 'Notes'];
const columns = new ListColumns(undefined);
columns.start(headings);

/** The functions that take a heading or a cell apart. */
const readers = new Map<string, (text: string) => unknown>(
  Object.entries({
    parseHeading,
    readKind,
    normalizeHeading,
    normalizeText,
    shapeOf,
    isSorted,
    splitCityLine,
    splitAddress: (street) => splitAddress({ street }),
    'readPrinted, as a name': (text) => readPrinted(text, 'name'),
    'readPrinted, as a street': (text) => readPrinted(text, 'street'),
    'readPrinted, as a city': (text) => readPrinted(text, 'place'),
    'readPrinted, as a merge field': (text) => readPrinted(text, 'merge field'),
    'readPrinted, as a reference': (text) => readPrinted(text, 'reference'),
    countryForService,
    findState,
    repairZip: (postal_code) => repairZip({ postal_code, state: 'OH' }),
    readPerson: (text) =>
      readPerson({ name: text, street: text, city: text, postal_code: text, country: text }),
    'the headings of a list': (text) => new ListColumns(undefined).start([text, `${text}q`]),
    'a row of a list': (text) => columns.read(headings.map(() => text)),
  } satisfies Record<string, (text: string) => unknown>),
);

/** Returns how many blocks of `src` ran since the previous count. */
async function takeCount(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const counts = result
    .filter(({ url }) => url.includes('/src/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)));
  return counts.reduce((sum, count) => sum + count, 0);
}

// What is made once, such as the list of countries, is no part of a reading.
for (const read of readers.values()) read('12 Elm St, Columbus, OH 43215, Germany');
await takeCount();

parentPort?.on('message', async ({ reader, text }: { reader: string; text: string }) => {
  readers.get(reader)?.(text);
  parentPort?.postMessage(await takeCount());
});
parentPort?.postMessage([...readers.keys()]);
