/** Puts a seed into the database: the default one, or one from a JSON file of the same shape. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as zod from 'zod';
import { newContact } from './contacts.ts';
import { defaultSeed, type Seed } from './seed_data.ts';
import { readWholeSeed } from './seed_schema.ts';
import type { Service } from './service.ts';

const assets = join(dirname(fileURLToPath(import.meta.url)), 'assets');

export interface SeedSource {
  seed: Seed;
  /** The folder that the paths of files and logos start from. */
  folder: string;
}

/** @throws when the file cannot be read or is no seed */
export function readSeed(file?: string): SeedSource {
  if (file === undefined) return { seed: defaultSeed, folder: assets };
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const read = readWholeSeed(value);
  if (!read.success) throw new Error(`The seed ${file} is not one: ${zod.prettifyError(read.error)}`);
  return { seed: read.data, folder: dirname(file) };
}

export function plantSeed(
  { database, clock }: Pick<Service, 'database' | 'clock'>,
  { seed, folder }: SeedSource,
): void {
  const content = (path: string): Uint8Array => readFileSync(join(folder, path));
  const mark = (id: string): void => database.put('meta', `seeded:${id}`, {});
  database.atomically(() => {
    for (const client of seed.clients) database.put('client', client.id, client);
    for (const account of seed.accounts) database.put('account', account.id, account, account.id);
    for (const user of seed.users) database.put('user', user.email, user);
    for (const { account, contact_id: id, is_deliverable: deliverable = true, ...body } of seed.contacts) {
      database.put('contact', id, { ...newContact(id, account, body), is_deliverable: deliverable }, account);
      mark(id);
    }
    for (const list of seed.lists) database.put('list', list.id, list, list.account);
    for (const font of seed.fonts) database.put('font', font.id, font);
    for (const paper of seed.paper_types) database.put('paper_type', paper.id, paper);
    for (const envelope of seed.envelope_types) database.put('envelope_type', envelope.id, envelope);
    for (const { path, ...logo } of seed.logos) {
      database.put('logo', logo.id, logo, logo.account);
      database.putBlob(logo.id, content(path));
    }
    for (const { path, ...file } of seed.files) {
      const bytes = content(path);
      database.putBlob(file.id, bytes);
      database.put(
        'file',
        file.id,
        { ...file, size: bytes.length, created: clock.iso, deleted: false },
        file.account,
      );
    }
    for (const saved of seed.saved_orders)
      database.put('saved_order', saved.saved_order_id, saved, saved.account);
    for (const { id } of [...seed.lists, ...seed.fonts, ...seed.logos, ...seed.files]) mark(id);
    for (const { saved_order_id: id } of seed.saved_orders) mark(id);
  });
}
