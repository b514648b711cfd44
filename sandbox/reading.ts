/** Reading requests: bodies of a limited size, JSON that is JSON, query parameters that come once. */
import type { Context } from 'hono';
import type * as zod from 'zod';
import { Refusal } from './refusal.ts';

/** Bytes of a JSON body at most. */
export const jsonLimit = 32 * 1024 * 1024;

/** The body as bytes. @throws 413 when it is larger than `limit` */
export async function readBody(
  c: Context,
  limit: number,
  tooLarge = new Refusal(413, 'too-large', `The body is larger than ${limit} bytes.`),
): Promise<Uint8Array> {
  if (Number(c.req.header('Content-Length') ?? 0) > limit) throw tooLarge;
  const stream = c.req.raw.body;
  if (!stream) return new Uint8Array();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    if (size > limit) throw tooLarge;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The body as JSON; `undefined` when there is none. @throws 400 when it is not UTF-8 or not JSON */
export async function readJson(
  c: Context,
  codes = { encoding: 'invalid_encoding', json: 'invalid_json', status: 400 },
): Promise<unknown> {
  const bytes = await readBody(c, jsonLimit);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, codes.encoding, 'The body is not valid UTF-8.');
  }
  if (!text.trim()) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(codes.status, codes.json, 'The body is not valid JSON.');
  }
}

/** A query parameter. @throws 400 when it comes more than once */
export function query(c: Context, name: string, code = 'invalid_request'): string | undefined {
  const values = c.req.queries(name) ?? [];
  if (values.length > 1)
    throw new Refusal(400, code, `The query parameter ${name} is repeated; send it once.`);
  return values[0];
}

/** The value by a schema. @throws 400 that names the attribute, and the type that is expected there */
export function checked<S extends zod.ZodType>(
  schema: S,
  value: unknown,
  codes: { missing: string; invalid: string },
): zod.output<S> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw fault(read.error.issues[0], codes);
}

function fault(issue: zod.core.$ZodIssue | undefined, codes: { missing: string; invalid: string }): Refusal {
  const attribute = (issue?.path ?? []).reduce<string>(
    (path, part) =>
      typeof part === 'number' ? `${path}[${part}]` : path ? `${path}.${String(part)}` : String(part),
    '',
  );
  const name = attribute || 'body';
  if (issue?.code === 'invalid_type' && /received undefined/.test(issue.message)) {
    return new Refusal(400, codes.missing, `The attribute ${name} is missing.`, { attribute: name });
  }
  const expected =
    issue && 'expected' in issue
      ? String(issue.expected)
      : issue?.code === 'invalid_value'
        ? 'one of the listed values'
        : 'another type';
  return new Refusal(400, codes.invalid, `The attribute ${name} has to be ${expected}.`, {
    attribute: name,
    expected_type: expected,
  });
}
