/** The errors of endpoints in the OpenAPI document. */
import * as zod from 'zod';
import type { Endpoint } from '../http/endpoint.ts';
import type { Variant } from '../variants.ts';

const code = zod.string().describe('The code to act on.');
const parts = {
  message: zod.string().describe('For people. Do not parse it.'),
  attribute: zod.string().optional().describe('The part of the request that the error is about.'),
  expected_type: zod.string().optional(),
  scope: zod.string().optional().describe('The scope that the access token lacks.'),
};
const short = zod.object({ code, ...parts });

/** Returns the schema of an error body in the chosen variant. */
export function errorSchema(variants: ReadonlySet<Variant>): zod.ZodType {
  if (variants.has('text')) return zod.string().describe('The code, a colon, and a message for people.');
  if (variants.has('code')) return short;
  if (variants.has('nested')) return zod.object({ error: short });
  if (variants.has('list')) return zod.object({ errors: zod.array(short).min(1) });
  return zod.object({ status: zod.int(), error: code, more_info: zod.string().optional(), ...parts });
}

export const errorDescriptions: Readonly<Record<number, string>> = {
  400: 'The request is invalid',
  401: 'The access token is missing, unknown or revoked',
  403: 'The access token lacks a scope, the file is in use, or a page of another origin sent the request',
  404: 'The ID does not exist',
  406: 'The Accept header does not allow the type of the content',
  409: 'The file is in use, or the preview cannot be rendered',
  411: 'The Content-Length is missing',
  413: 'The body is too large',
  414: 'The path and the query are too long',
  415: 'The Content-Encoding is not supported',
  421: 'The host name is not a loopback name',
  429: 'Too many requests',
};

/** Returns the error statuses of an endpoint. */
export function errorStatusesOf(
  { method, path, group, body, answers }: Endpoint,
  variants: ReadonlySet<Variant>,
): number[] {
  return Object.keys(errorDescriptions)
    .map(Number)
    .filter((status) => {
      if (status === 404) return path.includes('{');
      if (status === 406) {
        const hasContent = Object.values(answers).some((content) => content && 'mediaType' in content);
        return hasContent && variants.has('pdf-accept');
      }
      if (status === 409) return (method === 'DELETE' && group === 'files') || path.endsWith('.pdf');
      if (status === 411) return body === 'file' && variants.has('length-required');
      if (status === 413 || status === 415) return body !== undefined;
      if (status === 429) return variants.has('throttled');
      return true;
    });
}
