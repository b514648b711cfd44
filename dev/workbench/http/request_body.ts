/** Reads JSON request bodies. */
import type { Context } from 'hono';
import type * as zod from 'zod';
import { HttpError } from './http_error.ts';

/** Bytes; far more than a Zap with fifty full steps. */
const maxBodyBytes = 1_000_000;

/** @throws HttpError if the body is too large, is not JSON, or does not match the schema */
export async function readJson<Schema extends zod.ZodType>(
  c: Context,
  schema: Schema,
): Promise<zod.output<Schema>> {
  const result = schema.safeParse(parseJson(await readText(c.req.raw.body)));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const location = issue?.path.length ? `“${issue.path.join('.')}”` : 'The request body';
  throw new HttpError(422, `${location} is invalid: ${issue?.message ?? 'unexpected value'}.`);
}

async function readText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBodyBytes)
      throw new HttpError(413, `The request is larger than ${maxBodyBytes / 1_000_000} MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new HttpError(400, 'The request body is not valid JSON.');
  }
}
