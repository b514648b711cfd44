/** Backs up the current mailing list before Replace Mailing List deletes it. docs/api.md#contacts */
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ZObject } from 'zapier-platform-core';
import type { Contact } from '../api/contacts.ts';
import { readMailingList } from '../api/mailing_list.ts';
import { withTimeout } from '../api/run_time.ts';
import { addFacts, getFailure } from '../failure.ts';
import { inputError } from '../steps/inputs.ts';
import { fileField } from './new_list.ts';

export const restoreNote =
  'To restore the previous list, run Replace Mailing List with this file. Names, addresses and references come back. Every contact gets a new Contact ID, and the letter service forgets which addresses were undeliverable. A Zap with New Contact starts only for people who were not on the list before.';

/** Streams the current list to the temporary folder, and from there to Zapier's file storage. `visit` receives each contact. */
export async function backUpList(
  z: ZObject,
  visit: (contact: Contact) => void,
): Promise<{ count: number; url: string }> {
  // `fs.promises` is loaded on first use. An import of `node:fs/promises` would load it in every new process.
  let folder: string | undefined;
  try {
    folder = await fs.promises.mkdtemp(join(tmpdir(), 'letters-'));
    const path = join(folder, 'content');
    const file = await fs.promises.open(path, 'w');
    // Caught here, so that a full disk is not reported as a failure of the letter service.
    const copy = (piece: Uint8Array) =>
      file.appendFile(piece).catch((error: unknown) => {
        throw backupError(z, error);
      });
    const count = await readMailingList(z, { visit, copy }).finally(() => file.close());
    const name = `mailing-list-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
    const stored = z.stashFile(fs.createReadStream(path), undefined, name, 'application/json');
    return { count, url: await withTimeout(z, stored) };
  } catch (error) {
    throw getFailure(error) ? error : backupError(z, error);
  } finally {
    // A failed stream may still be creating the file, so removing the folder may need a second attempt.
    if (folder) await fs.promises.rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function backupError(z: ZObject, error: unknown): Error {
  z.console.error('The mailing list could not be backed up.', error);
  return inputError(
    'The current mailing list could not be backed up.',
    'Run the step again in a few minutes.',
  );
}

/** Statuses after which the list may be empty: the service may delete the old list before it rejects the new one. */
const emptyingStatuses = [400, 409, 422];

/** Adds the URL of the backup to the error of the request that replaces the list, unless the list certainly has the old contacts. */
export function withBackupLocation(error: unknown, url: string): unknown {
  const { kind, status = 0 } = getFailure(error) ?? {};
  const advice = `Check the list in your account. The previous list is available for a limited time at ${url}. To restore it, enter this URL in ${fileField.label} of this step.`;
  const what =
    'The letter service did not confirm the new mailing list, so the list may have the old contacts, the new contacts or no contacts.';
  if (kind === 'unknown') return addFacts(error, { what, advice });
  const mayBeEmpty = emptyingStatuses.includes(status);
  return mayBeEmpty ? addFacts(error, { outcome: 'The mailing list may be empty now.', advice }) : error;
}
