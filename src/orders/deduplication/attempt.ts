/** Does work that must not fail the step, because it comes after something that cannot be undone. */
import type { ZObject } from 'zapier-platform-core';

/** Logs a failure with what it means for later steps. */
export async function attempt(z: ZObject, failureMessage: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    z.console.error(failureMessage, error);
  }
}
