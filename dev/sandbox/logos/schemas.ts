/** The bodies of responses about logos, and of the API's own ping. */
import * as zod from 'zod';
import { named, text } from '../http/named_schemas.ts';

export const logosSchema = named(
  'logos',
  zod.object({
    data: zod.array(named('logo', zod.object({ id: text, name: text, type: zod.literal('logo') }))),
    links: zod.object({ self: text }),
    type: zod.literal('list'),
  }),
);

export const aliveSchema = named(
  'dev.ping',
  zod.object({ status: zod.literal('ok'), time: zod.iso.datetime() }),
);
