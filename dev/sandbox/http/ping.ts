/** The API's diagnostic ping. */
import * as zod from 'zod';
import { endpoint, nothing } from './endpoint.ts';
import { named } from './named_schemas.ts';

const aliveSchema = named('dev.ping', zod.object({ status: zod.literal('ok'), time: zod.iso.datetime() }));

export const ping = endpoint({
  method: 'GET',
  path: '/v1/dev/ping',
  summary: 'Confirms that the access token works',
  withoutAccount: true,
  takes: nothing,
  answers: { 200: aliveSchema },
  handle: ({ service }) => ({ status: 200, json: { status: 'ok', time: service.clock.iso } }),
});
