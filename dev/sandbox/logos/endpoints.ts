/** Envelope logos and the diagnostic ping. See docs/api.md#logos. */
import { type Endpoint, endpoint, nothing } from '../http/endpoint.ts';
import type { Logo } from '../store/records.ts';
import { aliveSchema, logosSchema } from './schemas.ts';

export const logoEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/v1/logos',
    summary: 'Lists the envelope logos',
    group: 'logos',
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
  endpoint({
    method: 'GET',
    path: '/v1/dev/ping',
    summary: 'Confirms that the access token works',
    group: 'dev',
    withoutAccount: true,
    takes: nothing,
    answers: { 200: aliveSchema },
    handle: ({ service }) => ({ status: 200, json: { status: 'ok', time: service.clock.iso } }),
  }),
];
