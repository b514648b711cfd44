/**
 * Zapier's limits on the size of a result. A run that exceeds them fails, although its work is done.
 *
 * AWS Lambda counts the bytes of what it returns. zapier-platform-core stores a trigger's result elsewhere if it is too long for that,
 * but counts its characters. So a result of many bytes and fewer characters fails.
 */
import { HandlerError } from './errors.ts';
import type { HandlerEvent } from './handler_event.ts';

/** What AWS Lambda returns, and from which length zapier-platform-core stores a trigger's result: its `RESPONSE_SIZE_LIMIT`. */
const maxResult = 6_291_456;
/** A trigger's result while the Zap is on, in characters. */
const maxStoredResult = 20_000_000;
/** A trigger's result in the editor, although the editor shows only three records. */
const maxEditorResult = 6_000_000;

/** Returns the error with which the run fails if its result is too large. */
export function resultSizeError(
  { method = '', bundle }: HandlerEvent,
  results: unknown,
): HandlerError | undefined {
  const json = JSON.stringify(results) ?? '';
  const isTrigger = /^triggers\.[^.]+\.operation\.perform(?:List)?$/.test(method);
  const isEditor = isTrigger && bundle.meta?.isLoadingSample === true;
  const isStored = isTrigger && !isEditor && json.length >= maxResult;
  const size = isStored ? json.length : Buffer.byteLength(json);
  const limit = isStored ? maxStoredResult : isEditor ? maxEditorResult : maxResult;
  if (size < limit) return undefined;
  const message = `Response size of ${size} bytes exceeds maximum allowed size: ${limit}`;
  return new HandlerError({ name: 'Error', message, stack: undefined });
}
