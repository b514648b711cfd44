/** Envelope logos (§2.8, §4.5) and the diagnostic ping (§4.6). */
import { type Endpoint, endpoint, nothing } from '../http/endpoint.ts';
import { aliveShape, logosShape } from '../http/schemas.ts';
import type { Logo } from '../store/records.ts';

export const logoEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/v1/logos',
    section: '§4.5',
    summary: 'The envelope logos',
    group: 'logos',
    withoutAccount: true,
    takes: nothing,
    answers: { 200: logosShape },
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
    section: '§4.6',
    summary: 'Tells that the token works',
    group: 'dev',
    withoutAccount: true,
    takes: nothing,
    answers: { 200: aliveShape },
    handle: ({ service }) => ({ status: 200, json: { status: 'ok', time: service.clock.iso } }),
  }),
];
