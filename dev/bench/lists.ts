/** Prepared bodies: mailing lists of any length and files of any size, written once into the temporary folder. */
import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { workFolder } from './builds.ts';

const firstNames = ['Maria', 'Tom', 'Zoë', 'William', 'Ann-Kathrin', 'José', 'Grace', 'Lee'];
const lastNames = ['Miller', "O'Neill", 'Müller', 'van der Berg', 'Smith', 'Gonçalves', 'Adams'];
const streets = ['Market Street', 'Main St', 'Oak Avenue', 'County Road 14', 'Birch Lane'];
const places = [
  ['Columbus', 'OH', '43215'],
  ['Grand Rapids', 'MI', '49503'],
  ['Boise', 'ID', '83702'],
] as const;

const from = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % items.length];

/** One contact as the service sends it: about 230 bytes, names with accents among them. */
export function contact(index: number) {
  const first = from(firstNames, index * 7) ?? '';
  const last = from(lastNames, index * 3) ?? '';
  const [city, state, postal_code] = from(places, index) ?? places[0];
  return {
    contact_id: `c-${100 + (index % 900)}-${1_000 + Math.floor(index / 900)}`,
    external_id: index % 10 === 3 ? null : referenceOf(index),
    name: `${first} ${last}`,
    file_as: `${last}, ${first}`,
    greeting: first,
    company: index % 4 === 0 ? 'Grace Community Church' : null,
    address: {
      street: `${1 + (index % 999)} ${from(streets, index)}`,
      city,
      state,
      postal_code,
      country: '',
    },
  };
}

/** The external id of the contact at `index`, one in ten of which has none. */
export const referenceOf = (index: number): string => `donor-${index}`;

/** The file with a list of that many contacts, as `GET /v1/contacts` answers it. */
export async function listFile(count: number): Promise<string> {
  const path = join(workFolder, `list-${count}.json`);
  await written(path, function* () {
    yield '{"contacts":[';
    for (let index = 0; index < count; index += 1) {
      yield (index === 0 ? '' : ',') + JSON.stringify(contact(index));
    }
    yield ']}';
  });
  return path;
}

/** A file of that many bytes, which no compression makes smaller. */
export async function blobFile(size: number): Promise<string> {
  const path = join(workFolder, `blob-${size}.pdf`);
  await written(path, function* () {
    const block = Buffer.alloc(64 * 1024);
    for (let at = 0; at < size; at += block.length) {
      for (let index = 0; index < block.length; index += 4)
        block.writeUInt32LE((at + index * 2_654_435_761) % 2 ** 32, index);
      yield block.subarray(0, Math.min(block.length, size - at));
    }
  });
  return path;
}

async function written(path: string, pieces: () => Iterable<string | Uint8Array>): Promise<void> {
  if (existsSync(path)) return;
  await mkdir(workFolder, { recursive: true });
  const file = createWriteStream(`${path}.part`, { highWaterMark: 1024 * 1024 });
  for (const piece of pieces()) {
    if (!file.write(piece)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  renameSync(`${path}.part`, path);
}
