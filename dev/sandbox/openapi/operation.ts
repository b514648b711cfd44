/** Describes one endpoint in the OpenAPI document. */
import type { Content, Endpoint } from '../http/endpoint.ts';
import type { Variant } from '../variants.ts';
import { errorDescriptions, errorStatusesOf } from './errors.ts';
import { schemaReference, toJsonSchema } from './schemas.ts';

export function operation(endpoint: Endpoint, variants: ReadonlySet<Variant>) {
  const { method, path, summary, group, scope, query, body, answers } = endpoint;
  const error = {
    [variants.has('text') ? 'text/plain' : 'application/json']: {
      schema: { $ref: '#/components/schemas/error' },
    },
  };
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: true,
      schema: toJsonSchema(schema),
    })),
  ];
  // With the variant odd-types, responses differ from their schemas.
  const responseContent = (content: NonNullable<Content>) =>
    'mediaType' in content || !variants.has('odd-types') ? contentOf(content) : { 'application/json': {} };
  const scopes = scope === undefined ? [] : [scope];
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[/.{}]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [group],
    summary,
    ...(scope === undefined ? {} : { description: `Requires the scope ${scope}.` }),
    security: [{ oauth: scopes }, { bearer: [] }, { basic: [] }, { query: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: true, content: contentOf(body === 'file' ? anyFile : body) } }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, content]) => [
          status,
          { description: 'Success', ...(content ? { content: responseContent(content) } : {}) },
        ]),
      ),
      ...Object.fromEntries(
        errorStatusesOf(endpoint, variants).map((status) => [
          status,
          { description: errorDescriptions[status], content: error },
        ]),
      ),
      default: { description: 'Error', content: error },
    },
  };
}

const anyFile = { mediaType: 'application/octet-stream' };

const contentOf = (content: NonNullable<Content>) =>
  'mediaType' in content
    ? Object.fromEntries([content.mediaType].flat().map((type) => [type, {}]))
    : { 'application/json': { schema: schemaReference(content) } };
