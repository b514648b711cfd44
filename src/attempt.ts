/** Does work that must not fail the step: it comes after something that cannot be undone, or the step can go on without it. */
import type { ZObject } from 'zapier-platform-core';

/** Returns the result, or logs the failure with what it means for later steps. */
export async function attempt<Result>(
  z: ZObject,
  failureMessage: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    z.console.error(failureMessage, error);
    return undefined;
  }
}
