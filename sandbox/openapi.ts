/** The API in OpenAPI 3.1 form, made from the schemas that check the requests. */
import * as zod from 'zod';
import {
  contactBody,
  contactsBody,
  contactUpdate,
  orderBody,
  resendBody,
  wrappedContact,
  wrappedUpdate,
} from './schemas.ts';

interface Operation {
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  summary: string;
  scopes: string[];
  query?: Record<string, string>;
  body?: zod.ZodType;
  /** The body is the raw content of a file. */
  raw?: true;
  status: number;
  answer?: 'json' | 'file' | 'pdf';
}

const operations: Operation[] = [
  {
    method: 'get',
    path: '/v1/contacts',
    summary: 'The whole active mailing list',
    scopes: ['contacts.read'],
    status: 200,
    answer: 'json',
  },
  {
    method: 'put',
    path: '/v1/contacts',
    summary: 'Replaces the whole list',
    scopes: ['contacts.write'],
    body: contactsBody,
    status: 200,
    answer: 'json',
  },
  {
    method: 'delete',
    path: '/v1/contacts',
    summary: 'Removes all contacts',
    scopes: ['contacts.write'],
    status: 204,
  },
  {
    method: 'get',
    path: '/v1/contacts/{id}',
    summary: 'One contact',
    scopes: ['contacts.read'],
    status: 200,
    answer: 'json',
  },
  {
    method: 'delete',
    path: '/v1/contacts/{id}',
    summary: 'Deletes one contact',
    scopes: ['contacts.write'],
    status: 204,
  },
  {
    method: 'post',
    path: '/v2/contacts',
    summary: 'Adds a contact',
    scopes: ['contacts.write'],
    body: wrappedContact,
    status: 200,
    answer: 'json',
  },
  {
    method: 'post',
    path: '/v2/contacts/{id}',
    summary: 'Changes a contact',
    scopes: ['contacts.write'],
    body: wrappedUpdate,
    status: 204,
  },
  {
    method: 'post',
    path: '/v3/contacts',
    summary: 'Adds a contact',
    scopes: ['contacts.write'],
    body: contactBody,
    status: 200,
    answer: 'json',
  },
  {
    method: 'post',
    path: '/v3/contacts/{id}',
    summary: 'Changes a contact',
    scopes: ['contacts.write'],
    body: contactUpdate,
    status: 204,
  },
  {
    method: 'post',
    path: '/v1/files',
    summary: 'Uploads a file',
    scopes: ['pls.files.write'],
    query: { filename: 'Name with its extension' },
    raw: true,
    status: 201,
    answer: 'json',
  },
  {
    method: 'get',
    path: '/v1/files/{id}',
    summary: 'What is known of a file',
    scopes: ['pls.files.read'],
    status: 200,
    answer: 'json',
  },
  {
    method: 'delete',
    path: '/v1/files/{id}',
    summary: 'Deletes a file that no order uses',
    scopes: ['pls.files.write'],
    status: 204,
  },
  {
    method: 'get',
    path: '/v1/files/{id}/download',
    summary: 'The content of a file',
    scopes: ['pls.files.read'],
    status: 200,
    answer: 'file',
  },
  {
    method: 'get',
    path: '/v1/hooks',
    summary: 'Events to follow and subscriptions',
    scopes: [],
    status: 200,
    answer: 'json',
  },
  {
    method: 'post',
    path: '/v1/hooks',
    summary: 'Follows an event',
    scopes: [],
    query: { event: 'A key of the events', target: 'Where to send it' },
    status: 201,
    answer: 'json',
  },
  {
    method: 'get',
    path: '/v1/hooks/{id}',
    summary: 'One subscription',
    scopes: [],
    status: 200,
    answer: 'json',
  },
  {
    method: 'post',
    path: '/v1/hooks/{id}',
    summary: 'Changes the target',
    scopes: [],
    query: { target: 'Where to send it' },
    status: 200,
    answer: 'json',
  },
  {
    method: 'delete',
    path: '/v1/hooks/{id}',
    summary: 'Deletes a subscription',
    scopes: [],
    status: 204,
  },
  {
    method: 'get',
    path: '/v1/hooks/{id}/ping',
    summary: 'Pings the target now',
    scopes: [],
    status: 200,
    answer: 'json',
  },
  {
    method: 'post',
    path: '/v1/orders',
    summary: 'Orders letters',
    scopes: ['orders.write'],
    body: zod.union([orderBody, resendBody]),
    status: 200,
    answer: 'json',
  },
  {
    method: 'get',
    path: '/v1/orders/saved',
    summary: 'Saved orders, perhaps a subset',
    scopes: ['orders.read'],
    status: 200,
    answer: 'json',
  },
  {
    method: 'get',
    path: '/v1/orders/{order_id}',
    summary: 'One order',
    scopes: ['orders.read'],
    status: 200,
    answer: 'json',
  },
  {
    method: 'get',
    path: '/v1/orders/{id}.pdf',
    summary: 'The preview of an order',
    scopes: ['orders.read'],
    status: 200,
    answer: 'pdf',
  },
  {
    method: 'get',
    path: '/v1/logos',
    summary: 'Envelope logos',
    scopes: [],
    status: 200,
    answer: 'json',
  },
  {
    method: 'get',
    path: '/v1/dev/ping',
    summary: 'Tells that the token works',
    scopes: [],
    status: 200,
    answer: 'json',
  },
];

export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: described(operation),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mail-merge printing and mailing service (sandbox)',
      version: '0.1',
    },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'The token as user name, any password.',
        },
        query: { type: 'apiKey', in: 'query', name: 'access_token' },
      },
    },
    security: [{ bearer: [] }, { basic: [] }, { query: [] }],
  };
}

const mediaTypes = {
  json: 'application/json',
  file: 'application/octet-stream',
  pdf: 'application/pdf',
} as const;

function described({ path, summary, scopes, query = {}, body, raw, status, answer }: Operation) {
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(query).map(([name, description]) => ({
      name,
      in: 'query',
      required: true,
      description,
      schema: { type: 'string' },
    })),
  ];
  const content = answer === undefined ? {} : { content: { [mediaTypes[answer]]: {} } };
  const success = { [status]: { description: 'Done', ...content } };
  return {
    summary,
    ...(scopes.length > 0 ? { description: `Needs the scope ${scopes.join(' ')}.` } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchema(body) } },
          },
        }
      : {}),
    ...(raw
      ? {
          requestBody: {
            required: true,
            content: { 'application/octet-stream': {} },
          },
        }
      : {}),
    responses: {
      ...success,
      ...(path === '/v1/orders'
        ? {
            201: {
              description: 'Ordered from a saved order',
              content: { 'application/json': {} },
            },
          }
        : {}),
      default: { description: 'Refused', content: { 'application/json': {} } },
    },
  };
}

const jsonSchema = (schema: zod.ZodType): object => {
  const { $schema, ...rest } = zod.toJSONSchema(schema, {
    io: 'input',
    reused: 'inline',
    metadata: zod.registry(),
  });
  return rest;
};
