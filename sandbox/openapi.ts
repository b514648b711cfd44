/** The API in OpenAPI 3.1 form, made from the endpoints and the schemas that check their requests. */
import * as zod from 'zod';
import { scopesInWords } from './access.ts';
import type { Content, Endpoint } from './endpoint.ts';
import { shapes } from './schemas.ts';

export function openApiDocument(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mail-merge printing and mailing service (sandbox)',
      version: '0.1',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { ...components(), error: errorSchema },
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: '/my/oauth/authorize',
              tokenUrl: '/oauth/token',
              scopes: scopesInWords,
            },
          },
        },
        bearer: { type: 'http', scheme: 'bearer' },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'The token as user name; the password is ignored.',
        },
        query: {
          type: 'apiKey',
          in: 'query',
          name: 'access_token',
          description: 'For development and testing.',
        },
      },
    },
  };
}

const errorSchema = {
  type: 'object',
  required: ['status', 'error', 'message'],
  properties: {
    status: { type: 'integer' },
    error: { type: 'string', description: 'The code to act on.' },
    message: { type: 'string', description: 'For people; not to be parsed.' },
    more_info: { type: 'string' },
    attribute: { type: 'string', description: 'The part of the request that the error is about.' },
    expected_type: { type: 'string' },
    scope: { type: 'string', description: 'The scope that the token lacks.' },
  },
};

function operation({ method, path, section, summary, group, scope, query, body, answers }: Endpoint) {
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
      schema: withoutHead(zod.toJSONSchema(schema, { io: 'input', metadata: zod.registry() })),
    })),
  ];
  const scopes = scope === undefined ? [] : [scope];
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[/.{}]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [group],
    summary,
    description: `${section}${scope === undefined ? '' : `; needs the scope ${scope}`}`,
    security: [{ oauth: scopes }, { bearer: [] }, { basic: [] }, { query: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: true, content: contentOf(body === 'file' ? anyFile : body) } }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, content]) => [
          status,
          { description: 'Done', ...(content ? { content: contentOf(content) } : {}) },
        ]),
      ),
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/error' } } },
      },
    },
  };
}

const anyFile = { mediaType: 'application/octet-stream' };

const contentOf = (content: NonNullable<Content>) =>
  'mediaType' in content
    ? { [content.mediaType]: {} }
    : { 'application/json': { schema: reference(content) } };

const refOf = (id: string): string => `#/components/schemas/${id}`;

function components() {
  const { schemas } = zod.toJSONSchema(shapes, { uri: refOf, io: 'input' });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutHead(schema)]));
}

/** The body of a request or an answer: always one of the named shapes. */
function reference(schema: zod.ZodType): { $ref: string } {
  const id = shapes.get(schema)?.id;
  if (id === undefined) throw new Error('A body has a shape without a name; name it in schemas.ts.');
  return { $ref: refOf(id) };
}

const withoutHead = ({ $schema, $id, ...schema }: { $schema?: unknown; $id?: unknown }): object => schema;
