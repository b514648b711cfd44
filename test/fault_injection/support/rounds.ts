/** How long the campaign goes on: a glance with every `npm test`, and at length with `npm run campaign`. */
import * as zod from 'zod';

const factor = zod.coerce.number().int().min(1).default(1).parse(process.env.CAMPAIGN_ROUNDS);

/** Whether there is time for every combination, and not only for one of each kind. */
export const isLong = factor > 1;

/** How many cases are drawn where a glance has this many. */
export const rounds = (ofAGlance: number): number => ofAGlance * factor;

/** Milliseconds that a test may take where a glance may take this many. */
export const patience = (ofAGlance: number): number => ofAGlance * factor;
