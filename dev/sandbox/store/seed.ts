/** Fills the database with the default seed or with a JSON file. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as zod from 'zod';
import { createContact } from '../contacts/contact.ts';
import { newList, newRecipient } from '../lists/temporary_lists.ts';
import type { Service } from '../service.ts';
import { defaultSeed } from './default_seed.ts';
import { type Seed, seedSchema } from './seed_schema.ts';

const assets = fileURLToPath(new URL('../assets', import.meta.url));

export interface SeedSource {
  seed: Seed;
  /** The text of the seed file, from which secrets are derived. Undefined for the default seed, whose secrets are random. */
  text?: string;
  /** Returns the content of a file or logo. */
  content(path: string): Uint8Array;
}

/**
 * Reads a seed file. Its paths are relative to it or to the default seed's assets, so that the response of GET /sandbox/seed
 * is a seed file too.
 * @throws if the file cannot be read or is not a valid seed
 */
export function readSeed(file?: string): SeedSource {
  if (file === undefined)
    return { seed: defaultSeed, content: (path) => readFileSync(resolve(assets, path)) };
  const text = readText(file);
  const read = seedSchema.safeParse(parseSeed(text, file));
  if (!read.success) throw new Error(`The seed ${file} is not valid.\n${zod.prettifyError(read.error)}`);
  return { seed: read.data, text, content: (path) => contentBeside(file, path) };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`The seed ${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function parseSeed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The seed ${file} is not valid JSON.`);
  }
}

function contentBeside(file: string, path: string): Uint8Array {
  for (const folder of [dirname(file), assets]) {
    try {
      return readFileSync(resolve(folder, path));
    } catch {
      // Tries the other folder.
    }
  }
  throw new Error(`The seed ${file} refers to ${path}, which does not exist.`);
}

export function plantSeed(
  { database, clock }: Pick<Service, 'database' | 'clock'>,
  { seed, content }: SeedSource,
): void {
  const mark = (id: string): void => database.put('meta', `seeded:${id}`, {});
  database.atomically(() => {
    for (const client of seed.clients) database.put('client', client.id, client);
    for (const account of seed.accounts) database.put('account', account.id, account, account.id);
    for (const user of seed.users) database.put('user', user.email, user);
    for (const { id, account, is_deliverable, ...body } of seed.contacts)
      database.put('contact', id, { ...createContact(id, account, body), is_deliverable }, account);
    for (const list of seed.lists) database.put('list', list.id, list, list.account);
    for (const { recipients, ...list } of seed.temporary_lists) {
      database.put('temporary_list', list.id, newList(clock.now, list), list.account);
      for (const { id, ...body } of recipients)
        database.put('recipient', id, newRecipient(id, list.id, body), list.id);
    }
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
      database.put('file', file.id, { ...file, size: bytes.length, created: clock.iso }, file.account);
    }
    const created = ({ created }: { created: string }) => Date.parse(created);
    // Oldest first, as if they had been saved one after the other.
    for (const { id, ...saved } of seed.saved_orders.toSorted((one, other) => created(one) - created(other)))
      database.put('saved_order', id, { saved_order_id: id, ...saved }, saved.account);
    const { contacts, lists, temporary_lists: temporary, fonts, logos, files, saved_orders } = seed;
    const recipients = temporary.flatMap((list) => list.recipients);
    for (const { id } of [contacts, lists, temporary, recipients, fonts, logos, files, saved_orders].flat())
      mark(id);
  });
}

/** Returns the seed, with IDs also under the API's names. It can be saved and used with `--seed`. */
export const serializeSeed = ({ seed }: SeedSource) => ({
  ...seed,
  contacts: seed.contacts.map((contact) => ({ ...contact, contact_id: contact.id })),
  saved_orders: seed.saved_orders.map((saved) => ({ ...saved, saved_order_id: saved.id })),
  users: seed.users.map((user) => ({ id: user.email, ...user })),
  clients: seed.clients.map((client) => ({ ...client, client_id: client.id, client_secret: client.secret })),
});
