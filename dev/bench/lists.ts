/** Writes mailing lists and files of any size into the temporary folder, unless they exist already. */
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

/** Returns a contact of about 230 bytes in the letter service's format; some names have accents. */
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

/** Returns the external ID of the contact at `index`, if it has one. */
export const referenceOf = (index: number): string => `donor-${index}`;

/** Writes a response of `GET /v1/contacts` with that many contacts and returns its path. */
export async function listFile(count: number): Promise<string> {
  const path = join(workFolder, `list-${count}.json`);
  await writeOnce(path, function* () {
    yield '{"contacts":[';
    for (let index = 0; index < count; index += 1) {
      yield (index === 0 ? '' : ',') + JSON.stringify(contact(index));
    }
    yield ']}';
  });
  return path;
}

/** Writes an incompressible file of that many bytes and returns its path. */
export async function blobFile(size: number): Promise<string> {
  const path = join(workFolder, `blob-${size}.pdf`);
  await writeOnce(path, function* () {
    const block = Buffer.alloc(64 * 1024);
    for (let at = 0; at < size; at += block.length) {
      for (let index = 0; index < block.length; index += 4)
        block.writeUInt32LE((at + index * 2_654_435_761) % 2 ** 32, index);
      if (at === 0) block.write('%PDF');
      yield block.subarray(0, Math.min(block.length, size - at));
    }
  });
  return path;
}

async function writeOnce(path: string, chunks: () => Iterable<string | Uint8Array>): Promise<void> {
  if (existsSync(path)) return;
  await mkdir(workFolder, { recursive: true });
  const file = createWriteStream(`${path}.part`, { highWaterMark: 1024 * 1024 });
  for (const chunk of chunks()) {
    if (!file.write(chunk)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  renameSync(`${path}.part`, path);
}
