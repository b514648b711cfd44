/** Generates the OpenAPI 3.1 document from the endpoints and their schemas. */
import { scopeDescriptions } from '../http/access.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { type Variant, variantDescriptions } from '../variants.ts';
import { errorSchema } from './errors.ts';
import { operation } from './operation.ts';
import { schemaComponents, toJsonSchema } from './schemas.ts';

/** @param variants decide the shape of errors */
export function openApiDocument(endpoints: readonly Endpoint[], variants: ReadonlySet<Variant>) {
  const paths: Record<string, Record<string, unknown>> = {};
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
      description: describeVariants(variants),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { ...schemaComponents(), error: toJsonSchema(errorSchema(variants)) },
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

function describeVariants(variants: ReadonlySet<Variant>): string {
  const chosen = variantDescriptions.filter(([name]) => variants.has(name));
  return chosen.length === 0
    ? 'Runs without variants.'
    : ['Variants:', ...chosen.map(([name, meaning]) => `- \`${name}\`: ${meaning}`)].join('\n');
}
