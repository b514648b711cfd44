/** What a letter can be printed with: envelope logos. See docs/api.md#logos. */
import * as zod from 'zod';
import { type Endpoint, endpoint, nothing } from '../http/endpoint.ts';
import { named, text } from '../http/named_schemas.ts';
import type { Logo } from '../store/records.ts';

const logosSchema = named(
  'logos',
  zod.object({
    data: zod.array(named('logo', zod.object({ id: text, name: text, type: zod.literal('logo') }))),
    links: zod.object({ self: text }),
    type: zod.literal('list'),
  }),
);

export const printOptionEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/v1/logos',
    summary: 'Lists the envelope logos',
    withoutAccount: true,
    takes: nothing,
    answers: { 200: logosSchema },
    handle: ({ service: { database, origin }, account }) => ({
      status: 200,
      json: {
        data: database.list<Logo>('logo', account).map(({ id, name }) => ({ id, name, type: 'logo' })),
        links: { self: `${origin}/v1/logos` },
        type: 'list',
      },
    }),
  }),
];
