/** Reads request bodies. */
import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { SandboxContext } from './context.ts';
import { ServiceError, shorten } from './service_error.ts';

/** Maximum bytes of a JSON body: a mailing list of some hundred thousand contacts. */
export const jsonLimit = 64 * 1024 * 1024;

/** Maximum nesting depth of JSON. The API itself needs six levels. */
export const depthLimit = 64;

/** How much of an unread body is ignored (bytes), and for how long (ms), so that the client can receive the response. */
const discardLimit = 256 * 1024 * 1024;
export const discardTime = 2000;

/**
 * Returns the body as bytes.
 * @throws an error if the body is larger than the limit, or 400 if the connection ends before the body does
 */
export async function readBody(
  c: SandboxContext,
  { limit, code = 'too-large', status = 413 }: BodyLimit,
): Promise<Uint8Array> {
  const { incoming } = c.env;
  const tooLarge = () => new ServiceError(status, code, `The request body exceeds ${limit} bytes.`);
  if (Number(incoming.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of decodeBody(c)) {
      size += piece.length;
      if (size > limit) break;
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (incoming.destroyed && !incoming.complete)
      throw new ServiceError(400, 'incomplete_body', 'The connection ended before the body did.');
    throw new ServiceError(400, 'invalid_encoding', 'The body does not match its Content-Encoding.');
  }
  if (size > limit) throw tooLarge();
  const body = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  c.env.exchange.requestBody = body;
  return body;
}

/** Ignores what was not read of a body. Afterwards, the request is complete, or its connection must be closed. */
export async function discardBody(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, discardTime).unref();
  let size = 0;
  incoming.unpipe();
  incoming.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > discardLimit) resolve();
  });
  incoming.once('end', resolve).once('close', resolve).resume();
  await promise;
  clearTimeout(timer);
}

/** Decodes the body by its `Content-Encoding`. @throws 415 if the encoding is unknown */
function decodeBody(c: SandboxContext): AsyncIterable<Buffer> {
  const { incoming } = c.env;
  const encoding = (c.req.header('Content-Encoding') ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return incoming.iterator({ destroyOnReturn: false });
  const decoder = decoders.get(encoding)?.();
  if (decoder) {
    incoming.once('close', () => {
      if (!incoming.complete) decoder.destroy();
    });
    // Not a pipeline, which would destroy the request, and so the connection, if decoding fails or ends early.
    return incoming.pipe(decoder);
  }
  throw new ServiceError(
    415,
    'unsupported_encoding',
    `The Content-Encoding ${shorten(encoding)} is not supported.`,
    {},
    { 'Accept-Encoding': [...decoders.keys()].join(', ') },
  );
}

const decoders = new Map([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The maximum bytes of a body, and the error for a larger one. */
export interface BodyLimit {
  limit: number;
  code?: string;
  status?: 400 | 413;
}

/** Error codes for a missing body and for one that is not valid JSON. */
export interface JsonCodes {
  missing: string;
  format: string;
  tooLarge?: BodyLimit;
}

/** Returns the JSON body. @throws 400 if it is missing, not UTF-8, not JSON, or nested too deeply */
export async function readJson(c: SandboxContext, codes: JsonCodes): Promise<unknown> {
  const value = await readOptionalJson(c, codes);
  if (value === undefined) throw new ServiceError(400, codes.missing, 'The JSON body is missing.');
  return value;
}

/** Returns the JSON body, or `undefined` if the body is empty. @throws 400 like `readJson` */
export async function readOptionalJson(c: SandboxContext, codes: JsonCodes): Promise<unknown> {
  const bytes = await readBody(c, codes.tooLarge ?? { limit: jsonLimit });
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError(400, codes.format, 'The body is not valid UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ServiceError(400, codes.format, 'The body is not valid JSON.');
  }
  const problem = findInvalidText(value, /\\u(?:0000|[dD][89a-fA-F])/.test(text));
  if (problem) throw new ServiceError(400, codes.format, `The body ${problem}.`);
  return value;
}

/** Returns why the JSON cannot be stored: nested too deeply, or text that is not valid Unicode. */
function findInvalidText(value: unknown, mayHaveInvalidText: boolean): string | undefined {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: part, depth } = next;
    if (mayHaveInvalidText && typeof part === 'string' && isInvalidText(part))
      return 'contains NUL or half a surrogate pair';
    if (typeof part !== 'object' || part === null) continue;
    if (depth >= depthLimit) return `is nested more than ${depthLimit} levels deep`;
    for (const [name, inner] of Object.entries(part)) {
      if (mayHaveInvalidText && isInvalidText(name))
        return 'has an attribute whose name contains NUL or half a surrogate pair';
      if (mayHaveInvalidText || (typeof inner === 'object' && inner !== null))
        open.push({ value: inner, depth: depth + 1 });
    }
  }
  return undefined;
}

const isInvalidText = (text: string): boolean => text.includes('\0') || !text.isWellFormed();
