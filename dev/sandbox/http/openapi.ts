/** The API in OpenAPI 3.1 form, made from the endpoints and the schemas that check their requests. */
import * as zod from 'zod';
import type { Variant } from '../variants.ts';
import { scopeDescriptions } from './access.ts';
import type { Content, Endpoint } from './endpoint.ts';
import { shapes } from './schemas.ts';

/** @param variants decide how errors are written, as everywhere else */
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
        client: { type: 'http', scheme: 'basic', description: 'The id and secret of the client.' },
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

function errorSchema(variants: ReadonlySet<Variant>): object {
  if (variants.has('text'))
    return { type: 'string', description: 'The code, a colon, and words for people.' };
  const code = { type: 'string', description: 'The code to act on.' };
  const parts = {
    message: { type: 'string', description: 'For people; not to be parsed.' },
    attribute: { type: 'string', description: 'The part of the request that the error is about.' },
    expected_type: { type: 'string' },
    scope: { type: 'string', description: 'The scope that the token lacks.' },
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

/** The pages and the token endpoint are not endpoints of the API; they have their own way of refusing. */
const oauthPaths = {
  '/my/oauth/authorize': {
    get: {
      operationId: 'authorize',
      tags: ['oauth'],
      summary: 'The pages on which somebody logs in and allows or denies',
      description: 'Sends the browser to the callback that is registered for the client',
      security: [],
      parameters: [
        parameter('client_id', 'The application.', true),
        parameter('response_type', 'Always code.', true),
        parameter('scope', 'The permissions that are asked for, separated by spaces.', true),
        parameter('state', 'Comes back as it was.', false),
        parameter(
          'prompt',
          'With consent, who allowed the same before is asked all the same; this sandbox’s own.',
          false,
        ),
      ],
      responses: {
        200: { description: 'A page', content: { 'text/html': {} } },
        302: { description: 'To the callback, with a code or an error' },
        400: { description: 'A page that says what is wrong', content: { 'text/html': {} } },
      },
    },
  },
  '/oauth/token': {
    post: {
      operationId: 'token',
      tags: ['oauth'],
      summary: 'An access token for a code',
      description: 'The client ID and secret come with HTTP Basic or in the query',
      security: [{ client: [] }, {}],
      parameters: [
        parameter('grant_type', 'Always authorization_code.', true),
        parameter('code', 'From the callback; it works once.', true),
        parameter('client_id', 'Where there is no Basic authentication.', false),
        parameter('client_secret', 'Where there is no Basic authentication.', false),
      ],
      responses: {
        200: {
          description: 'Done',
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
              description: 'Refused',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/oauth.error' } } },
            },
          ]),
        ),
      },
    },
  },
};

const refusals: Readonly<Record<number, string>> = {
  400: 'The request is not as it should be',
  401: 'No access token, or one that is unknown or was revoked',
  403: 'The token lacks the scope',
  404: 'There is nothing with this id',
  409: 'The file is in use, or the order cannot be printed',
  411: 'The request has no Content-Length',
  413: 'The body is too large',
  415: 'The Content-Encoding is unknown',
  421: 'The Host is not this machine',
  429: 'Asked too often',
};

/** Returns the error statuses of an endpoint. */
function refusalsOf(
  { method, path, group, scope, body }: Endpoint,
  variants: ReadonlySet<Variant>,
): number[] {
  return Object.keys(refusals)
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
  const refused = {
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
      schema: withoutHead(zod.toJSONSchema(schema, { io: 'input', metadata: zod.registry() })),
    })),
  ];
  const scopes = scope === undefined ? [] : [scope];
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[/.{}]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [group],
    summary,
    ...(scope === undefined ? {} : { description: `Needs the scope ${scope}.` }),
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
      ...Object.fromEntries(
        refusalsOf(endpoint, variants).map((status) => [
          status,
          { description: refusals[status], content: refused },
        ]),
      ),
      default: { description: 'Refused', content: refused },
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
