/** Explains why SQLite cannot save data, such as a full disk. */

/** SQLite's result codes: https://www.sqlite.org/rescode.html */
const fullDisk = 13;
const inputOutputError = 10;

/** Returns a sentence for people, or `undefined` for an error that is not SQLite's. */
export function storageProblem(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return undefined;
  // The lower byte is the kind of error. The rest is its details.
  const kind = Number(error.errcode) & 0xff;
  if (kind === fullDisk || kind === inputOutputError)
    return 'The data could not be saved because the disk of the sandbox is full or cannot be written. Free some space and try again.';
  const reason = 'message' in error ? String(error.message) : 'unknown error';
  return `The data of the sandbox could not be read or saved: ${reason}.`;
}
