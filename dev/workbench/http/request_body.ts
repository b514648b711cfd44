/** Reads what the page sends. */
import type { Context } from 'hono';
import type * as zod from 'zod';
import { HttpError } from './http_error.ts';

/** A Zap with fifty full steps is far from this. */
const bodyLimit = 1_000_000;

/** The body as JSON by a schema. @throws HttpError with a sentence that names what is wrong */
export async function readJson<Schema extends zod.ZodType>(
  c: Context,
  schema: Schema,
): Promise<zod.output<Schema>> {
  const result = schema.safeParse(parsed(await text(c.req.raw.body)));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.length ? `“${issue.path.join('.')}”` : 'What was sent';
  throw new HttpError(422, `${place} is not understood: ${issue?.message ?? 'something is wrong with it'}.`);
}

async function text(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > bodyLimit)
      throw new HttpError(413, `More than ${bodyLimit / 1_000_000} MB of JSON is too much.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new HttpError(400, 'What was sent is not valid JSON.');
  }
}
