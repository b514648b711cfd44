/** The bodies of responses about subscriptions. */
import * as zod from 'zod';
import { named, text } from '../http/named_schemas.ts';

export const hookSchema = named(
  'hooks.hook.v1',
  zod.object({
    id: text,
    event: text,
    target: text,
    href: text,
    last_triggered: zod.iso.datetime().nullable(),
  }),
);
export const hooksSchema = named(
  'hooks.v1',
  zod.object({
    events: zod.record(text, zod.object({ description: text, url: text })),
    subscriptions: zod.array(hookSchema),
  }),
);
export const pingResponseSchema = named(
  'hooks.ping_response.v1',
  zod.object({
    status: zod.int().describe('The status that the target returned; 0 if it did not respond.'),
  }),
);
