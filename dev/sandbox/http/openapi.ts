/** Generates the OpenAPI 3.1 document from the endpoints and their schemas. */
import * as zod from 'zod';
import type { Variant } from '../variants.ts';
import { scopeDescriptions } from './access.ts';
import type { Content, Endpoint } from './endpoint.ts';
import { namedSchemas } from './schemas.ts';

/** @param variants decide the form of errors */
export function openApiDocument(endpoints: readonly Endpoint[], variants: ReadonlySet<Variant>) {
  const paths: Record<string, Record<string, unknown>> = { ...oauthPaths };
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(endpoint, variants),
    };
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
      schemas: { ...components(), error: errorSchema(variants), 'oauth.error': oauthErrorSchema },
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: '/my/oauth/authorize',
              tokenUrl: '/oauth/token',
              scopes: scopeDescriptions,
            },
          },
        },
        bearer: { type: 'http', scheme: 'bearer' },
        client: { type: 'http', scheme: 'basic', description: 'The client ID and secret.' },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'The access token is the user name. The password is ignored.',
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

function errorSchema(variants: ReadonlySet<Variant>): object {
  if (variants.has('text'))
    return { type: 'string', description: 'The code, a colon, and a message for people.' };
  const code = { type: 'string', description: 'The code to act on.' };
  const parts = {
    message: { type: 'string', description: 'For people. Do not parse it.' },
    attribute: { type: 'string', description: 'The part of the request that the error is about.' },
    expected_type: { type: 'string' },
    scope: { type: 'string', description: 'The scope that the access token lacks.' },
  };
  const short = { type: 'object', required: ['code', 'message'], properties: { code, ...parts } };
  if (variants.has('code')) return short;
  if (variants.has('nested')) return { type: 'object', required: ['error'], properties: { error: short } };
  if (variants.has('list')) {
    return {
      type: 'object',
      required: ['errors'],
      properties: { errors: { type: 'array', minItems: 1, items: short } },
    };
  }
  return {
    type: 'object',
    required: ['status', 'error', 'message'],
    properties: { status: { type: 'integer' }, error: code, more_info: { type: 'string' }, ...parts },
  };
}

const oauthErrorSchema = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
};

const parameter = (name: string, about: string, required: boolean) => ({
  name,
  in: 'query',
  required,
  description: about,
  schema: { type: 'string' },
});

/** The authorization pages and the token endpoint, whose errors differ from those of the API. */
const oauthPaths = {
  '/my/oauth/authorize': {
    get: {
      operationId: 'authorize',
      tags: ['oauth'],
      summary: 'Shows the login and consent pages',
      description: 'Ends with a redirect to the registered callback of the client.',
      security: [],
      parameters: [
        parameter('client_id', 'The client ID of the application.', true),
        parameter('response_type', 'Always code.', true),
        parameter('scope', 'The requested scopes, separated by spaces.', true),
        parameter('state', 'Returned unchanged.', false),
        parameter(
          'prompt',
          'With `consent`, shows the consent page even if consent was given before. Specific to the sandbox.',
          false,
        ),
      ],
      responses: {
        200: { description: 'The login or consent page', content: { 'text/html': {} } },
        302: { description: 'A redirect to the callback with a code or an error' },
        400: { description: 'A page with the error', content: { 'text/html': {} } },
      },
    },
  },
  '/oauth/token': {
    post: {
      operationId: 'token',
      tags: ['oauth'],
      summary: 'Exchanges an authorization code for an access token',
      description: 'Send the client ID and secret with HTTP Basic or in the query.',
      security: [{ client: [] }, {}],
      parameters: [
        parameter('grant_type', 'Always authorization_code.', true),
        parameter('code', 'The authorization code, which works once.', true),
        parameter('client_id', 'Required without HTTP Basic.', false),
        parameter('client_secret', 'Required without HTTP Basic.', false),
      ],
      responses: {
        200: {
          description: 'Success',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['access_token', 'token_type'],
                properties: { access_token: { type: 'string' }, token_type: { const: 'bearer' } },
              },
            },
          },
        },
        ...Object.fromEntries(
          [400, 401, 429].map((status) => [
            status,
            {
              description: 'Error',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/oauth.error' } } },
            },
          ]),
        ),
      },
    },
  },
};

const errorDescriptions: Readonly<Record<number, string>> = {
  400: 'The request is invalid',
  401: 'The access token is missing, unknown or revoked',
  403: 'The access token lacks a scope',
  404: 'The ID does not exist',
  409: 'The file is in use, or the preview cannot be rendered',
  411: 'The Content-Length is missing',
  413: 'The body is too large',
  415: 'The Content-Encoding is not supported',
  421: 'The host name is not a loopback name',
  429: 'Too many requests',
};

/** Returns the error statuses of an endpoint. */
function errorStatusesOf(
  { method, path, group, scope, body }: Endpoint,
  variants: ReadonlySet<Variant>,
): number[] {
  return Object.keys(errorDescriptions)
    .map(Number)
    .filter((status) => {
      if (status === 403) return scope !== undefined || group === 'hooks' || method !== 'GET';
      if (status === 404) return path.includes('{');
      if (status === 409) return (method === 'DELETE' && group === 'files') || path.endsWith('.pdf');
      if (status === 411) return body === 'file' && variants.has('length-required');
      if (status === 413 || status === 415) return body !== undefined;
      if (status === 429) return variants.has('throttled');
      return true;
    });
}

function operation(endpoint: Endpoint, variants: ReadonlySet<Variant>) {
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
      schema: withoutSchemaId(zod.toJSONSchema(schema, { io: 'input', metadata: zod.registry() })),
    })),
  ];
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
          { description: 'Success', ...(content ? { content: contentOf(content) } : {}) },
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
    : { 'application/json': { schema: reference(content) } };

const refOf = (id: string): string => `#/components/schemas/${id}`;

function components() {
  const { schemas } = zod.toJSONSchema(namedSchemas, { uri: refOf, io: 'input' });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutSchemaId(schema)]));
}

/** Returns a reference to the schema of a body, which must have a name. */
function reference(schema: zod.ZodType): { $ref: string } {
  const id = namedSchemas.get(schema)?.id;
  if (id === undefined) throw new Error('The schema of a body has no name. Register it with named().');
  return { $ref: refOf(id) };
}

const withoutSchemaId = ({ $schema, $id, ...schema }: { $schema?: unknown; $id?: unknown }): object => schema;
