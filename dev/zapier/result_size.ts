/** Zapier's limits on the size of a result. A run that exceeds them fails, although its work is done. */
import { HandlerError } from './errors.ts';
import type { HandlerEvent } from './handler_event.ts';

/** What AWS Lambda returns: `RESPONSE_SIZE_LIMIT` of zapier-platform-core. */
const maxResult = 6_291_456;
/** A trigger's result while the Zap is on. */
const maxTriggerResult = 20_000_000;
/** A trigger's result in the editor, although the editor shows only three records. */
const maxEditorResult = 6_000_000;

/** Returns the error with which the run fails if its result is too large. */
export function resultSizeError(
  { method = '', bundle }: HandlerEvent,
  results: unknown,
): HandlerError | undefined {
  const size = Buffer.byteLength(JSON.stringify(results) ?? '');
  const limit = limitFor(method, bundle.meta?.isLoadingSample === true);
  if (size < limit) return undefined;
  const message = `Response size of ${size} bytes exceeds maximum allowed size: ${limit}`;
  return new HandlerError({ name: 'Error', message, stack: undefined });
}

function limitFor(method: string, isEditor: boolean): number {
  if (!/^triggers\.[^.]+\.operation\.perform(?:List)?$/.test(method)) return maxResult;
  return isEditor ? maxEditorResult : maxTriggerResult;
}
