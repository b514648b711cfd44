/** `npm test` tries a sample of the cases. `npm run faults` sets FAULT_RUNS_FACTOR to try all of them, and more random ones. */
import * as zod from 'zod';

const factor = zod.coerce.number().int().min(1).default(1).parse(process.env.FAULT_RUNS_FACTOR);

/** Whether to try every combination, not only one of each kind. */
export const isThorough = factor > 1;

/** Returns how many random cases to try. */
export const runs = (count: number): number => count * factor;

/** Returns the time limit of a test, in milliseconds. */
export const timeout = (milliseconds: number): number => milliseconds * factor;
