/** Limits the size of a step's result. */

/** How many records of a trigger the editor shows. */
export const maxSamples = 3;

export const maxRecords = 1_000;

/** Maximum bytes of the records. Zapier rejects a result of 6,291,456 bytes after the step has run. */
const maxBytes = 5_000_000;

/** Returns the first records that fit into a result. @param limit the maximum number of records */
export function takeFitting<Item>(records: readonly Item[], limit = maxRecords): Item[] {
  const taken = records.slice(0, limit);
  while (Buffer.byteLength(JSON.stringify(taken)) > maxBytes) taken.length = Math.floor(taken.length / 2);
  return taken;
}
