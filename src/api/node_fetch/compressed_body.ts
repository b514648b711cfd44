/**
 * node-fetch 2 decompresses a body leniently: one that is cut off in the middle ends as if it were whole. So streamed
 * bodies are requested with `compress: false` and decompressed here, where a truncated body is an error.
 *
 * Upstream: `finishFlush: Z_SYNC_FLUSH` in node-fetch 2.7.0.
 * Remove this when zapier-platform-core no longer uses node-fetch 2; compressed_body.test.ts then fails.
 */
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** Compressions to offer to the server. */
export const acceptedEncodings = 'gzip, br';

const nameOf = (encoding: string | undefined): string => encoding?.trim().toLowerCase() ?? '';

/**
 * Returns whether a body stays compressed, because the server chose a compression that it was not offered. Servers also use
 * the header for names that are no compression, such as `utf-8` or `aws-chunked`.
 */
export const staysCompressed = (encoding: string | undefined): boolean =>
  !['gzip', 'br'].includes(nameOf(encoding)) &&
  /\b(?:gzip|deflate|compress|zstd|br)\b/.test(nameOf(encoding));

/** Returns the decompressed body. Its stream fails if the compressed one breaks off. */
export function decompress(body: NodeJS.ReadableStream, encoding: string | undefined): NodeJS.ReadableStream {
  const name = nameOf(encoding);
  if (name !== 'gzip' && name !== 'br') return body;
  // Without a callback, `pipeline` would throw an error. The returned stream reports it.
  return pipeline(body, name === 'gzip' ? createGunzip() : createBrotliDecompress(), () => undefined);
}
