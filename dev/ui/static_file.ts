/** Serves files that do not change while the server runs, compressed once and kept. */
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Context } from 'hono';

export interface StaticFile {
  content: Uint8Array;
  type: string;
}

/** Cache-Control of a file whose name or query contains its version. */
export const cacheForever = 'public, max-age=31536000, immutable';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** In order of preference. */
const encoders: Record<string, (content: Uint8Array) => Promise<Uint8Array>> = {
  // The highest quality takes seconds for a large script and saves little.
  br: (content) => brotli(content, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (content) => gzip(content),
};

const compressible = /^(?:text\/|application\/(?:json|javascript|wasm)|image\/svg)/;

const compressed = new WeakMap<StaticFile, Map<string, Promise<Uint8Array>>>();

export async function serveStatic(c: Context, file: StaticFile, cacheControl: string): Promise<Response> {
  const headers = { 'Content-Type': file.type, 'Cache-Control': cacheControl };
  if (!compressible.test(file.type)) return c.body(Uint8Array.from(file.content), 200, headers);
  const accepted = (c.req.header('Accept-Encoding') ?? '')
    .split(',')
    .map((name) => name.trim().split(';')[0]);
  const encoding = Object.keys(encoders).find((name) => accepted.includes(name));
  const content = encoding === undefined ? file.content : await compress(file, encoding);
  return c.body(Uint8Array.from(content), 200, {
    ...headers,
    Vary: 'Accept-Encoding',
    ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
  });
}

function compress(file: StaticFile, encoding: string): Promise<Uint8Array> {
  const variants = compressed.get(file) ?? new Map<string, Promise<Uint8Array>>();
  compressed.set(file, variants);
  const content =
    variants.get(encoding) ?? encoders[encoding]?.(file.content) ?? Promise.resolve(file.content);
  variants.set(encoding, content);
  return content;
}
