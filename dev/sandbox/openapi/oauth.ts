/** The authorization pages and the token endpoint in the OpenAPI document. Their errors differ from those of the API. */
import { errorDescriptions } from './errors.ts';

export const oauthErrorSchema = {
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

const tooLong = { 414: { description: errorDescriptions[414] } };

export const oauthPaths = {
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
        ...tooLong,
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
        ...tooLong,
      },
    },
  },
};
