/** Reads and checks request bodies and query parameters. */
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type * as zod from 'zod';
import type { SandboxContext } from './context.ts';
import { ServiceError } from './service_error.ts';

/** Maximum bytes of a JSON body: a mailing list of some hundred thousand contacts. */
export const jsonLimit = 64 * 1024 * 1024;

/** Maximum nesting depth of JSON. The API itself needs six levels. */
const depthLimit = 64;

/** A body that is too large is read this far beyond its limit, so that the client can receive the error. */
const discardLimit = 256 * 1024 * 1024;

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
  if (Number(incoming.headers['content-length'] ?? 0) > limit) {
    incoming.resume();
    throw tooLarge();
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of decodedBody(c)) {
      size += piece.length;
      if (size <= limit) pieces.push(piece);
      else if (size > limit + discardLimit) break;
      else pieces.length = 0;
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (incoming.complete)
      throw new ServiceError(400, 'invalid_encoding', 'The body does not match its Content-Encoding.');
    throw new ServiceError(400, 'incomplete_body', 'The connection ended before the body did.');
  }
  if (size > limit) throw tooLarge();
  const body = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  c.env.exchange.requestBody = body;
  return body;
}

/** Returns the body without its `Content-Encoding`. @throws 415 if the encoding is unknown */
function decodedBody(c: SandboxContext): AsyncIterable<Buffer> {
  const { incoming } = c.env;
  const encoding = (c.req.header('Content-Encoding') ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return incoming;
  const decoder = decoders.get(encoding);
  if (decoder) return pipeline(incoming, decoder(), () => {});
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

/** How many bytes a body may have, and the error of a larger one. */
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

/**
 * Returns the query parameters.
 * @param read the parameters that must not be repeated; all if omitted
 * @throws 400 if one is repeated or the query is not valid percent-encoded UTF-8
 */
export function readQuery(url: string, read?: readonly string[]): Record<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of parseQuery(url)) {
    if (read && !read.includes(name)) continue;
    if (parameters.has(name))
      throw new ServiceError(
        400,
        'invalid_request',
        `The query parameter ${shorten(name)} must appear only once.`,
        {
          attribute: shorten(name),
        },
      );
    parameters.set(name, value);
  }
  return Object.fromEntries(parameters);
}

/** Returns the names and values of the query in order. @throws 400 if it is not valid percent-encoded UTF-8 */
export function parseQuery(url: string): [name: string, value: string][] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  return url
    .slice(start + 1)
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return [decoded(name), decoded(rest.join('='))];
    });
}

function decoded(text: string): string {
  try {
    const value = decodeURIComponent(text.replaceAll('+', ' '));
    if (!value.includes('\0')) return value;
  } catch {
    // Reported below, like NUL.
  }
  throw new ServiceError(400, 'invalid_request', 'The query is not valid percent-encoded UTF-8.');
}

/** Shortens text from a client for an error message. */
export const shorten = (text: string): string => (text.length > 100 ? `${text.slice(0, 99)}…` : text);

/** Error codes for a missing and for an invalid attribute. */
export interface ValueCodes {
  missing: string;
  invalid: string;
  /** Returns the error code, for endpoints with a code for each kind of mistake. */
  codeOf?(issue: zod.core.$ZodIssue, part: unknown): string;
}

/** Validates a value with a schema. @throws 400 with the attribute and its expected type */
export function checked<S extends zod.ZodType>(schema: S, value: unknown, codes: ValueCodes): zod.output<S> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw issue
    ? explainIssue(issue, value, codes)
    : new ServiceError(400, codes.invalid, 'The body is not valid.');
}

function explainIssue(issue: zod.core.$ZodIssue, value: unknown, codes: ValueCodes): ServiceError {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  const attribute = nameOf(path);
  const subject = attribute ? `The attribute ${shorten(attribute)}` : 'The body';
  const code = codes.codeOf?.(issue, at(value, issue.path)) ?? codes.invalid;
  const named = attribute ? { attribute: shorten(attribute) } : {};
  if (issue.code === 'unrecognized_keys')
    return new ServiceError(400, code, `${subject} is unknown. Remove it.`, named);
  if (issue.code !== 'custom' && at(value, issue.path) === undefined && attribute)
    return new ServiceError(400, codes.codeOf ? code : codes.missing, `${subject} is missing.`, named);
  const { sentence, type } = expectationOf(issue);
  return new ServiceError(400, code, `${subject} ${sentence}.`, {
    ...named,
    ...(type ? { expected_type: type } : {}),
  });
}

function expectationOf(issue: zod.core.$ZodIssue): { sentence: string; type?: string } {
  switch (issue.code) {
    case 'invalid_type': {
      const type = jsonType(issue.expected);
      return { sentence: `must be of type ${type}`, type };
    }
    case 'invalid_value': {
      return { sentence: `must be ${issue.values.map(String).join(' or ')}`, type: typeof issue.values[0] };
    }
    case 'invalid_union': {
      const choices = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
      return choices.length > 0
        ? { sentence: `must be ${choices.join(' or ')}`, type: 'string' }
        : { sentence: 'is not valid' };
    }
    case 'too_big':
      return { sentence: `is too large. The maximum is ${issue.maximum}`, type: jsonType(issue.origin) };
    case 'too_small':
      return {
        sentence: `is too small. It must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`,
        type: jsonType(issue.origin),
      };
    case 'invalid_format':
      return { sentence: issue.message, type: 'string' };
    default:
      return { sentence: issue.message };
  }
}

/** Returns the name of a type in JSON Schema. */
const jsonType = (kind: string): string => (kind === 'int' ? 'integer' : kind === 'record' ? 'object' : kind);

const nameOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : name ? `${name}.${String(part)}` : String(part),
    '',
  );

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, part) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, part)
        ? Reflect.get(inner, part)
        : undefined,
    value,
  );
}
