/**
 * node-fetch 2 decompresses a body leniently: one that is cut off in the middle ends as if it were whole. So streamed
 * bodies are requested with `compress: false` and decompressed here, where a truncated body is an error.
 *
 * Upstream: `finishFlush: Z_SYNC_FLUSH` in node-fetch 2.7.0.
 * Remove this when zapier-platform-core no longer uses node-fetch 2; compressed_body.test.ts then fails.
 */
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Compressions to offer to the server. */
export const acceptedEncodings = 'gzip, deflate, br';

const decompressors: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Returns the decompressed body. Its stream fails if the compressed one breaks off. */
export function decompress(body: NodeJS.ReadableStream, encoding: string | undefined): NodeJS.ReadableStream {
  const name = encoding?.trim().toLowerCase() ?? '';
  const decompressor = Object.hasOwn(decompressors, name) ? decompressors[name] : undefined;
  // Without a callback, an error would be thrown. The returned stream reports it.
  return decompressor ? pipeline(body, decompressor(), () => undefined) : body;
}
