/** Zapier rejects a larger result of an action or a search, after the step has run. The limit is 6,291,456 bytes. */
export const maxResultSize = 5_500_000;

/** Returns the first records that fit into one result. */
export function fitIntoResult<Record>(records: readonly Record[]): Record[] {
  let size = 0;
  const tooMany = records.findIndex((record) => {
    size += Buffer.byteLength(JSON.stringify(record)) + 1;
    return size > maxResultSize;
  });
  return tooMany < 0 ? [...records] : records.slice(0, tooMany);
}

export const fitsResult = (result: object): boolean =>
  Buffer.byteLength(JSON.stringify(result)) <= maxResultSize;
