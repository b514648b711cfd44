/**
 * node-fetch 2 decompresses a body leniently: one that is cut off in the middle ends as if it were whole. So streamed
 * bodies are requested with `compress: false` and decompressed here, where a truncated body is an error.
 *
 * Upstream: `finishFlush: Z_SYNC_FLUSH` in node-fetch 2.7.0.
 * Remove this when zapier-platform-core no longer uses node-fetch 2; compressed_body.test.ts then fails.
 */
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** Compressions to offer to the server. */
export const acceptedEncodings = 'gzip, deflate, br';

type Decompress = (body: NodeJS.ReadableStream) => NodeJS.ReadableStream;

/** Without a callback, `pipeline` would throw an error. The returned stream reports it. */
const through =
  (createDecompressor: () => ReturnType<typeof createGunzip>): Decompress =>
  (body) =>
    pipeline(body, createDecompressor(), () => undefined);

const decompressors: Record<string, Decompress> = {
  gzip: through(createGunzip),
  'x-gzip': through(createGunzip),
  deflate: (body) => Readable.from(inflate(body), { objectMode: false }),
  br: through(createBrotliDecompress),
};

/** Some servers send `deflate` without the header of zlib, whose first byte ends in 8. */
async function* inflate(body: NodeJS.ReadableStream): AsyncGenerator<Buffer | string> {
  const chunks = body[Symbol.asyncIterator]();
  const { value: first } = await chunks.next();
  if (first === undefined) return;
  const hasHeader = (Buffer.from(first)[0] ?? 0) % 16 === 8;
  const whole = async function* () {
    yield first;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  yield* through(hasHeader ? createInflate : createInflateRaw)(Readable.from(whole()));
}

/** Returns the decompressed body. Its stream fails if the compressed one breaks off. */
export function decompress(body: NodeJS.ReadableStream, encoding: string | undefined): NodeJS.ReadableStream {
  const name = encoding?.trim().toLowerCase() ?? '';
  const decompressor = Object.hasOwn(decompressors, name) ? decompressors[name] : undefined;
  return decompressor ? decompressor(body) : body;
}
